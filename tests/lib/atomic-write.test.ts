import { mkdir, mkdtemp, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { LEFT_FOR, withUnfinished } from '../../src/lib/atomic-write.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'club-directory-unfinished-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

const age = async (path: string, by: number) => {
  const then = new Date(Date.now() - by);
  await utimes(path, then, then);
};

test('A temporary file beside its target leaves nothing else after the rename', async () => {
  const target = join(folder, 'clubs.csv');
  const answer = await withUnfinished([target], '.written-', async (path) => {
    await writeFile(path, 'whole');
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^\.written-[\da-f-]{36}$/)]);
    await rename(path, target);
    return 'done';
  });
  expect([answer, await readdir(folder)]).toEqual(['done', ['clubs.csv']]);
});

test('Failed work leaves neither files nor folders', async () => {
  const work = withUnfinished([join(folder, 'a'), join(folder, 'b')], '.written-', async (file, made = '') => {
    await writeFile(file, 'half');
    await mkdir(made);
    await writeFile(join(made, 'logo.png'), 'half');
    throw new Error('the disk is full');
  });
  await expect(work).rejects.toThrow('the disk is full');
  expect(await readdir(folder)).toEqual([]);
});

test('Leftovers of killed processes are removed after a day, and nothing else is', async () => {
  for (const name of ['.written-old', '.written-young', '.other-old', 'kept']) {
    await writeFile(join(folder, name), 'half');
    if (name !== '.written-young') await age(join(folder, name), LEFT_FOR + 1000);
  }
  await mkdir(join(folder, '.written-folder'));
  await writeFile(join(folder, '.written-folder', 'logo.png'), 'half');
  await age(join(folder, '.written-folder'), LEFT_FOR + 1000);
  await withUnfinished([join(folder, 'target')], '.written-', async (path) => {
    await writeFile(path, 'whole');
    await rename(path, join(folder, 'target'));
  });
  expect((await readdir(folder)).sort()).toEqual(['.other-old', '.written-young', 'kept', 'target']);
});

test('A missing folder fails with ENOENT', async () => {
  const work = withUnfinished([join(folder, 'none', 'clubs.csv')], '.written-', (path) => writeFile(path, ''));
  await expect(work).rejects.toMatchObject({ code: 'ENOENT' });
});
