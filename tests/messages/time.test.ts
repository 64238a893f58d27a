import { afterAll, expect, test, vi } from 'vitest';

// Far from where most tests run. Formats take the zone when they are made.
vi.stubEnv('TZ', 'Asia/Kathmandu');
afterAll(() => void vi.unstubAllEnvs());
vi.resetModules();
const { formatDay, formatMonth, formatTime } = await import('../../src/messages/time.ts');
const { wordsIn } = await import('../../src/messages/words.ts');

test('formatTime uses and names the time zone of the site', () => {
  const moment = new Date('2026-11-02T00:05:59Z');
  expect(formatTime('en', moment)).toBe('2 November 2026 at 05:50 GMT+5:45');
  expect(formatTime('fr', moment)).toBe('2 novembre 2026 à 05:50 UTC+5:45');
  expect(formatTime('de', moment)).toBe('2. November 2026 um 05:50 GMT+5:45');
  expect(formatTime('fr', new Date('2026-11-01T00:05:59Z'))).toBe('1er novembre 2026 à 05:50 UTC+5:45');
});

test('formatDay gives the same day in every time zone', () => {
  expect(formatDay('en', '2026-11-22')).toBe('22 November 2026');
  expect(formatDay('fr', '2026-11-22')).toBe('22 novembre 2026');
  expect(formatDay('de', '2026-11-22')).toBe('22. November 2026');
  expect([formatDay('en', '2026-08-01'), formatDay('fr', '2026-08-01')]).toEqual(['1 August 2026', '1er août 2026']);
  expect(formatDay('fr', '2026-08-11')).toBe('11 août 2026');
  expect(formatMonth('en', '2026-08-01')).toBe('August 2026');
});

test('texts have the same dates, in the time zone of the site', () => {
  const evening = new Date('2026-10-31T20:00Z');
  expect([wordsIn('en').day(evening), wordsIn('fr').day(evening)]).toEqual(['1 November 2026', '1er novembre 2026']);
});
