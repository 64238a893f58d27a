import fc from 'fast-check';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { describeAddress, findAddressFault, readClientAddress } from '../src/database-address.ts';

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
  ['postgres://board@db/clubs?password=secret', 'must have its password before the ?'],
  ['postgres://db/clubs?user=board', 'must have its user before the ?'],
  ['postgres://db/clubs?hostaddr=127.0.0.1', 'must have its hostaddr before the ?'],
  [
    'postgres://db/clubs?sslmode=bogus',
    'sslmode with another value than disable, allow, prefer, require and verify-full',
  ],
  ['postgres://db/clubs?sslmode=', 'sslmode with another value'],
  ['postgres://db/clubs?sslmode=verify-ca', 'sslmode with another value'],
  ['postgres://db/clubs?ssl=bogus', 'ssl with another value'],
  ['postgres://db/clubs?sslnegotiation=bogus', 'sslnegotiation with another value than postgres and direct'],
  ['postgres://db/clubs?sslnegotiation=direct', 'needs sslmode=require'],
  ['postgres://db/clubs?sslrootcert=ca.pem', 'NODE_EXTRA_CA_CERTS'],
  ['postgres://db/clubs?channel_binding=require', 'channel_binding with another value than disable and prefer'],
  ['postgres://db/clubs?gssencmode=require', 'gssencmode with another value'],
  ['postgres://db/clubs?load_balance_hosts=random', 'load_balance_hosts with another value than disable'],
  ['postgres://db/clubs?client_encoding=LATIN1', 'client_encoding with another value than UTF8'],
  ['postgres://db/clubs?connect_timeout=0', 'connect_timeout with another value than 1 to 999 seconds'],
  ['postgres://db/clubs?target_session_attrs=standby', 'with another value than any, primary and read-write'],
  ['postgres://db/clubs?keepalives_idle=3', 'has the parameter keepalives_idle, which this site does not heed'],
  ['postgres://db/clubs?sslmode=disable&sslmode=require', 'has the parameter sslmode more than once'],
  ['postgres://db/clubs?sslmode=require&sslmode=require', 'has the parameter sslmode more than once'],
  [
    'postgres://db/clubs?statement_timeout=1&%73tatement_timeout=2',
    'has the parameter statement_timeout more than once',
  ],
  ['postgres://db/clubs?ssl=true&sslmode=disable', 'has the parameters sslmode and ssl, which contradict each other'],
  ['postgres://db/clubs?ssl=true&sslmode=require', 'has the parameters sslmode and ssl, which contradict each other'],
  ['postgres://db/clubs?ssl=false&sslmode=require', 'has the parameters sslmode and ssl, which contradict each other'],
  ['postgres://db/clubs?sslrootcert=system&sslmode=require', 'has the parameters sslrootcert and sslmode'],
  ['postgres://db/clubs?sslrootcert=system&ssl=false', 'has the parameters sslrootcert and ssl'],
  ['postgres://db/clubs?=x', 'has a parameter after the ? without a name'],
  ['postgres://db/clubs?sslmode=require&=', 'has a parameter after the ? without a name'],
  ['postgres://db/clubs?two%20words=x', 'has a parameter after the ? without a name, or with one that is none'],
  ['postgres://db/clubs?a', 'has the parameter a without a value'],
  ['postgres://db/clubs?application_name=', 'has the parameter application_name without a value'],
  ['postgres://db/clubs?max=3', 'has the parameter max, which this site does not heed'],
])('%s is refused: it %s …', (address, reason) => {
  expect(findAddressFault(address)).toContain(reason);
});

test.each([
  ['', '', null, null],
  ['sslmode=require', 'sslmode=require', null, null],
  ['ssl=true', 'sslmode=verify-full', null, null],
  ['ssl=false', 'sslmode=disable', null, null],
  ['ssl=true&sslmode=verify-full', 'sslmode=verify-full', null, null],
  ['ssl=verify-full&sslrootcert=system', 'sslmode=verify-full', null, null],
  ['&', '', null, null],
  ['sslrootcert=system', 'sslmode=verify-full', null, null],
  ['sslnegotiation=direct&sslmode=require', 'sslnegotiation=direct&sslmode=require', null, null],
  ['target_session_attrs=any', '', null, null],
  ['target_session_attrs=primary', '', null, null],
  ['target_session_attrs=read-write', '', null, null],
  ['channel_binding=prefer&gssencmode=disable&load_balance_hosts=disable', '', null, null],
  ['connect_timeout=7&application_name=clubs', '', 7000, 'clubs'],
  ['statement_timeout=9&prepare=false', 'statement_timeout=9&prepare=false', null, null],
])('of the parameters %j the driver gets %j', (given, driver, connectTimeout, applicationName) => {
  const address = `postgres://board@one:5433,two/clubs${given === '' ? '' : `?${given}`}`;
  expect(findAddressFault(address)).toBeNull();
  expect(readClientAddress(address)).toEqual({
    driver: `postgres://board@one:5433,two/clubs${driver === '' ? '' : `?${driver}`}`,
    // Each has the port that is its own, or the usual one.
    hosts: [
      { host: 'one', port: 5433 },
      { host: 'two', port: 5432 },
    ],
    connectTimeout,
    applicationName,
  });
});

/** https://www.postgresql.org/docs/18/libpq-connect.html#LIBPQ-PARAMKEYWORDS */
const LIBPQ =
  `host hostaddr port dbname user password passfile require_auth channel_binding connect_timeout client_encoding
  options application_name fallback_application_name keepalives keepalives_idle keepalives_interval keepalives_count
  tcp_user_timeout replication gssencmode sslmode requiressl sslnegotiation sslcompression sslcert sslkey sslkeylogfile
  sslpassword sslcertmode sslrootcert sslcrl sslcrldir sslsni requirepeer ssl_min_protocol_version
  ssl_max_protocol_version min_protocol_version max_protocol_version krbsrvname gsslib gssdelegation scram_client_key
  scram_server_key service servicefile target_session_attrs load_balance_hosts oauth_issuer oauth_client_id
  oauth_client_secret oauth_scope`.split(/\s+/);

test('no parameter of the library of PostgreSQL is taken without a word, and refusals hold no value', () => {
  const taken = LIBPQ.filter((name) => {
    const fault = findAddressFault(`postgres://db/clubs?${name}=Sesame-99`);
    expect(fault ?? '').not.toContain('Sesame-99');
    if (fault !== null) expect(fault, name).toContain(name);
    return fault === null;
  });
  expect(taken).toEqual(['options', 'application_name']);
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
