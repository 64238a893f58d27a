import type { RouteData } from 'astro';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readClubApiSearch, readClubId, readClubListSearch } from '../../src/clubs/search.ts';
import type { AstroApp } from '../../src/http/render.ts';
import { serveHandler } from '../support/handler-site.ts';
import { inFull } from '../support/scope.ts';
import { askRaw } from '../support/raw-requests.ts';
import { rawRequests } from '../support/raw-targets.ts';

/** The parameters that a page reads from a request, in the way of Astro. */
function readAsPage(request: Request): { status: number; isKept: boolean; read: unknown } | null {
  const { pathname, searchParams } = new URL(request.url);
  const path = decodeAsAstro(pathname);
  if (path === null) return null;
  const list = /^(?:\/(fr))?\/club\/?$/.exec(path);
  if (list) {
    const hasFragment = request.headers.has('HX-Request') && !request.headers.has('HX-History-Restore-Request');
    const search = readClubListSearch(searchParams);
    const status = search.filter && search.page === null ? 404 : 200;
    return { status, isKept: search.filter !== null, read: { locale: list[1], hasFragment, search } };
  }
  if (/^\/api\/club\/search(?:-profile)?$/.test(path)) {
    const { value, issues } = readClubApiSearch(searchParams);
    return { status: issues ? 422 : 200, isKept: !issues, read: { path, value, issues } };
  }
  const [, locale, api, club] = /^(?:\/(fr)|(\/api))?\/club\/([^/]+)\/?$/.exec(path) ?? [];
  const id = readClubId(club);
  return club === undefined ? null : { status: id ? 200 : 404, isKept: id !== null, read: { locale, api, id } };
}

/** Astro decodes a path up to ten times and removes empty segments. */
function decodeAsAstro(pathname: string): string | null {
  try {
    let path = pathname;
    for (let times = 0; times < 10 && decodeURI(path) !== path; times += 1) path = decodeURI(path);
    return path.replace(/\/{2,}/g, '/');
  } catch {
    return null;
  }
}

const astro: AstroApp = {
  match: (request) => (readAsPage(request) ? ({} as RouteData) : undefined),
  render: (request) => {
    const page = readAsPage(request);
    const policy = { 'CDN-Cache-Control': 'max-age=300', 'Cache-Tag': 'directory-version-e-1' };
    const init = { status: page?.status ?? 404, headers: page?.isKept ? policy : {} };
    return Promise.resolve(new Response(JSON.stringify(page?.read), init));
  },
};

/** The 80,000 requests of the full suite take minutes on a busy machine. */
const LONG = 600_000;

test(
  'No request changes the response to another: many targets, each twice, with and without the cache',
  async () => {
    const store = { version: () => 'e-1' };
    const [on, off] = await Promise.all([
      serveHandler(astro, store),
      serveHandler(astro, store, { isCacheEnabled: false }),
    ]);
    const requests = fc
      .sample(rawRequests, { numRuns: inFull(2000, 20_000), seed: 8 })
      .flatMap((request) => [request, request]);
    const [kept, made] = await Promise.all([askRaw(on.origin, requests), askRaw(off.origin, requests)]);

    const differing = requests
      .map((request, index) => ({ ...request, kept: kept[index], made: made[index] }))
      .filter(({ kept, made }) => kept?.status !== made?.status || kept?.body !== made?.body);
    expect(differing.slice(0, 5)).toEqual([]);
    // Each response is that of the address as a browser reads it.
    for (const [index, { target, headers }] of requests.entries()) {
      if (made[index]?.status !== 200) continue;
      const request = new Request(new URL(target, 'http://clubs.example.org'), { headers });
      expect(made[index].body, target).toBe(JSON.stringify(readAsPage(request)?.read));
    }
    // Most requests are valid and use the cache.
    expect(on.cache.counts.hits).toBeGreaterThan(0.3 * requests.length);
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([200, 400, 404, 422]));
  },
  LONG,
);
