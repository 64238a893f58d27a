import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { withEmbeddedIn } from '../support/database.ts';
import { readHtml } from '../support/html.ts';
import { runProgram, siteEnvironment } from '../support/program.ts';
import { askRaw } from '../support/raw-requests.ts';
import { inFull } from '../support/scope.ts';
import { copyEmbedded } from '../support/setup-databases.ts';
import { describeOwnSite, describeSite, startSite } from '../support/site.ts';

const MAIN = 'src/process/start.ts';

describeOwnSite(
  'A site whose database fails',
  (site) => {
    test('answers with whole error pages and logs each error once', async () => {
      await site.database.insertClub({ name: 'Ski' });
      const before = site.output().length;
      await site.database.sql`alter table club rename column logo to logo_gone`;
      try {
        for (const headers of [{}, { 'HX-Request': 'true' }] as Record<string, string>[]) {
          const response = await site.get('/club/', { headers });
          expect(response.status).toBe(500);
          const page = readHtml(await response.text());
          expect(page.all('h1')).toHaveLength(1);
          // A form that htmx submitted shows this text.
          expect(page.one('.why').text).not.toBe('');
        }
        const api = await site.get('/api/club/search-profile');
        expect([api.status, api.headers.get('content-type')]).toEqual([500, 'application/problem+json']);
        expect(await api.text()).not.toContain('logo');
        const logged = () =>
          site
            .output()
            .slice(before)
            .match(/(?<= error )GET \S+(?= failed: .*does not exist)/g);
        const list = 'GET /club/?page=1';
        await expect.poll(logged).toEqual([list, list, 'GET /api/club/search-profile?page=1']);
      } finally {
        await site.database.sql`alter table club rename column logo_gone to logo`;
      }
      expect((await site.get('/club/')).status).toBe(200);
    });
  },
  { PAGE_CACHE: 'off' },
);

describeSite('A site', (site) => {
  test('answers any query string with 200 or 404, the API also with 422', async () => {
    await site.database.insertClubs('Chess', 'Ski', '100% _\\');
    const names = fc.constantFrom(
      ...['name', 'club_status', 'page', 'page_size', 'search', 'is_active', 'parent_id', 'exclude_ids'],
      ...['', '__proto__', 'constructor', 'name[]', 'page%00'],
    );
    const values = fc.constantFrom(
      ...['', '1', '0', '-1', 'true', 'FALSE', 'last', '1e9', '9'.repeat(30), '2147483648', '%', '%zz', '%00', '%E9'],
      ...['%F0%9F%98%80', '_', '%5C', "'", '%22', ';--', '<script>', '../..', '%ED%A0%80', 'a'.repeat(300), '+', '{}'],
      '%CC%81'.repeat(40),
    );
    const parameter = fc.tuple(names, fc.constantFrom('=', '', '=='), values).map((parts) => parts.join(''));
    const queries = fc.oneof(
      fc.array(parameter, { maxLength: 5 }).map((some) => some.join('&').slice(0, 8000)),
      fc
        .tuple(parameter, fc.constantFrom(100, 1000))
        .map(([one, count]) => Array(count).fill(one).join('&').slice(0, 8000)),
    );
    const paths = fc.constantFrom('/club/', '/club', '/api/club/search', '/api/club/search-profile');
    const requests = fc.sample(fc.tuple(paths, queries), inFull(80, 500)).map(([path, query], index) => {
      const headers: Record<string, string> = index % 2 === 0 ? { 'HX-Request': 'true' } : {};
      return { target: `${path}?${query}`, headers };
    });
    for (const [index, { status }] of (await askRaw(site.url, requests, 10)).entries()) {
      const { target = '' } = requests[index] ?? {};
      expect(target.startsWith('/api') ? [200, 404, 422] : [200, 404], target).toContain(status);
    }
  });

  test('sends its security headers with every response', async () => {
    const id = await site.database.insertClub({ name: 'Chess' });
    const home = await (await site.get('/')).text();
    const built = /\/_astro\/[^"]+\.css/.exec(home)?.[0] ?? '';
    const mark = readHtml(home).one('link[rel="icon"]').attributes.href ?? '';
    const asked: [status: number, path: string, options?: RequestInit][] = [
      [200, '/'],
      [200, '/club/'],
      [200, '/club/', { headers: { 'HX-Request': 'true' } }],
      [404, '/club/?page=9'],
      [200, `/club/${id}/`],
      [303, `/club/${id}/edit/`],
      [403, '/login/', { method: 'POST' }],
      [405, '/club/', { method: 'DELETE' }],
      [404, '/nothing/'],
      [200, '/api/club/search'],
      [204, '/api/club/search', { method: 'OPTIONS' }],
      [405, '/api/club/search', { method: 'PUT' }],
      [422, '/api/club/search?page=x'],
      [404, '/api/nothing'],
      [200, built],
      [200, mark],
      [200, '/robots.txt'],
      [200, '/healthz'],
      [404, '/images/nothing'],
    ];
    for (const [status, path, options] of asked) {
      const answer = await site.get(path, options);
      const { headers } = answer;
      expect([path, answer.status]).toEqual([path, status]);
      const policy = headers.get('content-security-policy') ?? '';
      for (const part of ["default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'self'"]) {
        expect(policy.split('; '), path).toContain(part);
      }
      expect(policy.replace("style-src 'unsafe-inline'; sandbox", '')).not.toMatch(/unsafe-/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
      if ((headers.get('content-type') ?? '').startsWith('text/')) {
        expect(headers.get('content-type'), path).toMatch(/; charset=utf-8$/);
      }
      expect([headers.get('x-powered-by'), headers.get('set-cookie')]).toEqual([null, null]);
    }
  });
});

describe('The site process', () => {
  let dataDir = '';
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'club directory '));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));
  const run = (settings: Record<string, string>) => runProgram(MAIN, [], siteEnvironment(settings));
  const copyDatabase = (name: string) => {
    const folder = join(dataDir, name);
    copyEmbedded(inject('embeddedTemplate'), folder);
    return folder;
  };

  test('creates an embedded database with the sample clubs once', async () => {
    const countClubs = async (url: string) =>
      ((await (await fetch(`${url}/api/club/search`)).json()) as { count: number }).count;
    const site = await startSite({ DATA_DIR: dataDir, SAMPLE_DATA: 'on' });
    onTestFinished(() => site.stop().then(() => undefined));
    const count = await countClubs(site.url);
    expect(count).toBeGreaterThan(50);
    const list = readHtml(await (await fetch(`${site.url}/club/?page_size=100`)).text());
    expect(list.all('article img').length).toBeGreaterThan(5);

    expect(await site.stop()).toBe(0);
    const again = await startSite({ DATA_DIR: dataDir, SAMPLE_DATA: 'on' });
    expect(await countClubs(again.url)).toBe(count);
    expect(await again.stop()).toBe(0);
  });

  test('needs exclusive use of its database and port, and valid settings', async () => {
    const site = await startSite({ DATA_DIR: copyDatabase('one') });
    onTestFinished(() => site.stop().then(() => undefined));
    const { port } = new URL(site.url);
    const results = await Promise.all([
      run({ DATA_DIR: join(dataDir, 'one') }),
      run({ DATA_DIR: copyDatabase('other'), PORT: port }),
      run({ DATA_DIR: join(dataDir, 'one'), PORT: '70000' }),
    ]);
    const messages = ['Another process uses the', `Port ${port} `, ' error PORT must be '];
    expect(results).toEqual(messages.map((text) => ({ code: 1, output: expect.stringContaining(text) as string })));
  });

  test('logs requests, serves metrics, sends CDN headers, limits clients and survives an unhandled rejection', async () => {
    const rejecting = 'process.once("SIGUSR2", () => Promise.reject(new Error("left alone")))';
    const site = await startSite({
      DATA_DIR: copyDatabase('logs'),
      ACCESS_LOG: 'on',
      CDN: 'on',
      METRICS_PORT: '0',
      RATE_LIMIT: '1',
      TRUSTED_PROXIES: 'loopback',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(rejecting)}`,
    });
    onTestFinished(() => site.stop().then(() => undefined));
    const headers = { 'X-Forwarded-For': '192.0.2.77' };
    const made = await fetch(`${site.url}/club/?page_size=3`, { headers });
    const cached = await fetch(`${site.url}/club/?page_size=3`, { headers });
    const failed = await fetch(`${site.url}/api/club/search?page=x`, { headers });
    const signIn = { email: 'ada@example.org', password: 'wrong' };
    await fetch(`${site.url}/login/`, {
      method: 'POST',
      body: new URLSearchParams(signIn),
      headers: { ...headers, 'Sec-Fetch-Site': 'same-origin' },
    });
    for (const answer of [made, cached]) {
      // Shorter in the last hour of a day.
      expect(answer.headers.get('cdn-cache-control')).toMatch(/^max-age=\d+, stale-while-revalidate=\d+$/);
      expect(answer.headers.get('cache-tag')).toMatch(/^clubs, directory-version-[\da-f]+-\d+$/);
      expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    }
    const lines = () =>
      [...site.output().matchAll(/ info Request .* (status=\d+) .* (route=\S+ client=192\S+ id=\S+)$/gm)].map(
        ([, status, rest]) => `${status} ${rest}`,
      );
    await expect
      .poll(lines)
      .toEqual([
        expect.stringMatching(/^status=200 route=\/\[\.\.\.locale\]\/club client=192\.0\.2\.0 id=[\da-f-]{36}$/),
        `status=422 route=/api/club/search client=192.0.2.0 id=${failed.headers.get('x-request-id')}`,
        expect.stringMatching(/^status=422 route=\/\[\.\.\.locale\]\/login client=192\.0\.2\.0 id=/),
      ]);
    // A response that a CDN may keep has no id.
    expect(made.headers.get('x-request-id')).toBeNull();
    expect(site.output()).not.toContain('192.0.2.77');

    const [, metrics = ''] = /Metrics at (http:\S+)/.exec(site.output()) ?? [];
    const figures = (await (await fetch(metrics)).text()).split('\n');
    const requests = (origin: string, route: string, status: number) =>
      `club_directory_requests_total{origin="${origin}",route="${route}",status="${status}"} 1`;
    expect(figures).toEqual(
      expect.arrayContaining([
        requests('rendered', '/[...locale]/club', 200),
        requests('cache', '/[...locale]/club', 200),
        requests('rendered', '/api/club/search', 422),
        expect.stringMatching(/^club_directory_disk_free_bytes \d+$/),
        expect.stringMatching(/^club_directory_build_info\{version="[\d.]+",commit="[\da-f]+"\} 1$/),
        'club_directory_request_seconds_count{route="/api/club/search"} 1',
        'club_directory_certain 1',
        'club_directory_cache_hits_total 1',
        'club_directory_failed_sign_ins_total 1',
        'club_directory_failed_emails_total 0',
        'club_directory_database_connections_waiting{pool="reading"} 0',
      ]),
    );
    expect((await fetch(`${site.url}/metrics`)).status).toBe(404);

    // More than the burst of ten. A client may write addresses before the one that the proxy appends.
    const pages = Array.from({ length: 20 }, (_, page) =>
      fetch(`${site.url}/fr/club/?name=${page}`, { headers: { 'X-Forwarded-For': `192.0.2.${page}, 192.0.2.78` } }),
    );
    const refused = (await Promise.all(pages)).find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(readHtml((await refused?.text()) ?? '').one('html').attributes.lang).toBe('fr');

    process.kill(site.pid, 'SIGUSR2');
    await expect.poll(() => site.output()).toContain('failed: Error: left alone');
    expect((await fetch(`${site.url}/club/`)).status).toBe(200);
    expect(await site.stop()).toBe(0);
  });

  test('uses its free port in every address without SITE_URL, and warns when others can reach it', async () => {
    const settings = { DATA_DIR: copyDatabase('free'), HOST: '0.0.0.0', PORT: '0', SITE_URL: '' };
    await withEmbeddedIn(settings.DATA_DIR, (sql) => sql`insert into club (name) values ('Chess'), ('Go')`);
    const site = await startSite(settings);
    onTestFinished(() => site.stop().then(() => undefined));
    expect(site.output()).toContain('SITE_URL is not set');
    await fetch(`${site.url}/`, { headers: { 'X-Forwarded-For': '192.0.2.77' } });
    await expect.poll(() => site.output()).toContain('TRUSTED_PROXIES');
    const origin = `http://localhost:${new URL(site.url).port}`;
    expect((await fetch(`${site.url}/club/`)).headers.has('strict-transport-security')).toBe(false);
    for (const path of ['/', '/page/ae/', '/club/', '/club/1/']) {
      const html = await (await fetch(site.url + path)).text();
      expect(readHtml(html).one('link[rel=canonical]').attributes.href).toBe(origin + path);
      expect(html).not.toContain(':0/');
    }
    const found = (await (await fetch(`${site.url}/api/club/search-profile?page_size=1`)).json()) as { next: string };
    expect(found.next).toBe(`${origin}/api/club/search-profile?page_size=1&page=2`);
    const [own, old] = await askRaw(site.url, [{ target: `${origin}/club/` }, { target: 'http://localhost:0/club/' }]);
    expect([own?.status, old?.status]).toEqual([200, 404]);
  });
});
