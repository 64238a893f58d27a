import { expect, test } from 'vitest';
import { contrast, findReadableShade, READABLE } from '../../src/identity/contrast.ts';

test.each([
  ['#000000', '#ffffff', 21],
  ['#fff', '#FFFFFF', 1],
  ['#767676', '#ffffff', 4.54],
])('contrast of %s and %s is %d', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2);
  expect(contrast(other, one)).toBe(contrast(one, other));
});

test.each([
  ['#ffcc00', ['#ffffff', '#f7f4ee']],
  ['#123456', ['#14171d', '#2a303b']],
])('finds a shade of %s that is readable on %j', (colour, grounds) => {
  const shade = findReadableShade(colour, grounds) ?? '';
  expect(shade).not.toBe(colour);
  for (const ground of grounds) expect(contrast(shade, ground)).toBeGreaterThanOrEqual(READABLE);
});

test('keeps a readable colour, and finds none for black and white at once', () => {
  expect(findReadableShade('#1a5680', ['#ffffff'])).toBe('#1a5680');
  expect(findReadableShade('#1a5680', ['#ffffff', '#000000', '#777777'])).toBeNull();
});
