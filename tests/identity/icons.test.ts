import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeIcons } from '../../src/identity/icons.ts';

test('The icons show the mark, and the one for iOS is opaque', async () => {
  const [favicon = ['', ''], touchIcon = ['', '']] = await makeIcons(readFileSync('src/content/mark.svg'));
  expect([favicon[0], touchIcon[0]]).toEqual(['/favicon.ico', '/apple-touch-icon.png']);
  expect(await sharp(favicon[1]).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 });
  expect(await sharp(touchIcon[1]).metadata()).toMatchObject({ format: 'png', width: 180, height: 180 });
  const stats = await sharp(touchIcon[1]).stats();
  expect(stats.isOpaque).toBe(true);
  expect(stats.channels.some(({ min, max }) => min !== max)).toBe(true);
});
