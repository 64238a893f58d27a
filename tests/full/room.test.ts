import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { openClient } from '../../db/client.ts';
import { openEmbedded } from '../../db/embedded.ts';
import { importClubs } from '../../src/clubs/csv/import.ts';
import { FullVolumeError } from '../../db/room.ts';
import { connect } from '../support/client.ts';
import { csvFile } from '../support/clubs-csv.ts';
import { copyEmbedded } from '../support/setup-databases.ts';

const MIB = 2 ** 20;
/** The free space of the volume, in bytes, as the database sees it. */
let free: number;
let dataDir: string;
beforeEach(async () => {
  free = 1000 * MIB;
  dataDir = await mkdtemp(join(tmpdir(), 'club-directory-room-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  copyEmbedded(inject('embeddedTemplate'), dataDir);
});

async function openIn(folder: string, freeRoom?: () => number) {
  const embedded = await openEmbedded(folder, freeRoom ? { freeRoom } : {});
  if (!embedded) throw new Error('Another process has the database.');
  const sql = connect(embedded);
  let isOpen = true;
  const close = async () => {
    if (isOpen) {
      isOpen = false;
      await sql.end();
      await embedded.close();
    }
  };
  onTestFinished(close);
  return { embedded, sql, close };
}
const open = (folder = dataDir) => openIn(folder, () => free);
const FULL = { code: '53100', message: expect.stringContaining('the disk is full') as string };

describe('An embedded database on a volume that is nearly full', () => {
  test('refuses writes, and accepts them again when there is space', async () => {
    const { sql } = await open();
    await sql`insert into club (name) values ('Ski')`;
    for (const left of [39, 0]) {
      free = left * MIB;
      await expect(sql`insert into club (name) values ('Chess')`).rejects.toMatchObject(FULL);
      await expect(sql.begin((tx) => tx`update club set name = 'Chess'`)).rejects.toMatchObject(FULL);
      expect(await sql`select name from club`).toEqual([{ name: 'Ski' }]);
    }
    free = 40 * MIB;
    await sql`insert into club (name) values ('Chess')`;
    expect(await sql`select count(*)::int as total from club`).toEqual([{ total: 2 }]);
  });

  test('undoes a statement that needs more space than there is', async () => {
    const { sql } = await open();
    await sql`create table filler (id integer, text text)`;
    // Enough space to begin.
    free = 50 * MIB;
    const grow = () => sql`insert into filler select n, repeat('x', 200) from generate_series(1, 200000) n`;
    await expect(grow()).rejects.toMatchObject(FULL);
    expect(await sql`select from filler`).toHaveLength(0);
    await sql`insert into club (name) values ('Ski')`;
    free = 1000 * MIB;
    await grow();
  });

  test('keeps nothing of an import that fails', async () => {
    const { embedded, sql } = await open();
    const client = openClient(embedded);
    onTestFinished(() => client.close());
    const findTables = () => sql`select relname from pg_class where relkind = 'r' and relname like 'import%'`;
    const fillUp = async function* () {
      yield* csvFile({ name: 'Ski' });
      free = 39 * MIB;
    };
    await expect(importClubs(client, fillUp())).rejects.toMatchObject({ code: '53100' });
    expect(await findTables()).toEqual([]);
    free = 40 * MIB;
    expect(await importClubs(client, csvFile({ name: 'Ski' }))).toMatchObject({ outcome: 'done' });
  });

  test.each([
    ['does not open with 12 MB of free space', 12, ''],
    ['is not created with 79 MB of free space', 79, 'new'],
  ])('%s', async (_, left, folder) => {
    free = left * MIB;
    const opening = openEmbedded(join(dataDir, folder), { freeRoom: () => free });
    await expect(opening).rejects.toThrow(FullVolumeError);
  });
});

test('The log of an embedded database does not grow, and recovers all commits after a kill', async () => {
  const { sql } = await open();
  const segments: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    await sql`select pg_logical_emit_message(false, 'filler', repeat('x', ${12 * MIB}))`;
    await sql`insert into club (name) values (${`Club ${round}`})`;
    const files = await readdir(join(dataDir, 'database/files/pg_wal'));
    segments.push(files.filter((name) => /^[\dA-F]{24}$/.test(name)).length);
  }
  expect(Math.max(...segments)).toBeLessThanOrEqual(6);
  // A copy of the open database is what a killed process leaves behind.
  const copy = await mkdtemp(join(tmpdir(), 'club-directory-room-'));
  onTestFinished(() => rm(copy, { recursive: true }));
  await cp(join(dataDir, 'database/files'), join(copy, 'database/files'), { recursive: true });
  const recovered = await open(copy);
  expect(await recovered.sql`select count(*)::int as total from club`).toEqual([{ total: 12 }]);
});

test('An embedded database loses nothing on a volume that fills up', async ({ skip }) => {
  const volume = await mkdtemp(join(tmpdir(), 'club-directory-volume-'));
  onTestFinished(() => rm(volume, { recursive: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=120m', 'tmpfs', volume], { stdio: 'pipe' });
  } catch (error) {
    skip(`No volume can be mounted here: ${String(error)}`);
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', volume]));
  const place = join(volume, 'data');
  copyEmbedded(inject('embeddedTemplate'), place);
  const fillUpTo = async (left: number) => {
    const { bavail, bsize } = await statfs(volume);
    await writeFile(join(volume, 'other'), Buffer.alloc(bavail * bsize - left * MIB), { flag: 'a' });
  };

  const first = await openIn(place);
  await fillUpTo(44);
  let written = 0;
  let refusal: unknown = null;
  while (!refusal) {
    const insert = first.sql`insert into club (name, short_description)
      select 'Club ' || n, repeat('x', 200) from generate_series(${written + 1}::integer, ${written + 500}) n`;
    await insert.then(
      () => (written += 500),
      (error: unknown) => (refusal = error),
    );
  }
  expect(refusal).toMatchObject({ code: '53100' });
  await fillUpTo(0);
  await expect(first.sql`insert into club (name) values ('Chess')`).rejects.toMatchObject(FULL);
  await first.close();

  await rm(join(volume, 'other'));
  const second = await openIn(place);
  expect(await second.sql`select count(*)::int as total from club`).toEqual([{ total: written }]);
  await second.sql`insert into club (name) values ('Chess')`;
});
