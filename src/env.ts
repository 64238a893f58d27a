import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { inspect, parseEnv } from 'node:util';
import * as v from 'valibot';
import { findAddressFault } from './database-address.ts';
import { toIssues, type ReadResult } from './result.ts';

const wholeNumber = (minimum: number, maximum: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, `must be a whole number from ${minimum} to ${maximum}`),
    v.transform(Number),
    v.minValue(minimum, `must be a whole number from ${minimum} to ${maximum}`),
    v.maxValue(maximum, `must be a whole number from ${minimum} to ${maximum}`),
  );

const onOrOff = v.pipe(
  v.string(),
  v.picklist(['on', 'off'], 'must be on or off'),
  v.transform((value) => value === 'on'),
);

const httpOrigin = v.pipe(
  v.string(),
  v.check((text) => {
    const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
    return url !== null && url.href === `${url.origin}/`;
  }, 'must be the address of the site without a path, such as https://clubs.example.org'),
  v.transform((text) => new URL(text).origin),
);

const serverAddress = v.pipe(
  v.string(),
  v.rawCheck(({ dataset, addIssue }) => {
    const fault = dataset.typed ? findAddressFault(dataset.value) : null;
    if (fault) addIssue({ message: fault });
  }),
);

const setting = <T>(read: v.GenericSchema<string, T>, unset: string, meaning: string) =>
  v.pipe(v.optional(read, unset), v.metadata({ unset, meaning }));

/** A setting that has no value of its own while it is not set; `unset` says what happens then. */
const optionalSetting = <T>(read: v.GenericSchema<string, T>, unset: string, meaning: string) =>
  v.pipe(v.optional(read), v.metadata({ unset, meaning }));

/** Every setting, in the order in which people are told of them. */
const SettingsSchema = v.object({
  SITE_URL: optionalSetting(
    httpOrigin,
    'http://localhost:$PORT',
    "Where the world finds the site: canonical links, the API's addresses. Set it in production",
  ),
  HOST: setting(v.string(), '127.0.0.1', 'Where the server listens'),
  PORT: setting(
    wholeNumber(0, 65_535),
    '4321',
    'The port it listens on; 0 takes a free one, and SITE_URL then has to name it',
  ),
  DATABASE_URL: optionalSetting(
    serverAddress,
    'none',
    'A PostgreSQL server, 15 or newer, with a UTF-8 database: postgres://user:password@host:5432/database. None: the embedded one',
  ),
  DATA_DIR: setting(v.string(), './data', 'Where the embedded database lives'),
  CLUB_LIST_PAGE_SIZE: setting(
    wholeNumber(1, 100),
    '1',
    'Clubs on a page of the list, while a visitor has not chosen: 1 to 100',
  ),
  SAMPLE_DATA: setting(onOrOff, 'on', 'off: a new embedded database starts empty'),
  PAGE_CACHE: setting(onOrOff, 'on', 'off: every answer is made anew'),
  ACCESS_LOG: setting(onOrOff, 'off', 'on: a line for each request'),
  CDN: setting(onOrOff, 'off', 'on: a CDN in front is told what it may keep, see docs/operating.md'),
});

/** A setting as people are told of it. */
export interface SettingDescription {
  name: string;
  /** What holds while it is not set. */
  unset: string;
  /** In plain words, without a full stop at the end. */
  meaning: string;
}

/** Every setting there is. */
export const SETTINGS: readonly SettingDescription[] = Object.entries(SettingsSchema.entries).map(([name, schema]) => ({
  name,
  ...v.getMetadata(schema),
}));

export interface Settings {
  host: string;
  port: number;
  siteUrl: string;
  /** False when `siteUrl` is only the default. */
  siteUrlIsSet: boolean;
  databaseUrl: string | null;
  /** Absolute. */
  dataDir: string;
  clubListPageSize: number;
  sampleData: boolean;
  pageCache: boolean;
  accessLog: boolean;
  cdn: boolean;
}

/** Settings from environment variables; an empty variable counts as not set. */
export function readSettings(source: Record<string, string | undefined>): ReadResult<Settings> {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value));
  const parsed = v.safeParse(SettingsSchema, given);
  if (!parsed.success) return { issues: toIssues(parsed.issues) };
  const env = parsed.output;
  return {
    value: {
      host: env.HOST,
      port: env.PORT,
      siteUrl: env.SITE_URL ?? `http://localhost:${env.PORT}`,
      siteUrlIsSet: env.SITE_URL !== undefined,
      databaseUrl: env.DATABASE_URL ?? null,
      dataDir: resolve(env.DATA_DIR),
      clubListPageSize: env.CLUB_LIST_PAGE_SIZE,
      sampleData: env.SAMPLE_DATA,
      pageCache: env.PAGE_CACHE,
      accessLog: env.ACCESS_LOG,
      cdn: env.CDN,
    },
  };
}

/** Settings that do not fit; the message names each variable. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

let current: Settings | undefined;

/**
 * The settings of this process: its environment, then a `.env` file beside package.json. Throws `SettingsError`. The
 * first call warns of what looks like a setting and is none.
 */
export function settings(): Settings {
  if (!current) {
    const warnings = loadEnvFile('.env');
    for (const warning of [...warnings, ...findMisspelt(Object.keys(process.env))]) console.warn(warning);
    const { value, issues } = readSettings(process.env);
    if (issues) {
      throw new SettingsError(issues.map(({ field, message }) => `${field} ${message}.`).join('\n'));
    }
    current = value;
  }
  return current;
}

/** Sets what the file says and the environment does not; answers what to warn of. */
function loadEnvFile(file: string): string[] {
  const text = readTextFile(file);
  if (text === null) return [];
  for (const [name, value] of Object.entries(parseEnv(text))) {
    if (value !== undefined) process.env[name] ??= value;
  }
  return findUnreadLines(text, file);
}

/** Null when there is no such file. */
function readTextFile(file: string): string | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT') return null;
    throw new SettingsError(`The settings in ${file} cannot be read (${code}).`);
  }
  // What PowerShell writes unless it is told otherwise.
  if (bytes.includes(0)) throw new SettingsError(`The settings in ${file} are no UTF-8 text: save the file as UTF-8.`);
  return bytes.toString().replace(/^\ufeff/, '');
}

/** Warnings of the lines of a `.env` file that set nothing. They name the setting that is meant, and no value. */
export function findUnreadLines(text: string, file: string): string[] {
  const lines = text.split('\n');
  const warnings: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').trim();
    if (line === '' || line.startsWith('#')) continue;
    const [, name = '', value] = /^(?:export\s+)?([^=]*?)\s*(?:=\s*(.*))?$/.exec(line) ?? [];
    if (name === '' || value === undefined) {
      const meant = findNearest(/^[\w-]*/.exec(name)?.[0] ?? '');
      warnings.push(
        `Line ${at + 1} of ${file} sets nothing: a setting is a line NAME=value.${meant ? ` Is ${meant} meant?` : ''}`,
      );
      continue;
    }
    // A quoted value may go over several lines; one that is never closed does not.
    const quote = /^["'`]/.exec(value)?.[0];
    if (!quote || value.indexOf(quote, 1) > 0) continue;
    const end = lines.findIndex((later, index) => index > at && later.includes(quote));
    if (end > 0) at = end;
  }
  return warnings;
}

/** Warnings of variables that are no settings and are called much like one. */
export function findMisspelt(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const meant = SETTINGS.some((known) => known.name === name) ? null : findNearest(name);
    return meant ? `The environment has ${name}, which is no setting: is ${meant} meant?` : [];
  });
}

/** The setting that a name is a slip of, if there is one. Short names are like too many others to allow for slips. */
function findNearest(name: string): string | null {
  const letters = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const given = letters(name);
  const near = SETTINGS.find((known) => {
    const wanted = letters(known.name);
    const slips = wanted.length < 5 ? 0 : wanted.length < 14 ? 1 : 2;
    return Math.abs(wanted.length - given.length) <= slips && countSlips(wanted, given) <= slips;
  });
  return near?.name ?? null;
}

/** Letters left out, added, mistaken or changed with their neighbour between two words. */
function countSlips(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let i = 1; i <= a.length; i += 1) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      rows[i]?.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
          isSwapped ? at(i - 2, j - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(a.length, b.length);
}

/** How npm started this process; without npm there is no script. */
export interface NpmCall {
  /** The script's name in package.json. */
  script: string | null;
  /** Whether npm kept from printing what it runs, on the standard output. */
  isSilent: boolean;
  /** Which of these options npm has taken for itself: those that stood before the `--`. */
  taken: string[];
}

/** What npm says in the environment of this process of how it was called. */
export const npmCall = (options: readonly string[]): NpmCall => readNpmCall(process.env, options);

/** `yes` is an option of npm's own, which many have switched on for good. */
export function readNpmCall(source: Record<string, string | undefined>, options: readonly string[]): NpmCall {
  return {
    script: source.npm_lifecycle_event ?? null,
    isSilent: source.npm_config_loglevel === 'silent',
    taken: options.filter((name) => name !== 'yes' && source[`npm_config_${name.replaceAll('-', '_')}`]),
  };
}

/** What no message may hold, as it may be written in one: the longest first. Of the environment as it stands, right or wrong. */
export function findSecrets(source: Record<string, string | undefined> = process.env): string[] {
  const { DATABASE_URL: url = '', PGPASSWORD: password = '' } = source;
  const parsed = URL.parse(url);
  const [, ofUser] = /:\/\/[^:]*:(.*)@/s.exec(url) ?? [];
  // Without a host the password stands where a port would.
  const [, ofHost, start] = /:\/\/[^:@/]*:(?!\d+(?:[/?]|$))(([^/?#@]*)[^@]*)$/s.exec(url) ?? [];
  const found = [password, ofUser, ofHost, start, parsed?.password, parsed?.searchParams.get('password')];
  const passwords = found
    .flatMap((text) => (text ? [text, decode(text), encodeURIComponent(decode(text))] : []))
    // Less than this is no secret, and stands in every other word.
    .filter((text) => text.length >= 4);
  const secrets = passwords.length > 0 ? [url, ...passwords] : [];
  return [...new Set(secrets.flatMap((text) => [text, inspect(text).slice(1, -1)]))]
    .filter((text) => text !== '')
    .sort((a, b) => b.length - a.length);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The environment of this process with other values of some variables, for a process that it starts. */
export const environmentWith = (variables: Record<string, string>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...variables,
});

/** Whether this is `astro dev`, where components change while what they have made stays in memory. */
export const isDevelopment: boolean = 'env' in import.meta && import.meta.env.DEV;
