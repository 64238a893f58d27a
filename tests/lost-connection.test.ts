import { expect, test } from 'vitest';
import { isDatabaseFailing, isEndedByServer, isLostConnection } from '../src/lost-connection.ts';
import { LateError } from '../src/share-calls.ts';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

test.each([
  ['57P01', true, true],
  ['57P02', true, true],
  ['57P05', true, true],
  ['25P03', true, true],
  ['57P03', false, true],
  ['57P04', false, true],
  ['CONNECTION_LOST', false, true],
  ['CONNECT_TIMEOUT', false, true],
  ['ECONNRESET', false, true],
  ['EPIPE', false, true],
  ['ENOTFOUND', false, true],
  ['EAI_AGAIN', false, true],
  ['EHOSTUNREACH', false, true],
  ['ENETUNREACH', false, true],
  ['ETIMEDOUT', false, true],
  ['OUTCOME_UNKNOWN', false, true],
  ['57014', false, false],
  ['25P02', false, false],
  ['40001', false, false],
  ['ENOENT', false, false],
])('%s is of a connection that the server ends: %s; that is lost: %s', (code, isEnded, isLost) => {
  expect([isEndedByServer(withCode(code)), isLostConnection(withCode(code))]).toEqual([isEnded, isLost]);
});

test.each<[how: string, error: unknown]>([
  ['is lost', withCode('ECONNREFUSED')],
  ['can only be read', withCode('25006')],
  ['is late', new LateError('x')],
  ['lets nobody in', withCode('28P01')],
  ['is not there', withCode('3D000')],
  ['has no tables', withCode('42P01')],
  ['has no room', withCode('53100')],
  ['has no connection left', withCode('53300')],
  ['gives a statement up', withCode('57014')],
  ['is broken', withCode('XX001')],
])('A database that %s is failing', (_, error) => {
  expect(isDatabaseFailing(error)).toBe(true);
});

test.each<[what: string, error: unknown]>([
  ['a page that cannot show a club', new TypeError('x')],
  ['a value that the database cannot read', withCode('22P02')],
  ['more rows than one', withCode('21000')],
  ['an address that is none', withCode('ERR_INVALID_URL')],
  ['a file that is not there', withCode('ENOENT')],
  ['nothing that was thrown', undefined],
])('Of %s the database is not to blame', (_, error) => {
  expect(isDatabaseFailing(error)).toBe(false);
});
