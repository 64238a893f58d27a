import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readBuildInfo } from '../../src/lib/build-info.ts';

const COMMIT = '3340e523340e523340e523340e523340e523340e';

test.each([
  ['a branch', { HEAD: 'ref: refs/heads/main\n', 'refs/heads/main': `${COMMIT}\n` }, COMMIT],
  [
    'a packed branch',
    { HEAD: 'ref: refs/heads/a/b\n', 'packed-refs': `# pack-refs\n${COMMIT} refs/heads/a/b\n` },
    COMMIT,
  ],
  ['a commit', { HEAD: `${COMMIT}\n` }, COMMIT],
  ['no git checkout', {}, 'unknown'],
])('The version and the commit are read from a folder with %s', async (_, files, commit) => {
  const folder = await mkdtemp(join(tmpdir(), 'club-directory-info-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'package.json'), '{ "version": "1.2.3" }');
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, '.git', name)), { recursive: true });
    await writeFile(join(folder, '.git', name), text);
  }
  expect(readBuildInfo(folder)).toEqual({ version: '1.2.3', commit });
});
