import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runProgram, siteEnvironment } from '../support/program.ts';
import { callOf, runShell } from '../support/shell.ts';

const CREATE = 'src/commands/users-create.ts';
const RESET = 'src/commands/users-reset.ts';

describe('The commands of accounts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'club-directory-users-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const env = siteEnvironment({ DATA_DIR: folder, SAMPLE_DATA: 'off', SITE_URL: '' });
  const create = (...words: string[]) => runProgram(CREATE, ['--password', 'correct horse', ...words], env);

  test('bring no password back where there is no database, and make none', async () => {
    const { code, output } = await runProgram(RESET, ['--email', 'ada@example.org'], env);
    expect([code, output]).toEqual([1, expect.stringContaining(`There is no database in ${folder}/database.`)]);
    expect(existsSync(join(folder, 'database'))).toBe(false);
  });

  test('say what is wrong before they make a database', async () => {
    const refused = [
      ['--email', 'ada@example.org', '--name', 'x'.repeat(256)],
      ['--email', 'ada@example.org', '--email', 'bob@example.org'],
      ['--name', 'Ada'],
    ];
    const outputs = await Promise.all(refused.map(async (words) => (await create(...words)).output));
    expect(outputs[0]).toContain('--name must be a name of up to 255 characters');
    expect(outputs[1]).toContain('--email is there twice.');
    expect(outputs[2]).toMatch(/^--email ADDRESS is missing\.\nUsage: npm run users:create -- --email ADDRESS \[/);
    const nobody = await runProgram(CREATE, ['--email', 'ada@example.org'], env);
    expect(nobody.output).toContain('there is nobody to ask');
    expect(existsSync(join(folder, 'database'))).toBe(false);
  });

  test('make the first account in a new database, and say so; a role that is given twice counts once', async () => {
    const { code, output } = await create('--email', 'ada@example.org', '--role', 'board', '--role', 'board');
    expect(code, output).toBe(0);
    expect(output).toContain(`There was no club directory in the embedded database in ${folder}/database: a new one`);
    expect(output).toContain('ada@example.org can sign in now: board.\n');
    const again = await create('--email', 'ada@example.org');
    expect(again.code).toBe(1);
    expect(again.output).toContain('There is an account of ada@example.org already. Nothing was changed.');
  });

  test('take a password from the standard input', async () => {
    const call = `${callOf(CREATE)} --email bob@example.org --password -`;
    const short = await runShell(`echo short | ${call}`, env);
    expect([short.code, short.stderr]).toEqual([1, expect.stringContaining('A password has at least 12 characters.')]);
    const common = await runShell(`echo password1234 | ${call}`, env);
    expect([common.code, common.stderr]).toEqual([1, expect.stringContaining('This password is easy to guess.')]);
    const { code, stdout } = await runShell(`echo 'correct horse' | ${call}`, env);
    expect([code, stdout]).toEqual([0, expect.stringContaining('bob@example.org can sign in now')]);
  });

  test('say that the address of a link is that of this shell where it has none of its own', async () => {
    const ask = (variables: Record<string, string>) =>
      runProgram(RESET, ['--email', 'ada@example.org'], { ...env, ...variables });
    const { code, output } = await ask({ PORT: '4444' });
    expect(code, output).toBe(0);
    expect(output).toMatch(/an hour: http:\/\/localhost:4444\/password-reset\/\S+\n/);
    expect(output).toContain('SITE_URL is not set in this shell: the link begins with http://localhost:4444.');
    expect((await ask({ SITE_URL: 'https://clubs.example.org' })).output).not.toContain('SITE_URL');
  });
});
