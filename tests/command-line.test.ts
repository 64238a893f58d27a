import { describe, expect, test, vi } from 'vitest';
import { parseCommandLine, readCommandLine, type CommandForm } from '../src/command-line.ts';
import { Failure } from '../src/failure.ts';
import { runProgram, siteEnvironment } from './support/program.ts';

const FORM: CommandForm = {
  script: 'clubs:count',
  words: ['FILE.csv'],
  meaning: 'Counts clubs.',
  options: {
    'all-clubs': { meaning: 'counts inactive ones too' },
    yes: { meaning: 'asks nothing' },
    report: { value: 'FILE', meaning: 'writes it down' },
  },
};
const USAGE = 'Usage: npm run clubs:count -- FILE.csv [--all-clubs] [--yes] [--report FILE]';

describe('A command line', () => {
  test.each([
    [['--', 'a.csv', '--yes'], { words: ['a.csv'], switches: ['yes'], values: [] }],
    [['--report', 'r.csv', '-'], { words: ['-'], switches: [], values: [['report', 'r.csv']] }],
    [['a.csv', '--report=-r.csv'], { words: ['a.csv'], switches: [], values: [['report', '-r.csv']] }],
    [['--yes', '--', '--yes'], { words: ['--yes'], switches: ['yes'], values: [] }],
  ])('is read: %j', (args, expected) => {
    const { words, switches, values } = parseCommandLine(FORM, args);
    expect({ words, switches: [...switches], values: [...values] }).toEqual(expected);
  });

  test.each([
    ['an unknown option', ['a.csv', '--reprot', 'r.csv'], /--reprot\. .* --report\?/],
    ['an inherited name', ['a.csv', '--__proto__=x'], /--__proto__/],
    ['a missing value', ['a.csv', '--report', '--yes'], /--report/],
    ['a repeated option', ['a.csv', '--report', 'one', '--report=two'], /--report/],
    ['a value for a switch', ['a.csv', '--yes=no'], /--yes/],
    ['a missing argument', [''], /FILE\.csv/],
    ['an extra argument', ['my', 'clubs.csv'], /clubs\.csv/],
  ])('is rejected with its usage for %s', (_, args, problem) => {
    const parse = () => parseCommandLine(FORM, args);
    expect(parse).toThrow(Failure);
    expect(parse).toThrow(problem);
    expect(parse).toThrow(`\n${USAGE}`);
  });

  test('may require an option, and repeat another', () => {
    const form: CommandForm = {
      script: 'people:find',
      meaning: 'Finds people.',
      options: {
        email: { value: 'ADDRESS', meaning: 'of whom', isRequired: true },
        role: { value: 'ROLE', meaning: 'with this role', isList: true },
      },
    };
    expect(() => parseCommandLine(form, ['--role', 'a'])).toThrow('--email');
    const { lists } = parseCommandLine(form, ['--role', 'a', '--email', 'e', '--role=b']);
    expect(lists.get('role')).toEqual(['a', 'b']);
  });

  test('prints the options and settings for --help', () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    vi.spyOn(process, 'argv', 'get').mockReturnValue(['node', 'program', '--help']);
    expect(readCommandLine({ ...FORM, hasSettings: true })).toBeNull();
    const [[help]] = log.mock.calls as [[string]];
    vi.restoreAllMocks();
    expect(help).toContain(USAGE);
    expect(help).toMatch(/^ {2}--report FILE {2}/m);
    expect(help).toMatch(/^ {2}HOST {2}[^]*?\(default: 127\.0\.0\.1\)$/m);
  });
});

test('npm start prints its usage even if a setting is wrong, and rejects unknown options', async () => {
  const start = (word: string) => runProgram('src/server/main.ts', [word], siteEnvironment({ PORT: 'x' }));
  const [help, wrong] = await Promise.all([start('--help'), start('--bogus')]);
  expect(help).toMatchObject({ code: 0, output: expect.stringMatching(/^Usage: npm start\n/) as string });
  expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('--bogus') as string });
});
