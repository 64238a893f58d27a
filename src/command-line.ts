import { parseArgs } from 'node:util';
import { npmCall, SETTINGS } from './settings.ts';
import { Failure } from './failure.ts';
import { findNearest } from './nearest.ts';

/** An option of a program. */
export interface Option {
  /** The placeholder of its value in the usage: `FILE`. Without one it is a switch. */
  value?: string;
  /** Without a full stop at the end. */
  meaning: string;
  /** The default of an option with a value. */
  unset?: string;
  /** Only for an option with a value. */
  isRequired?: boolean;
  /** Whether it may be repeated; only for an option with a value. */
  isList?: boolean;
}

/** The usage of a program, and its `--help`. */
export interface CommandForm {
  /** Its script in package.json. */
  script: string;
  /** The placeholders of its arguments: `FILE.csv`. */
  words?: readonly string[];
  meaning: string;
  /** By name, without the `--`. */
  options?: Readonly<Record<string, Option>>;
  /** Whether `--help` lists the settings of the site. */
  hasSettings?: boolean;
}

/** The parsed arguments of a program. */
export interface CommandLine {
  words: string[];
  switches: ReadonlySet<string>;
  /** By the name of the option; the last value of a repeated option. */
  values: ReadonlyMap<string, string>;
  /** All values of repeated options. */
  lists: ReadonlyMap<string, readonly string[]>;
}

/** The line width of the help, in columns. */
const WIDTH = 100;

/** Parses the arguments of this process; null if they ask for help, which is printed. Throws if they are invalid. */
export function readCommandLine(form: CommandForm): CommandLine | null {
  const args = process.argv.slice(2);
  if (args.some((word) => word === '--help' || word === '-h')) {
    console.log(formatHelp(form));
    return null;
  }
  const line = parseCommandLine(form, args);
  const { taken } = npmCall(Object.keys(form.options ?? {}));
  if (taken.length > 0) {
    const options = taken.map((name) => `--${name}`).join(', ');
    refuse(form, `npm consumed ${options}. Put "--" before the options of the command. Nothing was changed.`);
  }
  return line;
}

/** Parses arguments; throws with the first error and the usage. */
export function parseCommandLine(form: CommandForm, words: readonly string[]): CommandLine {
  // npm removes the `--` before the arguments; without npm it may still be there.
  const args = words[0] === '--' ? words.slice(1) : [...words];
  const options = form.options ?? {};
  const types = Object.entries(options).map(
    ([name, { value }]) => [name, { type: value === undefined ? ('boolean' as const) : ('string' as const) }] as const,
  );
  const { tokens } = parseArgs({
    args,
    options: Object.fromEntries(types),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });

  const line = {
    words: [] as string[],
    switches: new Set<string>(),
    values: new Map<string, string>(),
    lists: new Map<string, string[]>(),
  };
  for (const token of tokens) {
    if (token.kind === 'positional') line.words.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!option) refuse(form, describeUnknown(rawName, Object.keys(options)));
    if (option.value === undefined) {
      if (value !== undefined) refuse(form, `${rawName} does not take a value.`);
      line.switches.add(name);
    } else {
      // An option in place of the value.
      if (value === undefined || value === '' || (!token.inlineValue && /^-./.test(value)))
        refuse(form, `${rawName} needs a value: ${rawName} ${option.value}.`);
      if (line.values.has(name) && !option.isList) refuse(form, `${rawName} is given twice.`);
      line.values.set(name, value);
      line.lists.set(name, [...(line.lists.get(name) ?? []), value]);
    }
  }

  for (const [name, { value = '', isRequired }] of Object.entries(options)) {
    if (isRequired && !line.values.has(name)) refuse(form, `Missing option: --${name} ${value}.`);
  }
  const wanted = form.words ?? [];
  const missing = wanted.slice(line.words.length);
  if (missing.length > 0) refuse(form, `Missing argument: ${missing.join(' ')}.`);
  const [extra] = line.words.slice(wanted.length);
  if (extra !== undefined) refuse(form, `Unexpected argument: ${JSON.stringify(extra)}.`);
  const empty = wanted.find((_, index) => line.words[index] === '');
  if (empty !== undefined) refuse(form, `${empty} must not be empty.`);
  return line;
}

function describeUnknown(option: string, names: readonly string[]): string {
  const given = option.replace(/^-+/, '');
  const begun = given.length < 3 ? [] : names.filter((name) => name.startsWith(given));
  const [only] = begun.length === 1 ? begun : [];
  const near = only ?? findNearest(given, names, (letters) => (letters < 6 ? 1 : letters < 12 ? 2 : 3));
  return `Unknown option: ${option}.${near === null ? '' : ` Did you mean --${near}?`}`;
}

function refuse(form: CommandForm, problem: string): never {
  throw new Failure(`${problem}\n${formatUsage(form)}`);
}

function formatUsage({ script, words = [], options = {} }: CommandForm): string {
  const parts = [
    ...words,
    ...Object.entries(options).map(([name, { value, isRequired }]) => {
      const call = `--${name}${value === undefined ? '' : ` ${value}`}`;
      return isRequired ? call : `[${call}]`;
    }),
  ];
  const call = `Usage: npm ${script === 'start' ? '' : 'run '}${script}`;
  if (parts.length === 0) return call;
  const start = `${call} -- `;
  return start + wrap(parts.map(keepTogether).join(' '), start.length);
}

function formatHelp(form: CommandForm): string {
  const options = Object.entries(form.options ?? {}).map(([name, { value, meaning, unset }]) => ({
    name: `--${name}${value === undefined ? '' : ` ${value}`}`,
    meaning: unset === undefined ? meaning : withDefault(meaning, unset),
  }));
  const settings = SETTINGS.map(({ name, unset, meaning }) => ({ name, meaning: withDefault(meaning, unset) }));
  return [
    formatUsage(form),
    '',
    wrap(form.meaning, 0),
    ...(options.length > 0 ? ['', ...formatTable(options)] : []),
    ...(form.hasSettings
      ? [
          '',
          'Settings are environment variables, or NAME=value lines in a .env file in this folder:',
          '',
          ...formatTable(settings),
        ]
      : []),
  ].join('\n');
}

const withDefault = (meaning: string, unset: string) => `${meaning} ${keepTogether(`(default: ${unset})`)}`;

/** Words that stay on one line. */
const keepTogether = (words: string) => words.replaceAll(' ', NO_BREAK);
const NO_BREAK = '\u00a0';

function formatTable(rows: readonly { name: string; meaning: string }[]): string[] {
  const indent = Math.max(...rows.map(({ name }) => name.length)) + 4;
  return rows.map(({ name, meaning }) => `  ${name.padEnd(indent - 2)}${wrap(meaning, indent)}`);
}

/** Wraps a text; all lines but the first are indented to this column. */
function wrap(text: string, column: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && column + line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else {
      line += line === '' ? word : ` ${word}`;
    }
  }
  return [...lines, line].join(`\n${' '.repeat(column)}`).replaceAll(NO_BREAK, ' ');
}
