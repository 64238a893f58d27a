import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openEmbedded } from '../../db/embedded/database.ts';
import { copyDataDir, makeDataDir, openIn } from '../support/embedded.ts';
import { copyEmbedded } from '../support/setup-databases.ts';
import { startSite } from '../support/site.ts';

const MIB = 2 ** 20;
const STORED = [{ name: 'Chess' }, { name: 'Ski' }];
const FULL = { code: '53100', message: expect.stringContaining('the disk is full') as string };

test('An embedded database refuses writes on a full disk, and accepts them when there is space', async () => {
  let free = 1000 * MIB;
  const { client } = await openIn(await makeDataDir(), { readFree: () => free });
  await client.begin((tx) => tx`insert into club (name) values ('Ski')`);
  free = 39 * MIB;
  await expect(client.begin((tx) => tx`insert into club (name) values ('Chess')`)).rejects.toMatchObject(FULL);
  expect([...(await client`select name from club`)]).toEqual([{ name: 'Ski' }]);
  free = 40 * MIB;
  await client.begin((tx) => tx`insert into club (name) values ('Chess')`);
});

test('A transaction in which the disk becomes full is rolled back, and its space is returned', async () => {
  let free = 1000 * MIB;
  const { client } = await openIn(await makeDataDir(), { readFree: () => free });
  await client.begin((tx) => tx`insert into club (name) values ('Ski')`);
  const grow = client.begin(async (tx) => {
    await tx`insert into club (name, short_description)
      select 'Club ' || n, repeat('x', 900) from generate_series(1, 2000) as n`;
    free = 39 * MIB;
    expect([...(await tx`select count(*)::int as total from club`)]).toEqual([{ total: 2001 }]);
    await tx`insert into club (name) values ('Chess')`;
  });
  await expect(grow).rejects.toMatchObject(FULL);
  expect([...(await client`select name from club`)]).toEqual([{ name: 'Ski' }]);
  const [{ size }] = await client<[{ size: number }]>`select pg_table_size('club')::float8 as size`;
  expect(size).toBeLessThan(MIB);
  await expect(client.begin((tx) => tx`insert into club (name) values ('Chess')`)).rejects.toMatchObject(FULL);
  free = 40 * MIB;
  await client.begin((tx) => tx`insert into club (name) values ('Chess')`);
});

test.each([
  ['does not open with 12 MB of free space', 12, ''],
  ['is not created with 79 MB of free space', 79, 'new'],
])('An embedded database %s', async (_, free, folder) => {
  const dataDir = await makeDataDir();
  await expect(openEmbedded(join(dataDir, folder), { readFree: () => free * MIB })).rejects.toThrow('the disk is full');
});

test('The log of an embedded database stays small, and restores all commits after a kill', async () => {
  const { dataDir, client } = await openIn(await makeDataDir());
  const segments: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    await client.begin(async (tx) => {
      await tx`select pg_logical_emit_message(false, 'filler', repeat('x', ${12 * MIB}))`;
      await tx`insert into club (name) values (${`Club ${round}`})`;
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    const files = await readdir(join(dataDir, 'database/files/pg_wal'));
    segments.push(files.filter((name) => /^[\dA-F]{24}$/.test(name)).length);
  }
  expect(Math.max(...segments)).toBeLessThanOrEqual(6);
  const recovered = await openIn(await copyDataDir(dataDir));
  expect([...(await recovered.client`select count(*)::int as total from club`)]).toEqual([{ total: 12 }]);
});

/** Mounts a volume of 140 MB with a database, and returns a function that fills it up to a free space in MB. */
async function mountVolume(skip: (note: string) => never) {
  const volume = await mkdtemp(join(tmpdir(), 'club-directory-volume-'));
  onTestFinished(() => rm(volume, { recursive: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=140m', 'tmpfs', volume], { stdio: 'pipe' });
  } catch (error) {
    skip(`No volume can be mounted here: ${String(error)}`);
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', volume]));
  const dataDir = join(volume, 'data');
  copyEmbedded(inject('embeddedTemplate'), dataDir);
  const fillUpTo = async (left: number) => {
    const { bavail, bsize } = await statfs(volume);
    await writeFile(join(volume, 'other'), Buffer.alloc(bavail * bsize - left * MIB), { flag: 'a' });
  };
  return { dataDir, fillUpTo, empty: () => rm(join(volume, 'other')) };
}

test('A site on a full disk shows pages and is not ready', async ({ skip }) => {
  const { dataDir, fillUpTo, empty } = await mountVolume(skip);
  const site = await startSite({ DATA_DIR: dataDir });
  onTestFinished(() => site.stop().then(() => undefined));
  const readiness = async () => (await fetch(`${site.url}/readyz`)).status;
  await expect.poll(readiness).toBe(200);
  await fillUpTo(20);
  const full = await fetch(`${site.url}/readyz`);
  expect([full.status, await full.text()]).toEqual([503, expect.stringMatching(/disk is full.* 40 MB needed/)]);
  expect((await fetch(`${site.url}/club/`)).status).toBe(200);
  await empty();
  expect(await readiness()).toBe(200);
});

test('An embedded database loses nothing on a disk that fills up, also in the middle of a transaction', async ({
  skip,
}) => {
  const { dataDir, fillUpTo, empty } = await mountVolume(skip);

  const first = await openIn(dataDir);
  await first.client.begin((tx) => tx`insert into club (name) values ('Ski')`);
  await fillUpTo(44);
  await first.client.begin((tx) => tx`insert into club (name) values ('Chess')`);
  await fillUpTo(2);
  await expect(first.client.begin((tx) => tx`insert into club (name) values ('Go')`)).rejects.toMatchObject(FULL);
  await first.close();

  await empty();
  const second = await openIn(dataDir);
  await fillUpTo(45);
  const grow = second.client.begin(async (tx) => {
    for (let round = 0; round < 200; round += 1)
      await tx`insert into club (name, short_description)
        select 'Filler ' || n, repeat('x', 200) from generate_series(${round * 1000 + 1}::int, ${round * 1000 + 1000}) as n`;
  });
  await expect(grow).rejects.toMatchObject(FULL);
  expect([...(await second.client`select name from club order by name`)]).toEqual(STORED);
  await second.close();

  await empty();
  const third = await openIn(dataDir);
  expect([...(await third.client`select name from club order by name`)]).toEqual(STORED);
});
