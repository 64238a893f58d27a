import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { siteEnvironment, startProgram } from '../support/program.ts';

/** A program that tells of what it does when it is interrupted; it runs until it is. */
async function writeProgram(work: string, said: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'club-interrupt-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const program = join(folder, 'work.ts');
  await writeFile(
    program,
    `import { tellInterrupts } from ${JSON.stringify(resolve('src/commands/interrupt.ts'))};
    ${work}
    setInterval(() => {}, 1000);
    console.log('${said}');`,
  );
  return program;
}

/** How a program ends by a Ctrl+C once it has said this, and what it says. */
async function interruptProgram(program: string, args: string[], said: string) {
  const running = startProgram(program, args, siteEnvironment());
  await expect.poll(running.output).toContain(said);
  running.child.kill('SIGINT');
  return { code: await running.ended, output: running.output() };
}

/** One whose work is undecided at first, and later as told. */
async function interrupt(later: string): Promise<{ code: number | null; output: string }> {
  const work = `let outcome: string | null = null;
    tellInterrupts(() => outcome, 'Nobody knows.');
    process.once('SIGINT', () => { ${later} });`;
  return await interruptProgram(await writeProgram(work, 'working'), [], 'working');
}

test('what is being decided is waited for', async () => {
  const { code, output } = await interrupt(`setTimeout(() => { outcome = 'All is there.'; }, 100);`);
  expect([code, output]).toEqual([130, 'working\n\nInterrupted. All is there.\n']);
});

test('what is not decided in time is told as unknown', async () => {
  const { code, output } = await interrupt('');
  expect([code, output]).toEqual([130, 'working\n\nInterrupted. Nobody knows.\n']);
});

test('who takes Ctrl+C and ends the process as if all were well does not keep it from being told', async () => {
  const { code, output } = await interrupt('process.exit(0);');
  expect([code, output]).toEqual([130, 'working\n\nInterrupted. Nobody knows.\n']);
});

test('what comes after the work ends the process with its number, and says nothing of work', async () => {
  const work = `tellInterrupts(() => 'One thing is done.')();
    if (process.argv[2] === 'again') tellInterrupts(() => 'Another is not.');`;
  const program = await writeProgram(work, 'done');
  for (const [args, told] of [
    [[], 'done\n'],
    [['again'], 'done\n\nInterrupted. Another is not.\n'],
  ] as const) {
    const { code, output } = await interruptProgram(program, [...args], 'done');
    expect([code, output]).toEqual([130, told]);
  }
});
