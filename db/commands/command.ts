import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { settings } from '../../src/env.ts';
import { exitOnFailure, Failure } from '../../src/failure.ts';
import { openDatabase, type OpenDatabase } from '../open.ts';

/** How a command is called: `usage` without `npm run`, the number of words it takes, its options without `--`. */
export interface CommandForm {
  usage: string;
  words: number;
  switches?: string[];
  /** Options that are followed by a value. */
  values?: string[];
}

/** What the words after a command say. */
export interface CommandLine {
  words: string[];
  switches: ReadonlySet<string>;
  /** By the name of the option; of one that is given twice the last. */
  values: ReadonlyMap<string, string>;
}

/** Runs a command: reads its line, does its work, and ends the process with 1 when that fails. */
export const runCommand = (form: CommandForm, work: (line: CommandLine) => Promise<void>): Promise<void> =>
  exitOnFailure(async () => work(readCommandLine(form, process.argv.slice(2))));

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

/** Does something with the database of the settings, which another process may have open. */
export async function withDatabase<T>(
  report: (line: string) => void,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  // V8 optimises the embedded database while it runs, for a third of the processor time of a command that is over
  // before this pays. With a higher budget only what runs very often is optimised.
  setFlagsFromString('--wasm-tiering-budget=1000000000');
  const database = await openDatabase(settings(), { share: true, report });
  try {
    const result = await work(database);
    await database.close();
    return result;
  } catch (error) {
    // Told before the driver stumbles over the connection that it still wants to roll back on.
    if (isLostConnection(error)) {
      throw new Failure(
        `The connection to ${database.description} was lost (${error.message}). Run the command again.`,
      );
    }
    await database.close();
    throw error;
  }
}

const isLostConnection = (error: unknown): error is Error & { code: unknown } =>
  error instanceof Error && 'code' in error && /^(CONNECT|ECONN|57P0)/.test(String(error.code));

/** Names what the system refused to do with a file. */
export function fileFailure(error: unknown, verb: string, file: string): unknown {
  if (isLostConnection(error)) return error;
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return error;
  const reasons: Partial<Record<string, string>> = {
    ENOENT: 'there is no such file or folder',
    EISDIR: 'it is a folder',
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    ENOSPC: 'the disk is full',
  };
  return new Failure(`Cannot ${verb} ${file}: ${reasons[String(error.code)] ?? error.message}.`);
}
