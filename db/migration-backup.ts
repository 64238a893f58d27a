import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeBackup } from './backup-file.ts';
import type { Database } from './client.ts';
import { describePath, makeFolder } from './embedded/folder.ts';

/* Before migrating an embedded database, the site backs it up to a folder beside it. */

/** The number of backups that stay. */
export const KEPT_BACKUPS = 3;

const folderOf = (dataDir: string) => join(dataDir, 'backups');

/** The folder of these backups, as messages show it. */
export const describeBackups = (dataDir: string): string => describePath(folderOf(dataDir));

/** The time of the backup and the number of its last migration. */
const NAME = /^\d{4}-\d\d-\d\dT\d{6}Z-\d{4}\.backup$/;

/** Writes a backup and deletes older ones. Returns its name, and its folder as messages show it. */
export async function writeMigrationBackup(sql: Database, dataDir: string): Promise<{ folder: string; file: string }> {
  const folder = folderOf(dataDir);
  await makeFolder(folder);
  const [{ time, level }] = await sql<[{ time: string; level: string }]>`
    select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24MISS"Z"') as time, left(max(name collate "C"), 4) as level
    from migration`;
  const file = `${time}-${level}.backup`;
  await writeBackup(sql, join(folder, file), { replace: true });
  const made = (await readdir(folder)).filter((name) => NAME.test(name)).sort();
  for (const name of made.slice(0, -KEPT_BACKUPS)) await rm(join(folder, name), { force: true });
  return { folder: describeBackups(dataDir), file };
}
