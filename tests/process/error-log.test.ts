import { beforeEach, expect, test, vi } from 'vitest';
import { ConnectionLostError, UnknownOutcomeError } from '../../src/lib/errors.ts';
import { logError, redactUrl, REPEAT_AFTER_MS } from '../../src/process/error-log.ts';

let lines: string[];
let minutes = 0;
beforeEach(() => {
  // A whole number: fractions of a millisecond add up to a little less than ten seconds.
  const now = Math.ceil(performance.now());
  vi.useFakeTimers();
  // Errors of earlier tests, also of other files in this process, count as old.
  minutes += 1;
  vi.advanceTimersByTime(now + minutes * 6 * REPEAT_AFTER_MS);
  lines = [];
  vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line));
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  };
});

test('In an outage of the database, an error is logged once in ten seconds', () => {
  for (let second = 0; second < 11; second += 1) {
    for (let request = 0; request < 30; request += 1) logError('GET', '/club/', new ConnectionLostError('lost'));
    vi.advanceTimersByTime(1000);
  }
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('GET /club/ failed: ConnectionLostError: lost');
});

test('Other errors are always logged, and so is a change that may be lost', () => {
  for (const error of [new Error('defect'), new UnknownOutcomeError(null)])
    for (let request = 0; request < 2; request += 1) logError('POST', '/club/new/', error);
  expect(lines).toHaveLength(4);
});

test.each([
  ['/setup/abc/', '/setup/…'],
  ['/fr/invitation/abc?x=1', '/fr/invitation/…'],
  ['/fr/confirm/abc/edit/', '/fr/confirm/…'],
  ['/password-reset/a-b_c/', '/password-reset/…'],
  ['/fr/password%2Dreset/abc', '/fr/password-reset/…'],
  ['/%2570assword-reset%2Fabc/?x=1', '/password-reset/…'],
  ['/x?y=/confirm%2fabc', '/x?y=/confirm/…'],
  ['/login/?next=%2Fsetup%2Fabc', '/login/?next=/setup/…'],
  ['/users/?name=ada', '/users/?…'],
  ['/fr/Users?page=2#x', '/fr/Users?…'],
  ['/users/1/', '/users/1/'],
  ['/invitation/a%0Ab/x%0Ay', '/invitation/…'],
  ['/login/callback?code=abc', '/login/callback?…'],
  ['/login/callback/?code=abc&state=x', '/login/callback/?…'],
  ['/club/7-setup/', '/club/7-setup/'],
  ['/club/?name=users', '/club/?name=users'],
])('The log contains no secret of a URL: %s is %s', (url, logged) => {
  expect(redactUrl(url)).toBe(logged);
});
