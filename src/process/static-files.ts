import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { lookup } from 'mrmime';
import { createResponse, type BufferedResponse } from '../http/buffered-response.ts';
import type { ErrorResponses } from '../http/errors.ts';
import { filePolicy, pagePolicy } from '../http/security-headers.ts';
import type { SiteFile } from '../identity/site.ts';
import type { Locale } from '../messages/locales.ts';
import { localeOfPath, paths } from '../paths.ts';
import { ANY_SITE_URL, findPreviousBuild } from './build.ts';
import { createErrorResponses, type ErrorPage } from './error-responses.ts';

/** The files of a build, in memory. */
export interface StaticFiles {
  /** By decoded path. A page has two: with and without a slash at the end. */
  byPath: ReadonlyMap<string, BufferedResponse>;
  errors: ErrorResponses;
  /** Addresses of server islands: those in pages, and those that Astro renders. */
  islands: ReadonlyMap<string, string>;
}

/** Files in these folders have their hash in their name. */
const IMMUTABLE_FOLDER = '/_astro/';
const HASHED = [IMMUTABLE_FOLDER, paths.brand('', '').slice(0, -1)];
const CACHE_CONTROL = { hashed: 'public, max-age=31536000, immutable', other: 'public, max-age=0, must-revalidate' };
const ERROR_PAGE = /^\/(?:[a-z]{2}\/)?(\d{3}|busy)(?:\.html|\/index\.html)$/;

/** Reads the files of a build and the hashed files of the build before, which pages in browsers may still use. */
export async function readBuild(build: string): Promise<SiteFile[]> {
  const previous = await findPreviousBuild(build);
  // Another process may be removing the previous build.
  const hashed = previous === null ? [] : await readFolder(join(previous, 'client', IMMUTABLE_FOLDER)).catch(() => []);
  return [
    ...hashed.map(({ path, bytes }) => ({ path: IMMUTABLE_FOLDER + path.slice(1), bytes })),
    ...(await readFolder(join(build, 'client'))),
  ];
}

async function readFolder(folder: string): Promise<SiteFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return await Promise.all(
    files.map(async (file) => ({
      path: `/${relative(folder, file).split(sep).join('/')}`,
      bytes: await readFile(file),
    })),
  );
}

/** The responses for the files of a build, which was made for any SITE_URL, and for those of the site. */
export function createStaticFiles(files: readonly SiteFile[], siteUrl: string): StaticFiles {
  const byPath = new Map<string, BufferedResponse>();
  const islands = new Map<string, string>();
  const errorPages = new Map<string, ErrorPage>();
  for (const { path, bytes } of files) {
    if (path.startsWith(paths.files)) {
      byPath.set(path, createServedFile(path, bytes));
      continue;
    }
    const type = contentTypeOf(path);
    let body = bytes;
    if (path.endsWith('.html')) body = stabilizeIslands(body, localeOfPath(path), islands);
    if (type.endsWith('charset=utf-8') && body.includes(ANY_SITE_URL))
      body = Buffer.from(body.toString().replaceAll(ANY_SITE_URL, siteUrl));
    const headers = { 'Content-Type': type, ...policyHeaders(type, body) };
    const [, errorName] = ERROR_PAGE.exec(path) ?? [];
    if (errorName !== undefined) {
      errorPages.set(`${localeOfPath(path)} ${errorName}`, { headers, body });
      continue;
    }
    const isHashed = HASHED.some((folder) => path.startsWith(folder));
    const cacheControl = CACHE_CONTROL[isHashed ? 'hashed' : 'other'];
    const response = createResponse(200, { ...headers, 'Cache-Control': cacheControl }, body, { isCacheable: true });
    const page = path.endsWith('/index.html') ? path.slice(0, -'index.html'.length) : null;
    for (const address of page === null ? [path] : new Set([page, page.slice(0, -1) || '/']))
      byPath.set(address, response);
  }
  const noPage = { headers: { 'Content-Type': contentTypeOf('.html') }, body: Buffer.alloc(0) };
  const errors = createErrorResponses((name, locale) => errorPages.get(`${locale} ${name}`) ?? noPage);
  return { byPath, errors, islands };
}

export function createServedFile(path: string, bytes: Buffer): BufferedResponse {
  const type = contentTypeOf(path);
  const headers = {
    'Content-Security-Policy': filePolicy(type),
    'Content-Type': type,
    'Cache-Control': CACHE_CONTROL.other,
  };
  return createResponse(200, headers, bytes, { isCacheable: true });
}

const ASTRO_ISLAND = new RegExp(`${paths.islands}(\\w+)\\?[^"]*`, 'g');

/**
 * Gives server islands the same address in every build. Astro encrypts their props with a key of the build, so another
 * build could not answer. The only prop of an island is the language of its page.
 */
function stabilizeIslands(page: Buffer, locale: Locale, islands: Map<string, string>): Buffer {
  const html = page.toString().replace(ASTRO_ISLAND, (address: string, name: string) => {
    const stable = `${paths.islands}${name}?locale=${locale}`;
    islands.set(stable, address.replaceAll('&amp;', '&'));
    return stable;
  });
  return Buffer.from(html);
}

function policyHeaders(type: string, body: Buffer): Record<string, string> {
  if (type.startsWith('text/html')) return { 'Content-Security-Policy': pagePolicy(body.toString()) };
  // A browser shows XML, such as SVG, as a document.
  return /[/+]xml\b/.test(type) ? { 'Content-Security-Policy': filePolicy(type) } : {};
}

function contentTypeOf(name: string): string {
  const type = lookup(name) ?? (name.endsWith('.ico') ? 'image/x-icon' : 'application/octet-stream');
  return type.startsWith('text/') || /javascript|json|xml/.test(type) ? `${type}; charset=utf-8` : type;
}
