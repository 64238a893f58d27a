import { request as httpRequest, type IncomingMessage } from 'node:http';
import { ReadableStream } from 'node:stream/web';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ConcurrencyLimiter } from '../../src/http/load-shedding.ts';
import { PAGE_TIMEOUT_MS, WORK_TIMEOUT_MS } from '../../src/http/page-request.ts';
import { createResponse, type BufferedResponse } from '../../src/http/buffered-response.ts';
import { RateLimit } from '../../src/http/rate-limit.ts';
import type { RequestEvent } from '../../src/http/site.ts';
import { StoredFiles } from '../../src/http/stored-files.ts';
import { ConnectionLostError, UnknownOutcomeError } from '../../src/lib/errors.ts';
import { openHandlerSite, type HandlerOptions, type Rendering } from '../support/handler-site.ts';
import { afterRendering, TIMERS } from '../support/handler-timers.ts';
import { askRaw } from '../support/raw-requests.ts';

const SIGNED_IN = { Cookie: 'session=secret' };
const HTMX = { 'HX-Request': 'true' };
const ANY_AGE = expect.any(String) as string;
/** Tests name the client's address in a header. */
const clientAddress = ({ headers }: IncomingMessage) => [headers['x-test-client']].flat()[0] ?? '192.0.2.1';

let site: Awaited<ReturnType<typeof openHandlerSite>>;
const open = async (options?: HandlerOptions) => (site = await openHandlerSite(options));
const errorLog = vi.fn<(line: string) => void>();
beforeEach(async () => {
  errorLog.mockReset();
  vi.spyOn(console, 'error').mockImplementation(errorLog);
  await open();
  return () => void vi.restoreAllMocks();
});

describe('A response', () => {
  test('has a strong entity tag for each encoding, and is a 304 for a client that has it', async () => {
    site.respond = () => Promise.resolve({ body: 'x'.repeat(5000) });
    const plain = await site.get('/club/');
    const { etag = '' } = plain.headers;
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    expect(plain.headers['content-length']).toBe('5000');
    const again = await site.get('/club/', { 'If-None-Match': etag });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
    expect(again.headers['content-length']).toBeUndefined();
    expect((await site.get('/club/', { 'If-None-Match': `"a", W/${etag}` })).status).toBe(304);
    expect((await site.get('/club/', { 'If-None-Match': '"a"' })).status).toBe(200);

    const brotli = await site.get('/club/', { 'Accept-Encoding': 'gzip, deflate, br' });
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      etag: `${etag.slice(0, -1)}-br"`,
      vary: 'Accept-Encoding',
      'content-length': String(brotli.bytes.length),
    });
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe('x'.repeat(5000));
    const gzip = await site.get('/club/', { 'Accept-Encoding': 'br;q=0, gzip' });
    expect(gunzipSync(gzip.bytes).toString()).toBe('x'.repeat(5000));
    expect(site.renders).toHaveLength(1);
  });

  test('to HEAD is that to GET without its body', async () => {
    const head = await site.get('/club/', {}, 'HEAD');
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '8']);
    expect((await site.get('/club/')).text).toBe('answer 1');
    expect(site.renders).toEqual(['GET /club/?page=1']);
  });

  test('of no route and of an empty 404 is the page for 404', async () => {
    site.respond = () => Promise.resolve({ status: 404 });
    for (const path of ['/nothing', '/other/']) {
      expect(await site.get(path)).toMatchObject({ status: 404, text: 'en: 404' });
      expect((await site.get(`/fr${path}`)).text).toBe('fr: 404');
    }
    expect((await site.get('/api/nothing')).headers['content-type']).toBe('application/problem+json');
  });

  test('for everyone is rendered from its URL alone, one for a user from the whole request', async () => {
    await open({ clientAddress });
    const headers = { 'X-Forwarded-Host': 'evil.example', Host: 'evil.example', Cookie: 'a=b', 'X-Test-Client': '::7' };
    const renderedFrom = async (path: string, more: Record<string, string> = {}) => {
      await site.get(path, { ...headers, ...more });
      return Object.fromEntries(site.rendered.request.headers);
    };
    expect(await renderedFrom('/club/')).toEqual({});
    expect(await renderedFrom('/club/', { 'HX-Request': '<x>' })).toEqual({ 'hx-request': 'true' });
    expect(await renderedFrom('/api/club/1', HTMX)).toEqual({});
    expect(site.rendered.clientAddress).toBe('');
    expect(await renderedFrom('/club/', SIGNED_IN)).toMatchObject({ cookie: 'session=secret' });
    expect(await renderedFrom('/other/')).toMatchObject({ cookie: 'a=b' });
    expect(site.rendered.clientAddress).toBe('::7');
    const { url, headers: given } = site.rendered.request;
    expect([url, given.has('host')]).toEqual(['https://clubs.example.org/other/', false]);
  });
});

describe('A request that is refused without rendering', () => {
  test.each([
    [['/club%2F1', '/club/..%2fclub/', '/club//', '*', '/club/#?name=judo', 'http://evil.example/club/'], 'text/html'],
    [['/api/club%2F1', '/api/../club/', '/api/%', 'http://clubs.example.org/api//club/1'], 'application/problem+json'],
  ])('has an invalid target: %j', async (targets) => {
    const isApi = targets.every((target) => target.includes('/api/'));
    for (const { status, head } of await askRaw(
      site.origin,
      targets.map((target) => ({ target })),
    )) {
      expect(status).toBe(404);
      expect(/^access-control-allow-origin: \*/im.test(head)).toBe(isApi);
    }
    expect(site.renders).toEqual([]);
  });

  test.each(['/club/', '/api/club/search'])('has a target below %s of more than 8192 characters', async (path) => {
    const longest = `${path}?name=`;
    expect((await site.get(longest + 'x'.repeat(8192 - longest.length))).status).not.toBe(414);
    const { status, headers } = await site.get(longest + 'x'.repeat(8193 - longest.length));
    const type = path.startsWith('/api/') ? 'application/problem+json' : 'text/plain; charset=utf-8';
    expect([status, headers['content-type']]).toEqual([414, type]);
  });

  test('has the method TRACE', async () => {
    expect((await site.get('/api/club/search', {}, 'TRACE')).status).toBe(405);
  });

  test('needs the database before that is available', async () => {
    await open({ backend: null });
    expect((await site.get('/club/')).status).toBe(503);
    expect((await site.get('/healthz')).status).toBe(200);
  });
});

describe('An error', () => {
  test.each<[string, () => Promise<Rendering>, string, RegExp]>([
    [
      'is thrown',
      () => Promise.reject(new Error('no\nclub')),
      '/club/?x=1',
      /^GET \/club\/\?page=1 failed: Error: no club/,
    ],
    [
      'is noted',
      () => Promise.resolve({ status: 500, error: new Error('no table') }),
      '/other/%0a?%0d',
      /^GET \/other\/%0A\?%0D= failed: Error: no table/,
    ],
    ['has a cause', () => Promise.reject(new Error('a', { cause: new Error('b') })), '/other/', / caused by Error: b/],
  ])('that %s is a 500 and one line in the log', async (_, fail, path, line) => {
    site.respond = fail;
    expect(await site.get(path)).toMatchObject({ status: 500, text: 'en: 500' });
    expect(errorLog.mock.calls).toEqual([[expect.stringMatching(line)]]);
    expect(errorLog.mock.calls[0]?.[0]).not.toMatch(/[\r\n]/);
  });

  test('in the middle of a page is a whole error page', async () => {
    const breakOff = async function* () {
      yield Buffer.from('<!doctype html><p>All is');
      await Promise.reject(new TypeError('no text'));
    };
    site.respond = () => Promise.resolve({ body: ReadableStream.from(breakOff()) as BodyInit });
    expect(await site.get('/club/')).toMatchObject({ status: 500, text: 'en: 500' });
    expect(errorLog).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(' failed: TypeError: no text at '));
  });

  const FULL = Object.assign(new Error('the disk is full'), { code: '53100' });
  test.each<[string, Error, number, RegExp, string | undefined]>([
    ['a lost connection', new ConnectionLostError('lost'), 503, /^fr: 503$/, '2'],
    ['an unknown outcome', new UnknownOutcomeError(new Error('closed')), 504, /^fr: 504$/, undefined],
    ['a full disk', FULL, 507, /^Le disque/, undefined],
  ])('of the database has its status: %s', async (_, error, status, text, retryAfter) => {
    for (const fail of [() => Promise.reject(error), () => Promise.resolve({ status: 500, error })]) {
      site.respond = fail;
      const response = await site.get('/fr/club/7/edit/', SIGNED_IN, 'POST');
      expect([response.status, response.text]).toEqual([status, expect.stringMatching(text)]);
      expect(response.headers['retry-after']).toBe(retryAfter);
    }
  });
});

describe('A client over its rate limit', () => {
  const IMAGE = `/image/${'a'.repeat(64)}-200.webp`;
  let image: BufferedResponse | null;
  const load = vi.fn(() => Promise.resolve(image));
  beforeEach(async () => {
    image = null;
    load.mockClear();
    // A burst of ten, and one per second.
    await open({ rateLimit: new RateLimit(1), clientAddress, stored: new StoredFiles(load) });
    vi.spyOn(performance, 'now').mockReturnValue(1000);
  });
  const exhaust = async () => {
    for (let page = 1; page <= 10; page += 1) expect((await site.get(`/club/?page=${page}`)).status).toBe(200);
  };

  test.each([
    ['a page', '/club/?name=a', {}, 'GET', 'en: 429'],
    ['a form in French', '/fr/club/7/edit/', SIGNED_IN, 'POST', 'fr: 429'],
    ['the head of a page', '/club/?name=a', {}, 'HEAD', ''],
    ['the API', '/api/club/1', {}, 'GET', expect.stringContaining('"status":429')],
  ])('gets a 429 for %s and nothing is rendered', async (_, path, headers, method, text) => {
    await exhaust();
    const { status, text: body, headers: got } = await site.get(path, headers, method);
    expect([status, body, site.renders.length]).toEqual([429, text, 10]);
    expect(got).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '1' });
  });

  test('spends no token on cached responses, health checks and images', async () => {
    image = createResponse(200, { 'Content-Type': 'image/webp' }, Buffer.from('webp'), { isCacheable: true });
    await site.get('/club/?page=1');
    for (let count = 0; count < 12; count += 1) {
      for (const path of ['/club/?page=1', '/club?utm_source=x&page=1', '/healthz', IMAGE, '/%2f']) {
        expect([path, (await site.get(path)).status]).toEqual([path, path === '/%2f' ? 404 : 200]);
      }
    }
    // The first page is cached, so this uses up the burst.
    await exhaust();
    expect((await site.get('/club/?name=a')).status).toBe(429);
  });

  test('spends a token on images that do not exist', async () => {
    for (let count = 0; count < 10; count += 1) expect((await site.get(IMAGE)).status).toBe(404);
    expect((await site.get(IMAGE)).status).toBe(429);
    expect(load).toHaveBeenCalledTimes(10);
  });
});

describe('An overloaded site', () => {
  let gate: PromiseWithResolvers<undefined>;
  beforeEach(async () => {
    await open({ limiter: new ConcurrencyLimiter(5, () => 0) });
    gate = Promise.withResolvers();
    site.respond = () => gate.promise.then(() => ({}));
  });
  const fill = async () => {
    const before = site.renders.length;
    const responses = Array.from({ length: 5 }, (_, index) => site.get(`/club/?name=${index}`));
    await expect.poll(() => site.renders).toHaveLength(before + 5);
    return responses;
  };

  test('returns 503 with Retry-After, and everything again afterwards', async () => {
    const responses = await fill();
    for (const [path, headers, text] of [
      ['/club/?name=x', {}, 'en: busy'],
      ['/fr/club/?name=x', HTMX, 'fr: busy'],
      ['/login/', {}, 'en: busy'],
      ['/api/club/search?search=x', {}, expect.stringContaining('"title":"Service Unavailable"')],
    ] as const) {
      const response = await site.get(path, headers);
      expect([response.status, response.text, response.headers['retry-after']]).toEqual([503, text, '2']);
    }
    gate.resolve(undefined);
    for (const { status } of await Promise.all(responses)) expect(status).toBe(200);
    expect((await site.get('/club/?name=x')).status).toBe(200);
  });

  test('serves cached and stale responses, and those that are being rendered', async () => {
    gate.resolve(undefined);
    await site.get('/club/?name=old');
    site.version = 'e-2';
    await site.get('/club/?name=cached');
    gate = Promise.withResolvers();
    const responses = await fill();
    expect(await site.get('/club/?name=old')).toMatchObject({
      status: 200,
      text: 'answer 1',
      headers: { age: ANY_AGE },
    });
    expect((await site.get('/club/?name=cached')).text).toBe('answer 2');
    expect((await site.get('/healthz')).status).toBe(200);
    const before = site.received();
    const shared = site.get('/club/?name=0');
    await expect.poll(site.received).toBe(before + 1);
    gate.resolve(undefined);
    expect((await shared).text).toBe((await responses[0])?.text);
  });

  test('is not blocked by slow request bodies', async () => {
    gate.resolve(undefined);
    site.respond = async (_, request) => ({ body: await request.text() });
    const requests = Array.from({ length: 15 }, () => {
      const headers = { 'Content-Length': 2 };
      const request = httpRequest(`${site.origin}/other/`, { method: 'POST', headers, agent: false });
      onTestFinished(() => void request.destroy());
      request.write('x');
      return request;
    });
    await expect.poll(() => site.renders).toHaveLength(15);
    expect((await site.get('/club/?name=x')).status).toBe(200);
    const statuses = requests.map(
      (request) => new Promise((done) => request.on('response', ({ statusCode }) => done(statusCode))),
    );
    for (const request of requests) request.end('y');
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
  });
});

describe('A page that is also a file', () => {
  const file = createResponse(200, { 'Content-Type': 'text/html' }, Buffer.from('file'), { isCacheable: true });
  const findFile = (path: string) => (path === '/' ? file : null);
  const texts = async (...visits: Record<string, string>[]) => {
    const all: string[] = [];
    for (const headers of visits) all.push((await site.get('/', headers)).text);
    return all;
  };

  test('is rendered once for everyone, signed in or not', async () => {
    await open({ findFile });
    expect(await texts(SIGNED_IN, {}, SIGNED_IN)).toEqual(['answer 1', 'answer 1', 'answer 1']);
    expect(site.rendered.request.headers.has('cookie')).toBe(false);
    expect((await site.get('/', {}, 'POST')).status).toBe(405);
  });

  test('is the file before the database is available, and while it is not', async () => {
    await open({ findFile, backend: null });
    expect(await texts({})).toEqual(['file']);
    await open({ findFile });
    site.respond = () => Promise.reject(new ConnectionLostError('lost'));
    expect(await texts({})).toEqual(['file']);
    site.respond = () => Promise.resolve({ status: 500, error: new Error('no clubs') });
    expect(await texts({})).toEqual(['file']);
    site.respond = () => Promise.resolve({});
    expect(await texts({})).toEqual(['answer 3']);
  });

  test('is the last response while it cannot be rendered again', async () => {
    await open({ findFile });
    await texts({});
    site.version = 'e-2';
    site.respond = () => Promise.reject(new Error('no clubs'));
    expect(await site.get('/')).toMatchObject({ status: 200, text: 'answer 1', headers: { age: ANY_AGE } });
  });

  test('is the file in an overload', async () => {
    await open({ findFile, limiter: new ConcurrencyLimiter(0, () => 0) });
    expect(await texts({})).toEqual(['file']);
  });
});

describe('A private response that takes too long', () => {
  beforeEach(() => {
    site.respond = () => new Promise(() => {});
  });

  test.each<[string, string, Record<string, string>, string, number, number, string]>([
    ['page of the list', '/club/', SIGNED_IN, 'GET', PAGE_TIMEOUT_MS, 503, 'en: 503'],
    ['login page', '/login/', {}, 'GET', PAGE_TIMEOUT_MS, 503, 'en: 503'],
    ['export', '/desk/clubs.csv', SIGNED_IN, 'GET', WORK_TIMEOUT_MS, 503, 'en: 503'],
    ['undo', '/fr/desk/history/7/undo/', SIGNED_IN, 'GET', WORK_TIMEOUT_MS, 503, 'fr: 503'],
    ['form', '/fr/club/7/edit/', SIGNED_IN, 'POST', WORK_TIMEOUT_MS, 504, 'fr: 504'],
    ['sign-in', '/login/callback/', {}, 'GET', WORK_TIMEOUT_MS, 504, 'en: 504'],
  ])('times out: %s', async (_, path, headers, method, ms, status, text) => {
    const late = await afterRendering(site, path, ms, headers, method);
    expect([late.status, late.text, late.headers['retry-after']]).toEqual([
      status,
      text,
      status === 503 ? '2' : undefined,
    ]);
  });

  test('has its time after the last byte of the request', async () => {
    vi.useFakeTimers({ toFake: [...TIMERS] });
    onTestFinished(() => void vi.useRealTimers());
    const isRead = Promise.withResolvers<undefined>();
    site.respond = async (_, request) => {
      await request.text();
      isRead.resolve(undefined);
      return new Promise(() => {});
    };
    let status: number | undefined;
    const options = { method: 'POST', headers: { 'Content-Length': 2 }, agent: false };
    const request = httpRequest(`${site.origin}/other/`, options, ({ statusCode }) => (status = statusCode));
    request.write('x');
    await expect.poll(() => site.renders).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(0.8 * WORK_TIMEOUT_MS);
    request.end('y');
    await isRead.promise;
    await vi.advanceTimersByTimeAsync(0.8 * WORK_TIMEOUT_MS);
    for (let turn = 0; turn < 50; turn += 1) await new Promise((done) => setImmediate(done));
    expect(status).toBeUndefined();
    await vi.advanceTimersByTimeAsync(0.3 * WORK_TIMEOUT_MS);
    await expect.poll(() => status).toBe(504);
  });
});

test('Each request is reported once with its origin, route and status', async () => {
  const events: RequestEvent[] = [];
  await open({ onRequest: (event) => events.push(event) });
  for (const path of ['/club/', '/club/', '/healthz', '/nothing']) await site.get(path);
  await expect.poll(() => events).toHaveLength(4);
  const reported = events.map(({ origin, route = '', status }) => [origin, route, status]);
  expect(reported.sort()).toEqual(
    [
      ['rendered', '/club', 200],
      ['cache', '/club', 200],
      ['file', '', 200],
      ['rendered', '', 404],
    ].sort(),
  );
});
