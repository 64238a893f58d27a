import fc from 'fast-check';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { describeAddress, findAddressFault } from '../src/database-address.ts';

test.each([
  ['postgres://db/clubs', 'db:5432/clubs'],
  ['postgresql://board:secret@db.example.org:6543/clubs', 'db.example.org:6543/clubs'],
  ['postgres://board:p%40ss%2F%23%25@127.0.0.1/clubs?sslmode=require', '127.0.0.1:5432/clubs'],
  ['postgres://board:p@ss word:1@db/clubs', 'db:5432/clubs'],
  ['postgres://board:secret@one:5433,two/clubs', 'one:5433,two:5432/clubs'],
])('%s is a good address, told as %s', (address, told) => {
  expect(findAddressFault(address)).toBeNull();
  expect(describeAddress(address)).toBe(told);
});

test.each([
  ['mysql://board:secret@db/clubs', 'must begin with'],
  ['board:secret@db/clubs', 'must begin with'],
  ['postgres://board:secret@db:99999/clubs', 'must have a port'],
  ['postgres://board:secret@db:0/clubs', 'must have a port'],
  ['postgres://board:secret@db:x/clubs', 'must have a port'],
  ['postgres://board:secret/clubs', 'must have a port'],
  ['postgres://board:secret@one,two:99999/clubs', 'must have a port'],
  ['postgres://board:secret@/clubs', 'must name a host'],
  ['postgres:///clubs', 'must name a host'],
  ['postgres://board:secret@one,/clubs', 'must name a host'],
  ['postgres://board:secret@[::1]:5432/clubs', 'must give its host by name'],
  ['postgres://board:secret@two words/clubs', 'has a host'],
  ['postgres://board:secret@db', 'must name a database'],
  ['postgres://board:secret@db/', 'must name a database'],
  ['postgres://board:secret@db/a/b', 'has a database name'],
  ['postgres://board:secret@db/two%20words', 'has a database name'],
  ['postgres://board:sec/ret@db/clubs', 'must be escaped'],
  ['postgres://board:123/456@db/clubs', 'must be escaped'],
  ['postgres://board:sec?ret@db/clubs', 'must be escaped'],
  ['postgres://board:sec#ret@db/clubs', 'must be escaped'],
  ['postgres://board:sec%ret@db/clubs', 'must be escaped'],
  ['postgres://board:sec%zzret@db/clubs', 'must be escaped'],
  ['postgres://board:sec@ret@one,two/clubs', 'must be escaped'],
  ['postgres://board@db/clubs?password=secret', 'must have its password before the host'],
])('%s is refused: it %s …', (address, reason) => {
  expect(findAddressFault(address)).toContain(reason);
});

test('whatever a password is, the address is refused without it or read as it was meant', () => {
  const password = fc.oneof(
    fc.string({ minLength: 6, maxLength: 12 }),
    fc
      .array(fc.constantFrom('@', ':', '/', '?', '#', '%', ' ', ',', '[', ']', '\\', "'", 'a', '7'), { minLength: 6 })
      .map((signs) => signs.join('')),
  );
  fc.assert(
    fc.property(password, (raw) => {
      const address = `postgres://board:${raw}@db.example.org:5433/clubs`;
      const fault = findAddressFault(address);
      if (fault !== null) {
        expect(fault.includes(raw)).toBe(false);
      } else {
        expect(describeAddress(address)).toBe('db.example.org:5433/clubs');
        expect(postgres(address).options).toMatchObject({ host: ['db.example.org'], port: [5433], database: 'clubs' });
      }
    }),
    { numRuns: 2_000 },
  );
});
