import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { runCommand } from '../../support/command.ts';
import { siteEnvironment } from '../../support/program.ts';
import { copyEmbedded } from '../../support/setup-databases.ts';
import { callOf, runShell } from '../../support/shell.ts';

describe('The account commands', () => {
  const folder = mkdtempSync(join(tmpdir(), 'club-directory-users-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const settings = { DATA_DIR: folder, SITE_URL: '' };
  const create = (...words: string[]) =>
    runCommand('users-create', ['--password', 'correct horse', ...words], settings);
  const reset = (more = {}) => runCommand('users-reset', ['--email', 'ada@example.org'], { ...settings, ...more });

  test('do not create a database for a password reset or for wrong options', async () => {
    expect(await reset()).toMatchObject({ code: 1 });
    for (const words of [
      ['--email', 'ada@example.org', '--name', 'x'.repeat(256)],
      ['--email', 'ada@example.org', '--role', 'nothing'],
      ['--name', 'Ada'],
    ]) {
      expect(await create(...words), words.join(' ')).toMatchObject({ code: 1 });
    }
    expect(await runCommand('users-create', ['--email', 'ada@example.org'], settings)).toMatchObject({ code: 1 });
    expect(existsSync(join(folder, 'database'))).toBe(false);
  });

  test('create an account', async () => {
    copyEmbedded(inject('embeddedTemplate'), folder);
    const { code, output } = await create('--email', 'ada@example.org', '--role', 'board', '--role', 'board');
    expect([code, output]).toEqual([0, expect.stringContaining('Roles and permissions: board.\n')]);
    expect(await create('--email', 'ada@example.org')).toMatchObject({ code: 1 });
  });

  test('read a password from the standard input', async () => {
    const add = (password: string) =>
      runShell(
        `echo ${password} | ${callOf('src/commands/users-create.ts')} --email bob@example.org --password -`,
        siteEnvironment(settings),
      );
    expect((await add('short')).code).toBe(1);
    expect((await add("'correct horse'")).code).toBe(0);
    expect((await create('--email', 'bob@example.org')).output).toContain('bob@example.org already exists');
  });

  test('print a reset link with the address of the site', async () => {
    const { code, output } = await reset({ PORT: '4444' });
    expect(code, output).toBe(0);
    expect(output).toMatch(/: http:\/\/localhost:4444\/password-reset\/\S+\n/);
    expect(output).toContain('SITE_URL is not set');
    const withUrl = await reset({ SITE_URL: 'https://clubs.example.org' });
    expect(withUrl.output).toMatch(/: https:\/\/clubs\.example\.org\/password-reset\/\S+\n$/);
  });
});
