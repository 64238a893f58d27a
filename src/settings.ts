import { BlockList } from 'node:net';
import { resolve } from 'node:path';
import * as v from 'valibot';
import { ADDRESS_FORM } from './lib/database-url.ts';
import { toIssues, type ReadResult } from './lib/result.ts';
import { LOCALES } from './messages/locales.ts';
import {
  claimName,
  contactWay,
  domainList,
  httpOrigin,
  issuerAddress,
  locale,
  loggedRequests,
  mailServerAddress,
  networkList,
  onOrOff,
  portOrAddress,
  rateLimit,
  sender,
  serverAddress,
  wholeNumber,
} from './settings/parsers.ts';
import { codeOf, ExpectedError, reasonOf } from './lib/errors.ts';

const setting = <T>(read: v.GenericSchema<string, T>, unset: string, meaning: string) =>
  v.pipe(v.optional(read, unset), v.metadata({ unset, meaning }));

/** `unset` describes what applies without a value. */
const optional = <T>(read: v.GenericSchema<string, T>, meaning: string, unset = 'none') =>
  v.pipe(v.optional(read), v.metadata({ unset, meaning }));

/** Every setting. `npm run docs` writes them to docs/settings.md and .env.example. */
const SettingsSchema = v.object({
  SITE_URL: optional(httpOrigin, 'Public base URL. Set it in production', 'http://localhost:$PORT'),
  HOST: setting(v.string(), '127.0.0.1', 'Address to listen on'),
  PORT: setting(wholeNumber(0, 65_535), '4321', 'Port to listen on; `0` picks a free port'),
  TRUSTED_PROXIES: optional(
    networkList,
    'Trusted proxies: addresses, CIDR ranges or `loopback`; see docs/operating.md',
  ),
  DATABASE_URL: optional(serverAddress, `PostgreSQL 15 or newer: \`${ADDRESS_FORM}\`. If unset, embedded database`),
  DATA_DIR: setting(v.string(), './data', 'Folder of the embedded database'),
  CLUB_LIST_PAGE_SIZE: setting(wholeNumber(1, 100), '1', 'Clubs per page, from 1 to 100. Use 24 in production'),
  DEFAULT_LOCALE: setting(locale, 'en', `Default language: ${LOCALES.join(', ')}. The board can choose another one`),
  SITE_DIR: setting(v.string(), './src/content', 'Folder with name, logo and pages; see docs/identity.md'),
  SAMPLE_DATA: setting(onOrOff, 'on', '`off` creates a new embedded database without sample clubs'),
  OIDC_ISSUER: optional(issuerAddress, 'Issuer URL of the OpenID Connect provider; see docs/accounts.md'),
  OIDC_CLIENT_ID: optional(v.string(), 'OIDC client ID'),
  OIDC_CLIENT_SECRET: optional(v.string(), 'OIDC client secret'),
  OIDC_ALLOWED_DOMAINS: optional(domainList, 'E-mail domains that may sign in, separated by spaces. If unset, all'),
  OIDC_TRUST_EMAIL: setting(
    onOrOff,
    'off',
    '`on` accepts addresses without an `email_verified` claim; see docs/accounts.md',
  ),
  OIDC_EMAIL_CLAIM: setting(claimName, 'email', 'Claim with the e-mail address; others need `OIDC_TRUST_EMAIL=on`'),
  OIDC_BOARD_GROUP: optional(v.string(), 'Group at the provider whose members get the role `board`'),
  OIDC_ADMIN_GROUP: optional(v.string(), 'Group at the provider whose members get the role `administrator`'),
  SMTP_URL: optional(mailServerAddress, 'SMTP server: `smtps://user:password@host:port`. If unset, no e-mail is sent'),
  MAIL_FROM: optional(sender, 'From address for outgoing e-mail, such as `Clubs <clubs@example.org>`'),
  CLUB_CONTACT: setting(contactWay, 'both', 'How visitors write to clubs by default: `address`, `form` or `both`'),
  EDIT_LINKS: setting(onOrOff, 'on', '`off`: the contact of a club cannot get an e-mail with a link to edit its page'),
  PAGE_CACHE: setting(onOrOff, 'on', '`off` disables the page cache'),
  CDN: setting(onOrOff, 'off', '`on` sends cache headers for a CDN; see docs/operating.md'),
  RATE_LIMIT: setting(rateLimit, '20', 'Rendered responses per second and client, or `off`; see docs/operating.md'),
  MAX_CONCURRENT: setting(wholeNumber(1, 10_000), '128', 'Concurrent renders; other requests get a stale page or 503'),
  ACCESS_LOG: setting(loggedRequests, 'on', '`on` logs rendered requests, `all` also cached ones and files; or `off`'),
  METRICS_PORT: optional(
    portOrAddress,
    'Port on `HOST` or `address:port` for Prometheus metrics; see docs/operating.md',
  ),
});

/** The documentation of every setting. `unset` is the default; `meaning` is Markdown without a full stop. */
export const SETTINGS = Object.entries(SettingsSchema.entries).map(([name, schema]) => ({
  name,
  ...v.getMetadata(schema),
}));

const NEEDED_BY: Readonly<Record<string, readonly string[]>> = {
  OIDC_ISSUER: Object.keys(SettingsSchema.entries).filter((name) => /^OIDC_(?!ISSUER)/.test(name)),
  OIDC_CLIENT_ID: ['OIDC_ISSUER'],
  OIDC_CLIENT_SECRET: ['OIDC_ISSUER'],
  SMTP_URL: ['MAIL_FROM'],
  MAIL_FROM: ['SMTP_URL'],
};

/** Settings of earlier versions, and what replaces them. */
const REMOVED: Readonly<Record<string, string>> = {
  METRICS_HOST: 'was removed: write the address in METRICS_PORT, such as METRICS_PORT=127.0.0.1:9464',
  MIGRATION_BACKUP: 'was removed: an embedded database is always backed up before a migration',
  OIDC_NAME_CLAIM: 'was removed: the name comes from the claim name, or else from given_name and family_name',
  TRANSACTION_LIMIT: 'was removed: a transaction without work ends after 15 seconds',
};

const SECRET = ['DATABASE_URL', 'SMTP_URL', 'OIDC_CLIENT_SECRET'];

const toSettings = (env: v.InferOutput<typeof SettingsSchema>) => ({
  host: env.HOST,
  port: env.PORT,
  siteUrl: env.SITE_URL ?? defaultSiteUrl(env.PORT),
  /** False if `siteUrl` is the default. */
  siteUrlIsSet: env.SITE_URL !== undefined,
  databaseUrl: env.DATABASE_URL ?? null,
  /** Absolute. */
  dataDir: resolve(env.DATA_DIR),
  clubListPageSize: env.CLUB_LIST_PAGE_SIZE,
  defaultLocale: env.DEFAULT_LOCALE,
  /** Absolute. */
  siteDir: resolve(env.SITE_DIR),
  sampleData: env.SAMPLE_DATA,
  provider:
    env.OIDC_ISSUER && env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET
      ? {
          /** Without a slash at the end. */
          issuer: env.OIDC_ISSUER,
          clientId: env.OIDC_CLIENT_ID,
          clientSecret: env.OIDC_CLIENT_SECRET,
          /** In lower case; if empty, all domains are allowed. */
          allowedDomains: env.OIDC_ALLOWED_DOMAINS ?? [],
          /** Whether an address counts as verified if the provider sends no `email_verified`. */
          trustEmail: env.OIDC_TRUST_EMAIL,
          emailClaim: env.OIDC_EMAIL_CLAIM,
          /** The groups that give roles. */
          groups: { board: env.OIDC_BOARD_GROUP, administrator: env.OIDC_ADMIN_GROUP },
        }
      : null,
  /** Outgoing e-mail. */
  mail: env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM } : null,
  /** Of clubs that have not chosen, on a site that sends e-mails. */
  clubContact: env.CLUB_CONTACT,
  /** For links that edit a club; null if there are none. */
  editLinkMail: env.EDIT_LINKS && env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM } : null,
  pageCache: env.PAGE_CACHE,
  /** Requests per second and client; null without a limit. */
  rateLimit: env.RATE_LIMIT,
  trustedProxies: env.TRUSTED_PROXIES ?? new BlockList(),
  maxConcurrent: env.MAX_CONCURRENT,
  /** Null without a log. */
  loggedRequests: env.ACCESS_LOG,
  metrics: env.METRICS_PORT ? { port: env.METRICS_PORT.port, host: env.METRICS_PORT.host ?? env.HOST } : null,
  cdn: env.CDN,
});

export type Settings = ReturnType<typeof toSettings>;
export type ProviderSettings = NonNullable<Settings['provider']>;
export type MailSettings = NonNullable<Settings['mail']>;

/** Reads settings from environment variables; an empty variable counts as not set. */
export function readSettings(source: Record<string, string | undefined>): ReadResult<Settings> {
  const env = Object.fromEntries(Object.entries(source).filter(([, value]) => value));
  const removed = Object.entries(REMOVED).flatMap(([field, message]) => (field in env ? [{ field, message }] : []));
  if (removed.length > 0) return { issues: removed };
  const { success, output, issues } = v.safeParse(SettingsSchema, env);
  if (!success) {
    const format = (name: string, message: string) =>
      SECRET.includes(name) ? message : `${message}, not ${JSON.stringify(env[name])}`;
    return { issues: toIssues(issues).map(({ field, message }) => ({ field, message: format(field, message) })) };
  }
  const missing = Object.entries(NEEDED_BY).flatMap(([field, names]) => {
    const name = env[field] === undefined ? names.find((dependent) => env[dependent] !== undefined) : undefined;
    return name === undefined ? [] : [{ field, message: `must be set if ${name} is set` }];
  });
  // `email_verified` is about the claim `email` only.
  if (output.OIDC_EMAIL_CLAIM !== 'email' && !output.OIDC_TRUST_EMAIL)
    missing.push({ field: 'OIDC_TRUST_EMAIL', message: 'must be on if OIDC_EMAIL_CLAIM is not email' });
  if (missing.length > 0) return { issues: missing };
  return { value: toSettings(output) };
}

let current: Settings | undefined;

/** The settings of this process: its environment, then a `.env` file beside package.json. Throws `ExpectedError`. */
export function settings(): Settings {
  if (current) return current;
  loadEnvFile();
  const { value, issues } = readSettings(process.env);
  if (issues) throw new ExpectedError(issues.map(({ field, message }) => `${field} ${message}.`).join('\n'));
  current = value;
  return current;
}

/**
 * Sets the port, which the system chooses for PORT=0. Call this before the first request: the bundle of the pages has
 * its own copy of this module, which then reads the environment.
 */
export function settlePort(port: number): Settings {
  const settled = settings();
  process.env.PORT = String(port);
  current = { ...settled, port, siteUrl: settled.siteUrlIsSet ? settled.siteUrl : defaultSiteUrl(port) };
  return current;
}

const defaultSiteUrl = (port: number) => `http://localhost:${port}`;

/** The environment takes precedence. */
function loadEnvFile(): void {
  const before = new Set(Object.keys(process.env));
  try {
    process.loadEnvFile();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw new ExpectedError(`Cannot read .env: ${reasonOf(error)}.`);
  }
  // Node.js takes all text before a `=` for a name; it may be part of a password.
  if (Object.keys(process.env).some((name) => !before.has(name) && !/^[\w.-]+$/.test(name)))
    throw new ExpectedError('.env has a line that is not NAME=value, or is not UTF-8 without a byte order mark.');
}

/** The environment of this process, for the few modules that need more than the settings. */
export const environment = (): Readonly<NodeJS.ProcessEnv> => process.env;

/** Whether this is `astro dev`, where components change while their output stays in memory. */
export const isDevelopment: boolean = 'env' in import.meta && import.meta.env.DEV;
