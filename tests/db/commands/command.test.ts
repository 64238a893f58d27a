import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runProgram, siteEnvironment } from '../../support/program.ts';
import { runShell } from '../../support/shell.ts';

const COMMANDS = ['clubs-export', 'clubs-import', 'db-migrate'];

/** The environment of a process that can leave nothing behind but in its own folder. */
async function environment() {
  const folder = await mkdtemp(join(tmpdir(), 'club-command-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return siteEnvironment({ DATA_DIR: join(folder, 'data') });
}

test.each(COMMANDS)('%s tells how it is used when it is asked, whatever the settings say', async (command) => {
  for (const args of [['--help'], ['-h'], ['--', '--help'], ['a.csv', '--help', '--unknown']]) {
    const { code, output } = await runProgram(`db/commands/${command}.ts`, args, siteEnvironment({ PORT: 'x' }));
    expect(output, args.join(' ')).toMatch(new RegExp(`^Usage: npm run ${command.replace('-', ':')}`));
    expect(code).toBe(0);
  }
});

test.each(COMMANDS)('%s refuses options that it does not have, and too many words', async (command) => {
  for (const args of [['--unknown'], ['a.csv', 'b.csv', 'c.csv']]) {
    const { code, output } = await runProgram(`db/commands/${command}.ts`, args, await environment());
    expect(output).toMatch(/^Usage: npm run .*\n$/);
    expect(code).toBe(1);
  }
});

test.each([
  ['clubs:import', '--replace-samples'],
  ['clubs:export', '--allow-empty'],
])('npm run %s refuses %s that npm has taken, with the right line', async (script, option) => {
  const { code, stderr } = await runShell(`npm run ${script} ${option} clubs.csv`, await environment());
  expect(stderr).toContain(`npm has kept ${option} for itself`);
  expect(stderr).toContain(`Usage: npm run ${script} -- FILE.csv`);
  expect(code).not.toBe(0);
});
