import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import * as v from 'valibot';
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
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '').toLowerCase();
  }, 'must be the address of the site without a path, such as https://clubs.example.org'),
  v.transform((text) => new URL(text).origin),
);

const SettingsSchema = v.object({
  /** Where the server listens. */
  HOST: v.optional(v.string(), '127.0.0.1'),
  /** 0 takes any free port. */
  PORT: v.optional(wholeNumber(0, 65_535), '4321'),
  /** Origin of every absolute address that the site prints, without a slash at the end. Fixed when the site is built. */
  SITE_URL: v.optional(httpOrigin),
  /** A PostgreSQL server, 15 or newer. Without it the site runs its embedded database. */
  DATABASE_URL: v.optional(
    v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')),
  ),
  /** Folder of what the site keeps: the embedded database. */
  DATA_DIR: v.optional(v.string(), './data'),
  /** Clubs on a page of the list, while a visitor has not chosen another size. */
  CLUB_LIST_PAGE_SIZE: v.optional(wholeNumber(1, 100), '1'),
  /** Whether a new embedded database starts with sample clubs. */
  SAMPLE_DATA: v.optional(onOrOff, 'on'),
  /** Whether answers are kept in memory until a club changes. */
  PAGE_CACHE: v.optional(onOrOff, 'on'),
  /** Whether every request is logged. */
  ACCESS_LOG: v.optional(onOrOff, 'off'),
  /** Whether a CDN in front of the site is told what it may keep. */
  CDN: v.optional(onOrOff, 'off'),
});

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

/** The settings of this process: its environment, then a `.env` file beside package.json. Throws `SettingsError`. */
export function settings(): Settings {
  if (!current) {
    if (existsSync('.env')) process.loadEnvFile('.env');
    const { value, issues } = readSettings(process.env);
    if (issues) {
      throw new SettingsError(issues.map(({ field, message }) => `${field} ${message}.`).join('\n'));
    }
    current = value;
  }
  return current;
}

/** Whether this is `astro dev`, where components change while what they have made stays in memory. */
export const isDevelopment: boolean = 'env' in import.meta && import.meta.env.DEV;
