import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RouteData } from 'astro';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { readClubApiSearch, readClubId, readClubListSearch } from '../../src/clubs/search.ts';
import type { SyncedClubStore } from '../../src/clubs/list/change-feed.ts';
import { createListener } from '../../src/http/handle.ts';
import { PageCache } from '../../src/http/page-cache.ts';
import { NAMED_ERROR_PAGES, withoutLimits } from '../support/fixed-site.ts';
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

async function serve(cache: PageCache | null): Promise<string> {
  const directory = {
    version: () => 'e-1',
    advanceVersion: () => undefined,
    isCertain: () => true,
    isUnresponsive: () => false,
  };
  const server = createServer(
    createListener({
      files: {
        byPath: new Map(),
        errorPages: NAMED_ERROR_PAGES,
        islands: new Map(),
      },
      astro: {
        match: (request) => (readAsPage(request) ? ({} as RouteData) : undefined),
        async render(request) {
          const page = readAsPage(request);
          const policy = { 'CDN-Cache-Control': 'max-age=300', 'Cache-Tag': 'directory-version-e-1' };
          return new Response(JSON.stringify(page?.read), {
            status: page?.status ?? 404,
            headers: page?.isKept ? policy : {},
          });
        },
      },
      directory: directory as unknown as SyncedClubStore,
      images: { kept: () => null, find: () => Promise.resolve(null) },
      ...withoutLimits(),
      siteUrl: 'https://clubs.example.org',
      findLack: () => null,
      defaultLocale: 'en',
      cache,
      hasCdn: false,
    }),
  );
  onTestFinished(() => void server.close());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The 80,000 requests of the full suite take minutes on a busy machine. */
const LONG = 600_000;

test(
  'No request changes the response to another: many targets, each twice, with and without the cache',
  async () => {
    const cache = new PageCache();
    const [on, off] = await Promise.all([serve(cache), serve(null)]);
    const requests = fc
      .sample(rawRequests, { numRuns: inFull(2000, 20_000), seed: 8 })
      .flatMap((request) => [request, request]);
    const [kept, made] = await Promise.all([askRaw(on, requests), askRaw(off, requests)]);

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
    expect(cache.counts.hits).toBeGreaterThan(0.3 * requests.length);
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([200, 400, 404, 422]));
  },
  LONG,
);
