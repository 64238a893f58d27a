import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { migrate, MigrationError } from '../../db/migrate.ts';
import { openDatabase, type OpenTestDatabase } from '../support/database.ts';

const FILES = (await readdir(resolve('db/migrations'))).filter((name) => name.endsWith('.sql')).sort();

/** The files of released versions, with the start of their SHA-256. A release appends its new ones. */
const RELEASED: readonly (readonly [name: string, digest: string])[] = [
  ['0001_create_clubs.sql', '534616bbd5a547e2'],
  ['0002_create_versions.sql', 'e082a3a63ac66b84'],
  ['0003_create_accounts.sql', 'aafb1b56b51380eb'],
  ['0004_create_images.sql', '9bfd4254a2b44e37'],
  ['0005_create_history.sql', '4f285bb0c30c1ba3'],
  ['0006_create_admin_lists.sql', 'b0c992193cc5dcb9'],
  ['0007_mark_group_roles.sql', 'c5e17d34f9ea94e0'],
  ['0008_record_backups.sql', 'dbf7bb6d152dda42'],
];

/** A folder of migrations that lasts as long as the test. */
async function writeMigrations(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'club-directory-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

test('Released migrations never change', async () => {
  const digests = RELEASED.map(async ([name]) => {
    const bytes = await readFile(join('db/migrations', name));
    return [name, createHash('sha256').update(bytes).digest('hex').slice(0, 16)];
  });
  expect(await Promise.all(digests)).toEqual(RELEASED);
  expect(FILES.slice(0, RELEASED.length)).toEqual(RELEASED.map(([name]) => name));
});

describe('The migrations of a database', () => {
  let database: OpenTestDatabase;
  const tables = async () =>
    (
      await database.sql<{ name: string }[]>`
        select tablename as name from pg_tables where schemaname = 'public' order by tablename`
    ).map(({ name }) => name);
  const applied = async () =>
    (await database.sql<{ name: string }[]>`select name from migration order by name`).map(({ name }) => name);

  beforeAll(async () => {
    database = await openDatabase();
  });
  beforeEach(async () => {
    await database.sql`drop schema public cascade`;
    await database.sql`create schema public`;
  });
  afterAll(() => database.close());

  test('are applied once to an empty database, also by five clients at once', async () => {
    const done = await Promise.all(Array.from({ length: 5 }, () => migrate(database.connect())));
    expect(done.flat().sort()).toEqual(FILES);
    expect(await applied()).toEqual(FILES);
    await database.insertClub({ name: 'Ski' });
    expect(await migrate(database.sql)).toEqual([]);
    expect(await database.sql`select name from club`).toEqual([{ name: 'Ski' }]);
  });

  test('continue from an older version of the site, and refuse a newer one', async () => {
    const one = { '0001_one.sql': 'create table one ();' };
    const older = await writeMigrations(one);
    const newer = await writeMigrations({
      ...one,
      '0002_two.sql': 'create table two ();',
      'README.md': 'no migration',
    });
    expect(await migrate(database.sql, older)).toEqual(['0001_one.sql']);
    expect(await migrate(database.sql, newer)).toEqual(['0002_two.sql']);
    expect(await tables()).toEqual(['migration', 'one', 'two']);
    const refused = migrate(database.sql, older);
    await expect(refused).rejects.toThrow(MigrationError);
    await expect(refused).rejects.toThrow(/newer version .* 0002_two\.sql/);
  });

  /** Functions with a SQL-standard body that take or return the row type of a table. */
  const findBlockingFunctions = () => database.sql`
    select proname from pg_proc
    where prosqlbody is not null and pronamespace = 'public'::regnamespace
      and exists (
        select from pg_type
        where pg_type.oid = any (proargtypes::oid[] || proallargtypes || prorettype) and typtype = 'c')`;

  test('leave no function that blocks a new column with a default', async () => {
    await migrate(database.sql);
    expect(await findBlockingFunctions()).toEqual([]);
    for (const table of await tables()) {
      await database.sql`alter table ${database.sql(table)} add column added_list jsonb not null default '[]'`;
    }
  });

  test('leave nothing of one that fails and can be repeated', async () => {
    const broken = await writeMigrations({
      '0001_one.sql': 'create table one ();',
      '0002_two.sql': "create table two (); insert into one default values; select 'two'::int;",
      '0003_three.sql': 'create table three ();',
    });
    const failed = migrate(database.sql, broken);
    await expect(failed).rejects.toThrow(MigrationError);
    await expect(failed).rejects.toThrow('Migration 0002_two.sql failed: invalid input syntax for type integer: "two"');
    expect(await tables()).toEqual(['migration', 'one']);
    expect(await applied()).toEqual(['0001_one.sql']);
    expect(await database.sql`select from one`).toEqual([]);

    await writeFile(join(broken, '0002_two.sql'), 'create table two ();');
    expect(await migrate(database.sql, broken)).toEqual(['0002_two.sql', '0003_three.sql']);
  });
});
