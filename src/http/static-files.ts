import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { lookup } from 'mrmime';
import { AGAIN_SECONDS } from '../http.ts';
import { byLocale, type Locale } from '../messages/locales.ts';
import { localeOfPath, paths } from '../paths.ts';
import { createAnswer, type Answer } from './buffered-response.ts';
import { ANY_SITE_URL, findPreviousBuild } from '../process/build.ts';
import { AGAIN_AFTER } from './rate-limit.ts';
import { policyOfBuilt, policyOfFile, policyOfServed } from './security-headers.ts';

/** The files of a build, in memory: they are few and small. */
export interface StaticFiles {
  /** By decoded path; a page stands under its address with and without the slash. */
  byPath: ReadonlyMap<string, Answer>;
  errorPages: Readonly<Record<Locale, ErrorPages>>;
  /** The addresses of server islands as pages have them, and as Astro wrote them. */
  islands: ReadonlyMap<string, string>;
}

/** The pages of errors in one language. */
interface ErrorPages {
  /** For who may not. */
  forbidden: Answer;
  /** For every address that is none. */
  notFound: Answer;
  /** For every answer that could not be made. */
  serverError: Answer;
  /** For what cannot be made while the database does not answer. */
  unavailable: Answer;
  /** For what is not made while there is too much to do. */
  busy: Answer;
  /** For who asks too much. */
  tooMany: Answer;
  /** For who has sent something that may or may not be done. */
  unsure: Answer;
}

/** Built files carry their hash in their name and never change. */
const IMMUTABLE_FOLDER = '/_astro/';
const ONE_YEAR = 'public, max-age=31536000, immutable';
const REVALIDATE = 'public, max-age=0, must-revalidate';

/** The files of the pages of errors, which are served for other addresses only. */
const errorFile = (error: ErrorName, locale: Locale, defaultLocale: Locale) => {
  if (locale !== defaultLocale) return `/${locale}/${error}/index.html`;
  // The two that Astro knows of.
  return error === 404 || error === 500 ? `/${error}.html` : `/${error}/index.html`;
};

/** As their files are called. */
type ErrorName = 403 | 404 | 429 | 500 | 503 | 504 | 'busy';

/** After so long, in seconds, an answer that could not be made may be asked for again. Whoever may have done something asks nothing again. */
const AGAIN: Partial<Record<ErrorName, number>> = { 429: AGAIN_AFTER, 503: AGAIN_SECONDS, busy: AGAIN_SECONDS };

/** A file of a build, which is made for any site. */
export interface BuiltFile {
  path: string;
  bytes: Buffer;
}

/** Reads the hashed files of the build before this one, which open pages and other processes may still refer to. */
export async function readPreviousHashedFiles(build: string): Promise<BuiltFile[]> {
  const previous = await findPreviousBuild(build);
  if (previous === null) return [];
  // Another process may remove that build at the same time.
  const files = await readBuiltFiles(join(previous, 'client', IMMUTABLE_FOLDER)).catch(() => []);
  return files.map(({ path, bytes }) => ({ path: IMMUTABLE_FOLDER + path.slice(1), bytes }));
}

/** Reads the client folder of a build. */
export async function readBuiltFiles(folder: string): Promise<BuiltFile[]> {
  const files: BuiltFile[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    files.push({ path: `/${relative(folder, file).split(sep).join('/')}`, bytes: await readFile(file) });
  }
  return files;
}

/** The files of a build, which was made for this default language, as the site at `siteUrl` answers them. */
export function staticFiles(built: readonly BuiltFile[], siteUrl: string, defaultLocale: Locale): StaticFiles {
  const byPath = new Map<string, Answer>();
  const islands = new Map<string, string>();
  const files = new Map(built.map(({ path, bytes }) => [path, bytes]));
  const takeErrorPage = (error: ErrorName, locale: Locale): Answer => {
    const path = errorFile(error, locale, defaultLocale);
    const type = contentTypeOf(path);
    const body = forSite(nameIslands(files.get(path) ?? Buffer.alloc(0), locale, islands), type, siteUrl);
    files.delete(path);
    const headers = {
      ...policyOf(type, body),
      'Content-Type': type,
      'Cache-Control': 'no-store',
      ...(AGAIN[error] === undefined ? {} : { 'Retry-After': String(AGAIN[error]) }),
    };
    return createAnswer(error === 'busy' ? 503 : error, headers, body, { isKept: false });
  };
  const errorPages = byLocale((locale) => ({
    forbidden: takeErrorPage(403, locale),
    notFound: takeErrorPage(404, locale),
    serverError: takeErrorPage(500, locale),
    unavailable: takeErrorPage(503, locale),
    busy: takeErrorPage('busy', locale),
    tooMany: takeErrorPage(429, locale),
    unsure: takeErrorPage(504, locale),
  }));

  for (const [path, bytes] of files) {
    if (path.startsWith(paths.files)) {
      byPath.set(path, createServedFile(path, bytes));
      continue;
    }
    const type = contentTypeOf(path);
    const named = path.endsWith('.html') ? nameIslands(bytes, localeOfPath(path, defaultLocale), islands) : bytes;
    const body = forSite(named, type, siteUrl);
    const policy = policyOf(type, body);
    const cacheControl = path.startsWith(IMMUTABLE_FOLDER) ? ONE_YEAR : REVALIDATE;
    const headers = { ...policy, 'Content-Type': type, 'Cache-Control': cacheControl };
    const answer = createAnswer(200, headers, body, { isKept: true });
    if (path.endsWith('/index.html')) {
      const page = path.slice(0, -'index.html'.length);
      byPath.set(page, answer);
      if (page !== '/') byPath.set(page.slice(0, -1), answer);
    } else {
      byPath.set(path, answer);
    }
  }
  return { byPath, errorPages, islands };
}

/** A file of the association as it is, whatever its name. */
export function createServedFile(path: string, bytes: Buffer): Answer {
  const type = contentTypeOf(path);
  const headers = {
    'Content-Security-Policy': policyOfServed(type, bytes),
    'Content-Type': type,
    'Cache-Control': REVALIDATE,
  };
  return createAnswer(200, headers, bytes, { isKept: true });
}

/** The address of a server island as Astro writes it, in an attribute or a script. */
const ASTRO_ISLAND = new RegExp(`${paths.islands}(\\w+)\\?[^"]*`, 'g');

/**
 * Gives server islands addresses that are the same in every build. Astro encrypts the props in them with a random key of
 * the build, so that no process with another build could answer them. Islands have only one prop: the page's language.
 */
function nameIslands(page: Buffer, locale: Locale, islands: Map<string, string>): Buffer {
  const named = page.toString().replace(ASTRO_ISLAND, (address: string, name: string) => {
    const shared = `${paths.islands}${name}?locale=${locale}`;
    islands.set(shared, address.replaceAll('&amp;', '&'));
    return shared;
  });
  return Buffer.from(named);
}

/** A file in the words of one site: pages and lists of addresses were made for any. */
function forSite(body: Buffer, type: string, siteUrl: string): Buffer {
  if (!type.endsWith('charset=utf-8') || !body.includes(ANY_SITE_URL)) return body;
  return Buffer.from(body.toString().replaceAll(ANY_SITE_URL, siteUrl));
}

/** What a browser may do with a file that it shows as a document; a page that was built has scripts of its own. */
function policyOf(type: string, body: Buffer): Record<string, string> {
  if (type.startsWith('text/html')) return { 'Content-Security-Policy': policyOfBuilt(body.toString()) };
  return /[/+]xml\b/.test(type) ? { 'Content-Security-Policy': policyOfFile(type, body) } : {};
}

function contentTypeOf(name: string): string {
  const type = lookup(name) ?? (name.endsWith('.ico') ? 'image/x-icon' : 'application/octet-stream');
  return type.startsWith('text/') || /javascript|json|xml/.test(type) ? `${type}; charset=utf-8` : type;
}
