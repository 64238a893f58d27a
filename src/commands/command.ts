import { writeSync } from 'node:fs';
import { constants } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import type { Command } from 'commander';
import type { Database } from '../../db/client.ts';
import { refreshCollations } from '../../db/collations.ts';
import { explainWork } from '../../db/explain-error.ts';
import { describeDatabase, openDatabase, type MigrationPolicy, type OpenDatabase } from '../../db/open.ts';
import { prepareClubs } from '../clubs/record/stored-html.ts';
import { beginEpoch } from '../clubs/record/version-queries.ts';
import { createContent } from '../identity/content.ts';
import { findContentEntries } from '../identity/entries.ts';
import { shareSiteContent } from '../identity/site.ts';
import { readSiteFolder } from '../identity/site-folder.ts';
import { runProgram } from '../lib/command-line.ts';
import { ExpectedError, isLostConnection, SYSTEM_REASONS } from '../lib/errors.ts';
import { exitOnError, scrub } from '../lib/print-error.ts';
import { settings } from '../settings.ts';

/*
 * What all commands share: they parse their arguments, open the database, report progress (progress.ts), and exit with 0,
 * with 1 after a failure, or with 128 plus the number of a signal.
 */

export const report = (line: string): void => console.log(line);

/** Runs the action of a command with the arguments of this process. */
export const runCommand = (program: Command): Promise<void> =>
  exitOnError(async () => {
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.once(signal, exitOnSignal);
    await runProgram(program);
  });

/** Every command writes in transactions, and renames its files when they are complete. */
function exitOnSignal(signal: 'SIGHUP' | 'SIGINT' | 'SIGTERM'): never {
  writeSync(2, '\nInterrupted. Unless the work was complete, nothing was changed.\n');
  process.exit(128 + constants.signals[signal]);
}

/** Works with the database of the settings, which another process may own. */
export async function withDatabase<T>(
  print: (line: string) => void,
  work: (database: OpenDatabase) => Promise<T>,
  migrations: MigrationPolicy = 'apply',
): Promise<T> {
  // Optimising the embedded database takes V8 a third of the processor time of a short command.
  setFlagsFromString('--wasm-tiering-budget=1000000000');
  print(`Using ${describeDatabase(settings())}.`);
  const prepare = async (sql: Database) => {
    await refreshCollations(sql, print, beginEpoch);
    await prepareClubs(sql, print);
  };
  const database = await openDatabase(settings(), { share: true, migrations, prepare, report: print });
  try {
    return await work(database);
  } catch (error) {
    throw explainError(error, database);
  } finally {
    await database.close();
  }
}

/** Loads what the site chose in the browser, such as its languages. */
export async function loadSite(sql: Database): Promise<void> {
  shareSiteContent(createContent(await readSiteFolder(settings().siteDir), await findContentEntries(sql)));
}

function explainError(error: unknown, { description }: OpenDatabase): unknown {
  if (isLostConnection(error))
    return new ExpectedError(`Lost the connection to ${description} (${scrub(error.message)}). Run the command again.`);
  return explainWork(error, description);
}

export function fileError(error: unknown, verb: string, file: string): unknown {
  if (isLostConnection(error)) return error;
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return error;
  return new ExpectedError(`Cannot ${verb} ${file}: ${SYSTEM_REASONS[String(error.code)] ?? error.message}.`);
}
