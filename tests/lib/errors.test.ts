import { expect, test } from 'vitest';
import { isDatabaseFailing, isLostConnection } from '../../src/lib/errors.ts';
import { TimeoutError } from '../../src/lib/timeout.ts';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

test.each([
  ['25P03', true],
  ['57P01', true],
  ['57P03', true],
  ['53300', true],
  ['08P01', true],
  ['CONNECTION_LOST', true],
  ['ECONNRESET', true],
  ['EAI_AGAIN', true],
  ['OUTCOME_UNKNOWN', true],
  ['57014', false],
  ['40001', false],
])('the code %s is of a lost connection: %s', (code, isLost) => {
  expect(isLostConnection(withCode(code))).toBe(isLost);
});

test.each<[how: string, error: unknown]>([
  ['refuses connections', withCode('ECONNREFUSED')],
  ['is read-only', withCode('25006')],
  ['times out', new TimeoutError('x')],
  ['rejects the password', withCode('28P01')],
  ['has no disk space', withCode('53100')],
  ['is corrupted', withCode('XX001')],
])('isDatabaseFailing is true for a database that %s', (_, error) => {
  expect(isDatabaseFailing(error)).toBe(true);
});

test.each<[what: string, error: unknown]>([
  ['an error in a page', new TypeError('x')],
  ['an invalid value', withCode('22P02')],
  ['a missing file', withCode('ENOENT')],
  ['no error', undefined],
])('isDatabaseFailing is false for %s', (_, error) => {
  expect(isDatabaseFailing(error)).toBe(false);
});
