import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, ExpectedError, SYSTEM_REASONS } from '../src/lib/errors.ts';
import { writeBackup } from './backup.ts';
import type { Database } from './client.ts';
import { describePath, makeFolder } from './embedded/folder.ts';

export const KEPT_BACKUPS = 3;

/** The names of these backups begin with their time. */
const NAME = /^\d{4}-\d\d-\d\dT.*\.backup$/;

/** Backs up an embedded database to a folder beside it, and deletes older ones. Returns the file, for messages. */
export async function backUpBeforeMigration(sql: Database, dataDir: string): Promise<string> {
  const folder = join(dataDir, 'backups');
  const file = join(folder, `${new Date().toISOString().replaceAll(':', '')}.backup`);
  try {
    await makeFolder(folder);
    await writeBackup(sql, file);
    const names = (await readdir(folder)).filter((name) => NAME.test(name)).sort();
    for (const name of names.slice(0, -KEPT_BACKUPS)) await rm(join(folder, name), { force: true });
  } catch (error) {
    const reason = SYSTEM_REASONS[codeOf(error)];
    if (reason === undefined) throw error;
    throw new ExpectedError(
      `Cannot write a backup to ${describePath(folder)} before migrating the database: ${reason}. Nothing was changed.`,
    );
  }
  return describePath(file);
}
