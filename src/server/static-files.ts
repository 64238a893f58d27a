import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { lookup } from 'mrmime';
import { AGAIN_SECONDS } from '../http.ts';
import { paths } from '../paths.ts';
import { byLocale, type Locale } from '../messages/locales.ts';
import { createAnswer, type Answer } from './answer.ts';
import { ANY_SITE_URL } from './build.ts';
import { FILE_POLICY, policyOfBuilt, policyOfServed } from './security-headers.ts';

/** The files of a build, in memory: they are few and small. */
export interface StaticFiles {
  /** By decoded path; a page stands under its address with and without the slash. */
  byPath: ReadonlyMap<string, Answer>;
  errorPages: Readonly<Record<Locale, ErrorPages>>;
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
}

/** Built files carry their hash in their name and never change. */
const IMMUTABLE_FOLDER = '/_astro/';
const ONE_YEAR = 'public, max-age=31536000, immutable';
const REVALIDATE = 'public, max-age=0, must-revalidate';

/** The files of the pages of errors, which are served for other addresses only. */
const errorFile = (status: ErrorStatus, locale: Locale, defaultLocale: Locale) => {
  if (locale !== defaultLocale) return `/${locale}/${status}/index.html`;
  // The two that Astro knows of.
  return status === 403 || status === 503 ? `/${status}/index.html` : `/${status}.html`;
};

type ErrorStatus = 403 | 404 | 500 | 503;

/** A file of a build, which is made for any site. */
export interface BuiltFile {
  path: string;
  bytes: Buffer;
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
  const files = new Map(built.map(({ path, bytes }) => [path, bytes]));
  const takeErrorPage = (status: ErrorStatus, locale: Locale): Answer => {
    const path = errorFile(status, locale, defaultLocale);
    const type = contentTypeOf(path);
    const body = forSite(files.get(path) ?? Buffer.alloc(0), type, siteUrl);
    files.delete(path);
    const headers = {
      ...policyOf(type, body),
      'Content-Type': type,
      'Cache-Control': 'no-store',
      ...(status === 503 ? { 'Retry-After': String(AGAIN_SECONDS) } : {}),
    };
    return createAnswer(status, headers, body, { isKept: false });
  };
  const errorPages = byLocale((locale) => ({
    forbidden: takeErrorPage(403, locale),
    notFound: takeErrorPage(404, locale),
    serverError: takeErrorPage(500, locale),
    unavailable: takeErrorPage(503, locale),
  }));

  for (const [path, bytes] of files) {
    if (path.startsWith(paths.files)) {
      byPath.set(path, createServedFile(path, bytes));
      continue;
    }
    const type = contentTypeOf(path);
    const body = forSite(bytes, type, siteUrl);
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
  return { byPath, errorPages };
}

/** A file of the association as it is, whatever its name. */
export function createServedFile(path: string, bytes: Buffer): Answer {
  const type = contentTypeOf(path);
  const headers = {
    'Content-Security-Policy': policyOfServed(type),
    'Content-Type': type,
    'Cache-Control': REVALIDATE,
  };
  return createAnswer(200, headers, bytes, { isKept: true });
}

/** A file in the words of one site: pages and lists of addresses were made for any. */
function forSite(body: Buffer, type: string, siteUrl: string): Buffer {
  if (!type.endsWith('charset=utf-8') || !body.includes(ANY_SITE_URL)) return body;
  return Buffer.from(body.toString().replaceAll(ANY_SITE_URL, siteUrl));
}

/** What a browser may do with a file that it shows as a document; a page that was built has scripts of its own. */
function policyOf(type: string, body: Buffer): Record<string, string> {
  if (type.startsWith('text/html')) return { 'Content-Security-Policy': policyOfBuilt(body.toString()) };
  return /[/+]xml\b/.test(type) ? { 'Content-Security-Policy': FILE_POLICY } : {};
}

function contentTypeOf(name: string): string {
  const type = lookup(name) ?? 'application/octet-stream';
  return type.startsWith('text/') || /javascript|json|xml/.test(type) ? `${type}; charset=utf-8` : type;
}
