import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { npmCall, settings } from '../../src/env.ts';
import { exitOnFailure, Failure, scrub } from '../../src/failure.ts';
import { explainWork, isLostConnection, SYSTEM_REASONS } from '../database-failure.ts';
import { describeDatabase, openDatabase, OwnerEndedError, type OpenDatabase } from '../open.ts';

/** How a command is called: `usage` without `npm run`, the number of words it takes, its options without `--`. */
export interface CommandForm {
  usage: string;
  words: number;
  switches?: string[];
  /** Options that are followed by a value. */
  values?: string[];
  /** What `--help` says below the usage. */
  help?: string[];
}

/** What the words after a command say. */
export interface CommandLine {
  words: string[];
  switches: ReadonlySet<string>;
  /** By the name of the option; of one that is given twice the last. */
  values: ReadonlyMap<string, string>;
}

/**
 * Runs a command: reads its line, does its work, and ends the process with 1 when that fails. Asked for help it does
 * no more than that.
 */
export const runCommand = (form: CommandForm, work: (line: CommandLine) => Promise<void>): Promise<void> =>
  exitOnFailure(async () => {
    const args = process.argv.slice(2);
    const endOutput = watchOutput();
    if (args.some((word) => word === '--help' || word === '-h')) {
      console.log([`Usage: npm run ${form.usage}`, ...(form.help ?? [])].join('\n'));
    } else {
      refuseTakenOptions(form);
      await work(readCommandLine(form, args));
    }
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
export const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET');

/** npm takes options for itself that stand before the `--`, says so to nobody, and runs the command without them. */
function refuseTakenOptions({ usage, switches = [], values = [] }: CommandForm): void {
  const { taken } = npmCall([...switches, ...values]);
  if (taken.length === 0) return;
  const options = taken.map((name) => `--${name}`).join(', ');
  throw new Failure(
    `npm has kept ${options} for itself: options stand after a "--" of its own. Nothing was done.\nUsage: npm run ${usage}`,
  );
}

function readCommandLine({ usage, words, switches = [], values = [] }: CommandForm, line: string[]): CommandLine {
  // npm takes the `--` before a command's words away; who calls the program without npm may leave it there.
  const args = line[0] === '--' ? line.slice(1) : line;
  const options: Record<string, { type: 'boolean' | 'string' }> = {};
  for (const name of switches) options[name] = { type: 'boolean' };
  for (const name of values) options[name] = { type: 'string' };
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true });
    const given = Object.entries(parsed.values);
    if (parsed.positionals.length === words) {
      return {
        words: parsed.positionals,
        switches: new Set(given.flatMap(([name, value]) => (value === true ? name : []))),
        values: new Map(given.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []))),
      };
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  throw new Failure(`Usage: npm run ${usage}`);
}

/**
 * Does something with the database of the settings, which another process may have open. With `readOnly` a database
 * that is not there, or not up to date, is a failure, and the work is done again when that other process ends meanwhile.
 */
export async function withDatabase<T>(
  report: (line: string) => void,
  work: (database: OpenDatabase) => Promise<T>,
  { readOnly = false }: { readOnly?: boolean } = {},
): Promise<T> {
  // V8 optimises the embedded database while it runs, for a third of the processor time of a command that is over
  // before this pays. With a higher budget only what runs very often is optimised.
  setFlagsFromString('--wasm-tiering-budget=1000000000');
  report(`Using ${describeDatabase(settings())}.`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await workOnce(report, work, readOnly);
    } catch (error) {
      if (!(error instanceof OwnerEndedError) || !readOnly || attempt === ATTEMPTS) throw error;
      report('That process has ended: once more.');
    }
  }
}

/** How often the process that has the database may end in the middle of work that only reads. */
const ATTEMPTS = 20;

async function workOnce<T>(
  report: (line: string) => void,
  work: (database: OpenDatabase) => Promise<T>,
  readOnly: boolean,
): Promise<T> {
  const database = await openDatabase(settings(), { share: true, readOnly, report });
  try {
    const result = await work(database);
    await database.close();
    return result;
  } catch (error) {
    // Told before the driver stumbles over the connection that it still wants to roll back on.
    if (isLostConnection(error)) throw describeLoss(error, database);
    const explained = await explainWork(error, database.sql, database.description);
    await database.close();
    throw explained;
  }
}

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
