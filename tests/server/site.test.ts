import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { KEPT_DAYS } from '../../src/clubs/inbox/queries.ts';
import { connectToOwner } from '../../db/embedded.ts';
import { SECURITY_HEADERS } from '../../src/server/security-headers.ts';
import { judgeMemory, measureMemory, startMeasuredSite } from '../support/memory-growth.ts';
import { compareSearches, searchQueries } from '../support/search-queries.ts';
import { brokenRequests, sendBroken } from '../support/broken-requests.ts';
import { connect } from '../support/client.ts';
import { openServerDatabase } from '../support/database.ts';
import { readNames } from '../support/freshness.ts';
import { readHtml } from '../support/html.ts';
import { runProgram, siteEnvironment } from '../support/program.ts';
import { askRaw } from '../support/raw-requests.ts';
import { rawRequests } from '../support/raw-targets.ts';
import { describeOwnSite, describeSite, startSite } from '../support/site.ts';

const MAIN = 'src/server/main.ts';
/** In ms: five times what is promised, on a busy machine. */
const PROMPT = 5000;

describeOwnSite(
  'A site whose database fails',
  (site) => {
    test.each([
      ['alter table club rename to club_gone', 'alter table club_gone rename to club'],
      ['alter table club rename column logo to logo_gone', 'alter table club rename column logo_gone to logo'],
    ])('answers with a whole error page, never with half a page (%s)', async (statement, undo) => {
      const id = await site.database.insertClub({ name: 'Ski' });
      const before = site.output().length;
      await site.database.sql.unsafe(statement);
      try {
        const variants: Record<string, string>[] = [{}, { 'HX-Request': 'true' }];
        for (const headers of variants) {
          const response = await site.get('/club/', { headers });
          expect(response.status).toBe(500);
          const html = await response.text();
          expect(html.trim()).toMatch(/^<!doctype html>[^]*<\/html>$/i);
          expect(readHtml(html).one('h1').text).toBe('Something went wrong');
        }
        expect((await site.get(`/club/${id}/`)).status).toBe(500);
        const api = await site.get('/api/club/search-profile');
        expect([api.status, api.headers.get('content-type')]).toEqual([500, 'application/problem+json']);
        expect(await api.text()).not.toContain('club_gone');
        expect((await site.get('/')).status).toBe(200);
        const logged = () =>
          site
            .output()
            .slice(before)
            .split('\n')
            .filter((line) => / failed: .*does not exist/.test(line))
            .map((line) => line.slice(line.indexOf(' error ') + ' error '.length, line.indexOf(' failed: ')));
        await expect
          .poll(logged)
          .toEqual([
            'GET /club/?page=1',
            'GET /club/?page=1',
            `GET /club/${id}/`,
            'GET /api/club/search-profile?page=1',
          ]);
      } finally {
        await site.database.sql.unsafe(undo);
      }
      expect((await site.get('/club/')).status).toBe(200);
    });
  },
  { PAGE_CACHE: 'off' },
);

describeSite('A site', (site) => {
  test('answers any query string of up to 8 kB and 1,000 parameters with 200 or 404, the API also with 422', async () => {
    await site.database.insertClubs('Chess', 'Ski', '100% _\\');
    const random = seededRandom(20_261_121);
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
    const names = [
      'name',
      'club_status',
      'page',
      'page_size',
      'search',
      'is_active',
      'parent_id',
      'exclude_ids',
      'x',
      '',
      '__proto__',
      'constructor',
      'name[]',
      'page%00',
    ];
    const values = [
      '',
      '1',
      '0',
      '-1',
      'true',
      'FALSE',
      'last',
      '1e9',
      '9'.repeat(30),
      '2147483648',
      '%',
      '%zz',
      '%00',
      '%E0%A4%A',
      '%F0%9F%98%80',
      '\u00e9',
      '_',
      '\\',
      "'",
      '"',
      ';--',
      '<script>',
      '../..',
      '%ED%A0%80',
      'a'.repeat(300),
      '+',
      '%20',
      'ﬁ',
      '%CC%81'.repeat(40),
      '[]',
      '{}',
    ].map((value) => value.replace(/[^\x21-\x7e]/gu, encodeURIComponent).replaceAll('"', '%22'));
    const paths = ['/club/', '/club', '/api/club/search', '/api/club/search-profile'];
    for (let round = 0; round < 300; round += 1) {
      const count = pick([1, 2, 3, 5, 100]);
      const query = Array.from(
        { length: count },
        () => `${pick(names)}${pick(['=', '=', '=', '', '=='])}${pick(values)}`,
      ).join(pick(['&', '&', '&&', ';']));
      const path = `${pick(paths)}?${query.slice(0, 8000)}`;
      const status = await rawStatus(site.url, path, round % 2 === 0 ? { 'HX-Request': 'true' } : {});
      expect(path.startsWith('/api') ? [200, 404, 422] : [200, 404], path).toContain(status);
    }
    for (const path of paths) {
      for (const parameter of ['name=a', 'page=1', 'x=1', 'a[]=', '=']) {
        const query = Array.from({ length: 1000 }, () => parameter).join('&');
        expect(await rawStatus(site.url, `${path}?${query}`, {}), parameter).toBe(200);
      }
      const many = Array.from({ length: 1000 }, (_, index) => `${index}=`).join('&');
      expect(await rawStatus(site.url, `${path}?${many}`, {})).toBe(200);
    }
    expect(await rawStatus(site.url, `/club/?name=${'%C3%A9'.repeat(1300)}`, {})).toBe(200);
  });

  test('answers the same search of the page, of its fragment and of the API alike, however it is written', async () => {
    await site.database.insertClubs(...Array.from({ length: 60 }, (_, index) => `Club ${index}`));
    await site.database.insertClubs('Échecs', 'Œnologie', '100% _\\', "L'Étoile", 'zzz', 'ẞ', 'İ', 'ﬁn');
    await site.database.sql`update club set is_active = false where id % 3 = 0`;
    const result = await compareSearches(site.url, fc.sample(searchQueries, 300));
    expect(result.wrong).toEqual([]);
    // Otherwise little was compared.
    expect(result.compared).toBeGreaterThan(80);
    expect(result.statuses[404]).toBeGreaterThan(20);
  });

  test('answers or ends what is no request, and is there for the next', async () => {
    const result = await sendBroken(site.url, fc.sample(brokenRequests, 300));
    expect(result.wrong).toEqual([]);
    expect(result.longest).toBeLessThan(PROMPT);
    expect(Object.keys(result.answers)).toEqual(expect.arrayContaining(['200', '400', '405']));
    expect((await site.get('/club/?name=alive')).status).toBe(200);
  });

  test('has its security headers on every answer, of whatever kind', async () => {
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
      expect(policy).not.toMatch(/unsafe-/);
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

  test('shows within two seconds the earlier state that a backup has brought back under it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'club-backup-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'a.backup');
    const run = (command: string, ...args: string[]) =>
      runProgram(`src/commands/db-${command}.ts`, args, site.environment);
    await site.database.insertClubs('Chess', 'Ski');
    expect(await run('backup', file)).toMatchObject({ code: 0 });
    await site.database.sql`delete from club where name = 'Ski'`;
    await site.database.insertClubs('Tarot');
    await expect.poll(() => readNames(site.url)).toEqual(['Chess', 'Tarot']);
    expect(await run('restore', file, '--yes')).toMatchObject({ code: 0 });
    await expect.poll(() => readNames(site.url), { timeout: 2000, interval: 10 }).toEqual(['Chess', 'Ski']);
  });

  test('refuses a request that names two hosts, with all that protects an answer', async () => {
    const [answer] = await askRaw(site.url, [{ target: '/club/', headers: { Host: 'x\r\nHost: y' } }]);
    expect(answer?.status).toBe(400);
    for (const name of Object.keys(SECURITY_HEADERS)) expect(answer?.head).toMatch(new RegExp(`^${name}: `, 'im'));
  });

  test('serves a request that names any host, and believes none', async () => {
    for (const host of ['evil.example', 'a b', '', '[', 'x'.repeat(500)]) {
      expect(await rawStatus(site.url, '/club/', { Host: host })).toBe(200);
    }
  });
});

test('A site deletes by itself the messages of visitors that were done long ago', async () => {
  const { sql, url, close } = await openServerDatabase();
  onTestFinished(() => close());
  await sql`
    insert into inbox_message (kind, club_name, topic, message, sender, digest, closed_at)
    select 'suggestion', 'Chess', 'other', days::text, '', days::text, now() - make_interval(days => days)
    from unnest(array[${KEPT_DAYS - 1}, ${KEPT_DAYS + 1}]::integer[]) days`;
  const dataDir = await mkdtemp(join(tmpdir(), 'club-directory-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const site = await startSite({ DATABASE_URL: url ?? '', DATA_DIR: dataDir });
  onTestFinished(() => site.stop().then(() => undefined));
  await expect
    .poll(async () => (await sql<{ message: string }[]>`select message from inbox_message`).map((one) => one.message))
    .toEqual([String(KEPT_DAYS - 1)]);
});

describe('Two sites on one database', () => {
  test('answer the same to any target, one with its cache and one without', async () => {
    const database = await openServerDatabase();
    onTestFinished(() => database.close());
    await database.insertClubs('Chess', 'Judo', 'Judo 2', 'Ski');
    const open = async (settings: Record<string, string>) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'club-directory-'));
      onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
      const site = await startSite({ DATABASE_URL: database.url ?? '', DATA_DIR: dataDir, ...settings });
      onTestFinished(() => site.stop().then(() => undefined));
      return site;
    };
    const [on, off] = [await open({}), await open({ PAGE_CACHE: 'off' })];
    const requests = fc.sample(rawRequests, { numRuns: 1000, seed: 9 }).flatMap((request) => [request, request]);
    const [kept, made] = await Promise.all([askRaw(on.url, requests, 200), askRaw(off.url, requests, 200)]);

    const differing = requests
      .map((request, index) => ({ ...request, kept: kept[index], made: made[index] }))
      .filter(({ kept, made }) => kept?.status !== made?.status || kept?.body !== made?.body);
    expect(differing.slice(0, 5)).toEqual([]);
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([200, 400, 404, 422]));

    const different = Array.from({ length: 200 }, (_, index) => ({ target: `/club/?page_size=1&name=${index}` }));
    for (const site of [on, off]) {
      expect(new Set((await askRaw(site.url, different, 200)).map(({ status }) => status))).toEqual(new Set([200]));
      expect(site.output()).not.toMatch(/Warning|failed/);
    }
  });
});

describe('The program of the site', () => {
  let dataDir = '';
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'club directory '));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));
  const clubs = async (url: string) =>
    ((await (await fetch(`${url}/api/club/search`)).json()) as { count: number }).count;

  test('starts a new embedded database with the sample clubs, once', async () => {
    const site = await startSite({ DATA_DIR: dataDir, SAMPLE_DATA: 'on' });
    const count = await clubs(site.url);
    expect(count).toBeGreaterThan(50);
    expect(
      readHtml(await (await fetch(`${site.url}/club/?page_size=100`)).text()).all('article img').length,
    ).toBeGreaterThan(5);

    const second = await runProgram(MAIN, [], siteEnvironment({ DATA_DIR: dataDir }));
    expect(second.code).toBe(1);
    expect(second.output).toContain('Another process uses the embedded database');

    expect(await site.stop()).toBe(0);
    const again = await startSite({ DATA_DIR: dataDir, SAMPLE_DATA: 'on' });
    expect(await clubs(again.url)).toBe(count);
    expect(await again.stop()).toBe(0);
  });

  test('does as its switches say: logs each request, tells a CDN what it may keep, keeps nothing itself', async () => {
    const site = await startSite({ DATA_DIR: dataDir, ACCESS_LOG: 'on', CDN: 'on', PAGE_CACHE: 'off' });
    for (const path of ['/club/', '/club/?page_size=2', '/api/club/search', '/api/club/search-profile']) {
      const { status, headers } = await fetch(site.url + path);
      expect([status, headers.get('cdn-cache-control')]).toEqual([200, 'max-age=300, stale-while-revalidate=3600']);
      expect(headers.get('cache-tag')).toMatch(/^clubs, directory-version-[\da-f]+-\d+$/);
      expect(headers.get('cache-control')).toBe('private, no-cache');
      await expect.poll(() => site.output()).toContain(`Request method=GET url=${path} status=200 `);
    }
    expect((await site.figures()).cache).toBeNull();
    expect(await site.stop()).toBe(0);
  });

  test('logs what it makes, with an id that the answer has too, and tells its figures at an address of their own', async () => {
    const site = await startSite({
      DATA_DIR: dataDir,
      ACCESS_LOG: 'on',
      METRICS_PORT: '0',
      TRUSTED_PROXIES: 'loopback',
    });
    const headers = { 'X-Forwarded-For': '192.0.2.77' };
    const made = await fetch(`${site.url}/club/?page_size=3`, { headers });
    const kept = await fetch(`${site.url}/club/?page_size=3`, { headers });
    const failed = await fetch(`${site.url}/api/club/search?page=x`, { headers });
    const lines = () =>
      [...site.output().matchAll(/ info Request .* (status=\d+) .* (route=\S+ client=\S+ id=\S+)$/gm)].map(
        ([, status, rest]) => `${status} ${rest}`,
      );
    await expect.poll(() => lines().length).toBe(2);
    expect(lines()).toEqual([
      `status=200 route=/[...locale]/club client=192.0.2.0 id=${made.headers.get('x-request-id')}`,
      `status=422 route=/api/club/search client=192.0.2.0 id=${failed.headers.get('x-request-id')}`,
    ]);
    expect(made.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    expect(kept.headers.get('x-request-id')).toBeNull();
    expect(site.output()).not.toContain('192.0.2.77');

    const [, metrics = ''] = /figures are at (http:\S+)/.exec(site.output()) ?? [];
    const figures = await (await fetch(metrics)).text();
    const valueOf = (name: string) =>
      figures
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length + 1);
    const requests = (origin: string, route: string, status: number) =>
      valueOf(`club_directory_requests_total{origin="${origin}",route="${route}",status="${status}"}`);
    expect(requests('made', '/[...locale]/club', 200)).toBe('1');
    expect(requests('cache', '/[...locale]/club', 200)).toBe('1');
    expect(requests('made', '/api/club/search', 422)).toBe('1');
    expect(valueOf('club_directory_request_seconds_count{route="/[...locale]/club"}')).toBe('1');
    expect(valueOf('club_directory_certain')).toBe('1');
    expect(valueOf('club_directory_cache_hits_total')).toBe('1');
    expect(valueOf('club_directory_database_connections_waiting{pool="reading"}')).toBe('0');
    expect(Number(valueOf('nodejs_eventloop_lag_seconds'))).toBeGreaterThanOrEqual(0);
    expect((await fetch(metrics.replace('/metrics', '/'))).status).toBe(404);
    expect((await fetch(`${site.url}/metrics`)).status).toBe(404);
    expect(await site.stop()).toBe(0);
  });

  test('takes no more memory and no more connections for thousands of requests', async () => {
    const site = await startMeasuredSite({ DATA_DIR: dataDir, SAMPLE_DATA: 'on' });
    onTestFinished(() => site.stop());
    const asked = { warmUp: 3000, requests: 5000, connections: 20, names: 200 };
    for (const [isMet, text] of judgeMemory(await measureMemory(site, asked))) expect(isMet, text).toBe(true);
  });

  test('answers what is under way before it stops', async () => {
    const site = await startSite({ DATA_DIR: dataDir, PAGE_CACHE: 'off' });
    const socket = await connectToOwner(dataDir);
    if (!socket) throw new Error('The site does not listen on its socket.');
    const client = connect({ openStream: () => socket });
    const isHeld = Promise.withResolvers<undefined>();
    const release = Promise.withResolvers<undefined>();
    // Whoever has a transaction in the embedded database makes all others wait.
    const held = client.begin(async (tx) => {
      await tx`select 1`;
      isHeld.resolve(undefined);
      await release.promise;
    });
    await isHeld.promise;
    const answers = Array.from({ length: 5 }, () => fetch(`${site.url}/club/?page_size=100`));
    await new Promise((resolve) => setTimeout(resolve, 500));
    const stopped = site.stop();
    await new Promise((resolve) => setTimeout(resolve, 200));
    release.resolve(undefined);
    await held;
    for (const answer of await Promise.all(answers)) expect(await answer.text()).toContain('</html>');
    await client.end({ timeout: 1 });
    expect(await stopped).toBe(0);
  });

  test.each([
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ CLUB_LIST_PAGE_SIZE: '0', SAMPLE_DATA: 'maybe' }, 'CLUB_LIST_PAGE_SIZE must be'],
    [{ CLUB_LIST_PAGE_SIZE: '0', SAMPLE_DATA: 'maybe' }, 'SAMPLE_DATA must be on or off.'],
    [{ SITE_URL: 'clubs.example.org' }, 'SITE_URL must be'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin with'],
  ])('does not start with %j, and names the variable', async (settings, message) => {
    const { code, output } = await runProgram(MAIN, [], siteEnvironment({ DATA_DIR: dataDir, ...settings }));
    expect(code).toBe(1);
    expect(output).toContain(message);
    expect(output).not.toContain(' at ');
  });

  test('says in one line that a database server cannot be reached, without the password', async () => {
    const site = await startSite({ DATABASE_URL: 'postgres://club:s3cret@127.0.0.1:1/club' });
    expect(await site.stop()).toBe(0);
    expect(site.output().replace(/^\S+Z /gm, '')).toMatch(
      /^info Club directory .*\nwarn Cannot use PostgreSQL at 127\.0\.0\.1:1\/club: nothing listens there\. Waiting for it; .*\ninfo Stopped on SIGTERM\.\n$/,
    );
    expect(site.output()).not.toContain('s3cret');
  });

  test('says that its port is in use', async () => {
    const site = await startSite({ DATA_DIR: dataDir });
    const other = await mkdtemp(join(tmpdir(), 'club-directory-'));
    const { port } = new URL(site.url);
    const { code, output } = await runProgram(MAIN, [], siteEnvironment({ DATA_DIR: other, PORT: port }));
    expect([code, output]).toEqual([1, expect.stringContaining(`Port ${port} is in use`)]);
    await site.stop();
    await rm(other, { recursive: true, force: true });
  });

  test('warns when it listens to the world without knowing its address', async () => {
    const site = await startSite({ DATA_DIR: dataDir, HOST: '0.0.0.0', SITE_URL: '' });
    expect(site.output()).toContain('SITE_URL is not set');
    expect(site.output()).not.toContain('to be filled in');
    await site.stop();
  });

  test('tells what was rejected where nobody waits for it, and goes on', async () => {
    const rejecting = 'process.once("SIGUSR2", () => Promise.reject(new Error("left alone")))';
    const site = await startSite({
      DATA_DIR: dataDir,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(rejecting)}`,
    });
    process.kill(site.pid, 'SIGUSR2');
    await expect.poll(() => site.output()).toContain('Something that nobody waited for failed: Error: left alone');
    expect((await fetch(`${site.url}/club/`)).status).toBe(200);
    expect(await site.stop()).toBe(0);
  });

  test('prints the address where it listens, and warns that its links name another', async () => {
    const site = await startSite({ DATA_DIR: dataDir, HOST: '127.0.0.9', SITE_URL: '' });
    expect(site.url).toMatch(/^http:\/\/127\.0\.0\.9:\d+$/);
    expect(site.output()).toContain('SITE_URL is not set');
    await site.stop();
  });
});

describe('A free port', () => {
  test('stands in every address that the site gives, when SITE_URL says nothing else', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'club-directory-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const site = await startSite({ DATA_DIR: dataDir, PORT: '0', SITE_URL: '', SAMPLE_DATA: 'on' });
    onTestFinished(async () => {
      await site.stop();
    });
    const origin = `http://localhost:${new URL(site.url).port}`;
    // Nothing says that visitors come by https.
    expect((await fetch(`${site.url}/club/`)).headers.has('strict-transport-security')).toBe(false);
    for (const path of ['/', '/page/ae/', '/club/', '/club/1/']) {
      const html = await (await fetch(site.url + path)).text();
      expect(readHtml(html).one('link[rel=canonical]').attributes.href).toBe(origin + path);
      expect(readHtml(html).one('meta[property="og:url"]').attributes.content).toBe(origin + path);
      expect(html).not.toContain(':0/');
    }
    const found = (await (await fetch(`${site.url}/api/club/search-profile?page_size=1`)).json()) as {
      next: string;
      results: { url: string }[];
    };
    expect([found.next, found.results[0]?.url]).toEqual([
      `${origin}/api/club/search-profile?page_size=1&page=2`,
      expect.stringContaining(`${origin}/club/`),
    ]);
    const [own, old] = await askRaw(site.url, [{ target: `${origin}/club/` }, { target: 'http://localhost:0/club/' }]);
    expect([own?.status, old?.status]).toEqual([200, 404]);
  });
});

/** The status of an address that is sent exactly as it is written. */
function rawStatus(url: string, path: string, headers: Record<string, string>): Promise<number | undefined> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    httpRequest({ hostname, port, path, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end();
  });
}

/** Numbers from 0 to 1, the same in every run (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}
