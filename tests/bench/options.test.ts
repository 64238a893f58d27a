import { describe, expect, test } from 'vitest';
import { runProgram, siteEnvironment } from '../support/program.ts';

describe.each(['bench/bench', 'bench/embedded', 'bench/writes', 'soak/command'])('The program %s', (name) => {
  const program = `tests/${name}.ts`;

  test.each(['--help', '-h'])('says with %s how it is called, and measures nothing', async (option) => {
    const { code, output } = await runProgram(program, [option], siteEnvironment());
    expect([code, output]).toEqual([0, expect.stringMatching(/^Usage: npm run (?:bench|test:soak).*\n/)]);
  });

  test('names an option that it does not know', async () => {
    const { code, output } = await runProgram(program, ['--round', '3'], siteEnvironment());
    expect([code, output]).toEqual([1, expect.stringMatching(/^There is no option --round\..*\nUsage: /)]);
  });
});
