import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { withUnfinished } from '../../src/lib/atomic-write.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'club-directory-unfinished-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

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

test('A missing folder fails with ENOENT', async () => {
  const work = withUnfinished([join(folder, 'none', 'clubs.csv')], '.written-', (path) => writeFile(path, ''));
  await expect(work).rejects.toMatchObject({ code: 'ENOENT' });
});
