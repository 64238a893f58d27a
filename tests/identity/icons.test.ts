import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeIcons } from '../../src/identity/icons.ts';

test('The icons show the mark, and the one for iOS is opaque', async () => {
  const icons = await makeIcons(readFileSync('src/content/mark.svg'));
  expect(icons.map(({ path }) => path)).toEqual(['/favicon.ico', '/apple-touch-icon.png']);
  const [favicon, touchIcon] = icons.map(({ bytes }) => bytes);
  expect(await sharp(favicon).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 });
  expect(await sharp(touchIcon).metadata()).toMatchObject({ format: 'png', width: 180, height: 180 });
  const stats = await sharp(touchIcon).stats();
  expect(stats.isOpaque).toBe(true);
  expect(stats.channels.some(({ min, max }) => min !== max)).toBe(true);
});
