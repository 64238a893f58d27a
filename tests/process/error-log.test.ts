import { beforeEach, expect, test, vi } from 'vitest';
import { ConnectionLostError, UnknownOutcomeError } from '../../src/lib/database-errors.ts';
import { TimeoutError } from '../../src/lib/timeout.ts';
import { OutageLog, redactUrl } from '../../src/process/error-log.ts';

let lines: string[];
let state: { isCertain: boolean; acceptsWrites: boolean };
let log: OutageLog;
beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  for (const method of ['info', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((line: string) => void lines.push(line));
  state = { isCertain: true, acceptsWrites: true };
  log = new OutageLog({
    isCertain: () => state.isCertain,
    acceptsWrites: () => state.acceptsWrites,
  });
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  };
});

test('An outage is two lines, however many requests fail in it', () => {
  for (let second = 0; second < 11; second += 1) {
    // A lost connection is noticed before the version is compared again.
    state.isCertain = second === 0;
    for (let request = 0; request < 30; request += 1) expect(log.covers(new ConnectionLostError('lost'))).toBe(true);
    expect(log.covers(new TimeoutError('late'))).toBe(second > 0);
    vi.advanceTimersByTime(1000);
  }
  state.isCertain = true;
  vi.advanceTimersByTime(10_000);
  expect(lines).toEqual([
    'The database does not answer. lost',
    'The database works again after 11 s; failed requests: 340.',
  ]);
});

test('A time without writes is two lines', () => {
  state.acceptsWrites = false;
  vi.advanceTimersByTime(2000);
  for (let second = 0; second < 8; second += 1) {
    expect(log.covers(Object.assign(new Error('cannot execute INSERT'), { code: '25006' }))).toBe(true);
    vi.advanceTimersByTime(1000);
  }
  state.acceptsWrites = true;
  vi.advanceTimersByTime(10_000);
  expect(lines).toEqual([
    'The database does not accept writes.',
    'The database works again after 8 s; failed requests: 8.',
  ]);
});

test('A single timeout is not an outage', () => {
  state.isCertain = false;
  vi.advanceTimersByTime(1000);
  state.isCertain = true;
  vi.advanceTimersByTime(10_000);
  expect(lines).toEqual([]);
});

test('Other errors are still logged, and so is a change that may be lost', () => {
  for (const error of [new Error('defect'), new TimeoutError('slow page'), undefined])
    expect(log.covers(error)).toBe(false);
  expect(lines).toEqual([]);
  state.isCertain = false;
  expect(log.covers(new Error('defect'))).toBe(false);
  expect(log.covers(new UnknownOutcomeError(null))).toBe(false);
  expect(lines).toEqual([expect.stringContaining('The database does not answer')]);
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
