import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { findSecrets } from '../src/env.ts';
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
        'db/commands/db-migrate.ts',
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
  expect(output).toBe('DATABASE_URL must have a port from 1 to 65535.\n');
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

test('Nothing else is taken for a secret', () => {
  expect(findSecrets({})).toEqual([]);
  expect(findSecrets({ DATABASE_URL: 'postgres://db:5432/clubs' })).toEqual([]);
  expect(findSecrets({ DATABASE_URL: 'postgres://board@db:5432/clubs' })).toEqual([]);
  expect(findSecrets({ DATABASE_URL: 'postgres://board:abc@db:5432/clubs' })).toEqual([]);
  expect(findSecrets({ PGPASSWORD: "it's \\n" })).toContain(inspect("it's \\n").slice(1, -1));
});
