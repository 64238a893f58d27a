import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UNFINISHED, writeBackup } from './backup-file.ts';
import type { Database } from './client.ts';
import { describePath, makeFolder } from './embedded/folder.ts';

/*
 * Before migrations of an embedded database are applied, what is there goes to a file beside it: the one way back to the
 * version of the site that came before.
 */

/** So many stay; older ones go when another one is there. */
export const KEPT_BACKUPS = 3;
/** What a process leaves behind that was killed while it wrote, in ms. */
const LEFT_BEHIND = 60 * 60 * 1000;

const folderOf = (dataDir: string) => join(dataDir, 'backups');

/** Where these backups are, for a person. */
export const describeBackups = (dataDir: string): string => describePath(folderOf(dataDir));

/** When it was made, and the last migration that is in it. */
const NAME = /^\d{4}-\d\d-\d\dT\d{6}Z-\d{4}\.backup$/;

/** Writes a backup with its time and level for a name; answers it with its folder as a person names it. */
export async function writeMigrationBackup(sql: Database, dataDir: string): Promise<{ folder: string; file: string }> {
  const folder = folderOf(dataDir);
  await makeFolder(folder);
  await sweepUnfinished(folder);
  const [{ time, level }] = await sql<[{ time: string; level: string }]>`
    select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24MISS"Z"') as time, left(max(name collate "C"), 4) as level
    from migration`;
  const file = `${time}-${level}.backup`;
  await writeBackup(sql, join(folder, file), { replace: true });
  const made = (await readdir(folder)).filter((name) => NAME.test(name)).sort();
  for (const name of made.slice(0, -KEPT_BACKUPS)) await rm(join(folder, name), { force: true });
  return { folder: describeBackups(dataDir), file };
}

async function sweepUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(UNFINISHED)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > LEFT_BEHIND) await rm(path, { force: true });
  }
}
