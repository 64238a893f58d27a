import { expect, test } from 'vitest';
import { formatDay, formatTime } from '../../src/messages/time.ts';

test('A moment is written as each language does, in UTC, which it names', () => {
  const moment = new Date('2026-11-02T00:05:59Z');
  expect(formatTime('en', moment)).toBe('November 2, 2026 at 00:05 UTC');
  expect(formatTime('fr', moment)).toBe('2 novembre 2026 à 00:05 UTC');
});

test('A day is written as each language does, and is the same day wherever the site runs', () => {
  expect(formatDay('en', '2026-11-22')).toBe('November 22, 2026');
  expect(formatDay('fr', '2026-11-22')).toBe('22 novembre 2026');
  expect([formatDay('en', '2026-08-01'), formatDay('fr', '2026-08-01')]).toEqual(['August 1, 2026', '1er août 2026']);
  expect(formatDay('fr', '2026-08-11')).toBe('11 août 2026');
});
