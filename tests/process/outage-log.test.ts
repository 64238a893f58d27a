import { expect, test } from 'vitest';
import { LateError } from '../../src/lib/single-flight.ts';
import { ConnectionLostError, ReadOnlyDatabaseError, UnknownOutcomeError } from '../../src/lib/error-codes.ts';
import { OutageLog } from '../../src/process/outage-log.ts';

/** A log of outages, with a database and a clock that the test sets. */
function watch() {
  const lines: string[] = [];
  const state = { isCertain: true, acceptsWrites: true, seconds: 0 };
  const log = new OutageLog({
    isCertain: () => state.isCertain,
    acceptsWrites: () => state.acceptsWrites,
    now: () => state.seconds * 1000,
    output: { info: (line: string) => void lines.push(line), error: (line: string) => void lines.push(line) },
  });
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      state.seconds += 1;
      log.check();
    }
  };
  return { lines, state, log, pass };
}

const BEGIN = 'The database does not answer';

test('An outage is two lines, however many requests fail in it', () => {
  const { lines, state, log, pass } = watch();
  for (let second = 0; second < 11; second += 1) {
    // A lost connection is noticed before the version is compared again.
    state.isCertain = second === 0;
    for (let request = 0; request < 30; request += 1) expect(log.covers(new ConnectionLostError('lost'))).toBe(true);
    expect(log.covers(new LateError('late'))).toBe(second > 0);
    pass(1);
  }
  state.isCertain = true;
  pass(10);
  expect(lines).toEqual([
    `${BEGIN} (lost). Pages come from the cache or get 503 until it answers again.`,
    'The database answers again after 11 s; failed requests: 340.',
  ]);
});

test('A database that accepts no writes is two lines', () => {
  const { lines, state, log, pass } = watch();
  state.acceptsWrites = false;
  for (let second = 0; second < 10; second += 1) {
    expect(log.covers(new ReadOnlyDatabaseError())).toBe(true);
    pass(1);
  }
  state.acceptsWrites = true;
  pass(10);
  expect(lines).toEqual([
    'The database does not accept writes. Saves and sign-ins get 503 until it does.',
    'The database accepts writes again after 10 s; failed requests: 10.',
  ]);
});

test('One missing answer is not an outage', () => {
  const { lines, state, pass } = watch();
  state.isCertain = false;
  pass(1);
  state.isCertain = true;
  pass(10);
  expect(lines).toEqual([]);
});

test('Other errors are still logged, and so is a change that may be lost', () => {
  const { lines, state, log } = watch();
  for (const error of [new Error('defect'), new LateError('slow page'), undefined])
    expect(log.covers(error)).toBe(false);
  expect(lines).toEqual([]);
  state.isCertain = false;
  expect(log.covers(new Error('defect'))).toBe(false);
  expect(log.covers(new UnknownOutcomeError(null))).toBe(false);
  expect(lines).toEqual([expect.stringContaining(BEGIN)]);
});
