import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeOldBuilds, takeFingerprint } from '../../src/process/build.ts';

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
