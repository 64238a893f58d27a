import { describe, expect, test } from 'vitest';
import { elidedRange } from '../../../src/components/pagination/elided-range.ts';

describe('The elided range', () => {
  test.each([
    [1, 1, '1'],
    [5, 10, '1 2 3 4 5 6 7 8 9 10'],
    [1, 11, '1 2 3 4 … 10 11'],
    [7, 50, '1 2 3 4 5 6 7 8 9 10 … 49 50'],
    [8, 50, '1 2 … 5 6 7 8 9 10 11 … 49 50'],
    [50, 50, '1 2 … 47 48 49 50'],
  ])('of page %i of %i is %s', (current, pageCount, expected) => {
    expect(elidedRange(current, pageCount).join(' ')).toBe(expected);
  });
});
