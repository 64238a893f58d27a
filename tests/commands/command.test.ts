import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runProgram, siteEnvironment } from '../support/program.ts';
import { runShell } from '../support/shell.ts';

const COMMANDS = ['clubs-export', 'clubs-import', 'db-backup', 'db-migrate', 'db-restore'];

/** The environment of a process that can leave nothing behind but in its own folder. */
async function environment() {
  const folder = await mkdtemp(join(tmpdir(), 'club-command-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return siteEnvironment({ DATA_DIR: join(folder, 'data') });
}

test.each(COMMANDS)('%s tells how it is used when it is asked, whatever the settings say', async (command) => {
  for (const args of [['--help'], ['-h'], ['--', '--help'], ['a.csv', '--help', '--unknown']]) {
    const { code, output } = await runProgram(`src/commands/${command}.ts`, args, siteEnvironment({ PORT: 'x' }));
    expect(output, args.join(' ')).toMatch(new RegExp(`^Usage: npm run ${command.replace('-', ':')}`));
    expect(code).toBe(0);
  }
});

test.each(COMMANDS)('%s says what is wrong with its line before it tells how it is used', async (command) => {
  for (const [args, problem] of [
    [['--unknown'], 'There is no option --unknown.'],
    [['a.csv', 'b.csv', 'c.csv'], `"${command === 'db-migrate' ? 'a' : 'b'}.csv" is one word too many.`],
  ] as const) {
    const { code, output } = await runProgram(`src/commands/${command}.ts`, [...args], await environment());
    const [first, second] = output.split('\n');
    expect([first, second]).toEqual([problem, expect.stringMatching(/^Usage: npm run /)]);
    expect(code).toBe(1);
  }
});

test.each(['clubs-export', 'clubs-import'])('%s refuses an empty name of a file, and does nothing', async (command) => {
  const { code, output } = await runProgram(`src/commands/${command}.ts`, [''], await environment());
  expect(output).toMatch(/^FILE\.csv is missing: the word in its place is empty\.\nUsage: /);
  expect(code).toBe(1);
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
