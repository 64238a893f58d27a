import { expect, test } from 'vitest';
import { contrast, findReadableShade, READABLE } from '../../src/identity/contrast.ts';

test.each([
  ['#000000', '#ffffff', 21],
  ['#fff', '#FFFFFF', 1],
  ['#777777', '#ffffff', 4.48],
  ['#767676', '#ffffff', 4.54],
  ['#00f', '#fff', 8.59],
])('%s and %s are %d apart', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2);
  expect(contrast(other, one)).toBe(contrast(one, other));
});

test.each([
  ['#ffcc00', ['#ffffff', '#f7f4ee']],
  ['#123456', ['#14171d', '#2a303b']],
])('a shade of %s can be read on all of %j', (colour, grounds) => {
  const shade = findReadableShade(colour, grounds) ?? '';
  expect(shade).not.toBe(colour);
  for (const ground of grounds) expect(contrast(shade, ground)).toBeGreaterThanOrEqual(READABLE);
});

test('black is the last shade that is tried', () => {
  expect(findReadableShade('#808080', ['#757575'])).toBe('#000000');
});

test('a colour that can be read is its own shade, and on black and white at once there is none', () => {
  expect(findReadableShade('#1a5680', ['#ffffff'])).toBe('#1a5680');
  expect(findReadableShade('#1a5680', ['#ffffff', '#000000', '#777777'])).toBeNull();
});
