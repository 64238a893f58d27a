import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, symlink, truncate, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
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
  if (!logo) throw new Error('That was no logo.');
  return logo;
}

test('A logo comes out of a folder as it went in, byte for byte', async () => {
  const logo = await makeLogo();
  await writeLogoFiles(folder, logo);
  expect((await readdir(folder)).sort()).toEqual([`${logo.hash}-200.webp`, `${logo.hash}-400.webp`]);
  expect(await readLogoFiles(folder, logo.hash)).toEqual(logo);
  expect(await readLogoFiles(folder, 'a'.repeat(64))).toBeNull();
});

test('A file is never written over another one', async () => {
  const logo = await makeLogo();
  await writeLogoFiles(folder, logo);
  await expect(writeLogoFiles(folder, logo)).rejects.toThrow('EEXIST');
});

test.each<[name: string, harm: (file: (size: number) => string, logo: Logo) => Promise<unknown>]>([
  ['cut off', (file) => truncate(file(400), 50)],
  ['cut off, the small one', (file) => truncate(file(200), 50)],
  ['half there', (file) => unlink(file(400))],
  ['half there, without the small one', (file) => unlink(file(200))],
  ['a folder', (file) => unlink(file(200)).then(() => mkdir(file(200)))],
  ['a link to nowhere that loops', (file) => unlink(file(200)).then(() => symlink(file(200), file(200)))],
  ['too large', (file) => truncate(file(400), 2_000_000)],
  ['another picture', async (file) => writeFile(file(400), await plain(400, 400, 'red').webp().toBuffer())],
  ['of another size', async (file) => writeFile(file(200), await plain(300, 300, 'red').webp().toBuffer())],
  ['of another kind', async (file) => writeFile(file(200), await plain(200, 200, 'red').png().toBuffer())],
  ['a web page', (file) => writeFile(file(200), '<script>alert(1)</script>')],
  [
    'a picture with more than pixels',
    async (file) =>
      writeFile(
        file(200),
        await plain(200, 200, 'red')
          .withExif({ IFD0: { Copyright: 'Ada' } })
          .webp()
          .toBuffer(),
      ),
  ],
])('A logo is not taken from files that are %s', async (_, harm) => {
  const logo = await makeLogo();
  await writeLogoFiles(folder, logo);
  await harm((size) => join(folder, `${logo.hash}-${size}.webp`), logo);
  expect(await readLogoFiles(folder, logo.hash)).toBe('damaged');
});

test('A picture whose hash is right is still looked at', async () => {
  const bytes = await sharp({ create: { width: 400, height: 400, channels: 3, background: 'red' } })
    .withExif({ IFD0: { Copyright: 'Ada' } })
    .webp()
    .toBuffer();
  const hash = createHash('sha256').update(bytes).digest('hex');
  await writeFile(join(folder, `${hash}-400.webp`), bytes);
  await writeFile(join(folder, `${hash}-200.webp`), await plain(200, 200, 'red').webp().toBuffer());
  expect(await readLogoFiles(folder, hash)).toBe('damaged');
});
