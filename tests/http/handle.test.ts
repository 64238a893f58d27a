import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { ReadableStream } from 'node:stream/web';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { RouteData } from 'astro';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createAnswer } from '../../src/http/buffered-response.ts';
import type { SyncedClubStore } from '../../src/clubs/list/change-feed.ts';
import { ConnectionLostError, UnknownOutcomeError } from '../../src/lost-connection.ts';
import { createListener, type Site } from '../../src/http/handle.ts';
import { PAGE_PATIENCE } from '../../src/http/maker.ts';
import { WORK_PATIENCE } from '../../src/http/patience.ts';
import { RateLimit } from '../../src/http/rate-limit.ts';
import { Workload } from '../../src/http/load-shedding.ts';
import type { Rendition } from '../../src/images/rendition.ts';
import { PageCache } from '../../src/http/page-cache.ts';
import type { AstroApp } from '../../src/http/render.ts';
import { LateError, PATIENCE } from '../../src/share-calls.ts';
import { NAMED_ERROR_PAGES, withoutLimits } from '../support/fixed-site.ts';
import { askRaw } from '../support/raw-requests.ts';

/** The renderer behind the cache: what it was asked, and how it responds next. */
let renders: string[];
/** The number of requests that have reached the server. */
let received: number;
let respond: (
  url: string,
  request: Request,
) => Promise<{
  status?: number;
  body?: BodyInit;
  headers?: Record<string, string | string[]>;
  error?: unknown;
}>;
let version: string;
let isCertain: boolean;
let isSilent: boolean;
let cache: PageCache;
let close: (() => void) | undefined;
let origin: string;

const cacheable = (of = version) => ({
  'content-type': 'text/html; charset=utf-8',
  'cdn-cache-control': 'max-age=300, stale-while-revalidate=60',
  'cache-tag': `clubs, directory-version-${of}`,
});

/** The last request to Astro, and its client address. */
let given: Request;
let givenAddress: string | undefined;

const astro: AstroApp = {
  match: ({ url }) => {
    if (url.includes('/nothing')) return undefined;
    return { route: url.includes('image') ? '/_image' : '/club' } as RouteData;
  },
  async render(request, { locals = {}, addCookieHeader, clientAddress } = {}) {
    given = request;
    givenAddress = clientAddress;
    const { pathname, search } = new URL(request.url);
    const url = `${request.headers.has('hx-request') ? 'fragment ' : ''}${pathname}${search}`;
    renders.push(`${request.method} ${url}`);
    const number = renders.length;
    const { status = 200, body = `answer ${number}`, headers = cacheable(), error } = await respond(url, request);
    if (error !== undefined) (locals as Partial<App.Locals>).noteError?.(error);
    // Astro has no error pages here.
    const response = new Response([404, 500].includes(status) ? null : body, { status });
    for (const [name, value] of Object.entries(headers)) {
      for (const one of [value].flat())
        if (name !== 'set-cookie' || addCookieHeader) response.headers.append(name, one);
    }
    return response;
  },
};

function serve(options: Partial<Site> = {}): Promise<void> {
  const directory = {
    version: () => version,
    advanceVersion: (seen: string) => {
      if (seen > version) version = seen;
    },
    isCertain: () => isCertain,
    isUnresponsive: () => isSilent,
    catchUp: () => Promise.resolve(),
  } as SyncedClubStore;
  const listener: RequestListener = createListener({
    files: {
      byPath: new Map(),
      errorPages: NAMED_ERROR_PAGES,
      islands: new Map(),
    },
    astro,
    directory,
    images: { kept: () => null, find: () => Promise.resolve(null) },
    ...withoutLimits(),
    siteUrl: 'https://clubs.example.org',
    findLack: () => null,
    defaultLocale: 'en',
    cache,
    hasCdn: false,
    ...options,
  });
  const server = createServer((request, response) => {
    received += 1;
    listener(request, response);
  });
  close = () => server.close();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      resolve();
    });
  });
}

const withCode = (code: string) => Object.assign(new Error('x'), { code });
const NO_TABLE = withCode('42P01');

interface Got {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
}

const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> =>
  new Promise((resolve, reject) => {
    httpRequest(origin + path, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({ status: response.statusCode, headers: response.headers, bytes, text: bytes.toString() });
      });
    })
      .on('error', reject)
      .end();
  });

beforeEach(async () => {
  renders = [];
  received = 0;
  respond = () => Promise.resolve({});
  version = 'e-1';
  isCertain = true;
  isSilent = false;
  cache = new PageCache();
  await serve();
});

afterEach(() => {
  close?.();
  vi.restoreAllMocks();
});

describe('The page cache', () => {
  test('answers a second request without rendering', async () => {
    expect((await get('/club/')).text).toBe('answer 1');
    expect((await get('/club/')).text).toBe('answer 1');
    expect(cache.counts).toEqual({ hits: 1, misses: 1, stale: 0 });
  });

  test('has one entry for all spellings of an address', async () => {
    const spellings = [
      '/club/?name=a&club_status=true&page=1',
      '/club?page=1&club_status=TRUE&name=%20a',
      '/%63lub/?utm_source=x&name=x&name=a&club_status=1',
    ];
    for (const path of spellings) expect((await get(path)).text).toBe('answer 1');
    for (const path of ['/api/club/search?page=1', '/api/club/search', '/api/club/search?fbclid=1']) {
      expect((await get(path)).text).toBe('answer 2');
    }
    for (const path of ['/club/7/', '/club/7?x=1']) expect((await get(path)).text).toBe('answer 3');
  });

  test('has one entry for the page and one for the fragment', async () => {
    await get('/club/');
    expect((await get('/club/', { 'HX-Request': 'true' })).text).toBe('answer 2');
    expect((await get('/club/', { 'HX-Request': 'anything' })).text).toBe('answer 2');
    expect((await get('/club/', { 'HX-Request': 'true', 'HX-History-Restore-Request': 'true' })).text).toBe('answer 1');
    expect((await get('/club/', { 'HX-History-Restore-Request': '1' })).text).toBe('answer 1');
  });

  test('ignores the Host header', async () => {
    await get('/club/');
    expect((await get('/club/', { Host: 'evil.example' })).text).toBe('answer 1');
  });

  test('renders concurrent equal requests once', async () => {
    const gate = Promise.withResolvers<undefined>();
    respond = async () => {
      await gate.promise;
      return {};
    };
    const answers = Array.from({ length: 100 }, () => get('/club/?name=a'));
    await vi.waitFor(() => expect(received).toBe(100));
    gate.resolve(undefined);
    expect(new Set((await Promise.all(answers)).map(({ text }) => text))).toEqual(new Set(['answer 1']));
    expect(renders).toHaveLength(1);
  });

  test.each([
    ['a response that is not 200', { status: 404 }],
    ['a response without a cache policy', { headers: { 'content-type': 'text/html' } }],
    ['a response with a cookie', { headers: { ...cacheable('e-1'), 'set-cookie': 'a=b' } }],
    ['a response without a version', { headers: { 'cdn-cache-control': 'max-age=300' } }],
  ])('does not keep %s', async (_, answer) => {
    respond = () => Promise.resolve(answer);
    await get('/club/');
    await get('/club/');
    expect(renders).toHaveLength(2);
  });

  test.each(['/club/?page=x', '/other/', '/club/x/'])('does not keep %s', async (path) => {
    await get(path);
    await get(path);
    expect(renders).toHaveLength(2);
  });

  test('is not used for signed-in users', async () => {
    await get('/club/');
    expect((await get('/club/', { Cookie: 'a=b; session=secret' })).text).toBe('answer 2');
    expect((await get('/club/')).text).toBe('answer 1');
    await get('/club/?page=2', { Cookie: 'session=secret' });
    expect((await get('/club/?page=2')).text).toBe('answer 4');
    expect((await get('/club/', { Cookie: 'theme=dark' })).text).toBe('answer 1');
  });

  test('keeps a response no longer than its max-age', async () => {
    await get('/club/');
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 299_000);
    expect((await get('/club/')).text).toBe('answer 1');
    vi.spyOn(Date, 'now').mockReturnValue(now + 301_000);
    expect((await get('/club/')).text).toBe('answer 2');
  });

  test('can be turned off', async () => {
    await serveWith({ cache: null });
    await get('/club/');
    const second = await get('/club/');
    expect(second.text).toBe('answer 2');
    expect(second.headers.etag).toBeDefined();
  });

  test('has a bounded size', () => {
    const answer = createAnswer(200, {}, Buffer.alloc(10_000), { isKept: true });
    for (let index = 0; index < 20_000; index += 1) {
      cache.set(`/club/?name=${index}&page=1`, { answer, route: '', version: 'e-1', madeAt: 0, freshUntil: 0 });
      cache.remember(`/club/?name=${index}`, false, `/club/?name=${index}&page=1`);
    }
    expect(cache.size).toBeLessThanOrEqual(48 * 1024 * 1024);
    expect(cache.find('/club/?name=0', false)).toBeUndefined();
    expect(cache.find('/club/?name=19999', false)).toBeDefined();
  });
});

describe('A response', () => {
  test('is rendered again after a change', async () => {
    await get('/club/');
    version = 'e-2';
    expect((await get('/club/')).text).toBe('answer 2');
    expect((await get('/club/')).text).toBe('answer 2');
  });

  test('of data older than a concurrent change is not cached', async () => {
    respond = () => {
      const old = version;
      version = 'e-2';
      return Promise.resolve({ headers: cacheable(old) });
    };
    expect((await get('/club/')).text).toBe('answer 1');
    respond = () => Promise.resolve({});
    expect((await get('/club/')).text).toBe('answer 2');
    expect((await get('/club/')).text).toBe('answer 2');
  });

  test('with a newer version makes all older ones stale', async () => {
    await get('/club/');
    respond = () => Promise.resolve({ headers: cacheable('e-5') });
    await get('/club/?page=2');
    expect(version).toBe('e-5');
    expect((await get('/club/')).text).toBe('answer 3');
  });

  test('is not shared with a request that began after a change', async () => {
    const gate = Promise.withResolvers<undefined>();
    respond = async () => {
      const old = version;
      if (old === 'e-1') await gate.promise;
      return { headers: cacheable(old) };
    };
    const first = get('/club/');
    await vi.waitFor(() => expect(renders).toHaveLength(1));
    version = 'e-2';
    expect((await get('/club/')).text).toBe('answer 2');
    gate.resolve(undefined);
    expect((await first).text).toBe('answer 1');
    expect((await get('/club/')).text).toBe('answer 2');
  });

  test('is not cached while the site may miss changes', async () => {
    await get('/club/');
    isCertain = false;
    expect((await get('/club/')).text).toBe('answer 2');
  });

  test('that lacks a known change is rendered again and not cached', async () => {
    version = 'e-5';
    respond = () => Promise.resolve({ headers: cacheable(renders.length < 3 ? 'e-4' : 'e-5') });
    expect((await get('/club/')).text).toBe('answer 3');
    expect((await get('/club/')).text).toBe('answer 3');
    respond = () => Promise.resolve({ headers: cacheable('e-4') });
    expect((await get('/club/?page=2')).status).toBe(200);
    const asked = renders.length;
    await get('/club/?page=2');
    expect(renders.length).toBeGreaterThan(asked);
  });

  test('of another epoch is never served stale', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    await get('/club/');
    version = 'f-1';
    respond = () => Promise.resolve({ status: 500, headers: {}, error: NO_TABLE });
    expect((await get('/club/')).status).toBe(500);
  });

  test('is served stale with its age for up to a day when the database fails', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    await get('/club/');
    respond = () => Promise.resolve({ status: 500, headers: {}, error: NO_TABLE, body: 'broken' });
    version = 'e-2';
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 3_600_000);
    const old = await get('/club/');
    expect([old.status, old.text]).toEqual([200, 'answer 1']);
    expect(Number(old.headers.age)).toBeGreaterThanOrEqual(3600);
    expect(cache.counts.stale).toBe(1);
    expect((await get('/club/?page=2')).status).toBe(500);
    vi.spyOn(Date, 'now').mockReturnValue(now + 25 * 3_600_000);
    expect((await get('/club/')).status).toBe(500);
    respond = () => Promise.resolve({});
    expect((await get('/club/')).headers.age).toBeUndefined();
  });

  test.each([
    ['is thrown', () => Promise.reject(new TypeError('Invalid URL'))],
    [
      'is a response of the API',
      () => Promise.resolve({ status: 501, headers: {}, error: new TypeError('Invalid URL') }),
    ],
    ['has no cause', () => Promise.resolve({ status: 500, headers: {} })],
  ])('is not served stale for an error that %s while the database works', async (_, fail) => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    await get('/club/');
    version = 'e-2';
    respond = fail;
    const { status, headers } = await get('/club/');
    expect([Number(status) >= 500, headers.age, cache.counts.stale]).toEqual([true, undefined, 0]);
    // While the site may miss changes, the database may be the cause of any error.
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    isCertain = false;
    expect(await get('/club/')).toMatchObject({ status: 200, text: 'answer 1', headers: { age: '0' } });
  });

  test.each<[what: string, error: Error]>([
    ['a lost connection', new ConnectionLostError('lost')],
    ['a canceled statement', withCode('57014')],
    ['a timeout', new LateError('late')],
  ])('is served stale for %s', async (_, error) => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    await get('/club/');
    version = 'e-2';
    for (const fail of [
      () => Promise.reject(error),
      () => Promise.resolve({ status: 503, body: 'unavailable', headers: {}, error }),
    ]) {
      respond = fail;
      expect(await get('/club/')).toMatchObject({ status: 200, text: 'answer 1', headers: { age: '0' } });
    }
  });

  test('has a strong entity tag for each encoding and becomes a 304 for a client that has it', async () => {
    respond = () => Promise.resolve({ body: 'x'.repeat(5000) });
    const plain = await get('/club/');
    const { etag = '' } = plain.headers;
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    expect(plain.headers['content-length']).toBe('5000');

    const again = await get('/club/', { 'If-None-Match': etag });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
    expect(again.headers['content-length']).toBeUndefined();
    expect((await get('/club/', { 'If-None-Match': `"a", W/${etag}` })).status).toBe(304);
    expect((await get('/club/', { 'If-None-Match': '"a"' })).status).toBe(200);

    const brotli = await get('/club/', { 'Accept-Encoding': 'gzip, deflate, br' });
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      etag: `${etag.slice(0, -1)}-br"`,
      vary: 'Accept-Encoding',
    });
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe('x'.repeat(5000));
    expect(Number(brotli.headers['content-length'])).toBe(brotli.bytes.length);
    const gzip = await get('/club/', { 'Accept-Encoding': 'br;q=0, gzip' });
    expect(gunzipSync(gzip.bytes).toString()).toBe('x'.repeat(5000));
    expect((await get('/club/', { 'Accept-Encoding': 'identity, *;q=0' })).headers['content-encoding']).toBeUndefined();
    expect(renders).toHaveLength(1);
  });

  test('to HEAD has the same entry as to GET', async () => {
    const head = await get('/club/', {}, 'HEAD');
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '8']);
    expect((await get('/club/')).text).toBe('answer 1');
    expect(renders).toEqual(['GET /club/?page=1']);
  });

  test('has headers for a CDN only when there is one', async () => {
    expect((await get('/club/')).headers).not.toHaveProperty('cdn-cache-control');
    await serveWith({ hasCdn: true });
    expect((await get('/club/?page=2')).headers).toMatchObject({
      'cdn-cache-control': 'max-age=300, stale-while-revalidate=60',
      'cache-tag': 'clubs, directory-version-e-1',
    });
  });

  test('that is stale has no headers for a CDN', async () => {
    await serveWith({ hasCdn: true });
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    await get('/club/');
    version = 'e-2';
    respond = () => Promise.resolve({ status: 500, error: NO_TABLE });
    const { status, headers } = await get('/club/');
    expect([status, headers.age]).toEqual([200, '0']);
    expect([headers['cdn-cache-control'], headers['cache-tag']]).toEqual([undefined, undefined]);
  });

  test('is served stale when rendering takes too long', async () => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    await get('/club/');
    respond = () => new Promise(() => {});
    for (const [change, patience] of [
      [() => (isCertain = false), PATIENCE],
      [() => ([isCertain, version] = [true, 'e-2']), PAGE_PATIENCE],
    ] as const) {
      change();
      const { status, text, headers } = await askAndWait('/club/', {}, 'GET', patience);
      expect([status, text, headers.age]).toEqual([200, 'answer 1', expect.any(String)]);
    }
  });

  test('is served stale at once while the database does not answer', async () => {
    await get('/club/');
    isCertain = false;
    isSilent = true;
    const { text, headers } = await get('/club/');
    expect([text, headers.age, renders.length]).toEqual(['answer 1', expect.any(String), 1]);
    isSilent = false;
    expect((await get('/club/')).text).toBe('answer 2');
  });

  test('becomes a 503 after two seconds and is cached when it is ready', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    const slow = Promise.withResolvers<{ body: string }>();
    respond = () => slow.promise;
    const late = await askAndWait('/club/', {}, 'GET', PAGE_PATIENCE);
    expect([late.status, late.text]).toEqual([503, 'en: unavailable']);
    slow.resolve({ body: 'late' });
    await vi.waitFor(async () => expect((await get('/club/')).text).toBe('late'));
    expect(renders).toHaveLength(1);
  });

  test('is not rendered before the database answers again', async () => {
    isSilent = true;
    const waiting = get('/club/');
    await vi.waitFor(() => expect(received).toBe(1));
    expect(renders).toEqual([]);
    isSilent = false;
    expect((await waiting).text).toBe('answer 1');
  });

  test('to the image endpoint of Astro is a 404', async () => {
    for (const path of ['/_image', '/_image/', '/%5fimage/'])
      expect(await get(`${path}?href=/robots.txt&w=10&f=svg`)).toMatchObject({ status: 404, text: 'en: not found' });
    expect(renders).toEqual([]);
  });

  test('that fails is not cached', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    respond = () => Promise.reject(new Error('broken'));
    expect((await get('/club/')).status).toBe(500);
    respond = () => Promise.resolve({});
    expect((await get('/club/')).text).toBe('answer 2');
  });

  test.each([
    [
      'is thrown',
      () => Promise.reject(new Error('no table\nclub')),
      '/club/?x=1',
      'GET /club/?page=1 failed: Error: no table club',
    ],
    [
      'is answered',
      () => Promise.resolve({ status: 500, error: new Error('no table') }),
      '/other/%0a?%0d',
      'GET /other/%0A?%0D= failed: Error: no table',
    ],
    ['has a cause', () => Promise.reject(new Error('a', { cause: new Error('b') })), '/other/', / caused by Error: b/],
  ])('with an error writes one line to the log when it %s', async (_, answer, path, line) => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    respond = answer;
    expect((await get(path)).status).toBe(500);
    expect(log).toHaveBeenCalledOnce();
    const text = String(log.mock.calls[0]?.[0]);
    expect(text).toMatch(line);
    expect(text).not.toMatch(/[\r\n]/);
  });

  test('without the database is a 503 with Retry-After', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    const lost = new ConnectionLostError('The connection to the database was lost.');
    for (const answer of [() => Promise.reject(lost), () => Promise.resolve({ status: 500, error: lost })]) {
      respond = answer;
      const page = await get('/fr/club/?name=a');
      expect([page.status, page.text]).toEqual([503, 'fr: unavailable']);
      const api = await get('/api/club/1');
      expect([api.status, api.headers['content-type'], api.headers['retry-after']]).toEqual([
        ...[503, 'application/problem+json', '2'],
      ]);
    }
  });

  test('is a whole error page when a component fails in the middle of the page', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const breakOff = async function* () {
      yield Buffer.from('<!doctype html><p>All is');
      await Promise.reject(new TypeError('no text'));
    };
    respond = () => Promise.resolve({ body: ReadableStream.from(breakOff()) as BodyInit });
    for (const expected of ['en: server error', 'en: server error', 'answer 3']) {
      if (expected === 'answer 3') respond = () => Promise.resolve({});
      const { status, text } = await get('/club/');
      expect([status, text]).toEqual([expected === 'answer 3' ? 200 : 500, expected]);
    }
    expect(log.mock.calls.map(([line]) => String(line))).toEqual(
      Array(2).fill(expect.stringContaining(' failed: TypeError: no text at ')),
    );
  });

  test('to a write is a 504 when its outcome is unknown and a 507 when the disk is full', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    const isDone = new UnknownOutcomeError(new Error('closed'));
    const isFull = Object.assign(new Error('the disk is full'), { code: '53100' });
    for (const [error, status, text] of [
      [isDone, 504, 'fr: unsure'],
      [isFull, 507, /^Le disque/],
    ] as const) {
      for (const answer of [() => Promise.reject(error), () => Promise.resolve({ status: 500, error })]) {
        respond = answer;
        const made = await get('/fr/club/7/edit/', SIGNED_IN, 'POST');
        expect([made.status, made.text]).toEqual([status, expect.stringMatching(text)]);
      }
    }
  });

  test('is rendered without other headers of the request, unless a user is signed in', async () => {
    const headers = {
      'X-Forwarded-Host': 'evil.example',
      'Accept-Language': 'fr',
      Cookie: 'a=b',
      Host: 'evil.example',
    };
    const givenHeaders = () => Object.fromEntries(given.headers);
    await get('/club/', headers);
    expect(givenHeaders()).toEqual({});
    await get('/club/', { ...headers, 'HX-Request': '<x>' });
    expect(givenHeaders()).toEqual({ 'hx-request': 'true' });
    await get('/api/club/1', { ...headers, 'HX-Request': 'x' });
    expect(givenHeaders()).toEqual({});
    await get('/club/', { ...headers, Cookie: 'session=secret' });
    expect(givenHeaders()).toMatchObject({ cookie: 'session=secret', 'accept-language': 'fr' });
    await get('/other/', headers);
    expect(givenHeaders()).toMatchObject({ cookie: 'a=b' });
    expect([given.url, given.headers.has('host')]).toEqual(['https://clubs.example.org/other/', false]);
  });

  test('with a cookie is not shared between concurrent requests', async () => {
    const gate = Promise.withResolvers<undefined>();
    respond = async () => {
      const cookie = `session=${renders.length}`;
      await gate.promise;
      return { headers: { ...cacheable(), 'set-cookie': cookie } };
    };
    const answers = Array.from({ length: 5 }, () => get('/club/'));
    await vi.waitFor(() => expect(renders).toHaveLength(1));
    gate.resolve(undefined);
    const cookies = (await Promise.all(answers)).map(({ headers }) => headers['set-cookie']?.[0]);
    expect(new Set(cookies).size).toBe(5);
  });

  test.each(['session=secret', 'a=b;session =x'])('to a signed-in user (%s) is never cached', async (cookie) => {
    await serveWith({ hasCdn: true });
    const { headers } = await get('/club/', { Cookie: cookie });
    expect(headers['cache-control']).toBe('private, no-store');
    expect([headers['cdn-cache-control'], headers['cache-tag'], headers.etag]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect((await get('/club/')).text).toBe('answer 2');
  });

  test('to a signed-in user makes older responses stale too', async () => {
    await get('/club/');
    respond = () => Promise.resolve({ headers: cacheable('e-5') });
    await get('/club/?page=2', { Cookie: 'session=secret' });
    expect(version).toBe('e-5');
    expect((await get('/club/')).text).toBe('answer 3');
  });

  test('to an invalid address is a 404 without rendering', async () => {
    const targets = ['/club%2F1', '/club/..%2fclub/', '/club//', '*', '/club/#?name=judo', 'http://evil.example/club/'];
    const answers = await askRaw(
      origin,
      targets.map((target) => ({ target })),
    );
    expect(answers.map(({ status }) => status)).toEqual(targets.map(() => 404));
    expect(renders).toEqual([]);
  });

  test('to an invalid address of the API is a problem document', async () => {
    const targets = ['/api/club%2F1', '/api/../club/', '/api/%', 'http://clubs.example.org/api//club/1'];
    for (const { status, head, body } of await askRaw(
      origin,
      targets.map((target) => ({ target })),
    )) {
      expect([status, JSON.parse(body)]).toMatchObject([404, { status: 404, title: 'Not found' }]);
      expect(head).toMatch(/^access-control-allow-origin: \*/im);
    }
    const unknown = await get('/api/club/search', {}, 'TRACE');
    expect([unknown.status, unknown.headers['content-type']]).toEqual([405, 'application/problem+json']);
    expect(renders).toEqual([]);
  });

  test('of no route or an empty 404 is the page for 404', async () => {
    respond = () => Promise.resolve({ status: 404 });
    for (const path of ['/nothing', '/other/']) {
      expect(await get(path)).toMatchObject({ status: 404, text: 'en: not found' });
      expect(await get(`/fr${path}`)).toMatchObject({ status: 404, text: 'fr: not found' });
    }
    expect((await get('/api/nothing')).headers['content-type']).toBe('application/problem+json');
  });

  test('of a route with a body is sent with its status', async () => {
    respond = () => Promise.resolve({ status: 422, body: 'own' });
    expect(await get('/other/')).toMatchObject({ status: 422, text: 'own' });
  });
});

/** Sends a request and lets this much time pass once it is being rendered. */
async function askAndWait(path: string, headers: Record<string, string>, method: string, milliseconds: number) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const before = renders.length;
  const answer = get(path, headers, method);
  while (renders.length === before) await new Promise((done) => setImmediate(done));
  await vi.advanceTimersByTimeAsync(milliseconds);
  vi.useRealTimers();
  return await answer;
}

/** Serves another site with these options instead. */
async function serveWith(options: Partial<Site>): Promise<void> {
  close?.();
  await serve(options);
}

/** A test names the client address in a header. */
const clientAddress = ({ headers }: IncomingMessage) => [headers['x-test-client']].flat()[0] ?? '192.0.2.1';
const HTMX = { 'HX-Request': 'true' };
const SIGNED_IN = { Cookie: 'session=secret' };

describe('A client over its rate limit', () => {
  const IMAGE = `/image/${'a'.repeat(64)}-200.webp`;
  let images: Map<string, Rendition>;
  let asked: number;

  beforeEach(async () => {
    images = new Map();
    asked = 0;
    const find = ({ hash }: { hash: string }) => {
      asked += 1;
      return Promise.resolve(images.get(hash) ?? null);
    };
    // A burst of ten, and one per second.
    await serveWith({ rateLimit: new RateLimit(1), clientAddress, images: { kept: () => null, find } });
    vi.spyOn(performance, 'now').mockReturnValue(1000);
  });
  const exhaust = async () => {
    for (let page = 1; page <= 10; page += 1) expect((await get(`/club/?page=${page}`)).status).toBe(200);
  };

  test.each([
    ['a page', '/club/?name=a', {}, 'GET', 'en: too many'],
    ['a form in French', '/fr/club/7/edit/', SIGNED_IN, 'POST', 'fr: too many'],
    ['the head of a page', '/club/?name=a', {}, 'HEAD', ''],
  ])('gets a 429 for %s and nothing is rendered', async (_, path, headers, method, text) => {
    await exhaust();
    const refused = await get(path, headers, method);
    expect([refused.status, refused.text, renders.length]).toEqual([429, text, 10]);
    expect(refused.headers).toMatchObject({
      'ratelimit-policy': '"default";q=10;w=10',
      ratelimit: '"default";r=0;t=1',
    });
  });

  test('gets a problem document from the API', async () => {
    await exhaust();
    const { status, headers, text } = await get('/api/club/1');
    expect([status, headers['content-type'], headers['retry-after']]).toEqual([429, 'application/problem+json', '1']);
    expect(JSON.parse(text)).toMatchObject({ status: 429, 'violated-policies': ['default'] });
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
  });

  test('does not affect others and may ask again later', async () => {
    await exhaust();
    expect((await get('/club/?name=a')).status).toBe(429);
    expect((await get('/club/?name=a', { 'X-Test-Client': '192.0.2.2' })).status).toBe(200);
    vi.spyOn(performance, 'now').mockReturnValue(2000);
    expect((await get('/club/?name=b')).status).toBe(200);
  });

  test('gets cached responses, health checks and images free of charge', async () => {
    images.set('a'.repeat(64), { bytes: Buffer.from('webp'), type: 'image/webp' } as unknown as Rendition);
    await get('/club/?page=1');
    for (let count = 0; count < 12; count += 1) {
      for (const path of ['/club/?page=1', '/club?utm_source=x&page=1', '/healthz', IMAGE, '/%2f']) {
        const { status, headers } = await get(path);
        expect([path, status, headers.ratelimit]).toEqual([path, path === '/%2f' ? 404 : 200, undefined]);
      }
    }
    for (let left = 8; left >= 0; left -= 1)
      expect((await get(`/club/?name=${left}`)).headers.ratelimit).toBe(`"default";r=${left};t=1`);
    expect((await get('/club/?name=x')).status).toBe(429);
    for (const path of ['/club/?page=1', '/healthz']) expect((await get(path)).status).toBe(200);
  });

  test('pays for images that do not exist', async () => {
    for (let count = 0; count < 10; count += 1) expect((await get(IMAGE)).status).toBe(404);
    expect(asked).toBe(10);
    expect((await get(IMAGE)).status).toBe(429);
    expect(asked).toBe(10);
  });

  test('gets its remaining quota with a rendered response, not with a cached one', async () => {
    const made = await get('/club/?page=1');
    expect(made.headers).toMatchObject({ 'ratelimit-policy': '"default";q=10;w=10', ratelimit: '"default";r=9;t=1' });
    const kept = await get('/club/?page=1');
    expect([kept.text, kept.headers.ratelimit, kept.headers['ratelimit-policy']]).toEqual([
      'answer 1',
      undefined,
      undefined,
    ]);
  });
});

describe('An overloaded site', () => {
  let gate: PromiseWithResolvers<undefined>;
  beforeEach(async () => {
    gate = Promise.withResolvers();
    respond = async () => {
      await gate.promise;
      return {};
    };
    await serveWith({ workload: new Workload(10, () => 0) });
  });
  /** Begins requests that are rendered until the gate opens. */
  const begin = async (count: number, path: (index: number) => string, headers: Record<string, string> = {}) => {
    const before = renders.length;
    const answers = Array.from({ length: count }, (_, index) => get(path(index), headers));
    await vi.waitFor(() => expect(renders).toHaveLength(before + count));
    return answers;
  };
  const search = (index: number) => `/club/?name=${index}`;

  test('answers 503 with Retry-After in the language of the request and as a problem document', async () => {
    const answers = await begin(5, search);
    for (const [path, headers, text] of [
      ['/club/?name=x', {}, 'en: busy'],
      ['/fr/club/?name=x', {}, 'fr: busy'],
      ['/club/?name=x', HTMX, 'en: busy'],
    ] as const) {
      expect(await get(path, headers)).toMatchObject({ status: 503, text });
    }
    const refused = await get('/api/club/search?search=x');
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2']);
    expect(JSON.parse(refused.text)).toMatchObject({ status: 503, title: 'Service unavailable' });
    gate.resolve(undefined);
    for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
    expect((await get('/club/?name=x')).status).toBe(200);
  });

  test('serves cached and stale responses, and those that are being rendered', async () => {
    gate.resolve(undefined);
    await get('/club/?name=old');
    version = 'e-2';
    await get('/club/?name=kept');
    gate = Promise.withResolvers();
    const answers = await begin(5, search);
    const old = await get('/club/?name=old');
    expect([old.status, old.text, old.headers.age]).toEqual([200, 'answer 1', expect.any(String)]);
    const kept = await get('/club/?name=kept');
    expect([kept.text, kept.headers.age]).toEqual(['answer 2', undefined]);
    expect((await get('/healthz')).status).toBe(200);
    const before = received;
    const shared = get('/club/?name=0');
    await vi.waitFor(() => expect(received).toBe(before + 1));
    gate.resolve(undefined);
    expect((await shared).text).toBe((await answers[0])?.text);
  });

  test('is not blocked by slow request bodies', async () => {
    gate.resolve(undefined);
    respond = async (_, request) => ({ body: await request.text() });
    const requests = Array.from({ length: 30 }, () => {
      const request = httpRequest(`${origin}/other/`, {
        method: 'POST',
        headers: { 'Content-Length': 2 },
        agent: false,
      });
      onTestFinished(() => void request.destroy());
      request.write('x');
      return request;
    });
    await vi.waitFor(() => expect(renders).toHaveLength(30));
    expect((await get('/club/?name=x')).status).toBe(200);
    const answered = requests.map(
      (request) => new Promise((done) => request.on('response', ({ statusCode }) => done(statusCode))),
    );
    for (const request of requests) request.end('y');
    expect(new Set(await Promise.all(answered))).toEqual(new Set([200]));
  });
});

test('Only private pages get the client address', async () => {
  await serveWith({ clientAddress });
  await get('/login/', { 'X-Test-Client': '203.0.113.7' }, 'POST');
  expect(givenAddress).toBe('203.0.113.7');
  await get('/club/', { 'X-Test-Client': '203.0.113.7' });
  expect(givenAddress).toBe('');
});

describe('A private page', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    respond = () => new Promise(() => {});
  });

  test.each([
    ['of the list', '/club/', SIGNED_IN],
    ['for sign-in', '/login/', {}],
  ])('%s is a 503 after two seconds', async (_, path, headers) => {
    const late = await askAndWait(path, headers, 'GET', PAGE_PATIENCE);
    expect([late.status, late.text]).toEqual([503, 'en: unavailable']);
  });

  test.each([
    ['POST', '/fr/club/7/edit/', 'fr: unsure'],
    ['GET', '/login/callback/', 'en: unsure'],
  ])('that may have written is a 504: %s %s', async (method, path, text) => {
    const late = await askAndWait(path, SIGNED_IN, method, WORK_PATIENCE + 1000);
    expect([late.status, late.text, late.headers['retry-after']]).toEqual([504, text, undefined]);
  });

  test.each(['/desk/clubs.csv', '/fr/desk/history/7/undo/'])('that reads much has twenty seconds: %s', async (path) => {
    const late = await askAndWait(path, SIGNED_IN, 'GET', WORK_PATIENCE + 1000);
    expect([late.status, late.text.slice(4)]).toEqual([503, 'unavailable']);
  });

  describe('with a body', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    test('has its time from the last byte on', async () => {
      respond = async (_, request) => {
        await request.text();
        return new Promise(() => {});
      };
      const { promise, resolve } = Promise.withResolvers<number | undefined>();
      const request = httpRequest(
        `${origin}/other/`,
        { method: 'POST', headers: { 'Content-Length': 3 }, agent: false },
        ({ statusCode }) => resolve(statusCode),
      );
      const turn = () => new Promise((done) => setImmediate(done));
      for (const part of ['x', 'y']) {
        await new Promise<void>((done) => request.write(part, () => done()));
        for (let turns = 0; turns < 50; turns += 1) await turn();
        await vi.advanceTimersByTimeAsync(0.4 * WORK_PATIENCE);
      }
      request.end('z');
      for (let turns = 0; turns < 50; turns += 1) await turn();
      await vi.advanceTimersByTimeAsync(0.8 * WORK_PATIENCE);
      let isOver = false;
      void promise.then(() => (isOver = true));
      await turn();
      expect(isOver).toBe(false);
      await vi.advanceTimersByTimeAsync(0.3 * WORK_PATIENCE);
      expect(await promise).toBe(504);
    });
  });
});

test.each(['/club/', '/api/club/search'])('An address below %s that is too long is a 414', async (path) => {
  const longest = `${path}?name=`;
  expect((await get(longest + 'x'.repeat(8192 - longest.length))).status).not.toBe(414);
  const refused = await get(longest + 'x'.repeat(8193 - longest.length));
  expect([refused.status, refused.headers['content-type']]).toEqual([
    414,
    path.startsWith('/api/') ? 'application/problem+json' : 'text/plain; charset=utf-8',
  ]);
});
