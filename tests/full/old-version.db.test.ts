import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import { expect, onTestFinished, test } from 'vitest';
import { HeaderSchema } from '../../db/backup.ts';
import { listMigrations, migrate } from '../../db/migrate.ts';
import { openEmbeddedDatabase, openServerDatabase, type OpenTestDatabase } from '../support/database.ts';

/**
 * A backup that `writeBackup` of version 0.1.0 wrote after `fillEveryTable` (tests/support/backup.ts), with images of
 * 1000 random bytes. Never write it again.
 */
const BACKUP = 'tests/full/version-0.1.0.jsonl.gz';

/** Brings an empty database to the state of the backup, at its level of migrations. */
async function load({ sql }: OpenTestDatabase): Promise<void> {
  const [first = '', ...lines] = gunzipSync(await readFile(BACKUP))
    .toString()
    .trim()
    .split('\n');
  const { migrations, tables } = v.parse(v.pipe(v.string(), v.parseJson(), HeaderSchema), first);
  const folder = await mkdtemp(join(tmpdir(), 'club-directory-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of migrations) await copyFile(join('db/migrations', name), join(folder, name));
  await sql`drop schema public cascade`;
  await sql`create schema public`;
  await migrate(sql, folder);
  await sql.begin(async (tx) => {
    // Without triggers and foreign keys.
    await tx`set local session_replication_role = replica`;
    await tx`truncate table ${tx(tables.map(({ name }) => name))} restart identity`;
    for (const { name, columns, lastId, rows } of tables) {
      await tx`
        insert into ${tx(name)} (${tx(columns)}) overriding system value
        select ${tx(columns)} from jsonb_populate_recordset(null::${tx(name)}, ${`[${lines.splice(0, rows).join(',')}]`}::text::jsonb)`;
      if (lastId !== null) await tx`select setval(pg_get_serial_sequence(${name}, 'id'), ${lastId}::text::bigint)`;
    }
  });
  expect(lines).toEqual([]);
}

test.each([
  ['an embedded database', openEmbeddedDatabase],
  ['a server', openServerDatabase],
])('The data of version 0.1.0 is complete after an update of %s', async (_, open) => {
  const database = await open();
  onTestFinished(() => database.close());
  await load(database);
  const { sql } = database;
  await migrate(sql);
  const applied = await sql<{ name: string }[]>`select name from migration order by name collate "C"`;
  expect(applied.map(({ name }) => name)).toEqual(await listMigrations());
  expect(await sql`select id, name, parent_id as parent from club order by id`).toEqual([
    { id: 1, name: 'Échecs «\\n» "x"', parent: 2 },
    { id: 2, name: 'Ski 🎿', parent: null },
  ]);
  expect(
    await sql`select email, role, permission, password, club_id as club
    from site_user join user_account on user_account.user_id = site_user.id
    join user_role on user_role.user_id = site_user.id join user_permission on user_permission.user_id = site_user.id
    join club_officer on club_officer.user_id = site_user.id`,
  ).toEqual([{ email: 'ada@example.org', role: 'board', permission: 'auth.change_user', password: 'x:y', club: 1 }]);
  expect(await sql`select count(*)::int as changes, min(before ->> 'name') as gone from club_change`).toEqual([
    { changes: 7, gone: 'Gone' },
  ]);
  expect(await sql`select size, length(bytes) as bytes from image order by size`).toEqual([
    { size: 200, bytes: 1000 },
    { size: 400, bytes: 1000 },
  ]);
  // Triggers and sequences work: ids of deleted clubs are not reused, and changes are recorded.
  expect(await database.insertClub({ name: 'New' })).toBe(4);
  expect(await sql`select club_id::int as club from club_change order by id desc limit 1`).toEqual([{ club: 4 }]);
});
