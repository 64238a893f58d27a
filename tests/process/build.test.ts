import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkPath, removeOldBuilds, takeFingerprint } from '../../src/process/build.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'club-directory-build-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(path: string, text = ''): Promise<string> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

test('The last three builds, those used lately and incomplete ones are kept', async () => {
  await write('.build-x/server/entry.mjs');
  const day = 24 * 60 * 60 * 1000;
  for (const [name, age] of Object.entries({ newest: 0, b: 1, c: 1.5, 'in-use': 1.9, old: 3, oldest: 90 })) {
    const time = new Date(Date.now() - age * day);
    await utimes(dirname(await write(`${name}/file`)), time, time);
  }
  await removeOldBuilds(folder);
  expect((await readdir(folder)).sort()).toEqual(['.build-x', 'b', 'c', 'in-use', 'newest']);
});

test.each(["/srv/students' clubs", '/srv/clubs#2', '/srv/what?', '/srv/"clubs"', '/srv/*', '/srv/100%', '/srv/$&'])(
  'A folder that breaks builds is refused: %s',
  (folder) => expect(() => checkPath(folder)).toThrow(folder),
);

test('Other characters in the path of the project are accepted', () => {
  expect(() => checkPath('/srv/Clubs & fêtes (2026) [a]/a+b')).not.toThrow();
});

describe('The site is built again', () => {
  beforeEach(async () => {
    await write('src/pages/index.astro', '<h1>Clubs</h1>');
    await write('public/robots.txt', 'User-agent: *');
    await write('astro.config.mjs');
    await write('package-lock.json', '{}');
    await write('tsconfig.json', '{}');
    await write('README.md');
  });

  test.each(['src/pages/index.astro', 'public/robots.txt', 'astro.config.mjs', 'package-lock.json'])(
    'when %s changes',
    async (path) => {
      await write(path, 'before');
      const before = await takeFingerprint(folder);
      await write(path, 'after');
      expect(await takeFingerprint(folder)).not.toBe(before);
    },
  );

  test('but not when only documents, tests, migrations or settings change', async () => {
    const before = await takeFingerprint(folder);
    for (const path of ['README.md', 'tests/new.test.ts', '.env', 'db/migrations/0001_clubs.sql'])
      await write(path, 'changed');
    expect(await takeFingerprint(folder)).toBe(before);
  });
});
