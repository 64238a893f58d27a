import { spawn } from 'node:child_process';

/** A program for Node.js and the words after it. */
export type Program = readonly [file: string, ...words: string[]];

/**
 * Runs programs at the same time and tells what each has printed as one piece, when it ends, in the order of their
 * ends. Answers whether all went well; those that did not are told last, by name.
 */
export async function runSideBySide(
  programs: Readonly<Record<string, Program>>,
  report: (text: string) => void,
): Promise<boolean> {
  const outcomes = await Promise.all(
    Object.entries(programs).map(async ([name, program]) => {
      const { code, output } = await run(program);
      if (output) report(output);
      return { name, code };
    }),
  );
  const failed = outcomes.filter(({ code }) => code !== 0).map(({ name }) => name);
  if (failed.length > 0) report(`Not in order: ${failed.join(', ')}. What is wrong stands above.\n`);
  return failed.length === 0;
}

function run(program: Program): Promise<{ code: number | null; output: string }> {
  return new Promise((done, fail) => {
    // Through a pipe they would not know that a person reads.
    const env = process.stdout.isTTY ? { FORCE_COLOR: '1', ...process.env } : process.env;
    const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'pipe'], env });
    const end = () => child.kill();
    process.once('exit', end);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    child.once('error', fail);
    child.once('close', (code) => {
      process.off('exit', end);
      done({ code, output });
    });
  });
}
