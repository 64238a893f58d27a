import { describe, expect, test } from 'vitest';
import { isBefore, isSameEpoch, readVersion } from '../../src/clubs/version.ts';

describe('A version', () => {
  test('is taken apart', () => {
    expect(readVersion('0123456789abcdef-17')).toEqual({ epoch: '0123456789abcdef', number: 17 });
  });

  test('comes before a later one of its epoch, by number', () => {
    expect(isBefore('e-9', 'e-10')).toBe(true);
    expect(isBefore('e-10', 'e-9')).toBe(false);
    expect(isBefore('e-9', 'e-9')).toBe(false);
  });

  test('comes neither before nor after one of another epoch', () => {
    expect(isBefore('e-1', 'f-2')).toBe(false);
    expect(isBefore('f-2', 'e-1')).toBe(false);
    expect([isSameEpoch('e-1', 'e-2'), isSameEpoch('e-1', 'f-1')]).toEqual([true, false]);
  });
});
