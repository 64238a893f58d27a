import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { migrate, MigrationError } from '../../db/migrate.ts';
import { connect } from '../support/client.ts';
import { openDatabase, openServerDatabase, type OpenTestDatabase } from '../support/database.ts';
import { runProgram, siteEnvironment } from '../support/program.ts';
import { databaseUrl } from '../support/setup-databases.ts';

const FILES = (await readdir(resolve('db/migrations'))).filter((name) => name.endsWith('.sql')).sort();

/** A folder of migrations that lasts as long as the test. */
async function writeMigrations(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'club-directory-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

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

  test('are applied to an empty database in the order of their names', async () => {
    expect(await migrate(database.sql)).toEqual(FILES);
    expect(await applied()).toEqual(FILES);
    expect(await tables()).toContain('club');
  });

  test('are applied once', async () => {
    await migrate(database.sql);
    await database.insertClub({ name: 'Ski' });
    expect(await migrate(database.sql)).toEqual([]);
    expect(await database.sql`select name from club`).toEqual([{ name: 'Ski' }]);
  });

  test('are applied once by five clients at the same time', async () => {
    const done = await Promise.all(Array.from({ length: 5 }, () => migrate(database.connect())));
    expect(done.flat().sort()).toEqual(FILES);
    expect(await applied()).toEqual(FILES);
  });

  test('go on from where an older version of the site left off', async () => {
    const first = await writeMigrations({ '0001_one.sql': 'create table one ();' });
    const second = await writeMigrations({
      '0001_one.sql': 'create table one ();',
      '0002_two.sql': 'create table two ();',
      'README.md': 'no migration',
    });
    expect(await migrate(database.sql, first)).toEqual(['0001_one.sql']);
    expect(await migrate(database.sql, second)).toEqual(['0002_two.sql']);
    expect(await tables()).toEqual(['migration', 'one', 'two']);
  });

  test('of a newer version of the site are refused by name, and left alone', async () => {
    const newer = await writeMigrations({ '0001_one.sql': 'create table one ();', '0009_nine.sql': '' });
    const older = await writeMigrations({
      '0001_one.sql': 'create table one ();',
      '0002_two.sql': 'create table two ();',
    });
    await migrate(database.sql, newer);
    const refused = migrate(database.sql, older);
    await expect(refused).rejects.toThrow(MigrationError);
    await expect(refused).rejects.toThrow('0009_nine.sql');
    expect(await tables()).toEqual(['migration', 'one']);
  });

  test('fold the names of clubs that are there by the rules of today, and touch no others', async () => {
    const older = await writeMigrations({});
    for (const name of FILES.filter((file) => file < '0006'))
      await copyFile(resolve('db/migrations', name), join(older, name));
    await migrate(database.sql, older);
    await database.insertClubs('Échecs', 'مُحَمَّد', 'שָׁלוֹם', 'ガーデン', '한국어', '𖺠', 'Ski');
    const rows = () => database.sql<{ name: string; nameFolded: string; isNow: boolean; row: string }[]>`
      select name, name_folded, name_folded = search_fold(name) collate "C" as is_now, xmin::text || ctid::text as row
      from club order by id`;
    const before = await rows();

    expect(await migrate(database.sql)).toEqual(
      expect.arrayContaining(['0006_fold_more_marks.sql', '0012_fold_younger_capitals.sql']),
    );
    const after = await rows();
    expect(after.map(({ nameFolded }) => nameFolded)).toEqual([
      'echecs',
      'محمد',
      'שלום',
      'ガーデン',
      '한국어',
      '𖺻',
      'ski',
    ]);
    expect(after.filter(({ isNow }) => !isNow)).toEqual([]);
    expect(after.flatMap(({ name, row }, place) => (row === before[place]?.row ? [name] : []))).toEqual([
      'Échecs',
      'Ski',
    ]);
    await database.sql.begin(async (tx) => {
      await tx`set local enable_seqscan = off`;
      expect(await tx`select name from club where name_folded like '%محمد%'`).toEqual([{ name: 'مُحَمَّد' }]);
    });
  });

  test('fold the apostrophes, dashes and spaces of stored names and searches', async () => {
    const older = await writeMigrations({});
    for (const name of FILES.filter((file) => file < '0041'))
      await copyFile(resolve('db/migrations', name), join(older, name));
    await migrate(database.sql, older);
    await database.insertClubs('L’Atelier  Photo', 'Rock–Climbing', 'Ski\u200b', 'Chess');
    await database.sql`
      insert into missed_search (day, term, count)
      values ('2026-01-01', 'l’art', 2), ('2026-01-01', 'l''art', 3), ('2026-01-02', 'l‘art', 4), ('2026-01-02', 'go', 5)`;
    const changes = () => database.sql`select id from club_change`;
    const before = await changes();

    expect(await migrate(database.sql)).toContain('0041_fold_apostrophes_dashes_spaces.sql');
    const clubs = await database.sql<{ nameFolded: string }[]>`select name_folded from club order by id`;
    expect(clubs.map(({ nameFolded }) => nameFolded)).toEqual(["l'atelier photo", 'rock-climbing', 'ski', 'chess']);
    const searches = await database.sql<{ day: string; term: string; count: number }[]>`
      select day::text, term, count from missed_search order by day, term`;
    expect(searches.map(({ day, term, count }) => [day, term, count])).toEqual([
      ['2026-01-01', "l'art", 5],
      ['2026-01-02', 'go', 5],
      ['2026-01-02', "l'art", 4],
    ]);
    expect(await changes()).toEqual(before);
  });

  test('bring names of several lines to one, each club with a name of its own, also in the history', async () => {
    const older = await writeMigrations({});
    for (const name of FILES.filter((file) => file < '0036'))
      await copyFile(resolve('db/migrations', name), join(older, name));
    await migrate(database.sql, older);
    const long = 'a'.repeat(127);
    await database.insertClubs(
      ...['Ski', 'Ski\nand\r\nSnow', 'Ski and Snow', 'Ski\u2028and Snow', '\u0085Go\u0001', '\u0001'],
      ...[`${long}\n${long}`, `${long} ${long}`],
    );
    await database.sql`update club set category = 'x' where id in (1, 2)`;
    await database.sql`delete from club where name = '\u0001'`;
    await database.sql`insert into club (name) values ('\u0002')`;

    expect(await migrate(database.sql)).toContain('0036_keep_names_to_one_line.sql');
    const rows = await database.sql<{ name: string }[]>`select name from club order by id`;
    expect(rows.map(({ name }) => name)).toEqual([
      ...['Ski', 'Ski and Snow (2)', 'Ski and Snow', 'Ski and Snow (3)', 'Go'],
      ...[`${long} ${long}`.slice(0, 251) + ' (2)', `${long} ${long}`, 'Club 9'],
    ]);
    const history = await database.sql<{ clubId: number; before: string | null; after: string | null }[]>`
      select club_id, before ->> 'name' as before, after ->> 'name' as after from club_change
      where club_id in (1, 2, 5, 6) order by club_id, id`;
    expect(history.map(({ clubId, before, after }) => [clubId, before, after])).toEqual([
      ...[
        [1, null, 'Ski'],
        [1, null, null],
      ],
      ...[
        [2, null, 'Ski and Snow'],
        [2, null, null],
        [2, 'Ski and Snow', 'Ski and Snow (2)'],
      ],
      [5, null, 'Go'],
      ...[
        [6, null, 'Club 6'],
        [6, 'Club 6', null],
      ],
    ]);
    expect(
      await database.sql`select from club_step where kind = 'other' and id not in (select step_id from club_change)`,
    ).toHaveLength(0);
  });

  /** Gives `club_fields` the body that an earlier edition of 0017 gave it. */
  const useStandardBody = () => database.sql`
    create or replace function club_fields(value club) returns jsonb language sql stable parallel safe
      return to_jsonb(value) - club_columns_without_history()`;

  /** Functions with a SQL-standard body that take or return the row type of a table. */
  const findBlockingFunctions = () => database.sql`
    select proname from pg_proc
    where prosqlbody is not null and pronamespace = 'public'::regnamespace
      and exists (
        select from pg_type
        where pg_type.oid = any (proargtypes::oid[] || proallargtypes || prorettype) and typtype = 'c')`;

  async function addColumnToEveryTable(): Promise<void> {
    for (const table of await tables()) {
      await database.sql`
        alter table ${database.sql(table)}
          add column added_text text not null default '', add column added_list jsonb not null default '[]'`;
    }
  }

  test('leave no function that blocks a new column with a default', async () => {
    await migrate(database.sql);
    expect(await findBlockingFunctions()).toEqual([]);
    await addColumnToEveryTable();
  });

  test('continue after an installation that stopped at 0018', async () => {
    const older = await writeMigrations({});
    for (const name of FILES.filter((file) => file < '0018'))
      await copyFile(resolve('db/migrations', name), join(older, name));
    await migrate(database.sql, older);
    await useStandardBody();

    expect(await migrate(database.sql)).toEqual(FILES.filter((file) => file >= '0018'));
    expect(await findBlockingFunctions()).toEqual([]);
  });

  test('replace the blocking function of an existing database and keep its history', async () => {
    await migrate(database.sql);
    await useStandardBody();
    await database.sql`delete from migration where name = '0039_unblock_alter_club.sql'`;
    await database.insertClub({ name: 'Ski' });

    expect(await migrate(database.sql)).toEqual(['0039_unblock_alter_club.sql']);
    expect(await findBlockingFunctions()).toEqual([]);
    await addColumnToEveryTable();
    await database.sql`update club set name = 'Ski and Snow'`;
    expect(await database.sql`select after ->> 'name' as name from club_change order by id`).toEqual([
      { name: 'Ski' },
      { name: 'Ski and Snow' },
    ]);
  });

  test('leave nothing of one that fails, and can be tried again', async () => {
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

describe('On a server', () => {
  test('five processes at the same time apply each migration once', async () => {
    const database = await openServerDatabase();
    onTestFinished(() => database.close());
    await database.sql`drop schema public cascade`;
    await database.sql`create schema public`;
    const program = 'tests/support/programs/migrate.ts';
    const runs = await Promise.all(
      Array.from({ length: 5 }, () => runProgram(program, [database.url ?? ''], siteEnvironment())),
    );
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
    const done = runs.flatMap(({ output }) => JSON.parse(output) as string[]);
    expect(done.sort()).toEqual(FILES);
  });
});

test('A database that is not in UTF-8 is refused', async () => {
  const url = inject('serverUrl');
  const name = `club_${randomUUID().replaceAll('-', '')}`;
  const server = connect({ url });
  await server`create database ${server(name)} template template0 encoding 'SQL_ASCII'`;
  const sql = connect({ url: databaseUrl(url, name) });
  onTestFinished(async () => {
    await sql.end();
    await server`drop database ${server(name)}`;
    await server.end();
  });
  const refused = migrate(sql);
  await expect(refused).rejects.toThrow(MigrationError);
  await expect(refused).rejects.toThrow('SQL_ASCII');
});
