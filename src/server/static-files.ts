import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { lookup } from 'mrmime';
import { createAnswer, type Answer } from './answer.ts';
import { ANY_SITE_URL } from './build.ts';
import { FILE_POLICY, policyOfBuilt } from './document-headers.ts';

/** The files of a build, in memory: they are few and small. */
export interface StaticFiles {
  /** By decoded path; a page stands under its address with and without the slash. */
  byPath: ReadonlyMap<string, Answer>;
  /** For every address that is none. */
  notFound: Answer;
  /** For every answer that could not be made. */
  serverError: Answer;
}

/** Built files carry their hash in their name and never change. */
const IMMUTABLE_FOLDER = '/_astro/';
const ONE_YEAR = 'public, max-age=31536000, immutable';
const REVALIDATE = 'public, max-age=0, must-revalidate';

/** Served for other addresses only. */
const NOT_FOUND_PAGE = '/404.html';
const SERVER_ERROR_PAGE = '/500.html';

/** Reads the client folder of a build, for the site that is at `siteUrl`. */
export async function readStaticFiles(folder: string, siteUrl: string): Promise<StaticFiles> {
  const byPath = new Map<string, Answer>();
  let notFound = createAnswer(404, {}, Buffer.alloc(0), { isKept: false });
  let serverError = createAnswer(500, {}, Buffer.alloc(0), { isKept: false });
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    const type = contentTypeOf(entry.name);
    const body = forSite(await readFile(file), type, siteUrl);
    const policy = policyOf(type, body);
    if (path === NOT_FOUND_PAGE || path === SERVER_ERROR_PAGE) {
      const headers = { ...policy, 'Content-Type': type, 'Cache-Control': 'no-store' };
      if (path === NOT_FOUND_PAGE) notFound = createAnswer(404, headers, body, { isKept: false });
      else serverError = createAnswer(500, headers, body, { isKept: false });
      continue;
    }

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
  return { byPath, notFound, serverError };
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
