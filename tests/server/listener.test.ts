import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { RouteData } from 'astro';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createAnswer } from '../../src/server/answer.ts';
import type { WatchedDirectory } from '../../src/clubs/follow.ts';
import { ConnectionLostError, UnknownOutcomeError } from '../../src/lost-connection.ts';
import { createListener, type Site } from '../../src/server/listener.ts';
import { PAGE_PATIENCE } from '../../src/server/maker.ts';
import { WORK_PATIENCE } from '../../src/server/patience.ts';
import { RateLimit } from '../../src/server/rate-limit.ts';
import { Workload } from '../../src/server/workload.ts';
import type { Rendition } from '../../src/images/rendition.ts';
import { PageCache } from '../../src/server/page-cache.ts';
import { MAX_FORM_BYTES } from '../../src/images/upload.ts';
import type { AstroApp } from '../../src/server/render.ts';
import { LateError, PATIENCE } from '../../src/share-calls.ts';
import { NAMED_ERROR_PAGES, withoutLimits } from '../support/fixed-site.ts';
import { askRaw } from '../support/raw-requests.ts';

/** What stands behind the cache: how often it was asked, and what it says next. */
let renders: string[];
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

/** The request that Astro was given last, and who it was told that asks. */
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
    // As Astro does, which has no pages of errors here.
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
    observe: (seen: string) => {
      if (seen > version) version = seen;
    },
    isCertain: () => isCertain,
    isSilent: () => isSilent,
    catchUp: () => Promise.resolve(),
  } as WatchedDirectory;
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
  const server = createServer(listener);
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
  test('answers again without Astro', async () => {
    expect((await get('/club/')).text).toBe('answer 1');
    expect((await get('/club/')).text).toBe('answer 1');
    expect(cache.counts).toEqual({ hits: 1, misses: 1, stale: 0 });
  });

  test('takes all spellings of an address for one', async () => {
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

  test('tells addresses apart whose answers differ', async () => {
    const paths = [
      '/club/',
      '/club/?page=2',
      '/club/?page=last',
      '/club/?name=',
      '/club/?club_status=',
      '/club/?page_size=1',
      '/api/club/search',
      '/api/club/search-profile',
      '/api/club/1',
      '/club/1/',
    ];
    for (const path of paths) await get(path);
    expect(renders).toHaveLength(paths.length);
  });

  test('tells page and fragment apart by the presence of the headers', async () => {
    await get('/club/');
    expect((await get('/club/', { 'HX-Request': 'true' })).text).toBe('answer 2');
    expect((await get('/club/', { 'HX-Request': 'anything' })).text).toBe('answer 2');
    expect((await get('/club/', { 'HX-Request': 'true', 'HX-History-Restore-Request': 'true' })).text).toBe('answer 1');
    expect((await get('/club/', { 'HX-History-Restore-Request': '1' })).text).toBe('answer 1');
  });

  test('has no entry for a Host', async () => {
    await get('/club/');
    expect((await get('/club/', { Host: 'evil.example' })).text).toBe('answer 1');
  });

  test('renders equal requests at the same time once', async () => {
    const gate = Promise.withResolvers<undefined>();
    respond = async () => {
      await gate.promise;
      return {};
    };
    const answers = Array.from({ length: 100 }, () => get('/club/?name=a'));
    await vi.waitFor(() => expect(renders).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    gate.resolve(undefined);
    expect(new Set((await Promise.all(answers)).map(({ text }) => text))).toEqual(new Set(['answer 1']));
    expect(renders).toHaveLength(1);
  });

  test.each([
    ['an answer that is not 200', { status: 404 }],
    ['an answer that does not say that it may be kept', { headers: { 'content-type': 'text/html' } }],
    ['an answer with a cookie', { headers: { ...cacheable('e-1'), 'set-cookie': 'a=b' } }],
    ['an answer without a version', { headers: { 'cdn-cache-control': 'max-age=300' } }],
  ])('does not keep %s', async (_, answer) => {
    respond = () => Promise.resolve(answer);
    await get('/club/');
    await get('/club/');
    expect(renders).toHaveLength(2);
  });

  test.each(['/club/?page=x', '/club/?club_status=x', '/api/club/search?page=x', '/other/', '/club/x/'])(
    'does not keep %s',
    async (path) => {
      await get(path);
      await get(path);
      expect(renders).toHaveLength(2);
    },
  );

  test('is passed by, both ways, by who is signed in', async () => {
    await get('/club/');
    expect((await get('/club/', { Cookie: 'a=b; session=secret' })).text).toBe('answer 2');
    expect((await get('/club/')).text).toBe('answer 1');
    await get('/club/?page=2', { Cookie: 'session=secret' });
    expect((await get('/club/?page=2')).text).toBe('answer 4');
    expect((await get('/club/', { Cookie: 'theme=dark' })).text).toBe('answer 1');
  });

  test('keeps an answer no longer than its route allows', async () => {
    await get('/club/');
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 299_000);
    expect((await get('/club/')).text).toBe('answer 1');
    vi.spyOn(Date, 'now').mockReturnValue(now + 301_000);
    expect((await get('/club/')).text).toBe('answer 2');
  });

  test('can be switched off', async () => {
    close?.();
    await serve({ cache: null });
    await get('/club/');
    const second = await get('/club/');
    expect(second.text).toBe('answer 2');
    expect(second.headers.etag).toBeDefined();
  });

  test('does not grow with the number of addresses', () => {
    const answer = createAnswer(200, {}, Buffer.alloc(10_000), { isKept: true });
    for (let index = 0; index < 300_000; index += 1) {
      cache.set(`/club/?name=${index}&page=1`, { answer, route: '', version: 'e-1', madeAt: 0, freshUntil: 0 });
      cache.remember(`/club/?name=${index}`, false, `/club/?name=${index}&page=1`);
    }
    expect(cache.size).toBeLessThanOrEqual(48 * 1024 * 1024);
    expect(cache.find('/club/?name=0', false)).toBeUndefined();
    expect(cache.find('/club/?name=299999', false)).toBeDefined();
  });
});

describe('An answer', () => {
  test('is new as soon as a change is known', async () => {
    await get('/club/');
    version = 'e-2';
    expect((await get('/club/')).text).toBe('answer 2');
    expect((await get('/club/')).text).toBe('answer 2');
  });

  test('of data older than a change that came meanwhile is not kept', async () => {
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

  test('of data older than a change that came meanwhile stands in for a database that fails all the same, and for no newer answer', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const overtaken = () => {
      const old = version;
      version = `e-${Number(old.slice(2)) + 1}`;
      return Promise.resolve({ headers: cacheable(old) });
    };
    respond = overtaken;
    expect((await get('/club/')).text).toBe('answer 1');
    respond = () => Promise.resolve({ status: 500, headers: {}, error: NO_TABLE });
    const stale = await get('/club/');
    expect([stale.status, stale.text, stale.headers.age]).toEqual([200, 'answer 1', '0']);
    respond = () => Promise.resolve({});
    expect((await get('/club/')).text).toBe('answer 3');
    isCertain = false;
    respond = overtaken;
    expect((await get('/club/')).text).toBe('answer 4');
    respond = () => Promise.resolve({ status: 500, headers: {}, error: NO_TABLE });
    expect((await get('/club/')).text).toBe('answer 3');
  });

  test('of a newer version makes all older ones stale', async () => {
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

  test('is made anew while it is not certain that changes would be known', async () => {
    await get('/club/');
    isCertain = false;
    expect((await get('/club/')).text).toBe('answer 2');
  });

  test('that was made just now has no age, though a change overtook it', async () => {
    respond = () => {
      const old = version;
      version = 'e-2';
      return Promise.resolve({ headers: cacheable(old) });
    };
    expect((await get('/club/')).headers.age).toBeUndefined();
  });

  test('that lacks a change which was known before is asked for again, and not kept while it does', async () => {
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

  test('of another history never stands in for a database that fails', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    await get('/club/');
    version = 'f-1';
    respond = () => Promise.resolve({ status: 500, headers: {}, error: NO_TABLE });
    expect((await get('/club/')).status).toBe(500);
  });

  test('that is old stands in for a database that fails, for up to a day, and says how old it is', async () => {
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
    ['breaks a page off', () => Promise.resolve({ status: 500, headers: {}, error: new TypeError('Invalid URL') })],
    [
      'is an answer of the API',
      () => Promise.resolve({ status: 501, body: 'broken', headers: {}, error: new TypeError('Invalid URL') }),
    ],
    ['is of a value in the database', () => Promise.reject(withCode('22P02'))],
    ['is answered without a word', () => Promise.resolve({ status: 500, headers: {} })],
  ])(
    'that is old stands in for no error that %s while the database is well: it may show what was taken off',
    async (_, fail) => {
      vi.spyOn(console, 'error').mockReturnValue(undefined);
      await get('/club/');
      version = 'e-2';
      respond = fail;
      const { status, headers } = await get('/club/');
      expect([Number(status) >= 500, headers.age, cache.counts.stale]).toEqual([true, undefined, 0]);
      // Of whatever fails while nobody knows of a change, the database may be the cause.
      vi.spyOn(console, 'warn').mockReturnValue(undefined);
      isCertain = false;
      expect(await get('/club/')).toMatchObject({ status: 200, text: 'answer 1', headers: { age: '0' } });
    },
  );

  test.each<[what: string, error: Error]>([
    ['a connection that is lost', new ConnectionLostError('lost')],
    ['a server that has no connection left', withCode('53300')],
    ['a statement that was given up', withCode('57014')],
    ['what does not come in time', new LateError('late')],
  ])('that is old stands in for %s, also where that is an answer of the API', async (_, error) => {
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

  test('has one length and one entity tag, those of what is sent, whatever its route says', async () => {
    respond = () => Promise.resolve({ headers: { ...cacheable(), 'content-length': '3', etag: '"own"' } });
    const [answer] = await askRaw(origin, [{ target: '/club/' }]);
    expect(answer?.head.match(/^content-length: .*$/gim)).toEqual(['content-length: 8']);
    expect(answer?.head.match(/^etag: .*$/gim)).toEqual([expect.stringMatching(/"[\w-]{27}"/)]);
  });

  test('has a strong entity tag of its content, another for each form, and is not sent to who has it', async () => {
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

  test.each([0, 10, 2000, 4096, 4097, 30_000])('of %d bytes comes byte for byte, encoded or not', async (size) => {
    const body = 'é\u0000€\u00ff'.repeat(size).slice(0, size / 2);
    respond = () => Promise.resolve({ body });
    const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };
    for (const encoding of ['br', 'gzip', 'identity'] as const) {
      const { bytes, headers } = await get('/club/', { 'Accept-Encoding': encoding });
      expect(Number(headers['content-length'])).toBe(bytes.length);
      expect((headers['content-encoding'] === undefined ? bytes : decode[encoding](bytes)).toString()).toBe(body);
    }
  });

  test('to HEAD comes from the same entry as to GET', async () => {
    const head = await get('/club/', {}, 'HEAD');
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '8']);
    expect((await get('/club/')).text).toBe('answer 1');
    expect(renders).toEqual(['GET /club/?page=1']);
  });

  test('keeps to itself what a CDN may do, unless there is one', async () => {
    const { headers } = await get('/club/');
    expect([headers['cdn-cache-control'], headers['cache-tag']]).toEqual([undefined, undefined]);
    close?.();
    await serve({ hasCdn: true });
    expect((await get('/club/?page=2')).headers).toMatchObject({
      'cdn-cache-control': 'max-age=300, stale-while-revalidate=60',
      'cache-tag': 'clubs, directory-version-e-1',
    });
  });

  test('that is old tells no CDN to keep it', async () => {
    close?.();
    await serve({ hasCdn: true });
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    await get('/club/');
    version = 'e-2';
    respond = () => Promise.resolve({ status: 500, error: NO_TABLE });
    const { status, headers } = await get('/club/');
    expect([status, headers.age]).toEqual([200, '0']);
    expect([headers['cdn-cache-control'], headers['cache-tag']]).toEqual([undefined, undefined]);
    // As of a reader that lags behind however often it is asked.
    respond = () => Promise.resolve({ headers: cacheable('e-1') });
    const late = (await get('/club/?page=2')).headers;
    expect([late.age, late['cdn-cache-control'], late['cache-tag']]).toEqual([undefined, undefined, undefined]);
  });

  test('that was there stands in for one that does not come while the database is silent', async () => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    await get('/club/');
    isCertain = false;
    respond = () => new Promise(() => {});
    const start = performance.now();
    const answers = await Promise.all([get('/club/'), get('/club/'), get('/club/?page=1')]);
    for (const { text, headers } of answers) expect([text, headers.age]).toEqual(['answer 1', expect.any(String)]);
    expect(performance.now() - start).toBeLessThan(2 * PATIENCE);
  });

  test('that was there is given at once while the database has said nothing for long, and asks it nothing', async () => {
    await get('/club/');
    isCertain = false;
    isSilent = true;
    const { text, headers } = await get('/club/');
    expect([text, headers.age, renders.length]).toEqual(['answer 1', expect.any(String), 1]);
    isSilent = false;
    expect((await get('/club/')).text).toBe('answer 2');
  });

  test('that does not come in two seconds says when to come again, and is there for who does', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    const slow = Promise.withResolvers<{ body: string }>();
    respond = () => slow.promise;
    const start = performance.now();
    const late = await get('/club/');
    expect([late.status, late.text]).toEqual([503, 'en: unavailable']);
    expect(performance.now() - start).toBeLessThan(PAGE_PATIENCE + 500);
    slow.resolve({ body: 'late' });
    await vi.waitFor(async () => expect((await get('/club/')).text).toBe('late'));
    expect(renders).toHaveLength(1);
  });

  test('that was there stands in for one that does not come in two seconds, though a change is known', async () => {
    await get('/club/');
    version = 'e-2';
    respond = () => new Promise(() => {});
    const { status, text, headers } = await get('/club/');
    expect([status, text, headers.age]).toEqual([200, 'answer 1', expect.any(String)]);
  });

  test('that was there stands in also while the process is late with everything', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    await get('/club/');
    version = 'e-2';
    respond = () => new Promise(() => {});
    // Nothing stands in for the other one, which has waited a little longer.
    const another = get('/club/?page=2');
    await sleep(100);
    const wanted = get('/club/');
    await sleep(PAGE_PATIENCE - 200);
    const start = performance.now();
    while (performance.now() - start < 500);
    expect([(await another).status, (await wanted).text]).toEqual([503, 'answer 1']);
  });

  test('that would only wait for a silent database is not begun before it says something', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    isSilent = true;
    expect((await get('/club/')).status).toBe(503);
    expect(renders).toEqual([]);
    const waiting = get('/club/');
    setTimeout(() => (isSilent = false), 200);
    expect((await waiting).text).toBe('answer 1');
  });

  test('to an image that Astro would make is none of the site', async () => {
    for (const path of ['/_image', '/_image/', '/%5fimage/'])
      expect(await get(`${path}?href=/robots.txt&w=10&f=svg`)).toMatchObject({ status: 404, text: 'en: not found' });
    expect(renders).toEqual([]);
  });

  test('that does not come keeps nobody waiting who asks later', async () => {
    respond = (url) => (renders.length === 1 ? new Promise(() => {}) : Promise.resolve({ body: url }));
    void get('/club/').catch(() => {});
    await vi.waitFor(() => expect(renders).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, PATIENCE + 50));
    expect((await get('/club/')).status).toBe(200);
  });

  test('that breaks off is an error, and is forgotten', async () => {
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
    [
      'is not known',
      () => Promise.resolve({ status: 500 }),
      '/other/',
      'GET /other/ failed: it was answered with an error page',
    ],
    ['has a cause', () => Promise.reject(new Error('a', { cause: new Error('b') })), '/other/', / caused by Error: b/],
  ])('that is an error leaves one line in the log, where the error %s', async (_, answer, path, line) => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    respond = answer;
    expect((await get(path)).status).toBe(500);
    expect(log).toHaveBeenCalledOnce();
    const text = String(log.mock.calls[0]?.[0]);
    expect(text).toMatch(line);
    expect(text).not.toMatch(/[\r\n]/);
  });

  test('that cannot be made for want of the database says when to come again', async () => {
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

  test('is a whole error page where a component fails in the middle of the page', async () => {
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

  test('that may have been completed is never told to have failed, and one without room says so', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    const isDone = new UnknownOutcomeError(new Error('closed'));
    const isFull = Object.assign(new Error('the disk is full'), { code: '53100' });
    for (const [error, status, text] of [
      [isDone, 504, 'fr: unsure'],
      [isFull, 507, /^Rien n’a été modifié/],
    ] as const) {
      for (const answer of [() => Promise.reject(error), () => Promise.resolve({ status: 500, error })]) {
        respond = answer;
        const made = await get('/fr/club/7/edit/', SIGNED_IN, 'POST');
        expect([made.status, made.text]).toEqual([status, expect.stringMatching(text)]);
      }
    }
  });

  test.each([
    ['is looked up', () => vi.spyOn(cache, 'find')],
    ['is remembered', () => vi.spyOn(cache, 'remember')],
    ['is kept', () => vi.spyOn(cache, 'set')],
  ])('is a whole error page when something is thrown while its address %s', async (_, spyOn) => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    spyOn().mockImplementation(() => {
      throw new Error('unexpected');
    });
    const page = await get('/club/?name=a');
    expect([page.status, page.text]).toEqual([500, 'en: server error']);
    const api = await get('/api/club/1');
    expect([api.status, api.headers['content-type']]).toEqual([500, 'application/problem+json']);
    expect(JSON.parse(api.text)).toMatchObject({ status: 500, title: 'Internal error' });
    expect(log).toHaveBeenCalledTimes(2);
    expect(log.mock.calls[0]?.[0]).toMatch('GET /club/?name=a failed: Error: unexpected');
  });

  test('is never made of anything but the address and whether it is a fragment, unless somebody is signed in', async () => {
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

  test('to a body is made from all of it', async () => {
    respond = async (_, request) => ({ body: `${request.method} ${(await request.text()).length}` });
    const body = new Blob(['x'.repeat(MAX_FORM_BYTES)]);
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect(await (await fetch(`${origin}/other/`, { method, body })).text()).toBe(`${method} ${MAX_FORM_BYTES}`);
    expect(await (await fetch(`${origin}/other/`, { method: 'POST' })).text()).toBe('POST 0');
  });

  test.each(['text/plain; charset=utf-8', 'application/problem+json'])(
    'to a body that is too long says so as %s, and the connection goes on',
    async (type) => {
      const path = type.startsWith('text/') ? '/other/' : '/api/club/1';
      respond = async (_, request) => ({ body: await request.text().catch(() => 'caught') });
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      onTestFinished(() => agent.destroy());
      const post = (length: number) =>
        new Promise<{ status: number | undefined; type: string | undefined; text: string }>((resolve, reject) => {
          // In chunks, so that its length is not known beforehand.
          const request = httpRequest(origin + path, { method: 'POST', agent }, (response) => {
            void text(response).then((text) => {
              resolve({ status: response.statusCode, type: response.headers['content-type'], text });
            }, reject);
          });
          request.on('error', reject);
          Readable.from(Array.from({ length: length / 1024 }, () => Buffer.alloc(1024, 'x'))).pipe(request);
        });
      const refused = await post(3 * MAX_FORM_BYTES);
      expect(refused).toMatchObject({ status: 413, type });
      expect(refused.text).toMatch(path === '/other/' ? /^What was sent is too long\./ : /Content too large/);
      expect((await post(2048)).text).toBe('x'.repeat(2048));
      expect(await post(MAX_FORM_BYTES + 1024)).toMatchObject({ status: 413, type });
    },
  );

  test('to a body that no route reads waits for none of it', async () => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = httpRequest(`${origin}/other/`, { method: 'POST' }, (response) => {
        resolve(response);
        request.destroy();
      });
      request.on('error', reject);
      request.write('x');
    });
    expect(answer.statusCode).toBe(200);
  });

  test.each(['/club/', '/other/'])('with several cookies sends them one by one (%s)', async (path) => {
    const cookies = ['a=1; Expires=Sun, 22 Nov 2026 00:00:00 GMT', 'b=2'];
    respond = () => Promise.resolve({ headers: { ...cacheable(), 'set-cookie': cookies } });
    expect((await get(path)).headers['set-cookie']).toEqual(cookies);
    await get(path);
    expect(renders).toHaveLength(2);
  });

  test('with a cookie goes to one of those who ask at the same time, and to no other', async () => {
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

  test.each(['session=secret', 'a=b;session =x', 'session\t=x'])(
    'to who is signed in (%s) is kept by nobody',
    async (cookie) => {
      close?.();
      await serve({ hasCdn: true });
      const { headers } = await get('/club/', { Cookie: cookie });
      expect(headers['cache-control']).toBe('private, no-store');
      expect([headers['cdn-cache-control'], headers['cache-tag'], headers.etag]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
      expect((await get('/club/')).text).toBe('answer 2');
    },
  );

  test('that brings a cookie is kept by nobody', async () => {
    close?.();
    await serve({ hasCdn: true });
    respond = () =>
      Promise.resolve({ headers: { ...cacheable(), 'set-cookie': 'session=1', 'cache-control': 'public' } });
    const { headers } = await get('/club/');
    expect(headers['cache-control']).toBe('private, no-store');
    expect([headers['cdn-cache-control'], headers['cache-tag'], headers.etag]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('to who is signed in tells of a change too', async () => {
    await get('/club/');
    respond = () => Promise.resolve({ headers: cacheable('e-5') });
    await get('/club/?page=2', { Cookie: 'session=secret' });
    expect(version).toBe('e-5');
    expect((await get('/club/')).text).toBe('answer 3');
  });

  test('to an address that is none of the site has no key', async () => {
    for (const path of ['/club%2F1', '/club/..%2fclub/', '/club//']) {
      expect((await get(path)).text, path).toBe('en: not found');
    }
    expect(
      (
        await askRaw(
          origin,
          ['*', '/club/#?name=judo', 'http://evil.example/club/'].map((target) => ({ target })),
        )
      ).map(({ status }) => status),
    ).toEqual([404, 404, 404]);
    expect(renders).toEqual([]);
  });

  test('to such an address of the API is a problem, as all of its errors are, whatever the method', async () => {
    const targets = ['/api/club%2F1', '/api//club/search', '/api/club/search#1', '/api/../club/', '/api/%', '/api//'];
    const answers = await askRaw(origin, [
      ...targets.map((target) => ({ target })),
      { target: 'http://clubs.example.org/api//club/1' },
      { target: '/api//club/1', method: 'POST' },
    ]);
    const asked = await get('/api//');
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(JSON.parse(body)).toEqual({
        type: 'about:blank',
        status: 404,
        title: 'Not found',
        detail: 'The API has no such address.',
      });
    }
    expect(asked.headers).toMatchObject({
      'content-type': 'application/problem+json',
      'access-control-allow-origin': '*',
      'cache-control': 'private, no-cache',
    });
    expect(renders).toEqual([]);
  });

  test('of the API to a method that nothing answers is a problem too', async () => {
    const { status, headers, text } = await get('/api/club/search', {}, 'TRACE');
    expect([status, headers.allow, headers['content-type']]).toEqual([
      405,
      'GET, HEAD, OPTIONS',
      'application/problem+json',
    ]);
    expect(JSON.parse(text)).toMatchObject({ status: 405, title: 'Method not allowed' });
  });

  test('to an absolute address of this host is that to its path', async () => {
    const [answer] = await askRaw(origin, [{ target: 'http://clubs.example.org/club/?name=a' }]);
    expect(answer?.body).toBe('answer 1');
    expect((await get('/club/?name=a')).text).toBe('answer 1');
  });

  test('to hundreds of requests on one connection leaves no listeners on it', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    const gate = Promise.withResolvers<undefined>();
    respond = async () => {
      await gate.promise;
      return {};
    };
    const requests = Array.from({ length: 200 }, (_, index) => ({
      target: index % 2 ? `/club/?page=${index}` : `/other/${index}`,
      headers: { Cookie: index % 3 ? '' : 'session=a' },
    }));
    const answers = askRaw(origin, requests, 200);
    await vi.waitFor(() => expect(renders).toHaveLength(200));
    gate.resolve(undefined);
    expect((await answers).map(({ body }) => body)).toEqual(requests.map((_, index) => `answer ${index + 1}`));
    expect(warnings).toEqual([]);
  });

  test('of no route, or of a route that has nothing to say, is the page of things that are not there', async () => {
    respond = () => Promise.resolve({ status: 404 });
    for (const path of ['/nothing', '/other/']) {
      expect(await get(path)).toMatchObject({ status: 404, text: 'en: not found' });
      expect(await get(`/fr${path}`)).toMatchObject({ status: 404, text: 'fr: not found' });
    }
    expect((await get('/api/nothing')).headers['content-type']).toBe('application/problem+json');
  });

  test('of a route is its own, whatever its status, when it says something', async () => {
    respond = () => Promise.resolve({ status: 422, body: 'own' });
    expect(await get('/other/')).toMatchObject({ status: 422, text: 'own' });
  });
});

/** Serves another site with these instead of the one that is there. */
async function serveWith(options: Partial<Site>): Promise<void> {
  close?.();
  await serve(options);
}

/** By the header of a test: each may come from another address. */
const clientAddress = ({ headers }: IncomingMessage) => [headers['x-test-client']].flat()[0] ?? '192.0.2.1';
const HTMX = { 'HX-Request': 'true' };
const SIGNED_IN = { Cookie: 'session=secret' };

describe('A client that asks too much', () => {
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
    // Ten at once, and one a second.
    await serveWith({ rateLimit: new RateLimit(1), clientAddress, images: { kept: () => null, find } });
    vi.spyOn(performance, 'now').mockReturnValue(1000);
  });
  const exhaust = async () => {
    for (let page = 1; page <= 10; page += 1) expect((await get(`/club/?page=${page}`)).status).toBe(200);
  };

  test.each([
    ['a page', '/club/?name=a', {}, 'GET', 'en: too many'],
    ['a page in French', '/fr/club/?name=a', {}, 'GET', 'fr: too many'],
    ['a fragment', '/club/?name=a', HTMX, 'GET', 'en: too many'],
    ['a page of somebody who is signed in', '/club/', SIGNED_IN, 'GET', 'en: too many'],
    ['a form', '/club/7/edit/', SIGNED_IN, 'POST', 'en: too many'],
    ['the head of a page', '/club/?name=a', {}, 'HEAD', ''],
  ])('is refused %s, and nothing is made', async (_, path, headers, method, text) => {
    await exhaust();
    const refused = await get(path, headers, method);
    expect([refused.status, refused.text, renders.length]).toEqual([429, text, 10]);
    expect(refused.headers).toMatchObject({
      'ratelimit-policy': '"default";q=10;w=10',
      ratelimit: '"default";r=0;t=1',
    });
  });

  test('is refused by the API with a problem, which says when to come again', async () => {
    await exhaust();
    const refused = await get('/api/club/1');
    expect([refused.status, refused.headers['content-type'], refused.headers['retry-after']]).toEqual([
      ...[429, 'application/problem+json', '1'],
    ]);
    expect(JSON.parse(refused.text)).toMatchObject({
      type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
      status: 429,
      'violated-policies': ['default'],
    });
    expect([refused.headers['access-control-allow-origin'], refused.headers['cache-control']]).toEqual([
      '*',
      'no-store',
    ]);
  });

  test('keeps nobody else out, and may ask again when time has passed', async () => {
    await exhaust();
    expect((await get('/club/?name=a')).status).toBe(429);
    expect((await get('/club/?name=a', { 'X-Test-Client': '192.0.2.2' })).status).toBe(200);
    vi.spyOn(performance, 'now').mockReturnValue(2000);
    expect((await get('/club/?name=b')).status).toBe(200);
  });

  test('is given what is kept, how the site is, and images that there are, and is never charged for them', async () => {
    images.set('a'.repeat(64), { bytes: Buffer.from('webp'), type: 'image/webp' } as unknown as Rendition);
    await get('/club/?page=1');
    for (let count = 0; count < 30; count += 1) {
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

  test('pays for images that there are none of, and then the database is not asked for any', async () => {
    for (let count = 0; count < 10; count += 1) expect((await get(IMAGE)).status).toBe(404);
    expect(asked).toBe(10);
    expect((await get(IMAGE)).status).toBe(429);
    expect(asked).toBe(10);
  });

  test('is told what is left beside the answer, which is kept without it', async () => {
    const made = await get('/club/?page=1');
    expect(made.headers).toMatchObject({ 'ratelimit-policy': '"default";q=10;w=10', ratelimit: '"default";r=9;t=1' });
    const kept = await get('/club/?page=1');
    expect([kept.text, kept.headers.ratelimit, kept.headers['ratelimit-policy']]).toEqual([
      'answer 1',
      undefined,
      undefined,
    ]);
    const { etag = '' } = kept.headers;
    version = 'e-2';
    respond = () => Promise.resolve({ body: 'answer 1' });
    const same = await get('/club/?page=1', { 'If-None-Match': etag });
    expect([same.status, same.headers.ratelimit]).toEqual([304, '"default";r=8;t=1']);
  });

  test('is told nothing beside what a CDN may keep', async () => {
    await serveWith({ rateLimit: new RateLimit(1), clientAddress, hasCdn: true });
    const { headers } = await get('/club/?page=1');
    expect([headers['cdn-cache-control'], headers.ratelimit]).toEqual([expect.any(String), undefined]);
    expect((await get('/club/?page=1', SIGNED_IN)).headers.ratelimit).toBe('"default";r=8;t=1');
  });

  test('is charged once for equal requests of the same moment', async () => {
    const gate = Promise.withResolvers<undefined>();
    respond = async () => {
      await gate.promise;
      return {};
    };
    const answers = Array.from({ length: 50 }, () => get('/club/'));
    await vi.waitFor(() => expect(renders).toHaveLength(1));
    await new Promise((done) => setTimeout(done, 50));
    gate.resolve(undefined);
    expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]));
    expect((await get('/club/?page=2')).headers.ratelimit).toBe('"default";r=8;t=1');
  });
});

describe('A site with too much to do', () => {
  let gate: PromiseWithResolvers<undefined>;
  beforeEach(async () => {
    gate = Promise.withResolvers();
    respond = async () => {
      await gate.promise;
      return {};
    };
    await serveWith({ workload: new Workload(10, () => 0) });
  });
  /** Requests that are being made, until the gate opens. */
  const begin = async (count: number, path: (index: number) => string, headers: Record<string, string> = {}) => {
    const before = renders.length;
    const answers = Array.from({ length: count }, (_, index) => get(path(index), headers));
    await vi.waitFor(() => expect(renders).toHaveLength(before + count));
    return answers;
  };
  const search = (index: number) => `/club/?name=${index}`;

  test('turns searches away first, then lists, then clubs, and at last what is one visitor’s own', async () => {
    const statuses = async () => {
      const paths = ['/club/?name=x', '/api/club/search?search=x', '/club/?page=9', '/api/club/search', '/club/9/'];
      const answers = await Promise.all([...paths.map((path) => get(path)), get('/club/', SIGNED_IN)]);
      return answers.map(({ status }) => status);
    };
    /** At most one of each finds room: what is let in is ended before the next look. */
    const refusedAt = async (count: number) => {
      await serveWith({ workload: new Workload(10, () => 0), cache: null });
      gate = Promise.withResolvers();
      const own = await begin(count, () => '/account/', SIGNED_IN);
      const looked = statuses();
      await new Promise((done) => setTimeout(done, 100));
      gate.resolve(undefined);
      await Promise.all(own);
      return (await looked).map((status) => status === 503);
    };
    expect(await refusedAt(5)).toEqual([true, true, false, false, false, false]);
    expect(await refusedAt(7)).toEqual([true, true, true, true, false, false]);
    expect(await refusedAt(9)).toEqual([true, true, true, true, true, false]);
    expect(await refusedAt(10)).toEqual([true, true, true, true, true, true]);
  });

  test('says so at once, in each language, to fragments and to the API, and when to come again', async () => {
    const answers = await begin(5, search);
    for (const [path, headers, text] of [
      ['/club/?name=x', {}, 'en: busy'],
      ['/fr/club/?name=x', {}, 'fr: busy'],
      ['/club/?name=x', HTMX, 'en: busy'],
    ] as const) {
      const start = performance.now();
      const refused = await get(path, headers);
      expect([refused.status, refused.text]).toEqual([503, text]);
      expect(performance.now() - start).toBeLessThan(100);
    }
    const refused = await get('/api/club/search?search=x');
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2']);
    expect(JSON.parse(refused.text)).toMatchObject({ status: 503, title: 'Too busy' });
    gate.resolve(undefined);
    for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
    expect((await get('/club/?name=x')).status).toBe(200);
  });

  test('gives what was there before, how old it is, and what is kept or being made already', async () => {
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
    const shared = get('/club/?name=0');
    await new Promise((done) => setTimeout(done, 20));
    gate.resolve(undefined);
    expect((await shared).text).toBe((await answers[0])?.text);
  });

  test('says that it is the database, where that says nothing', async () => {
    const answers = await begin(5, search);
    isSilent = true;
    expect((await get('/club/?name=x')).text).toBe('en: unavailable');
    isSilent = false;
    gate.resolve(undefined);
    await Promise.all(answers);
  });

  test('makes no room by telling somebody that it takes too long, and makes it when the work is over', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    const answers = await begin(5, search);
    for (const { status } of await Promise.all(answers)) expect(status).toBe(503);
    expect((await get('/club/?name=x')).text).toBe('en: busy');
    gate.resolve(undefined);
    await vi.waitFor(async () => expect((await get('/club/?name=x')).status).toBe(200));
  });

  test('is not kept busy by bodies that come slowly', async () => {
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

  test('is busy with a body until it has ended, however that ends', async () => {
    const workload = new Workload(10, () => 0);
    await serveWith({ workload });
    respond = async (_, request) => {
      await request.text();
      await gate.promise;
      return {};
    };
    const posted = fetch(`${origin}/other/`, { method: 'POST', body: 'x' });
    await vi.waitFor(() => expect(workload.count).toBe(1));
    gate.resolve(undefined);
    await posted;
    await vi.waitFor(() => expect(workload.count).toBe(0));
    const broken = httpRequest(`${origin}/other/`, { method: 'POST', headers: { 'Content-Length': 2 }, agent: false });
    broken.on('error', () => {});
    broken.write('x');
    await vi.waitFor(() => expect(renders).toHaveLength(2));
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    broken.destroy();
    await vi.waitFor(() => expect(workload.count).toBe(0));
  });
});

test('Pages of one visitor hear who asks, and what is made for everybody does not', async () => {
  await serveWith({ clientAddress });
  await get('/login/', { 'X-Test-Client': '203.0.113.7' }, 'POST');
  expect(givenAddress).toBe('203.0.113.7');
  await get('/club/', { 'X-Test-Client': '203.0.113.7' });
  expect(givenAddress).toBe('');
});

describe('What is made for one visitor', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    respond = () => new Promise(() => {});
  });

  test.each([
    ['of somebody who is signed in', '/club/', SIGNED_IN],
    ['of their own', '/account/', SIGNED_IN],
    ['that nobody keeps', '/login/', {}],
  ])('is a page %s that has two seconds, and then says when to come again', async (_, path, headers) => {
    const start = performance.now();
    const late = await get(path, headers);
    expect([late.status, late.text]).toEqual([503, 'en: unavailable']);
    expect(performance.now() - start).toBeLessThan(PAGE_PATIENCE + 500);
  });

  test('would only wait for a silent database, and is not begun before it says something', async () => {
    isSilent = true;
    expect((await get('/club/', SIGNED_IN)).status).toBe(503);
    expect(renders).toEqual([]);
  });

  describe('and takes its time', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] });
    });
    afterEach(() => {
      vi.useRealTimers();
    });
    const isOver = async (answer: Promise<unknown>) => {
      let over = false;
      void answer.then(() => (over = true));
      await new Promise((done) => setImmediate(done));
      return over;
    };
    /** Asks, and lets so much time pass when it is being made. */
    const askAndWait = async (path: string, method: string, milliseconds: number) => {
      const asked = renders.length;
      const answer = get(path, SIGNED_IN, method);
      while (renders.length === asked) await new Promise((done) => setImmediate(done));
      await vi.advanceTimersByTimeAsync(milliseconds);
      return answer;
    };

    test.each([
      ['POST', '/club/7/edit/', 'en: unsure'],
      ['POST', '/fr/club/7/edit/', 'fr: unsure'],
      ['GET', '/login/callback/', 'en: unsure'],
    ])('is never told to have failed while it may still be done: %s %s', async (method, path, text) => {
      const late = await askAndWait(path, method, WORK_PATIENCE + 1000);
      expect([late.status, late.text, late.headers['retry-after']]).toEqual([504, text, undefined]);
    });

    test.each([
      ...['/desk/clubs.csv', '/fr/desk/round/links.csv', '/desk/import/7/', '/desk/import/7/report.csv'],
      ...['/desk/history/7/', '/fr/desk/history/7/undo/', '/desk/round/end/'],
    ])('is read at %s, and has twenty seconds', async (path) => {
      const late = await askAndWait(path, 'GET', WORK_PATIENCE + 1000);
      expect([late.status, late.text.slice(4)]).toEqual([503, 'unavailable']);
    });

    test('has its time from the last byte of what was sent', async () => {
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
      expect(await isOver(promise)).toBe(false);
      await vi.advanceTimersByTimeAsync(0.3 * WORK_PATIENCE);
      expect(await promise).toBe(504);
    });
  });
});

test.each(['/club/', '/fr/club/', '/api/club/search'])(
  'An address below %s that is too long is refused as such',
  async (path) => {
    const longest = `${path}?name=`;
    expect((await get(longest + 'x'.repeat(8192 - longest.length))).status).not.toBe(414);
    const refused = await get(longest + 'x'.repeat(8193 - longest.length));
    expect([refused.status, refused.headers['content-type']]).toEqual([
      414,
      path.startsWith('/api/') ? 'application/problem+json' : 'text/plain; charset=utf-8',
    ]);
  },
);
