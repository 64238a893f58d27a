import { describe, expect, test } from 'vitest';
import { isBefore, isSameEpoch, readVersion } from '../../src/clubs/version.ts';

describe('A version', () => {
  test('has an epoch and a number', () => {
    expect(readVersion('0123456789abcdef-17')).toEqual({ epoch: '0123456789abcdef', number: 17 });
  });

  test('is before a higher number of its epoch', () => {
    expect(isBefore('e-9', 'e-10')).toBe(true);
    expect(isBefore('e-10', 'e-9')).toBe(false);
    expect(isBefore('e-9', 'e-9')).toBe(false);
  });

  test('is not comparable with another epoch', () => {
    expect(isBefore('e-1', 'f-2')).toBe(false);
    expect(isBefore('f-2', 'e-1')).toBe(false);
    expect([isSameEpoch('e-1', 'e-2'), isSameEpoch('e-1', 'f-1')]).toEqual([true, false]);
  });
});
