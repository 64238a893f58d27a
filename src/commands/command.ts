import { setFlagsFromString } from 'node:v8';
import type { Database } from '../../db/client.ts';
import { refreshCollations } from '../../db/collations.ts';
import { explainWork } from '../../db/database-failure.ts';
import { isLostConnection } from '../lost-connection.ts';
import { describeDatabase, openDatabase, OwnerEndedError, type OpenDatabase } from '../../db/open.ts';
import { beginEpoch } from '../clubs/version.ts';
import { prepareClubs } from '../clubs/render.ts';
import { readCommandLine, type CommandForm, type CommandLine } from '../command-line.ts';
import { exitOnFailure, Failure, scrub } from '../failure.ts';
import { settings } from '../settings.ts';
import { codeOf, SYSTEM_REASONS } from '../system-reasons.ts';

/** Runs a command: parses its arguments and does its work. A failure ends the process with 1. */
export const runCommand = (form: CommandForm, work: (line: CommandLine) => Promise<void>): Promise<void> =>
  exitOnFailure(async () => {
    const endOutput = watchOutput();
    const line = readCommandLine(form);
    if (line) await work(line);
    await endOutput();
  });

/**
 * Keeps a failing standard output from ending the command in the middle of its work. The returned function waits until
 * everything is written, and throws unless the reader just closed the pipe.
 */
function watchOutput(): () => Promise<void> {
  let failure: Error | undefined;
  process.stdout.on('error', (error: Error) => (failure ??= error));
  return async () => {
    await new Promise<void>((done) => process.stdout.write('', () => done()));
    if (failure && !isGone(failure)) throw fileFailure(failure, 'write', 'to standard output');
  };
}

/** Whether the reader closed the pipe. */
export const isGone = (error: unknown): boolean => ['EPIPE', 'ECONNRESET'].includes(codeOf(error));

/** How a command uses the database. */
export interface WorkOptions {
  /** Fails if the database does not exist or lacks migrations, instead of creating or migrating it. */
  asItIs?: boolean;
  /** With `asItIs`: allows missing migrations. */
  mayBeOlder?: boolean;
  /** Whether the work is retried if the process that owns the embedded database ends. */
  isRepeatable?: boolean;
}

/**
 * Works with the database of the settings, which another process may own. Repeatable work is retried if that process
 * ends; it must fail by that only before it has changed anything.
 */
export async function withDatabase<T>(
  report: (line: string) => void,
  work: (database: OpenDatabase) => Promise<T>,
  { asItIs = false, mayBeOlder = false, isRepeatable = asItIs }: WorkOptions = {},
): Promise<T> {
  // Optimising the embedded database takes V8 a third of the processor time of a short command.
  setFlagsFromString('--wasm-tiering-budget=1000000000');
  report(`Using ${describeDatabase(settings())}.`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await workOnce(report, work, { asItIs, mayBeOlder });
    } catch (error) {
      if (!(error instanceof OwnerEndedError) || !isRepeatable || attempt === ATTEMPTS) throw error;
      report('The process that owns the database closed the connection. Retrying.');
    }
  }
}

/** How often repeatable work is tried. */
const ATTEMPTS = 20;

async function workOnce<T>(
  report: (line: string) => void,
  work: (database: OpenDatabase) => Promise<T>,
  options: Pick<WorkOptions, 'asItIs' | 'mayBeOlder'>,
): Promise<T> {
  const prepare = async (sql: Database) => {
    await refreshCollations(sql, { report, settle: beginEpoch });
    await prepareClubs(sql, report);
  };
  const database = await openDatabase(settings(), { share: true, ...options, prepare, report });
  try {
    const result = await work(database);
    await database.close();
    return result;
  } catch (error) {
    const described = await describeWork(error, database);
    await database.close();
    throw described;
  }
}

/** Explains why work failed. */
async function describeWork(error: unknown, database: OpenDatabase): Promise<unknown> {
  if (database.isShared && wasStalled(error)) {
    return new Failure(
      `Idle-in-transaction timeout in ${database.description}. The transaction was rolled back. Run the command again.`,
    );
  }
  if (database.isShared && error instanceof Failure && isLostConnection(error.cause)) {
    return new OwnerEndedError(database.description);
  }
  if (isLostConnection(error)) return describeLoss(error, database);
  return await explainWork(error, database.sql, database.description);
}

/** Whether an idle-in-transaction timeout is among the causes. */
const wasStalled = (error: unknown): boolean =>
  error instanceof Error && (codeOf(error) === '25P03' || wasStalled(error.cause));

/** For a shared database the driver's message names a host and port that do not exist. */
function describeLoss(error: Error, { description, isShared }: OpenDatabase): Failure {
  if (isShared) return new OwnerEndedError(description);
  return new Failure(`Lost the connection to ${description} (${scrub(error.message)}). Run the command again.`);
}

/** Explains a system error with a file. */
export function fileFailure(error: unknown, verb: string, file: string): unknown {
  if (isLostConnection(error)) return error;
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return error;
  return new Failure(`Cannot ${verb} ${file}: ${SYSTEM_REASONS[String(error.code)] ?? error.message}.`);
}
