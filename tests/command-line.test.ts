import { describe, expect, test } from 'vitest';
import { parseCommandLine, type CommandForm } from '../src/command-line.ts';
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
    [['a.csv'], { words: ['a.csv'], switches: [], values: [] }],
    [['--', 'a.csv', '--yes'], { words: ['a.csv'], switches: ['yes'], values: [] }],
    [['--report', 'r.csv', '-'], { words: ['-'], switches: [], values: [['report', 'r.csv']] }],
    [['a.csv', '--report=-r.csv'], { words: ['a.csv'], switches: [], values: [['report', '-r.csv']] }],
    [['--yes', '--', '--yes'], { words: ['--yes'], switches: ['yes'], values: [] }],
  ])('%j is read', (args, expected) => {
    const { words, switches, values } = parseCommandLine(FORM, args);
    expect({ words, switches: [...switches], values: [...values] }).toEqual(expected);
  });

  test.each([
    [['a.csv', '--bogus'], 'There is no option --bogus.'],
    [['a.csv', '--reprot', 'r.csv'], 'There is no option --reprot. Is --report meant?'],
    [['a.csv', '--all_club'], 'There is no option --all_club. Is --all-clubs meant?'],
    [['a.csv', '--all'], 'There is no option --all. Is --all-clubs meant?'],
    [['a.csv', '--yse'], 'There is no option --yse. Is --yes meant?'],
    [['a.csv', '-y'], 'There is no option -y.'],
    [['a.csv', '--constructor'], 'There is no option --constructor.'],
    [['a.csv', '--__proto__=x'], 'There is no option --__proto__.'],
    [['a.csv', '--report'], '--report needs a value: --report FILE.'],
    [['a.csv', '--report', '--yes'], '--report needs a value: --report FILE.'],
    [['a.csv', '--report', ''], '--report needs a value: --report FILE.'],
    [['a.csv', '--report='], '--report needs a value: --report FILE.'],
    [['a.csv', '--report', 'one', '--report=two'], '--report is there twice.'],
    [['a.csv', '--yes=no'], '--yes takes no value.'],
    [[], 'FILE.csv is missing.'],
    [[''], 'FILE.csv is missing: the word in its place is empty.'],
    [['my', 'clubs.csv'], '"clubs.csv" is one word too many.'],
  ])('%j is refused with what is wrong, and how it is right', (args, problem) => {
    expect(() => parseCommandLine(FORM, args)).toThrow(new Failure(`${problem}\n${USAGE}`));
  });
});

test('An option may be required, and another be there several times', () => {
  const form: CommandForm = {
    script: 'people:find',
    meaning: 'Finds people.',
    options: {
      email: { value: 'ADDRESS', meaning: 'of whom', isRequired: true },
      role: { value: 'ROLE', meaning: 'with this role', isList: true },
    },
  };
  const usage = 'Usage: npm run people:find -- --email ADDRESS [--role ROLE]';
  expect(() => parseCommandLine(form, ['--role', 'a'])).toThrow(new Failure(`--email ADDRESS is missing.\n${usage}`));
  const { lists } = parseCommandLine(form, ['--role', 'a', '--email', 'e', '--role=b']);
  expect(lists.get('role')).toEqual(['a', 'b']);
});

describe.each([
  ['npm start', 'src/server/main.ts'],
  ['npm run build', 'src/server/build-command.ts'],
])('%s', (call, program) => {
  test('tells how it is used when it is asked, whatever the settings say, and does no more', async () => {
    const { code, output } = await runProgram(program, ['--help'], siteEnvironment({ PORT: 'x' }));
    expect(output).toMatch(new RegExp(`^Usage: ${call}\\n\\n`));
    expect(output).not.toContain('Building');
    expect(code).toBe(0);
  });

  test.each([
    ['--bogus', 'There is no option --bogus.'],
    ['8080', '"8080" is one word too many.'],
  ])('refuses %s', async (word, problem) => {
    const { code, output } = await runProgram(program, [word], siteEnvironment());
    expect(output).toBe(`${problem}\nUsage: ${call}\n`);
    expect(code).toBe(1);
  });
});

test('npm start -- --help tells every setting with what holds without it', async () => {
  const { output } = await runProgram('src/server/main.ts', ['--help'], siteEnvironment());
  expect(output).toMatch(/^ {2}CLUB_LIST_PAGE_SIZE {2}.*\n.*\(default: 1\)$/m);
  expect(output).toMatch(/^ {2}HOST {2}.*\(default: 127\.0\.0\.1\)$/m);
});
