import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { scrub } from '../../src/lib/print-error.ts';
import { runProgram, siteEnvironment } from '../support/program.ts';

test('A command that cannot reach its database prints neither the password nor a stack', async () => {
  const settings = siteEnvironment({ DATABASE_URL: 'postgres://board:Sesame-99@127.0.0.1:1/clubs' });
  const { code, output } = await runProgram('src/commands/db-migrate.ts', [], settings);
  expect(output).toContain('127.0.0.1:1/clubs');
  expect(output).not.toMatch(/esame|^ +at /m);
  expect(code).toBe(1);
});

describe('exitOnError', () => {
  /** Runs a program with this body; `text` is a message with the password of its database. */
  async function run(body: string, environment: Record<string, string> = {}) {
    const folder = mkdtempSync(join(tmpdir(), 'club-failure-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const program = join(folder, 'program.ts');
    writeFileSync(
      program,
      `import { ExpectedError } from ${JSON.stringify(resolve('src/lib/errors.ts'))};
      import { exitOnError } from ${JSON.stringify(resolve('src/lib/print-error.ts'))};
      const text = 'Invalid: ' + process.env.DATABASE_URL + " and it's \\\\Sesame'99 of " + typeof ExpectedError;
      await exitOnError(async () => { ${body} });`,
    );
    const url = "postgres://board:%5CSesame'99@db/clubs";
    return await runProgram(program, [], siteEnvironment({ DATABASE_URL: url, ...environment }));
  }

  test('prints a failure as one line without the password', async () => {
    const { code, output } = await run('throw new ExpectedError(text);');
    expect(output).toMatch(/^Invalid: .*….*\n$/);
    expect(output).not.toContain('esame');
    expect(code).toBe(1);
  });

  test('prints an unhandled rejection without the password', async () => {
    const { code, output } = await run('void Promise.reject(Object.assign(new Error(text), { input: text }));');
    expect(output).toMatch(/Invalid: .*…/);
    expect(output).not.toContain('esame');
    expect(code).toBe(1);
  });

  test('adds the stack and the cause with NODE_DEBUG', async () => {
    const body = 'throw new ExpectedError(text, { cause: new TypeError(text) });';
    const { output } = await run(body, { NODE_DEBUG: 'club-directory' });
    expect(output).toMatch(/^ +at [^]*\[cause\]: TypeError/m);
    expect(output).not.toContain('esame');
  });
});

describe('scrub', () => {
  afterEach(() => void vi.unstubAllEnvs());

  test.each<[what: string, settings: Record<string, string>, text: string, scrubbed: string]>([
    [
      'keeps a password that is an ordinary word',
      { DATABASE_URL: 'postgres://postgres:postgres@127.0.0.1:1/postgres' },
      '127.0.0.1:1/postgres failed',
      '127.0.0.1:1/postgres failed',
    ],
    [
      'removes an escaped password',
      { DATABASE_URL: 'postgres://board:caf%C3%A9@db/clubs' },
      'postgres://board:café@one caf%C3%A9',
      'postgres://board…one …',
    ],
    ['removes PGPASSWORD', { PGPASSWORD: 'Sesame-99' }, 'Sesame-99 is wrong', '… is wrong'],
    [
      'removes the password of the mail server',
      { SMTP_URL: 'smtps://clubs:Sesame-99%40@mail.example.org:465' },
      'Sesame-99@ is wrong',
      '… is wrong',
    ],
  ])('%s', (_, settings, text, scrubbed) => {
    for (const name of ['DATABASE_URL', 'PGPASSWORD', 'SMTP_URL']) vi.stubEnv(name, settings[name]);
    expect(scrub(text)).toBe(scrubbed);
  });

  test('removes every password that is not a word, in any spelling', () => {
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
