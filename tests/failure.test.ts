import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { scrub } from '../src/failure.ts';
import { runProgram, siteEnvironment } from './support/program.ts';

/** Addresses that are wrong or lead nowhere, each with the same password in some spelling. */
const ADDRESSES = [
  'postgres://board:Sesame-99@db:99999/clubs',
  'postgres://board:Sesame-99@127.0.0.1:1/clubs',
  'postgres://board:Sesame-99@127.0.0.1:1/clubs?target_session_attrs=any-99',
  'postgres://board:Sesame-99@no-such-host.invalid/clubs',
  'postgres://board:Sesame-99@127.0.0.1:1,localhost:99999/clubs',
  'postgres://board:Sesame-99@/clubs',
  'postgres://board:Sesame-99/clubs',
  'postgres://board:Sesame-99@two words/clubs',
  'postgres://board:Sesame-99 @127.0.0.1:1/clubs',
  'postgres://board:Sesame-99%@127.0.0.1:1/clubs',
  'postgres://board:Sesame-99@@127.0.0.1:1/clubs',
  'postgres://board:Sesame-99/x@127.0.0.1:1/clubs',
  'postgres://board:Sesame-99#@127.0.0.1:1/clubs',
  'postgres://board:%53esame%2D99@127.0.0.1:1/clubs',
  'postgres://board@127.0.0.1:1/clubs?password=Sesame-99',
  'mysql://board:Sesame-99@127.0.0.1:1/clubs',
  'board:Sesame-99@127.0.0.1:1/clubs',
  'postgres:board:Sesame-99@127.0.0.1:1/clubs',
];

test(
  'No process prints the password of its database, whatever is wrong with the address',
  { timeout: 120_000 },
  async () => {
    for (const address of ADDRESSES) {
      const { code, output } = await runProgram(
        'src/commands/db-migrate.ts',
        [],
        siteEnvironment({ DATABASE_URL: address }),
      );
      expect(output, address).toMatch(/DATABASE_URL|Cannot use PostgreSQL/);
      expect(output, address).not.toMatch(/esame|^ +at /m);
      expect(code, address).toBe(1);
    }
  },
);

test('The site says before anything else that the address of its database is wrong', async () => {
  const { code, output } = await runProgram(
    'src/server/main.ts',
    [],
    siteEnvironment({ DATABASE_URL: ADDRESSES[0] ?? '' }),
  );
  expect(output).toMatch(/^\S+ error DATABASE_URL must have a port from 1 to 65535\.\n$/);
  expect(code).toBe(1);
});

test.each([
  ['thrown', 'await exitOnFailure(async () => { throw new TypeError(text, { cause: { input: text } }); });'],
  [
    'thrown where nobody awaits it',
    'await exitOnFailure(async () => { setTimeout(() => { throw new TypeError(text); }); });',
  ],
  [
    'rejected where nobody awaits it',
    'await exitOnFailure(async () => { void Promise.reject(Object.assign(new Error(text), { input: text })); });',
  ],
  ['a failure', 'await exitOnFailure(async () => { throw new Failure(text); });'],
])('The last net holds a password in what is %s', async (_, code) => {
  const folder = mkdtempSync(join(tmpdir(), 'club-failure-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const program = join(folder, 'fail.ts');
  writeFileSync(
    program,
    `import { exitOnFailure, Failure } from ${JSON.stringify(resolve('src/failure.ts'))};
    const text = 'Invalid: ' + process.env.DATABASE_URL + " and it's \\\\Sesame'99 of " + typeof Failure;
    ${code}`,
  );
  const url = "postgres://board:%5CSesame'99@db/clubs";
  const ended = await runProgram(program, [], siteEnvironment({ DATABASE_URL: url }));
  expect(ended.output).toContain('Invalid: …');
  expect(ended.output).not.toContain('esame');
  expect(ended.code).toBe(1);
});

describe('The last net', () => {
  test.each<[settings: Record<string, string>, text: string, told: string]>([
    [{ DATABASE_URL: 'postgres://postgres:postgres@127.0.0.1:1/postgres' }, '127.0.0.1:1/postgres failed', ''],
    [{ DATABASE_URL: 'postgres://board:postgres@127.0.0.1:1/clubs' }, 'postgres://user:password@host', ''],
    [{ DATABASE_URL: 'postgres://board:password@127.0.0.1:1/clubs' }, 'postgres://user:password@host', ''],
    [{ DATABASE_URL: 'postgres://board:5432@db/clubs' }, 'db:5432/clubs failed', ''],
    [{ DATABASE_URL: 'postgres://board:clubs_2026@db/clubs_2026' }, 'db:5432/clubs_2026 failed', ''],
    [{ DATABASE_URL: 'postgres://board@db:5432/clubs' }, 'postgres://board@db:5432/clubs', ''],
    [{ DATABASE_URL: 'postgres://board:ab@db/clubs' }, 'table of ab', ''],
    [{ DATABASE_URL: 'postgres://board:ab@db/clubs' }, 'board:ab@one', 'board:…@one'],
    [{ DATABASE_URL: 'postgres://board:postgres@db/clubs' }, 'postgres://board:postgres@one', 'postgres://board:…@one'],
    [{ DATABASE_URL: 'postgres://board:postgres@db/clubs' }, 'input: postgres://board:postgres@db/clubs', 'input: …'],
    [{ DATABASE_URL: 'postgres://board:caf%C3%A9@db/clubs' }, 'board:café@one, café', 'board:…@one, café'],
    [{ DATABASE_URL: 'postgres://board:café@db/clubs' }, 'board:caf%C3%A9@one', 'board:…@one'],
    [{ DATABASE_URL: 'postgres://b%40x:word@db/clubs' }, 'b@x:word@one', 'b@x:…@one'],
    [{ DATABASE_URL: 'postgres://db/clubs?password=word' }, 'a word: password=word', 'a word: password=…'],
    [{ DATABASE_URL: 'postgres://board:Sesame-99@db/clubs' }, 'Sesame-99 is wrong', '… is wrong'],
    [{ DATABASE_URL: 'postgres://board:$&$1-x@db/clubs' }, 'board:$&$1-x@one', 'board:…@one'],
    [{ PGPASSWORD: 'Sesame-99' }, 'Sesame-99 is wrong', '… is wrong'],
    [{ PGPASSWORD: 'database' }, 'The database is wrong', ''],
    [{ SMTP_URL: 'smtps://clubs:Sesame-99%40@mail.example.org:465' }, 'Sesame-99@ is wrong', '… is wrong'],
    [{ SMTP_URL: 'smtp://clubs:Sesame-99@mail' }, 'smtp://clubs:Sesame-99@mail', '…'],
    [{ SMTP_URL: 'smtp://clubs:Sesame-99@mail', DATABASE_URL: 'postgres://b:Other-98@db/c' }, 'Other-98', '…'],
    [{ SMTP_URL: 'smtp://mail.example.org:587' }, 'smtp://mail.example.org:587 says 550', ''],
  ])('with %j makes of "%s": "%s", where nothing means the same', (settings, text, told) => {
    vi.stubEnv('DATABASE_URL', settings.DATABASE_URL);
    vi.stubEnv('PGPASSWORD', settings.PGPASSWORD);
    vi.stubEnv('SMTP_URL', settings.SMTP_URL);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(scrub(text)).toBe(told || text);
  });

  test('holds every password that is no word, wherever and however it is written', () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    const password = fc
      .string({ minLength: 6, maxLength: 12 })
      .filter((text) => /[^\p{L}\d]/u.test(text) && !text.includes('…'));
    fc.assert(
      fc.property(password, (text) => {
        const written = encodeURIComponent(text);
        vi.stubEnv('DATABASE_URL', `postgres://board:${written}@db.example.org/clubs`);
        for (const spelling of [text, written, inspect(text).slice(1, -1)]) {
          expect(scrub(`<<${spelling}>> board:${spelling}@x`)).toBe('<<…>> board:…@x');
        }
      }),
    );
  });
});

test.each([
  ['one line by default', {}, /^The name is missing\.\n$/],
  ['the stack and the cause with NODE_DEBUG', { NODE_DEBUG: 'club-directory' }, /^ +at [^]*\[cause\]: TypeError/m],
])('A failure prints %s', async (_, environment, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'club-directory-failure-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const program = join(folder, 'program.ts');
  writeFileSync(
    program,
    `import { exitOnFailure, Failure } from '${resolve('src/failure.ts')}';
     await exitOnFailure(async () => { throw new Failure('The name is missing.', { cause: new TypeError('cause') }); });`,
  );
  const { code, output } = await runProgram(program, [], siteEnvironment(environment));
  expect(output).toMatch(expected);
  expect(code).toBe(1);
});
