import fc from 'fast-check';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { describeAddress, findAddressIssue, readClientAddress } from '../../src/lib/database-url.ts';

test.each([
  ['postgres://db/clubs', 'db:5432/clubs'],
  ['postgres://board:p%40ss%2F%23%25@127.0.0.1/clubs?sslmode=require', '127.0.0.1:5432/clubs'],
  ['postgres://board:secret@one:5433/clubs', 'one:5433/clubs'],
])('describes %s as %s, without the password', (address, expected) => {
  expect(findAddressIssue(address)).toBeNull();
  expect(describeAddress(address)).toBe(expected);
});

test.each([
  ['mysql://board:secret@db/clubs', 'must be a URL'],
  ['postgres://board:secret@one:99999/clubs', 'must be a URL'],
  ['postgres://board:secret@one,two/clubs', 'must be a URL'],
  ['postgres://board:secret@[::1]:5432/clubs', 'must be a URL'],
  ['postgres://board:sec/ret@db/clubs', '%2F'],
  ['postgres://board@db/clubs?password=secret', 'password'],
  ['postgres://db/clubs?sslmode=bogus', 'sslmode'],
  ['postgres://db/clubs?sslnegotiation=direct', 'sslmode=require'],
  ['postgres://db/clubs?sslrootcert=ca.pem', 'sslrootcert'],
  ['postgres://db/clubs?connect_timeout=0', 'connect_timeout'],
  ['postgres://db/clubs?sslmode=disable&sslmode=require', 'more than once'],
  ['postgres://db/clubs?=x', 'without a name'],
])('rejects %s (%s)', (address, reason) => {
  expect(findAddressIssue(address)).toContain(reason);
  expect(findAddressIssue(address)).not.toContain('secret');
});

test.each([
  ['', '', null, null],
  ['sslmode=verify-full', 'sslmode=verify-full', null, null],
  ['sslnegotiation=direct&sslmode=require', 'sslnegotiation=direct&sslmode=require', null, null],
  ['target_session_attrs=read-write', '', null, null],
  ['connect_timeout=7&application_name=clubs', '', 7000, 'clubs'],
  ['statement_timeout=9&prepare=false', 'statement_timeout=9&prepare=false', null, null],
])('of the parameters %j, passes %j to the driver', (given, driver, connectTimeout, applicationName) => {
  const address = `postgres://board@one:5433/clubs${given === '' ? '' : `?${given}`}`;
  expect(findAddressIssue(address)).toBeNull();
  expect(readClientAddress(address)).toEqual({
    driver: `postgres://board@one:5433/clubs${driver === '' ? '' : `?${driver}`}`,
    host: 'one',
    port: 5433,
    sslMode: /sslmode=([\w-]+)/.exec(given)?.[1] ?? null,
    connectTimeout,
    applicationName,
  });
});

test('rejects an address without repeating its password, or reads the password as it was meant', () => {
  const password = fc.oneof(
    fc.string({ minLength: 6, maxLength: 12 }),
    fc
      .array(fc.constantFrom('@', ':', '/', '?', '#', '%', ' ', ',', '[', ']', '\\', "'", 'a', '7'), { minLength: 6 })
      .map((characters) => characters.join('')),
  );
  fc.assert(
    fc.property(password, (raw) => {
      const address = `postgres://board:${raw}@db.example.org:5433/clubs`;
      const issue = findAddressIssue(address);
      if (issue !== null) {
        expect(issue.includes(raw)).toBe(false);
      } else {
        expect(describeAddress(address)).toBe('db.example.org:5433/clubs');
        expect(postgres(address).options).toMatchObject({ host: ['db.example.org'], port: [5433], database: 'clubs' });
      }
    }),
    { numRuns: 300 },
  );
});
