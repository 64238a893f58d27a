import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { countRows, EMPTIED, findLastBackup, writeBackup } from '../../db/backup.ts';
import type { Client } from '../../db/client.ts';
import { listTables } from '../../db/migrate.ts';
import { readBackup, restoreBackup } from '../../db/restore.ts';
import { beginEpoch } from '../../src/clubs/record/version-queries.ts';
import { fillEveryTable, readEverything, readRules } from '../support/backup.ts';
import {
  describeDatabase,
  describeServer,
  openEmbeddedDatabase,
  openServerDatabase,
  type OpenTestDatabase,
} from '../support/database.ts';
import { expectOneWaiting } from '../support/waiting.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'club-backup-'));
  file = join(folder, 'a.backup');
});
afterEach(() => rm(folder, { recursive: true }));

const restore = (client: Client, from = file, settle = beginEpoch) =>
  client.begin(async (tx) => {
    await restoreBackup(tx, from);
    await settle(tx);
  });

async function closeAfterTest(opening: Promise<OpenTestDatabase>): Promise<OpenTestDatabase> {
  const database = await opening;
  onTestFinished(() => database.close());
  return database;
}

describeDatabase('A backup', (database) => {
  test('restores every row of every table, keeps the constraints and gives no id again', async () => {
    await fillEveryTable(database);
    const [before, rules] = [await readEverything(database.sql), await readRules(database.sql)];
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
    await writeBackup(database.client, file);

    await database.sql`delete from site_user`;
    await database.sql`delete from club where name like 'Ski%'`;
    await database.sql`delete from image`;
    const [, latest = 0] = await database.insertClubs('Later', 'Latest');
    const numberings = (await readEverything(database.sql)).numberings;
    const findEpoch = async () => (await database.sql`select directory_epoch() as epoch`)[0]?.epoch as string;
    const epoch = await findEpoch();
    await restore(database.client);
    expect(await findEpoch()).not.toBe(epoch);
    // Later ids are not given again.
    expect(await readEverything(database.sql)).toEqual({ ...before, numberings });
    expect(await readRules(database.sql)).toEqual(rules);
    for (const name of EMPTIED) expect(await database.sql`select from ${database.sql(name)}`).toHaveLength(0);

    expect(await database.insertClub({ name: 'New' })).toBe(latest + 1);
    const [step] = await database.sql`select kind from club_step order by id desc limit 1`;
    expect(step).toEqual({ kind: 'other' });
  });

  test('is known by its time until the next restore', async () => {
    expect(await findLastBackup(database.sql)).toBeNull();
    const before = Date.now() / 1000 - 1;
    await writeBackup(database.client, file);
    expect(await findLastBackup(database.sql)).toBeGreaterThan(before);
    await writeBackup(database.client, file, { replace: true });
    await restore(database.client);
    expect(await findLastBackup(database.sql)).toBeNull();
  });

  test('has all tables that migrations create', async () => {
    const there = await database.sql<
      { name: string }[]
    >`select tablename as name from pg_tables where schemaname = 'public'`;
    expect(await listTables()).toEqual(expect.arrayContaining(there.map(({ name }) => name)));
  });
});

describeDatabase('A restore', (database) => {
  test('changes nothing when its file is incomplete, or when it fails at the end', async () => {
    await fillEveryTable(database);
    await database.sql`insert into club (name) select 'Club ' || n from generate_series(1, 200) n`;
    await writeBackup(database.client, file);
    await database.sql`delete from club where name like 'Club %'`;
    const readAll = async () => [await readEverything(database.sql), await readRules(database.sql)];
    const before = await readAll();
    const late = restore(database.client, file, () => Promise.reject(new Error('at the very end')));
    await expect(late).rejects.toThrow('at the very end');
    expect(await readAll()).toEqual(before);

    await truncate(file, (await readFile(file)).length - 100);
    await expect(restore(database.client)).rejects.toThrow('incomplete');
    expect(await readAll()).toEqual(before);
  });

  test('refuses a column that no migration creates', async () => {
    await database.sql`alter table club add column mood text`;
    await database.insertClubs('Ski');
    await writeBackup(database.client, file);
    await database.sql`alter table club drop column mood`;
    await database.sql`update club set name = 'Chess'`;
    await expect(restore(database.client)).rejects.toThrow('has columns of the table club');
    expect(await database.sql`select name from club`).toEqual([{ name: 'Chess' }]);
  });

  test('restores one consistent moment of a database that is being written', async () => {
    const count = async () => {
      const [counts] = await database.sql<[{ clubs: number; steps: number; changes: number; version: number }]>`
        select (select count(*)::int from club) as clubs, (select count(*)::int from club_step) as steps,
          (select count(*)::int from club_change) as changes, version from directory_version`;
      return counts;
    };
    const { version } = await count();
    const work = { isOver: false };
    const writing = (async () => {
      // Each writes a club, a step and a version.
      while (!work.isOver) await database.insertClub({});
    })();
    await expect.poll(async () => (await count()).clubs).toBeGreaterThan(0);
    await writeBackup(database.client, file);
    work.isOver = true;
    await writing;
    await restore(database.client);
    const { clubs, ...others } = await count();
    expect(clubs).toBeGreaterThan(0);
    expect(others).toEqual({ steps: clubs, changes: clubs, version: version + clubs });
  });
});

test('A backup moves from the embedded database to a server and back', async () => {
  const [embedded, server, back] = [
    await closeAfterTest(openEmbeddedDatabase()),
    await closeAfterTest(openServerDatabase()),
    await closeAfterTest(openEmbeddedDatabase()),
  ];
  await fillEveryTable(embedded);
  const before = await readEverything(embedded.sql);
  await writeBackup(embedded.client, file);
  await restore(server.client);
  expect(await readEverything(server.sql)).toEqual(before);
  const another = join(folder, 'another.backup');
  await writeBackup(server.client, another);
  await restore(back.client, another);
  expect(await readEverything(back.sql)).toEqual(before);
});

describeServer('A restore into a server', (database) => {
  test('keeps grants, views and foreign tables', async () => {
    const { sql } = database;
    await sql`create view club_names as select name from club`;
    await sql`create table beside (note text)`;
    await sql`insert into beside values ('mine')`;
    await sql`grant select on club to pg_monitor`;
    onTestFinished(async () => {
      await sql`drop view club_names`;
      await sql`drop table beside`;
    });
    await database.insertClubs('Chess');
    await writeBackup(database.client, file);
    expect(gunzipSync(await readFile(file)).toString()).not.toContain('beside');
    await database.insertClubs('Ski');
    await restore(database.client);
    expect(await sql`select name from club_names`).toEqual([{ name: 'Chess' }]);
    expect(await sql`select note from beside`).toEqual([{ note: 'mine' }]);
    expect(await sql`select has_table_privilege('pg_monitor', 'club', 'select') as may`).toEqual([{ may: true }]);
  });

  test('is refused while another table references clubs', async () => {
    const { sql } = database;
    const [id = 0] = await database.insertClubs('Chess');
    await sql`create table booking (club_id integer references club (id))`;
    onTestFinished(async () => {
      await sql`drop table booking`;
    });
    await sql`insert into booking values (${id})`;
    await writeBackup(database.client, file);
    await expect(restore(database.client)).rejects.toMatchObject({ code: '0A000' });
    expect(await sql`select from club join booking on club_id = id`).toHaveLength(1);
  });

  test('blocks a backup until it has ended', async () => {
    await database.sql`insert into club (name) select 'Club ' || n from generate_series(1, 100) n`;
    await writeBackup(database.client, file);
    const isWritten = { early: false };
    let writing: ReturnType<typeof writeBackup> | undefined;
    await restore(database.client, file, async (tx) => {
      writing = writeBackup(database.client, join(folder, 'during.backup'));
      void writing.then(() => (isWritten.early = true));
      await expectOneWaiting(database);
      expect(isWritten.early).toBe(false);
      await beginEpoch(tx);
    });
    expect((await writing)?.header.tables).toContainEqual(expect.objectContaining({ name: 'club', rows: 100 }));
  });

  test('is atomic when two run at once and others read', async () => {
    const another = join(folder, 'another.backup');
    await database.sql`insert into club (name) select 'One ' || n from generate_series(1, 100) n`;
    await writeBackup(database.client, file);
    await database.sql`update club set name = replace(name, 'One', 'Two')`;
    await writeBackup(database.client, another);
    const work = { isOver: false };
    const readers = Array.from({ length: 2 }, async () => {
      while (!work.isOver) {
        const [{ kinds }] = await database.sql<[{ kinds: number }]>`
          select count(distinct left(club.name, 3))::int as kinds
          from club join club_change on club_id = club.id join club_step on club_step.id = step_id`;
        expect(kinds).toBeLessThanOrEqual(1);
      }
    });
    await Promise.all([restore(database.client, file), restore(database.client, another)]);
    work.isOver = true;
    await Promise.all(readers);
    expect(await database.sql`select distinct left(name, 3) from club`).toHaveLength(1);
    expect(await database.sql`select from club`).toHaveLength(100);
  });
});

describeDatabase('A backup file', (database) => {
  test('that is not a whole backup of this version is refused with a reason', async () => {
    await fillEveryTable(database);
    await writeBackup(database.client, file);
    const header = await readBackup(file);
    expect([countRows(header, 'club'), countRows(header, 'site_user')]).toEqual([2, 1]);
    const bytes = await readFile(file);
    const lines = gunzipSync(bytes).toString().split('\n').slice(0, -1);
    const ofLines = (changed: string[]) => gzipSync(`${changed.join('\n')}\n`);
    const changedByte = Buffer.from(bytes);
    changedByte.writeUInt8(changedByte.readUInt8(bytes.length >> 1) ^ 0x10, bytes.length >> 1);
    const ofMigrations = (migrations: string[]) =>
      ofLines([JSON.stringify({ ...header, migrations }), ...lines.slice(1)]);
    const UNREADABLE = /is not a backup .* damaged or incomplete/;
    const cases: [Uint8Array | string, RegExp][] = [
      ['', UNREADABLE],
      ['name\nChess\n', UNREADABLE],
      [gzipSync(''), UNREADABLE],
      [gzipSync('{"format":"tar"}\n'), UNREADABLE],
      [bytes.subarray(0, bytes.length >> 1), UNREADABLE],
      [bytes.subarray(0, -1), UNREADABLE],
      [changedByte, UNREADABLE],
      [ofLines(lines.slice(0, -1)), UNREADABLE],
      [ofLines([...lines, '{}']), UNREADABLE],
      [
        ofMigrations([...header.migrations, '9999_new.sql']),
        /written by version \d+\.\d+\.\d+, commit \w+\) is from another version .* 9999_new\.sql, and then update\.$/,
      ],
      [ofMigrations(['0001_create_clubs.sql']), /is from another version .* 0001_create_clubs\.sql, and then update/],
    ];
    const broken = join(folder, 'broken.backup');
    for (const [content, problem] of cases) {
      await writeFile(broken, content);
      await expect(readBackup(broken), String(problem)).rejects.toThrow(problem);
    }
  });
});
