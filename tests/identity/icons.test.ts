import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeIcons } from '../../src/identity/icons.ts';

test('The icons are made of the mark: a PNG in an ICO file, and an opaque one for iOS', async () => {
  const icons = await makeIcons(readFileSync('src/content/mark.svg'));
  expect([...icons.keys()]).toEqual(['/favicon.ico', '/apple-touch-icon.png']);
  const [favicon = Buffer.alloc(0), touchIcon = Buffer.alloc(0)] = icons.values();
  expect([...favicon.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
  const [size, start] = [favicon.readUInt32LE(14), favicon.readUInt32LE(18)];
  expect(start + size).toBe(favicon.length);
  expect(await sharp(favicon.subarray(start)).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 });
  const stats = await sharp(touchIcon).stats();
  expect(await sharp(touchIcon).metadata()).toMatchObject({ format: 'png', width: 180, height: 180 });
  expect(stats.isOpaque).toBe(true);
  expect(stats.channels.some(({ min, max }) => min !== max)).toBe(true);
});
