import { describe, expect, test, vi } from 'vitest';
import { createProgram, runProgram } from '../../src/lib/command-line.ts';
import { ExpectedError } from '../../src/lib/errors.ts';
import { runProgram as runProcess, siteEnvironment } from '../support/program.ts';

/** The arguments and options that the action of a program gets. */
async function parse(args: string[]): Promise<unknown> {
  let given: unknown;
  const program = createProgram('clubs:count', 'Counts clubs.')
    .argument('<file>')
    .option('--all-clubs', 'count inactive ones too')
    .option('--yes', 'ask nothing')
    .option('--report <file>', 'write it down')
    .option('--role <role...>', 'can be repeated')
    .action((file: string, options: object) => {
      given = { file, ...options };
    });
  await runProgram(program, args);
  return given;
}

describe('A command line', () => {
  test.each([
    [['--', 'a.csv', '--yes'], { file: 'a.csv', yes: true }],
    [['--report', 'r.csv', '-'], { file: '-', report: 'r.csv' }],
    [['a.csv', '--report=-r.csv', '--all-clubs'], { file: 'a.csv', report: '-r.csv', allClubs: true }],
    [['a.csv', '--role', 'a', '--role', 'b'], { file: 'a.csv', role: ['a', 'b'] }],
    [['--yes', '--', '--yes'], { file: '--yes', yes: true }],
  ])('is read: %j', async (args, expected) => {
    expect(await parse(args)).toEqual(expected);
  });

  test.each([
    ['an unknown option', ['a.csv', '--reprot', 'r.csv'], /--reprot[^]*Did you mean --report\?/],
    ['an inherited name', ['a.csv', '--__proto__=x'], /--__proto__/],
    ['a missing value', ['a.csv', '--report', '--yes'], /--report/],
    ['a missing argument', [], /file/],
    ['an extra argument', ['my', 'clubs.csv'], /arguments/],
  ])('is rejected with its usage for %s', async (_, args, problem) => {
    const error: unknown = await parse(args).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ExpectedError);
    expect((error as ExpectedError).message).toMatch(problem);
    expect((error as ExpectedError).message).toContain('\nUsage: npm run clubs:count -- [options] <file>\n');
  });

  test('prints the options for --help, and runs nothing', async () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    expect(await parse(['--help', '--unknown'])).toBeUndefined();
    const help = write.mock.calls.join('');
    write.mockRestore();
    expect(help).toMatch(/^Usage: npm run clubs:count -- \[options\] <file>\n/);
    expect(help).toMatch(/^ {2}--report <file> {2}/m);
  });
});

test('npm start prints its usage even if a setting is wrong, and rejects unknown options', async () => {
  const start = (word: string) => runProcess('src/process/start.ts', [word], siteEnvironment({ PORT: 'x' }));
  const [help, wrong] = await Promise.all([start('--help'), start('--port=3')]);
  expect(help).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Usage: npm start -- /) as string,
  });
  expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('--port=3') as string });
});
