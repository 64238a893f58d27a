import { parseArgs } from 'node:util';
import { npmCall, SETTINGS } from './settings.ts';
import { Failure } from './failure.ts';
import { findNearest } from './nearest.ts';

/** An option of a program. */
export interface Option {
  /** What has to follow it, as the usage calls it: `FILE`. Without one it is a switch. */
  value?: string;
  /** What it does, in plain words, without a full stop at the end. */
  meaning: string;
  /** What holds without it, for an option with a value. */
  unset?: string;
  /** Whether it has to be there; only of one with a value. */
  isRequired?: boolean;
  /** Whether it may be there several times; only of one with a value. */
  isList?: boolean;
}

/** How a program is called, and what `--help` says of it. */
export interface CommandForm {
  /** Its script in package.json. */
  script: string;
  /** What the words after it are, as the usage calls them: `FILE.csv`. */
  words?: readonly string[];
  meaning: string;
  /** By name, without the `--`. */
  options?: Readonly<Record<string, Option>>;
  /** Whether it has the settings of the site, which `--help` then tells. */
  hasSettings?: boolean;
}

/** What the words after a program say. */
export interface CommandLine {
  words: string[];
  switches: ReadonlySet<string>;
  /** By the name of the option; of a list the last. */
  values: ReadonlyMap<string, string>;
  /** The same with all of them, for options that may be given several times. */
  lists: ReadonlyMap<string, readonly string[]>;
}

/** Columns of what a program says of itself. */
const WIDTH = 100;

/** What the words after this program say; null when they asked for help, which is printed. Fails when they are wrong. */
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
    refuse(form, `npm has kept ${options} for itself: options stand after a "--" of its own. Nothing was done.`);
  }
  return line;
}

/** Reads words; fails with what is wrong with the first that is, and with the usage. */
export function parseCommandLine(form: CommandForm, words: readonly string[]): CommandLine {
  // npm takes the `--` before a command's words away; who calls the program without npm may leave it there.
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
      if (value !== undefined) refuse(form, `${rawName} takes no value.`);
      line.switches.add(name);
    } else {
      // What looks like an option is one that stands where the value should.
      if (value === undefined || value === '' || (!token.inlineValue && /^-./.test(value)))
        refuse(form, `${rawName} needs a value: ${rawName} ${option.value}.`);
      if (line.values.has(name) && !option.isList) refuse(form, `${rawName} is there twice.`);
      line.values.set(name, value);
      line.lists.set(name, [...(line.lists.get(name) ?? []), value]);
    }
  }

  for (const [name, { value = '', isRequired }] of Object.entries(options)) {
    if (isRequired && !line.values.has(name)) refuse(form, `--${name} ${value} is missing.`);
  }
  const wanted = form.words ?? [];
  const missing = wanted.slice(line.words.length);
  if (missing.length > 0) refuse(form, `${missing.join(' ')} is missing.`);
  const [extra] = line.words.slice(wanted.length);
  if (extra !== undefined) refuse(form, `${JSON.stringify(extra)} is one word too many.`);
  const empty = wanted.find((_, index) => line.words[index] === '');
  if (empty !== undefined) refuse(form, `${empty} is missing: the word in its place is empty.`);
  return line;
}

function describeUnknown(option: string, names: readonly string[]): string {
  const given = option.replace(/^-+/, '');
  const begun = given.length < 3 ? [] : names.filter((name) => name.startsWith(given));
  const [only] = begun.length === 1 ? begun : [];
  const near = only ?? findNearest(given, names, (letters) => (letters < 6 ? 1 : letters < 12 ? 2 : 3));
  return `There is no option ${option}.${near === null ? '' : ` Is --${near} meant?`}`;
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
          'Settings are environment variables, or lines NAME=value of a file .env in this folder:',
          '',
          ...formatTable(settings),
        ]
      : []),
  ].join('\n');
}

const withDefault = (meaning: string, unset: string) => `${meaning} ${keepTogether(`(default: ${unset})`)}`;

/** Words between which no line ends. */
const keepTogether = (words: string) => words.replaceAll(' ', NO_BREAK);
const NO_BREAK = '\u00a0';

function formatTable(rows: readonly { name: string; meaning: string }[]): string[] {
  const indent = Math.max(...rows.map(({ name }) => name.length)) + 4;
  return rows.map(({ name, meaning }) => `  ${name.padEnd(indent - 2)}${wrap(meaning, indent)}`);
}

/** A text in lines that begin in this column, the first of which begins there by itself. */
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
