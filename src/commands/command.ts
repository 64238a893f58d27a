import { setFlagsFromString } from 'node:v8';
import type { Database } from '../../db/client.ts';
import { refreshCollations } from '../../db/collations.ts';
import { explainWork } from '../../db/database-failure.ts';
import { isLostConnection } from '../lost-connection.ts';
import { describeDatabase, openDatabase, OwnerEndedError, type OpenDatabase } from '../../db/open.ts';
import { beginEpoch } from '../clubs/epoch.ts';
import { prepareClubs } from '../clubs/render.ts';
import { readCommandLine, type CommandForm, type CommandLine } from '../command-line.ts';
import { exitOnFailure, Failure, scrub } from '../failure.ts';
import { settings } from '../settings.ts';
import { codeOf, SYSTEM_REASONS } from '../system-reasons.ts';

/**
 * Runs a command: reads its line, does its work, and ends the process with 1 when that fails. Asked for help it does
 * no more than that.
 */
export const runCommand = (form: CommandForm, work: (line: CommandLine) => Promise<void>): Promise<void> =>
  exitOnFailure(async () => {
    const endOutput = watchOutput();
    const line = readCommandLine(form);
    if (line) await work(line);
    await endOutput();
  });

/**
 * Keeps a standard output that cannot be written to from ending the command in the middle of its work. What the answer
 * does, at the end of the work: waits until all is written, and fails unless the reader just went away.
 */
function watchOutput(): () => Promise<void> {
  let failure: Error | undefined;
  process.stdout.on('error', (error: Error) => (failure ??= error));
  return async () => {
    await new Promise<void>((done) => process.stdout.write('', () => done()));
    if (failure && !isGone(failure)) throw fileFailure(failure, 'write', 'the standard output');
  };
}

/** Whether a reader has read enough and went away. */
export const isGone = (error: unknown): boolean => ['EPIPE', 'ECONNRESET'].includes(codeOf(error));

/** How a command takes the database. */
export interface WorkOptions {
  asItIs?: boolean;
  mayBeOlder?: boolean;
  isRepeatable?: boolean;
}

/**
 * Does something with the database of the settings, which another process may have open. Taken `asItIs`, a
 * database that is not there, or not up to date unless it `mayBeOlder`, is a failure. When that other process ends meanwhile, work that is repeatable,
 * as all that only reads is, is done again; it must fail by that only while it has changed nothing.
 */
export async function withDatabase<T>(
  report: (line: string) => void,
  work: (database: OpenDatabase) => Promise<T>,
  { asItIs = false, mayBeOlder = false, isRepeatable = asItIs }: WorkOptions = {},
): Promise<T> {
  // V8 optimises the embedded database while it runs, for a third of the processor time of a command that is over
  // before this pays. With a higher budget only what runs very often is optimised.
  setFlagsFromString('--wasm-tiering-budget=1000000000');
  report(`Using ${describeDatabase(settings())}.`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await workOnce(report, work, { asItIs, mayBeOlder });
    } catch (error) {
      if (!(error instanceof OwnerEndedError) || !isRepeatable || attempt === ATTEMPTS) throw error;
      // Which of the two, who was stopped meanwhile hears only when the answer comes before its own next word.
      report('That process has ended, or has let this one go (TRANSACTION_LIMIT): once more.');
    }
  }
}

/** How often the process that has the database may end in the middle of work that is repeatable. */
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
    const told = await describeWork(error, database);
    await database.close();
    throw told;
  }
}

/** What a person is to be told of work that failed. */
async function describeWork(error: unknown, database: OpenDatabase): Promise<unknown> {
  if (database.isShared && wasStalled(error)) {
    return new Failure(
      `${database.description} did not wait for this command any longer, which did nothing in the middle of its work (TRANSACTION_LIMIT). Nothing was changed by that. Run the command again.`,
    );
  }
  if (database.isShared && error instanceof Failure && isLostConnection(error.cause)) {
    return new OwnerEndedError(database.description);
  }
  if (isLostConnection(error)) return describeLoss(error, database);
  return await explainWork(error, database.sql, database.description);
}

/** PostgreSQL's code for a transaction that did nothing for too long, wherever it stands among the causes. */
const wasStalled = (error: unknown): boolean =>
  error instanceof Error && (codeOf(error) === '25P03' || wasStalled(error.cause));

/** The driver's words are of a host and a port, which another process of this machine has none of. */
function describeLoss(error: Error, { description, isShared }: OpenDatabase): Failure {
  if (isShared) return new OwnerEndedError(description);
  return new Failure(`The connection to ${description} was lost (${scrub(error.message)}). Run the command again.`);
}

/** Names what the system refused to do with a file. */
export function fileFailure(error: unknown, verb: string, file: string): unknown {
  if (isLostConnection(error)) return error;
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return error;
  return new Failure(`Cannot ${verb} ${file}: ${SYSTEM_REASONS[String(error.code)] ?? error.message}.`);
}
