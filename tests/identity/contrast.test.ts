import { expect, test } from 'vitest';
import { contrast } from '../../src/identity/contrast.ts';

test.each([
  ['#000000', '#ffffff', 21],
  ['#fff', '#FFFFFF', 1],
  ['#767676', '#ffffff', 4.54],
])('contrast of %s and %s is %d', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2);
  expect(contrast(other, one)).toBe(contrast(one, other));
});
