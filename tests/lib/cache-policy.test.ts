import { afterEach, expect, test, vi } from 'vitest';
import { clubsCachePolicy, readVersionTag, secondsToMidnight } from '../../src/lib/cache-policy.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

test('Answers with clubs are fresh for five minutes and stale for an hour', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 29, 12) });
  const policy = clubsCachePolicy('0123456789abcdef-7');
  expect(policy).toEqual({ maxAge: 300, swr: 3600, tags: ['clubs', 'directory-version-0123456789abcdef-7'] });
});

test.each([
  ['Europe/Paris', '2026-10-12T21:59:58.500Z', 1],
  ['Europe/Paris', '2026-10-12T22:00:00Z', 24 * 60 * 60],
  // The night in which summer time ends, and the one in which it begins.
  ['Europe/Paris', '2026-10-24T22:00:00Z', 25 * 60 * 60],
  ['America/Los_Angeles', '2026-03-08T08:00:00Z', 23 * 60 * 60],
])('No answer is fresh after midnight: in %s at %s, %i seconds are left', (zone, moment, left) => {
  vi.stubEnv('TZ', zone);
  expect(secondsToMidnight(new Date(moment))).toBe(left);
  vi.useFakeTimers({ now: new Date(moment) });
  expect(clubsCachePolicy('0123456789abcdef-7')).toMatchObject({ maxAge: Math.min(300, left) });
});

test('Answers without a version are not cached', () => {
  expect(clubsCachePolicy(null)).toBe(false);
});

test.each([
  ['clubs, directory-version-0123456789abcdef-7', '0123456789abcdef-7'],
  ['directory-version-0123456789abcdef-7,clubs', '0123456789abcdef-7'],
  ['clubs', null],
  ['', null],
])('reads from the tags %j the version %j', (tags, version) => {
  expect(readVersionTag(tags)).toBe(version);
});
