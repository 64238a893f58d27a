import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type postgres from 'postgres';
import { beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { openClient } from '../../db/client.ts';
import { openEmbedded } from '../../db/embedded.ts';
import { importClubs } from '../../src/clubs/csv/import.ts';
import { FullVolumeError } from '../../db/room.ts';
import { connect } from '../support/client.ts';
import { csvFile } from '../support/clubs-csv.ts';
import { copyEmbedded } from '../support/setup-databases.ts';

const MIB = 2 ** 20;
/** What the volume is said to have, in bytes. */
let free: number;
/** What becomes of that when it was asked for. */
let onAsked: () => void;
let dataDir: string;
beforeEach(async () => {
  free = 1000 * MIB;
  onAsked = () => {};
  dataDir = await mkdtemp(join(tmpdir(), 'club-directory-room-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  copyEmbedded(inject('embeddedTemplate'), dataDir);
});

const openWithRoom = (folder = dataDir) =>
  openEmbedded(folder, {
    freeRoom: () => {
      const answer = free;
      onAsked();
      return answer;
    },
  });

async function open(): Promise<postgres.Sql> {
  const embedded = await openWithRoom();
  if (!embedded) throw new Error('Another process has the database.');
  const sql = connect(embedded);
  onTestFinished(async () => {
    await sql.end();
    await embedded.close();
  });
  return sql;
}

/** What a statement that is refused for want of room fails with. */
const full = (said: number) => ({
  code: '53100',
  message: `the disk is full: ${said} MB are free on its volume, and at least 40 MB are needed`,
});

const listLog = async () =>
  (await readdir(join(dataDir, 'database/files/pg_wal'))).filter((name) => /^[\dA-F]{24}$/.test(name));

describe('An embedded database on a volume that is nearly full', () => {
  test('reads and writes nothing, and writes again when there is room', async () => {
    const sql = await open();
    await sql`insert into club (name) values ('Ski')`;
    for (const left of [39, 12, 0]) {
      free = left * MIB;
      await expect(sql`insert into club (name) values ('Chess')`).rejects.toMatchObject(full(left));
      await expect(sql.begin((tx) => tx`update club set name = 'Chess'`)).rejects.toMatchObject(full(left));
      await expect(sql`insert into club (name) values ('a'), ('b')`.simple()).rejects.toMatchObject(full(left));
      expect(await sql`select name from club`).toEqual([{ name: 'Ski' }]);
    }
    free = 40 * MIB;
    await sql`insert into club (name) values ('Chess')`;
    expect(await sql`select count(*)::int as total from club`).toEqual([{ total: 2 }]);
  });

  test.each([
    'begin read write',
    'begin; set transaction read write',
    'select 1; commit; begin read write',
    'set default_transaction_read_only = off; commit; begin',
    'begin; set local transaction_read_only = off',
  ])('completes nothing that was written, whatever its transaction says that it does: %s', async (beginning) => {
    const sql = await open();
    const one = await sql.reserve();
    free = 39 * MIB;
    for (const text of ["insert into club (name) values ('Chess')", 'create table made (id integer)']) {
      await expect(one.unsafe(`${beginning}; ${text}; commit`)).rejects.toMatchObject(full(39));
      await one`rollback`;
      await one.unsafe(beginning).catch(() => {});
      await one.unsafe(text).catch(() => {});
      await one`commit`.catch(() => {});
    }
    expect(await one`select to_regclass('made') as made, (select count(*)::int from club) as clubs`).toEqual([
      { made: null, clubs: 0 },
    ]);
    await one`notify clubs`;
    free = 1000 * MIB;
    await one`set default_transaction_read_only = off`;
    await one`insert into club (name) values ('Ski')`;
    expect(await sql`select name from club`).toEqual([{ name: 'Ski' }]);
    one.release();
  });

  test('completes nothing that a function or SELECT INTO has written', async () => {
    const sql = await open();
    await sql`create function add_club() returns void language sql as 'insert into club (name) values (''Chess'')'`;
    free = 39 * MIB;
    for (const text of ['select add_club()', 'select * into copied from club', 'select add_club() for update']) {
      const writing = sql.begin('read write', (tx) => tx.unsafe(text).execute());
      await expect(writing).rejects.toMatchObject({ code: '53100' });
    }
    free = 1000 * MIB;
    expect(await sql`select to_regclass('copied') as copied, (select count(*)::int from club) as clubs`).toEqual([
      { copied: null, clubs: 0 },
    ]);
  });

  test('leaves a connection that may only read what it is', async () => {
    const sql = await open();
    const one = await sql.reserve();
    await one`set default_transaction_read_only = on`;
    free = 12 * MIB;
    await one`set statement_timeout = 12345`;
    free = 1000 * MIB;
    expect(await one`show default_transaction_read_only`).toEqual([{ defaultTransactionReadOnly: 'on' }]);
    one.release();
  });

  test('takes what a connection sets while there is no room, and nothing else, for its own', async () => {
    const sql = await open();
    const one = await sql.reserve();
    free = 12 * MIB;
    await one`set statement_timeout = 12345`;
    expect(await sql`show statement_timeout`).toEqual([{ statementTimeout: '0' }]);
    free = 1000 * MIB;
    expect(await one`show statement_timeout`).toEqual([{ statementTimeout: '12345ms' }]);
    await one`insert into club (name) values ('Ski')`;
    one.release();
  });

  test('stops a statement whose log grows into what is kept free, and undoes it', async () => {
    const sql = await open();
    await sql`create table filler (id integer, text text)`;
    await sql`insert into filler select n, repeat('x', 200) from generate_series(1, 1000) n`;
    // Enough to begin, and not for another segment as well.
    free = 50 * MIB;
    const grow = () => sql`insert into filler select n, repeat('x', 200) from generate_series(1, 200000) n`;
    await expect(grow()).rejects.toMatchObject(full(50));
    expect(await sql`select count(*)::int as total from filler`).toEqual([{ total: 1000 }]);
    await sql`insert into club (name) values ('Ski')`;
    free = 1000 * MIB;
    await grow();
  });

  test('stops a statement whose tables grow into what is kept free for the log', async () => {
    const sql = await open();
    // Without a log of its own.
    await sql`create unlogged table filler (id integer, text text)`;
    free = 48 * MIB;
    // Each time so much more was written.
    onAsked = () => (free -= 256 * 1024);
    const growing = sql`insert into filler select n, repeat('x', 200) from generate_series(1, 200000) n`;
    await expect(growing).rejects.toMatchObject({ code: '53100' });
    onAsked = () => {};
    expect(free / MIB).toBeGreaterThan(39);
    expect(await sql`select count(*)::int as total from filler`).toEqual([{ total: 0 }]);
  });

  test('takes away what an import that fails, and those that died, had in it, and takes a small one afterwards', async () => {
    const embedded = await openWithRoom();
    if (!embedded) throw new Error('Another process has the database.');
    const sql = openClient(embedded);
    onTestFinished(async () => {
      await sql.close();
      await embedded.close();
    });
    const findTables = () => sql`select relname from pg_class where relkind = 'r' and relname like 'import%'`;
    await sql.begin(async (tx) => {
      await tx`insert into club_import (id, started_at) overriding system value values (77, now() - interval '2 days')`;
      await tx`create table import_row_77 ()`;
    });
    const fillUp = async function* () {
      yield* csvFile({ name: 'Ski' });
      free = 39 * MIB;
    };
    await expect(importClubs(sql, fillUp())).rejects.toMatchObject({ code: '53100' });
    expect(await findTables()).toEqual([]);

    free = 1000 * MIB;
    await sql.begin(async (tx) => {
      await tx`insert into club_import (id, started_at) overriding system value values (78, now() - interval '2 days')`;
      await tx`create table import_row_78 ()`;
    });
    free = 39 * MIB;
    await expect(importClubs(sql, csvFile({ name: 'Ski' }))).rejects.toMatchObject({ code: '53100' });
    expect(await findTables()).toEqual([]);
    free = 40 * MIB;
    expect(await importClubs(sql, csvFile({ name: 'Ski' }))).toMatchObject({ outcome: 'done' });
  });

  test('is opened with room for one more segment of its log, and otherwise told to be full', async () => {
    free = 12 * MIB;
    await expect(openWithRoom()).rejects.toThrow(FullVolumeError);
    await expect(openWithRoom()).rejects.toThrow(
      /^The embedded database in .*database cannot be opened: the disk is full, 12 MB are free on its volume, and at least 20 MB are needed\. Make room there, or set DATA_DIR to a folder on another volume\.$/,
    );
    free = 20 * MIB;
    const sql = await open();
    expect(await sql`select count(*)::int as total from club`).toEqual([{ total: 0 }]);
  });

  test('is not made where it could not be written to', async () => {
    const folder = join(dataDir, 'new');
    free = 79 * MIB;
    await expect(openWithRoom(folder)).rejects.toThrow('79 MB are free on its volume, and at least 80 MB are needed');
    expect(await readdir(join(folder, 'database'))).toEqual([]);
  });
});

describe('The log of an embedded database', () => {
  test('gives back what it needs no more, while the database is open', async () => {
    const sql = await open();
    const segments: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      await sql`select pg_logical_emit_message(false, 'filler', repeat('x', ${12 * MIB}))`;
      segments.push((await listLog()).length);
    }
    expect(Math.max(...segments)).toBeLessThanOrEqual(6);
    await sql`insert into club (name) values ('Ski')`;
  });

  test('is enough to recover all that was completed, after it was given back', async () => {
    const sql = await open();
    for (let round = 0; round < 12; round += 1) {
      await sql`select pg_logical_emit_message(false, 'filler', repeat('x', ${12 * MIB}))`;
      await sql`insert into club (name) values (${`Club ${round}`})`;
    }
    // As a process that is killed leaves it.
    const copy = await mkdtemp(join(tmpdir(), 'club-directory-room-'));
    onTestFinished(() => rm(copy, { recursive: true }));
    await cp(join(dataDir, 'database/files'), join(copy, 'database/files'), { recursive: true });
    const recovered = await openWithRoom(copy);
    if (!recovered) throw new Error('Nobody else can have it.');
    const reader = connect(recovered);
    expect(await reader`select count(*)::int as total from club`).toEqual([{ total: 12 }]);
    await reader.end();
    await recovered.close();
  });
});

describe('A small volume', () => {
  /** Makes one; says why not when that is impossible here. */
  function mount(folder: string, size: string): string | null {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'pipe' });
      onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
      return null;
    } catch (error) {
      return `no volume can be mounted here: ${String(error)}`;
    }
  }

  test('that fills up ends nothing, and with more room the database has all that was completed', async ({ skip }) => {
    const volume = await mkdtemp(join(tmpdir(), 'club-directory-volume-'));
    onTestFinished(() => rm(volume, { recursive: true }));
    const obstacle = mount(volume, '120m');
    if (obstacle) skip(obstacle);
    const place = join(volume, 'data');
    copyEmbedded(inject('embeddedTemplate'), place);
    const fillUpTo = async (left: number) => {
      const { bavail, bsize } = await statfs(volume);
      await writeFile(join(volume, 'other'), Buffer.alloc(bavail * bsize - left * MIB), { flag: 'a' });
    };
    const openPlace = async () => {
      const embedded = await openEmbedded(place);
      if (!embedded) throw new Error('Nobody else can have it.');
      return { embedded, sql: connect(embedded) };
    };

    const first = await openPlace();
    await fillUpTo(44);
    let written = 0;
    let refusal: unknown = null;
    while (!refusal) {
      await first.sql`insert into club (name, short_description)
        select 'Club ' || n, repeat('x', 200) from generate_series(${written + 1}::integer, ${written + 500}) n`.then(
        () => (written += 500),
        (error: unknown) => (refusal = error),
      );
    }
    expect(refusal).toMatchObject({ code: '53100' });
    for (const left of [12, 0]) {
      await fillUpTo(left);
      await expect(first.sql`insert into club (name) values ('Chess')`).rejects.toMatchObject(full(left));
      expect(await first.sql`select count(*)::int as total from club`).toEqual([{ total: written }]);
    }
    await first.sql.end();
    await first.embedded.close();
    await expect(openEmbedded(place)).rejects.toThrow(FullVolumeError);

    await rm(join(volume, 'other'));
    const second = await openPlace();
    expect(await second.sql`select count(*)::int as total from club`).toEqual([{ total: written }]);
    await second.sql`insert into club (name) values ('Chess')`;
    await second.sql.end();
    await second.embedded.close();
  });
});
