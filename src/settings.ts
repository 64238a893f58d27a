import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { inspect, parseEnv } from 'node:util';
import * as v from 'valibot';
import { processWide } from './process-wide.ts';
import { findAddressFault } from './database-address.ts';
import { readNetworks, type Network } from './ip-address.ts';
import { LOCALES, type Locale } from './messages/locales.ts';
import { findNearest } from './nearest.ts';
import { toIssues, type ReadResult } from './result.ts';
import { codeOf, reasonOf } from './system-reasons.ts';

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
  }, 'must be a URL without a path, such as https://clubs.example.org'),
  v.transform((text) => new URL(text).origin),
);

/** The base URL of the identity provider's metadata. */
const issuerAddress = v.pipe(
  v.string(),
  v.check((text) => {
    const url = URL.parse(text);
    if (url?.search !== '' || url.hash !== '') return false;
    return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  }, 'must be an https URL, such as https://login.example.org/realms/students'),
  v.check(
    (text) => !/\/\.well-known(\/|$)/.test(text),
    'must be the issuer URL without /.well-known/openid-configuration',
  ),
  // Identities are stored with the issuer: one spelling.
  v.transform((text) => text.replace(/\/$/, '')),
);

export const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

const domainList = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter((domain) => domain !== ''),
  ),
  v.array(
    v.pipe(
      v.string(),
      v.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a list of domains, such as example.org student.example.org'),
    ),
  ),
);

const claimName = v.pipe(v.string(), v.regex(/^[\w.:/-]+$/, 'must be a claim name, such as email'));

const serverAddress = v.pipe(
  v.string(),
  v.rawCheck(({ dataset, addIssue }) => {
    const fault = dataset.typed ? findAddressFault(dataset.value) : null;
    if (fault) addIssue({ message: fault });
  }),
);

const mailServerAddress = v.pipe(
  v.string(),
  v.check((text) => {
    const url = URL.parse(text);
    if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') return false;
    return ['', '/'].includes(url.pathname) && url.search === '' && url.hash === '';
  }, 'must be an SMTP URL, such as smtps://user:password@mail.example.org:465; in the password, write # as %23 and @ as %40'),
);

const sender = v.pipe(
  v.string(),
  v.check((text) => {
    const [, address = text] = /^[^<>"\p{Cc}]*<([^<>]*)>$/u.exec(text) ?? [];
    return v.is(v.pipe(v.string(), v.email()), address);
  }, 'must be an e-mail address, such as clubs@example.org or Clubs <clubs@example.org>'),
);

const networkList = v.pipe(
  v.string(),
  v.transform(readNetworks),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    if ('networks' in dataset.value) return dataset.value.networks;
    addIssue({
      message: `must be IP addresses or CIDR ranges, such as loopback 192.0.2.1 2001:db8::/32; ${JSON.stringify(dataset.value.wrong)} is neither`,
    });
    return NEVER;
  }),
);

const RATE_MESSAGE = 'must be a whole number of requests per second, from 1 to 10000, or off';
const rateLimit = v.pipe(
  v.string(),
  v.regex(/^(?:off|\d+)$/, RATE_MESSAGE),
  v.transform((text) => (text === 'off' ? null : Number(text))),
  v.check((rate) => rate === null || (rate >= 1 && rate <= 10_000), RATE_MESSAGE),
);

const loggedRequests = v.pipe(
  v.string(),
  v.picklist(['on', 'all', 'off'], 'must be on, all or off'),
  v.transform((text): Settings['loggedRequests'] => (text === 'off' ? null : text === 'all' ? 'all' : 'made')),
);

/** Where to listen. */
export interface SocketAddress {
  host: string;
  port: number;
}

const setting = <T>(read: v.GenericSchema<string, T>, unset: string, meaning: string) =>
  v.pipe(v.optional(read, unset), v.metadata({ unset, meaning }));

/** A setting without a default value; `unset` describes the default. */
const optionalSetting = <T>(read: v.GenericSchema<string, T>, unset: string, meaning: string) =>
  v.pipe(v.optional(read), v.metadata({ unset, meaning }));

/** Every setting, in the order of the documentation. */
const SettingsSchema = v.object({
  SITE_URL: optionalSetting(
    httpOrigin,
    'http://localhost:$PORT',
    'Public base URL, for links in pages, e-mails and the API. Set it in production',
  ),
  HOST: setting(v.string(), '127.0.0.1', 'Address to listen on'),
  PORT: setting(wholeNumber(0, 65_535), '4321', 'Port to listen on; 0 picks a free port'),
  TRUSTED_PROXIES: optionalSetting(
    networkList,
    'none',
    'Trusted proxies (addresses, CIDR ranges or loopback). If unset, forwarding headers are ignored; see docs/operating.md',
  ),
  DATABASE_URL: optionalSetting(
    serverAddress,
    'none',
    'PostgreSQL 15 or newer, UTF-8: postgres://user:password@host:5432/database. If unset, the embedded database is used',
  ),
  DATA_DIR: setting(v.string(), './data', 'Folder of the embedded database'),
  TRANSACTION_LIMIT: setting(
    wholeNumber(1, 3600),
    '15',
    'Idle-in-transaction timeout of the embedded database, in seconds',
  ),
  MIGRATION_BACKUP: setting(onOrOff, 'on', 'off skips the backup of the embedded database before migrations'),
  CLUB_LIST_PAGE_SIZE: setting(
    wholeNumber(1, 100),
    '1',
    'Default number of clubs per page, from 1 to 100. Use 24 in production',
  ),
  DEFAULT_LOCALE: setting(
    v.pipe(v.string(), v.picklist(LOCALES, `must be ${LOCALES.join(' or ')}`)),
    'en',
    'Language of URLs without a prefix: en or fr. The other language has its own prefix, such as /fr/club/',
  ),
  SITE_DIR: setting(
    v.string(),
    './src/content',
    'Folder with the name, colours, logo and pages of the site; see docs/identity.md',
  ),
  SAMPLE_DATA: setting(onOrOff, 'on', 'off creates a new embedded database without sample clubs'),
  OIDC_ISSUER: optionalSetting(
    issuerAddress,
    'none',
    'Issuer URL of the OpenID Connect (OIDC) provider for sign-in; see docs/accounts.md',
  ),
  OIDC_CLIENT_ID: optionalSetting(v.string(), 'none', 'OIDC client ID'),
  OIDC_CLIENT_SECRET: optionalSetting(v.string(), 'none', 'OIDC client secret'),
  OIDC_ALLOWED_DOMAINS: optionalSetting(
    domainList,
    'none',
    'E-mail domains that may sign in with OIDC, such as student.example.org. If unset, all domains are allowed',
  ),
  OIDC_TRUST_EMAIL: setting(
    onOrOff,
    'off',
    'on treats e-mail addresses as verified if the provider sends no email_verified claim; see docs/accounts.md',
  ),
  OIDC_EMAIL_CLAIM: setting(
    claimName,
    'email',
    'Claim with the e-mail address. Any claim other than email requires OIDC_TRUST_EMAIL=on',
  ),
  OIDC_NAME_CLAIM: setting(claimName, 'name', 'Claim with the display name'),
  SMTP_URL: optionalSetting(
    mailServerAddress,
    'none',
    'SMTP server for outgoing e-mail: smtp:// or smtps://user:password@host:port. If unset, no e-mail is sent',
  ),
  MAIL_FROM: optionalSetting(sender, 'none', 'From address for outgoing e-mail, such as Clubs <clubs@example.org>'),
  PAGE_CACHE: setting(onOrOff, 'on', 'off disables the page cache'),
  CDN: setting(onOrOff, 'off', 'on sends cache headers for a CDN; see docs/operating.md'),
  RATE_LIMIT: setting(
    rateLimit,
    '20',
    'Database requests per second and client, with bursts of ten times as many. off disables the limit; see docs/operating.md',
  ),
  MAX_CONCURRENT: setting(
    wholeNumber(1, 10_000),
    '128',
    'Maximum number of requests rendered at the same time. Other requests get 503; for searches, the limit is half of it',
  ),
  ACCESS_LOG: setting(
    loggedRequests,
    'on',
    'on logs rendered requests; all also logs cache hits and static files; off disables the access log',
  ),
  METRICS_PORT: optionalSetting(
    wholeNumber(0, 65_535),
    'none',
    'Port for Prometheus metrics at /metrics, such as 9464; 0 picks a free port. If unset, metrics are disabled',
  ),
  METRICS_HOST: setting(v.string(), '127.0.0.1', 'Address for the metrics port to listen on'),
});

/** The documentation of a setting. */
export interface SettingDescription {
  name: string;
  /** The default. */
  unset: string;
  /** Without a full stop at the end. */
  meaning: string;
}

/** Every setting there is. */
export const SETTINGS: readonly SettingDescription[] = Object.entries(SettingsSchema.entries).map(([name, schema]) => ({
  name,
  ...v.getMetadata(schema),
}));

/** The OpenID Connect provider. */
export interface ProviderSettings {
  /** Without a slash at the end. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** In lower case; if empty, all domains are allowed. */
  allowedDomains: readonly string[];
  /** Whether an address counts as verified if the provider sends no `email_verified`. */
  trustEmail: boolean;
  emailClaim: string;
  nameClaim: string;
}

/** Outgoing e-mail. */
export interface MailSettings {
  url: string;
  from: string;
}

export interface Settings {
  host: string;
  port: number;
  siteUrl: string;
  /** False when `siteUrl` is only the default. */
  siteUrlIsSet: boolean;
  databaseUrl: string | null;
  /** Absolute. */
  dataDir: string;
  /** In seconds. */
  transactionLimit: number;
  migrationBackup: boolean;
  clubListPageSize: number;
  defaultLocale: Locale;
  /** Absolute. */
  siteDir: string;
  sampleData: boolean;
  provider: ProviderSettings | null;
  mail: MailSettings | null;
  pageCache: boolean;
  /** Requests a second of one client; null: no limit. */
  rateLimit: number | null;
  trustedProxies: readonly Network[];
  maxConcurrent: number;
  /** Null: none. */
  loggedRequests: 'made' | 'all' | null;
  metricsAddress: SocketAddress | null;
  cdn: boolean;
}

/** Settings that require another setting. */
const NEEDS: readonly [name: string, needed: string][] = [
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_SECRET'],
  ['OIDC_CLIENT_ID', 'OIDC_ISSUER'],
  ['OIDC_CLIENT_SECRET', 'OIDC_ISSUER'],
  ['OIDC_ALLOWED_DOMAINS', 'OIDC_ISSUER'],
  ['OIDC_TRUST_EMAIL', 'OIDC_ISSUER'],
  ['OIDC_EMAIL_CLAIM', 'OIDC_ISSUER'],
  ['OIDC_NAME_CLAIM', 'OIDC_ISSUER'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['MAIL_FROM', 'SMTP_URL'],
  ['METRICS_HOST', 'METRICS_PORT'],
];

/** Settings from environment variables; an empty variable counts as not set. */
export function readSettings(source: Record<string, string | undefined>): ReadResult<Settings> {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value));
  const parsed = v.safeParse(SettingsSchema, given);
  if (!parsed.success) return { issues: toIssues(parsed.issues) };
  const env = parsed.output;
  const lacking = NEEDS.flatMap(([name, needed]) =>
    given[name] !== undefined && given[needed] === undefined
      ? [{ field: needed, message: `must be set if ${name} is set` }]
      : [],
  );
  // Report each missing setting once.
  const issues = lacking.filter(({ field }, index) => lacking.findIndex((other) => other.field === field) === index);
  if (issues.length > 0) return { issues };
  // `email_verified` is about the claim `email` only.
  if (env.OIDC_EMAIL_CLAIM !== 'email' && !env.OIDC_TRUST_EMAIL) {
    return { issues: [{ field: 'OIDC_TRUST_EMAIL', message: 'must be on if OIDC_EMAIL_CLAIM is not email' }] };
  }
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  const { SMTP_URL: mailUrl, MAIL_FROM: from } = env;
  return {
    value: {
      host: env.HOST,
      port: env.PORT,
      siteUrl: env.SITE_URL ?? defaultSiteUrl(env.PORT),
      siteUrlIsSet: env.SITE_URL !== undefined,
      databaseUrl: env.DATABASE_URL ?? null,
      dataDir: resolve(env.DATA_DIR),
      transactionLimit: env.TRANSACTION_LIMIT,
      migrationBackup: env.MIGRATION_BACKUP,
      clubListPageSize: env.CLUB_LIST_PAGE_SIZE,
      defaultLocale: env.DEFAULT_LOCALE,
      siteDir: resolve(env.SITE_DIR),
      sampleData: env.SAMPLE_DATA,
      provider:
        issuer !== undefined && clientId !== undefined && clientSecret !== undefined
          ? {
              issuer,
              clientId,
              clientSecret,
              allowedDomains: env.OIDC_ALLOWED_DOMAINS ?? [],
              trustEmail: env.OIDC_TRUST_EMAIL,
              emailClaim: env.OIDC_EMAIL_CLAIM,
              nameClaim: env.OIDC_NAME_CLAIM,
            }
          : null,
      mail: mailUrl !== undefined && from !== undefined ? { url: mailUrl, from } : null,
      pageCache: env.PAGE_CACHE,
      rateLimit: env.RATE_LIMIT,
      trustedProxies: env.TRUSTED_PROXIES ?? [],
      maxConcurrent: env.MAX_CONCURRENT,
      loggedRequests: env.ACCESS_LOG,
      metricsAddress: env.METRICS_PORT === undefined ? null : { host: env.METRICS_HOST, port: env.METRICS_PORT },
      cdn: env.CDN,
    },
  };
}

/** Invalid settings; the message names each variable. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

let current: Settings | undefined;
/** The bundle of the pages has its own copy of this module. */
const hasWarned = processWide<true>('settings-warned');

/**
 * The settings of this process: its environment, then a `.env` file beside package.json. Throws `SettingsError`. The
 * first call warns about names that look like misspelled settings.
 */
export function settings(): Settings {
  if (!current) {
    const { origins, warnings } = loadEnvFile('.env');
    const { env } = process;
    warnings.push(
      ...findMisspelt(Object.keys(env), origins),
      ...findOverruled(env, origins),
      ...findUnknownZone(env.TZ),
    );
    if (!hasWarned.get()) for (const warning of warnings) console.warn(warning);
    hasWarned.set(true);
    const { value, issues } = readSettings(process.env);
    if (issues) {
      const lines = issues.map(({ field, message }) => {
        const origin = origins.get(field);
        return `${field} ${message}${origin === undefined ? '' : ` (${origin})`}.`;
      });
      throw new SettingsError(lines.join('\n'));
    }
    current = value;
  }
  return current;
}

/**
 * Sets the port that the site listens on, which the system chooses for PORT=0. The bundle of the pages has its own copy
 * of this module and reads the environment at its first request, so call this before.
 */
export function settlePort(port: number): Settings {
  const settled = settings();
  process.env.PORT = String(port);
  current = { ...settled, port, siteUrl: settled.siteUrlIsSet ? settled.siteUrl : defaultSiteUrl(port) };
  return current;
}

const defaultSiteUrl = (port: number) => `http://localhost:${port}`;

/** Where each variable from a file is set, by name: `line 3 of .env`. */
type Origins = ReadonlyMap<string, string>;

/** Sets what the file says and the environment does not. */
function loadEnvFile(file: string): { origins: Origins; warnings: string[] } {
  const text = readTextFile(file);
  if (text === null) return { origins: new Map(), warnings: [] };
  const origins = new Map<string, string>();
  const lines = new Map(readEnvLines(text).map(({ name, line }) => [name, line]));
  const values = parseEnv(text);
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || process.env[name] !== undefined || !isVariable(name)) continue;
    process.env[name] = value;
    const line = lines.get(name);
    origins.set(name, line === undefined ? `in ${file}` : `line ${line} of ${file}`);
  }
  return { origins, warnings: [...findDoubtfulLines(text, file), ...findReadableSecrets(file, values)] };
}

/** Warns if every user of this machine can read a `.env` file with passwords in it. Windows lacks these permission bits. */
function findReadableSecrets(file: string, values: Record<string, string | undefined>): string[] {
  const isReadable = process.platform !== 'win32' && (statSync(file).mode & 0o004) !== 0;
  return isReadable && findSecrets(values).length > 0
    ? [`Every user of this machine can read the passwords in ${file}. Run: chmod 600 ${file}`]
    : [];
}

/** Null if the file does not exist. */
function readTextFile(file: string): string | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw new SettingsError(`Cannot read ${file}: ${reasonOf(error)}.`);
  }
  // PowerShell writes UTF-16 by default. In Windows-1252, a path with an accent would name another folder.
  if (bytes.includes(0) || !isUtf8(bytes)) throw new SettingsError(`${file} is not UTF-8. Save the file as UTF-8.`);
  return bytes.toString().replace(/^\ufeff/, '');
}

/** A line of a `.env` file that is neither empty nor a comment. */
interface EnvLine {
  /** From 1; the first one of a value that goes over several lines. */
  line: number;
  name: string;
  /** Verbatim, with quotes and comments; null if the line has no `=`. */
  value: string | null;
  isQuoted: boolean;
}

function readEnvLines(text: string): EnvLine[] {
  const lines = text.split('\n');
  const found: EnvLine[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    // Node.js leaves other kinds of space in the name.
    const line = (lines[at] ?? '').replace(/^[ \t\r]+|[ \t\r]+$/g, '');
    if (line === '' || line.startsWith('#')) continue;
    const [, name = '', value = null] = /^(?:export\s+)?([^=]*?)\s*(?:=(.*))?$/.exec(line) ?? [];
    const content = value?.trimStart() ?? '';
    const quote = /^["'`]/.exec(content)?.[0];
    // A quoted value may go over several lines; one that is never closed does not.
    const isClosed = quote !== undefined && content.indexOf(quote, 1) > 0;
    const end = quote && !isClosed ? lines.findIndex((later, index) => index > at && later.includes(quote)) : -1;
    found.push({ line: at + 1, name, value, isQuoted: quote !== undefined });
    if (end > 0) at = end;
  }
  return found;
}

/** Whether a text before a `=` names a variable; else it holds part of a value, such as an address with parameters. */
const isVariable = (text: string): boolean => /^[\w.-]+$/.test(text);

/** The name that a line of another form begins with: of another shell's, or of YAML. */
const OTHER_FORMS = /^\W*(?:(?:env:|(?:export|set|setx|setenv|declare)\s+)(?:-\w+\s+)?["']?)?(\w[\w-]*)/i;

/** Warnings about lines of a `.env` file that set nothing, or less than they seem to. They contain no values. */
export const findDoubtfulLines = (text: string, file: string): string[] =>
  readEnvLines(text).flatMap(({ line, name, value, isQuoted }, index, all) => {
    const later = all.slice(index + 1).find((other) => other.name === name && other.value !== null);
    if (later && value !== null && isVariable(name))
      return `Line ${line} of ${file} is ignored: line ${later.line} sets ${name} again.`;
    if (!isVariable(name) || value === null) {
      const meant = findMeant(OTHER_FORMS.exec(name)?.[1] ?? '');
      return `Line ${line} of ${file} is ignored: a setting has the form NAME=value.${meant ? ` Did you mean ${meant}?` : ''}`;
    }
    // After a space it is a comment that is meant to be one.
    if (isQuoted || !/^(?:[^#]*[^#\s])?#/.test(value)) return [];
    const remedy = ['DATABASE_URL', 'SMTP_URL'].includes(name) ? 'write %23' : 'put the value in quotes';
    return `Line ${line} of ${file}: the value of ${name} ends before the #, which starts a comment. If the # is part of the value, ${remedy}.`;
  });

/** New names of renamed settings. */
const RENAMED = new Map([
  ['TRANSACTION_TIMEOUT', 'TRANSACTION_LIMIT'],
  ['METRICS_ADDRESS', 'METRICS_PORT and METRICS_HOST'],
]);

/** Warnings about variables that were renamed, or whose names look like misspelled settings. */
export function findMisspelt(names: readonly string[], origins: Origins = new Map()): string[] {
  return names.flatMap((name) => {
    const origin = origins.get(name) ?? 'environment';
    const renamed = RENAMED.get(name);
    if (renamed !== undefined) return `${name} (${origin}) was renamed. Set ${renamed} instead.`;
    const meant = SETTINGS.some((known) => known.name === name) ? null : findMeant(name);
    return meant ? `Unknown setting: ${name} (${origin}). Did you mean ${meant}?` : [];
  });
}

/** Warns if `.env` names a server although the environment names a folder: a restore would go to the server. */
export const findOverruled = (env: NodeJS.ProcessEnv, origins: Origins): string[] =>
  env.DATA_DIR && !origins.has('DATA_DIR') && env.DATABASE_URL && origins.has('DATABASE_URL')
    ? [
        `DATA_DIR is ignored because DATABASE_URL (${origins.get('DATABASE_URL')}) is set. To use the folder, set DATABASE_URL= (empty) for this command.`,
      ]
    : [];

/** Warns about a time zone that Node.js does not know: it falls back to UTC, or shows other times. */
export function findUnknownZone(zone = ''): string[] {
  try {
    if (zone !== '') new Intl.DateTimeFormat('en', { timeZone: zone.replace(/^:/, '') });
    return [];
  } catch {
    return ['TZ is not a known time zone, such as Europe/Paris. Dates and times may be in UTC.'];
  }
}

/** Common names that are one character away from a short setting. */
const OTHER_WORDS = ['HOSTS', 'PORTS', 'SPORT', 'SORT', 'PART', 'COST', 'LOST', 'MOST'];

/** The setting that a name probably misspells; a singular counts as a misspelled plural. */
const findMeant = (name: string): string | null =>
  OTHER_WORDS.includes(name)
    ? null
    : findNearest(
        name.replace(/Y$/i, 'IES'),
        SETTINGS.map((known) => known.name),
        (letters) => (letters < 4 ? 0 : letters < 14 ? 1 : 2),
      );

/** How npm started this process. */
export interface NpmCall {
  /** The script's name in package.json; null without npm. */
  script: string | null;
  /** Whether npm is silent: otherwise it prints the command to the standard output. */
  isSilent: boolean;
  /** The options before the `--`, which npm consumed. */
  taken: string[];
}

/** Reads the call from the environment of this process. */
export const npmCall = (options: readonly string[]): NpmCall => readNpmCall(process.env, options);

/** Ignores `yes`: npm has that option too, and many people have it enabled. */
export function readNpmCall(source: Record<string, string | undefined>, options: readonly string[]): NpmCall {
  return {
    script: source.npm_lifecycle_event ?? null,
    isSilent: source.npm_config_loglevel === 'silent',
    taken: options.filter((name) => name !== 'yes' && source[`npm_config_${name.replaceAll('-', '_')}`]),
  };
}

/** A password as it may occur in a message, and its replacement. */
export interface Secret {
  text: string;
  instead: string;
}

/** Texts that no message may contain, the longest first. The environment may be invalid. */
export function findSecrets(source: Record<string, string | undefined> = process.env): Secret[] {
  const { DATABASE_URL = '', SMTP_URL = '', PGPASSWORD: password, OIDC_CLIENT_SECRET: clientSecret } = source;
  const addresses = [DATABASE_URL, SMTP_URL].map(findAddressSecrets);
  const found = addresses.flatMap((address) => address.found);
  const open = addresses.map((address) => address.open).join(' ');
  for (const text of [...addresses.flatMap(({ passwords }) => passwords), ...spell([password, clientSecret])]) {
    if (!isWord(text) && !open.includes(text)) found.push({ text, instead: '…' });
  }
  return found
    .flatMap(({ text, instead }) => [
      { text, instead },
      { text: inspect(text).slice(1, -1), instead },
    ])
    .sort((a, b) => b.text.length - a.text.length);
}

/** The secrets of an address, and its public parts, which messages contain on purpose. */
function findAddressSecrets(url: string): { found: Secret[]; passwords: string[]; open: string } {
  const parsed = URL.parse(url);
  const [, user, ofUser] = /:\/\/([^:]*):(.*)@/s.exec(url) ?? [];
  // Without a host the password stands where a port would.
  const [, ofHost, start] = /:\/\/[^:@/]*:(?!\d+(?:[/?]|$))(([^/?#@]*)[^@]*)$/s.exec(url) ?? [];
  const ofQuery = parsed?.searchParams.get('password');
  const passwords = spell([ofUser, ofHost, start, parsed?.password, ofQuery]);
  const found: Secret[] = passwords.length > 0 ? [{ text: url, instead: '…' }] : [];
  for (const text of passwords) {
    for (const name of spell([user])) found.push({ text: `${name}:${text}@`, instead: `${name}:…@` });
    if (ofQuery) found.push({ text: `password=${text}`, instead: 'password=…' });
  }
  return { found, passwords, open: [user, parsed?.host, parsed?.pathname].join(' ') };
}

/** Texts in every encoding that occurs in addresses. */
const spell = (texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(texts.flatMap((text) => (text ? [text, decode(text), encodeURIComponent(decode(text))] : []))),
];

/** Whether a text is an ordinary word: replacing it would garble messages, and reveal the password. */
const isWord = (text: string): boolean => text.length < 4 || /^(\p{Lu}?\p{Ll}+|\p{Lu}+|\d{1,5})$/u.test(text);

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
