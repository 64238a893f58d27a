import { mkdtemp, readdir, rm, symlink, truncate, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, afterEach, expect, test } from 'vitest';
import { readLogoFiles, writeLogoFiles } from '../../src/images/logo-folder.ts';
import { readLogo } from '../../src/images/read-logo.ts';
import type { Logo } from '../../src/images/rendition.ts';
import { plain } from '../support/pictures.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'club-logos-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function makeLogo(): Promise<Logo> {
  const { logo } = await readLogo(await plain(30, 20, 'teal').png().toBuffer());
  if (!logo) throw new Error('Not a logo.');
  return logo;
}

test('reads a logo back byte for byte', async () => {
  const logo = await makeLogo();
  await writeLogoFiles(folder, logo);
  expect((await readdir(folder)).sort()).toEqual([`${logo.hash}-200.webp`, `${logo.hash}-400.webp`]);
  expect(await readLogoFiles(folder, logo.hash)).toEqual(logo);
  expect(await readLogoFiles(folder, 'a'.repeat(64))).toBeNull();
});

test('does not overwrite a file', async () => {
  const logo = await makeLogo();
  await writeLogoFiles(folder, logo);
  await expect(writeLogoFiles(folder, logo)).rejects.toThrow('EEXIST');
});

test.each<[name: string, harm: (file: (size: number) => string, logo: Logo) => Promise<unknown>]>([
  ['cut off', (file) => truncate(file(200), 50)],
  ['incomplete', (file) => unlink(file(400))],
  ['a symbolic link', (file) => unlink(file(200)).then(() => symlink(file(200), file(200)))],
  ['another picture', async (file) => writeFile(file(400), await plain(400, 400, 'red').webp().toBuffer())],
  ['a web page', (file) => writeFile(file(200), '<script>alert(1)</script>')],
])('rejects files that are %s', async (_, harm) => {
  const logo = await makeLogo();
  await writeLogoFiles(folder, logo);
  await harm((size) => join(folder, `${logo.hash}-${size}.webp`), logo);
  expect(await readLogoFiles(folder, logo.hash)).toBeNull();
});
