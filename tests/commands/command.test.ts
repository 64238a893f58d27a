import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../support/command.ts';
import { siteEnvironment } from '../support/program.ts';
import { runShell } from '../support/shell.ts';

/** Settings of a process that can only write to its own folder. */
async function makeSettings() {
  const folder = await mkdtemp(join(tmpdir(), 'club-command-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return { DATA_DIR: join(folder, 'data') };
}

test.each([
  ['clubs-export', ['FILE.csv']],
  ['clubs-import', ['FILE.csv']],
  ['db-backup', ['FILE']],
  ['db-migrate', []],
  ['db-restore', ['FILE']],
  ['users-create', []],
  ['users-reset', []],
])('%s prints its usage and refuses unknown options and extra words', async (command, words) => {
  const usage = `Usage: npm run ${command.replace('-', ':')}`;
  const help = await runCommand(command, [...words, '--help', '--unknown'], { PORT: 'x' });
  expect([help.code, help.output]).toEqual([0, expect.stringMatching(new RegExp(`^${usage}`))]);
  for (const args of [['--unknown'], [...words, 'extra']]) {
    const { code, output } = await runCommand(command, args, await makeSettings());
    expect([code, output]).toEqual([1, expect.stringMatching(new RegExp(`^${usage}`, 'm'))]);
  }
});

test('A command that npm has taken an option from prints the right call', async () => {
  const line = 'npm run clubs:import --replace-samples clubs.csv';
  const { code, stderr } = await runShell(line, siteEnvironment(await makeSettings()));
  expect(stderr).toContain('npm consumed --replace-samples');
  expect(stderr).toContain('Usage: npm run clubs:import -- [options] <file>');
  expect(code).not.toBe(0);
});
