import { expect, test } from 'vitest';
import { formatTime } from '../../src/messages/time.ts';

test('A moment is written as each language does, in UTC, which it names', () => {
  const moment = new Date('2026-11-02T00:05:59Z');
  expect(formatTime('en', moment)).toBe('November 2, 2026 at 00:05 UTC');
  expect(formatTime('fr', moment)).toBe('2 novembre 2026 à 00:05 UTC');
});
