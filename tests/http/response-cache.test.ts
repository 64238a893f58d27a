import { beforeEach, expect, test, vi } from 'vitest';
import { createResponse } from '../../src/http/buffered-response.ts';
import { STALE_TIMEOUT_MS } from '../../src/http/handle.ts';
import { PAGE_TIMEOUT_MS } from '../../src/http/page-request.ts';
import { MAX_CACHE_BYTES, ResponseCache } from '../../src/http/response-cache.ts';
import { ConnectionLostError } from '../../src/lib/errors.ts';
import { TimeoutError } from '../../src/lib/timeout.ts';
import { cacheable, openHandlerSite } from '../support/handler-site.ts';
import { afterRendering } from '../support/handler-timers.ts';

let site: Awaited<ReturnType<typeof openHandlerSite>>;
const text = async (path: string, headers: Record<string, string> = {}) => (await site.get(path, headers)).text;
beforeEach(async () => {
  site = await openHandlerSite();
  for (const method of ['error', 'warn'] as const) vi.spyOn(console, method).mockReturnValue(undefined);
  return () => void vi.restoreAllMocks();
});

const HTMX = { 'HX-Request': 'true' };
const ANY_AGE = expect.any(String) as string;
const RESTORE = { 'HX-History-Restore-Request': 'true' };
const NO_TABLE = Object.assign(new Error('x'), { code: '42P01' });
const CANCELED = Object.assign(new Error('x'), { code: '57014' });

test('A second request is answered without rendering, for all spellings of a URL', async () => {
  for (const [number, urls] of [
    [
      '/club/?name=a&club_status=true&page=1',
      '/club?page=1&club_status=TRUE&name=%20a',
      '/%63lub/?x=1&name=x&name=a&club_status=1',
    ],
    ['/api/club/search?page=1', '/api/club/search', '/api/club/search?fbclid=1'],
    ['/club/7/', '/club/7?x=1'],
  ].entries())
    for (const url of [...urls, ...urls]) expect(await text(url), url).toBe(`answer ${number + 1}`);
  expect(site.cache.counts).toEqual({ hits: 13, misses: 3, stale: 0 });
  expect(await text('/club/7/', { Host: 'evil.example' })).toBe('answer 3');
});

test('A page and its fragment have an entry each', async () => {
  await site.get('/club/');
  for (const headers of [HTMX, { 'HX-Request': 'x' }]) expect(await text('/club/', headers)).toBe('answer 2');
  for (const headers of [RESTORE, { ...HTMX, ...RESTORE }]) expect(await text('/club/', headers)).toBe('answer 1');
});

test('Equal concurrent requests are rendered once', async () => {
  const gate = Promise.withResolvers<undefined>();
  site.respond = () => gate.promise.then(() => ({}));
  const responses = Array.from({ length: 100 }, () => text('/club/?name=a'));
  await expect.poll(site.received).toBe(100);
  gate.resolve(undefined);
  expect(new Set(await Promise.all(responses))).toEqual(new Set(['answer 1']));
});

test.each([
  ['is not 200', '/club/', { status: 404 }],
  ['is an error', '/club/', { status: 500, error: new Error('broken') }],
  ['lacks a caching policy', '/club/', { headers: { 'content-type': 'text/html' } }],
  ['lacks a version', '/club/', { headers: { 'cdn-cache-control': 'max-age=300' } }],
  ['is for an invalid query', '/club/?page=x', {}],
  ['is for a page without clubs', '/other/', {}],
])('A response that %s is not stored', async (_, path, rendering) => {
  site.respond = () => Promise.resolve(rendering);
  await site.get(path);
  await site.get(path);
  expect(site.renders).toHaveLength(2);
});

test('A signed-in user gets and leaves nothing in the cache', async () => {
  await site.get('/club/');
  for (const cookie of ['a=b; session=secret', 'a=b;session =x']) {
    const { text: own, headers } = await site.get('/club/', { Cookie: cookie });
    expect(own).not.toBe('answer 1');
    expect([headers['cache-control'], headers.etag]).toEqual(['private, no-store', undefined]);
    await site.get('/club/?page=2', { Cookie: cookie });
  }
  expect(await text('/club/?page=2')).toBe('answer 6');
  expect(await text('/club/', { Cookie: 'theme=dark' })).toBe('answer 1');
});

test('A shared response never sets a cookie', async () => {
  site.respond = () => Promise.resolve({ headers: { ...cacheable(), 'set-cookie': 'session=a' } });
  for (let count = 0; count < 2; count += 1) {
    const { text: shared, headers } = await site.get('/club/');
    expect([shared, headers['set-cookie']]).toEqual(['answer 1', undefined]);
  }
  expect((await site.get('/login/')).headers).toMatchObject({ 'set-cookie': ['session=a'] });
});

test('An entry is fresh until its maximum age', async () => {
  await site.get('/club/');
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + 290_000);
  expect(await text('/club/')).toBe('answer 1');
  vi.spyOn(Date, 'now').mockReturnValue(now + 301_000);
  expect(await text('/club/')).toBe('answer 2');
});

test('PAGE_CACHE=off stores nothing', async () => {
  site = await openHandlerSite({ isCacheEnabled: false });
  await site.get('/club/');
  const { text: second, headers } = await site.get('/club/');
  expect([second, headers.etag]).toEqual(['answer 2', expect.any(String)]);
});

test('The memory of the cache is limited', () => {
  const cache = new ResponseCache({ version: () => 'e-1', isCertain: () => true });
  const response = createResponse(200, {}, Buffer.alloc(10_000), { isCacheable: true });
  for (let index = 0; index < 20_000; index += 1)
    cache.save(`/club/?name=${index}`, { response, route: '', version: 'e-1', maxAge: 1 });
  expect(cache.size).toBeLessThanOrEqual(MAX_CACHE_BYTES);
  expect(cache.findFresh('/club/?name=0')).toBeNull();
  expect(cache.findFresh('/club/?name=19999')).not.toBeNull();
});

test('A response that would take more than a sixteenth of the cache is not stored', () => {
  const cache = new ResponseCache({ version: () => 'e-1', isCertain: () => true });
  const save = (path: string, bytes: number) => {
    const response = createResponse(200, {}, Buffer.alloc(bytes), { isCacheable: true });
    cache.save(path, { response, route: '', version: 'e-1', maxAge: 1 });
  };
  save('/half', MAX_CACHE_BYTES / 32);
  save('/whole', MAX_CACHE_BYTES / 16);
  expect([cache.findFresh('/half')?.version, cache.findFresh('/whole')]).toEqual(['e-1', null]);
});

test('A change makes an entry stale: one that was announced, or that another response shows', async () => {
  await site.get('/club/');
  site.version = 'e-2';
  for (let count = 0; count < 2; count += 1) expect(await text('/club/')).toBe('answer 2');
  for (const headers of [{}, { Cookie: 'session=secret' }] as Record<string, string>[]) {
    const newer = `e-${site.renders.length + 3}`;
    site.respond = () => Promise.resolve({ headers: cacheable(newer) });
    const before = await text('/club/');
    await site.get('/club/?page=2', headers);
    expect(site.version).toBe(newer);
    expect(await text('/club/')).not.toBe(before);
  }
});

test('A response of an older version than the known one is not stored', async () => {
  site.respond = () => {
    const rendering = { headers: cacheable(site.version) };
    // A change during the rendering.
    if (site.version === 'e-1') site.version = 'e-2';
    return Promise.resolve(rendering);
  };
  expect(await text('/club/')).toBe('answer 1');
  for (let count = 0; count < 2; count += 1) expect(await text('/club/')).toBe('answer 2');
});

test('A rendering is not shared with a request that comes after a change', async () => {
  const gate = Promise.withResolvers<undefined>();
  site.respond = async () => {
    const headers = cacheable(site.version);
    if (site.version === 'e-1') await gate.promise;
    return { headers };
  };
  const first = text('/club/');
  await expect.poll(() => site.renders).toHaveLength(1);
  site.version = 'e-2';
  expect(await text('/club/')).toBe('answer 2');
  gate.resolve(undefined);
  expect(await first).toBe('answer 1');
  expect(await text('/club/')).toBe('answer 2');
});

test('An entry is not fresh while the site may miss changes', async () => {
  await site.get('/club/');
  site.isCertain = false;
  expect(await text('/club/')).toBe('answer 2');
});

test('A stale entry is served with its age for up to a day when the database fails', async () => {
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now);
  await site.get('/club/');
  site.version = 'e-2';
  clock.mockReturnValue(now + 3_600_000);
  for (const error of [NO_TABLE, CANCELED, new ConnectionLostError('lost'), new TimeoutError('late')]) {
    for (const fail of [() => Promise.reject(error), () => Promise.resolve({ status: 500, headers: {}, error })]) {
      site.respond = fail;
      const { status, text: stale, headers } = await site.get('/club/');
      expect([status, stale, Number(headers.age)]).toEqual([200, 'answer 1', 3600]);
    }
  }
  expect(site.cache.counts.stale).toBe(8);
  site.respond = () => Promise.resolve({ status: 500, headers: {}, error: NO_TABLE });
  expect((await site.get('/club/?page=2')).status).toBe(500);
  clock.mockReturnValue(now + 25 * 3_600_000);
  expect((await site.get('/club/')).status).toBe(500);
  clock.mockReturnValue(now);
  site.version = 'f-1';
  expect((await site.get('/club/')).status, 'another epoch').toBe(500);
  site.respond = () => Promise.resolve({});
  expect((await site.get('/club/')).headers.age).toBeUndefined();
});

test.each([
  ['is thrown', () => Promise.reject(new TypeError('Invalid URL'))],
  ['is a response', () => Promise.resolve({ status: 501, headers: {}, error: new TypeError('Invalid URL') })],
  ['has no cause', () => Promise.resolve({ status: 500, headers: {} })],
])('A stale entry is not served for an error that %s while the database works', async (_, fail) => {
  await site.get('/club/');
  site.version = 'e-2';
  site.respond = fail;
  const { status, headers } = await site.get('/club/');
  expect([Number(status) >= 500, headers.age, site.cache.counts.stale]).toEqual([true, undefined, 0]);
  // While the site may miss changes, the database may be the cause of any error.
  site.isCertain = false;
  expect(await site.get('/club/')).toMatchObject({ status: 200, text: 'answer 1', headers: { age: ANY_AGE } });
});

test.each([
  ['one second while the database does not answer', STALE_TIMEOUT_MS, () => (site.isCertain = false)],
  ['two seconds otherwise', PAGE_TIMEOUT_MS, () => (site.version = 'e-2')],
])('A stale entry is served when rendering takes longer than %s', async (_, ms, change) => {
  await site.get('/club/');
  site.respond = () => new Promise(() => {});
  change();
  const { status, text: stale, headers } = await afterRendering(site, '/club/', ms);
  expect([status, stale, headers.age]).toEqual([200, 'answer 1', ANY_AGE]);
});

test('A response that takes longer than two seconds is stored when it is ready', async () => {
  const slow = Promise.withResolvers<{ body: string }>();
  site.respond = () => slow.promise;
  expect(await afterRendering(site, '/club/', PAGE_TIMEOUT_MS)).toMatchObject({ status: 503, text: 'en: 503' });
  slow.resolve({ body: 'late' });
  await expect.poll(() => text('/club/')).toBe('late');
  expect(site.renders).toHaveLength(1);
});

test('A CDN gets headers for fresh responses that are for everyone', async () => {
  expect((await site.get('/club/')).headers).not.toHaveProperty('cdn-cache-control');
  site = await openHandlerSite({ hasCdn: true });
  const { headers } = await site.get('/club/');
  expect(headers).toMatchObject({
    'cdn-cache-control': 'max-age=300, stale-while-revalidate=60',
    'cache-tag': 'clubs, directory-version-e-1',
  });
  expect(headers['x-request-id']).toBeUndefined();
  const own = await site.get('/club/', { Cookie: 'session=secret' });
  site.version = 'e-2';
  site.respond = () => Promise.resolve({ status: 500, error: NO_TABLE });
  const stale = await site.get('/club/');
  expect(stale.headers.age).toEqual(ANY_AGE);
  for (const response of [own, stale])
    for (const name of ['cdn-cache-control', 'cache-tag']) expect(response.headers).not.toHaveProperty(name);
});
