import { expect, test } from 'vitest';
import { isEndedByServer, isLostConnection } from '../src/lost-connection.ts';

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
