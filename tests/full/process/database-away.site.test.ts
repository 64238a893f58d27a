import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { describeServer } from '../../support/database.ts';
import { IS_FULL } from '../../support/scope.ts';
import { makeGate } from '../../support/gate.ts';
import { hiddenFieldsOf, readHtml } from '../../support/html.ts';
import { findFreePort } from '../../support/free-port.ts';
import { visit } from '../../support/people.ts';
import { startSite } from '../../support/site.ts';

describeServer('A site whose database is unavailable', (database) => {
  /** A held gate accepts connections and passes nothing on. */
  const startBehindGate = async ({ isOpen, isHeld = false }: { isOpen: boolean; isHeld?: boolean }, more = {}) => {
    const gate = await makeGate(database.url ?? '');
    onTestFinished(gate.shut);
    if (isOpen) await gate.open();
    if (isHeld) gate.hold();
    const dataDir = await mkdtemp(join(tmpdir(), 'club-directory-away-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const site = await startSite({ DATABASE_URL: gate.url, DATA_DIR: dataDir, ...more });
    onTestFinished(() => site.stop().then(() => undefined));
    const get = (path: string, headers: Record<string, string> = {}) => fetch(site.url + path, { headers });
    const readiness = async () => {
      const answer = await get('/readyz');
      return [answer.status, await answer.text()];
    };
    const list = async () => {
      const answer = await get('/club/');
      return [answer.status, answer.headers.get('Age')];
    };
    if (isOpen && !isHeld) await expect.poll(readiness).toEqual(READY);
    return { gate, site, get, readiness, list };
  };
  const READY = [200, 'ok\n'];
  const AWAY = [503, 'The database does not answer.\n'];

  test('starts, counts and serves pages without clubs, and recovers when the database is there', async () => {
    await database.insertClubs('Chess');
    const port = await findFreePort();
    const { gate, site, get, readiness } = await startBehindGate({ isOpen: false }, { METRICS_PORT: String(port) });
    expect(site.output()).toContain('ECONNREFUSED');
    expect((await get('/healthz')).status).toBe(200);
    expect(await readiness()).toEqual(AWAY);
    expect(readHtml(await (await get('/')).text()).one('h1').text).not.toBe('');
    for (const path of ['/club/', '/fr/club/']) {
      const answer = await get(path);
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '2']);
      expect(readHtml(await answer.text()).one('html').attributes.lang).toBe(path === '/club/' ? 'en' : 'fr');
    }
    const api = await get('/api/club/search');
    expect([api.status, api.headers.get('content-type')]).toEqual([503, 'application/problem+json']);
    expect((await get('/nothing.txt')).status).toBe(503);
    expect((await get('/%2f')).status).toBe(404);

    const figures = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(figures).toMatch(/club_directory_requests_total\{origin="rendered",route="",status="503"\} \d/);
    await gate.open();
    await expect.poll(readiness).toEqual(READY);
    expect(await (await get('/club/')).text()).toContain('Chess');
  });

  test('serves stale pages during an outage, returns 503 for others, and recovers', async () => {
    await database.insertClubs('Chess');
    const { site, gate, get, readiness, list } = await startBehindGate({ isOpen: true });
    expect((await get('/club/')).status).toBe(200);
    const homeAt = async (path: string) => {
      const answer = await get(path);
      const clubs = readHtml(await answer.text()).all('.home-ways').length;
      return { status: answer.status, clubs, isStale: answer.headers.has('Age') };
    };
    await expect.poll(() => homeAt('/')).toEqual({ status: 200, clubs: 1, isStale: false });
    await gate.shut();
    await expect.poll(list).toEqual([200, expect.stringMatching(/^\d+$/)]);
    expect(await readiness()).toEqual(AWAY);
    expect(await homeAt('/')).toEqual({ status: 200, clubs: 1, isStale: true });
    expect(await homeAt('/fr/')).toEqual({ status: 200, clubs: 0, isStale: false });
    const unseen = await Promise.all(Array.from({ length: 20 }, (_, size) => get(`/club/?page_size=${size + 2}`)));
    for (const { status, headers } of unseen) expect([status, headers.get('Retry-After')]).toEqual([503, '2']);
    await gate.open();
    await expect.poll(readiness).toEqual(READY);
    expect((await get('/club/?page=1&page_size=7')).status).toBe(200);
    // One line in ten seconds, not for each request.
    expect(site.output().match(/ failed: .*/g)?.length).toBeLessThan(unseen.length);
  });

  test('answers while its database hangs, and recovers when the database continues', async () => {
    await database.insertClubs('Chess');
    const { gate, get, readiness, list } = await startBehindGate({ isOpen: true });
    expect(await list()).toEqual([200, null]);
    gate.hold();
    const [cached, uncached, own] = await Promise.all([
      get('/club/'),
      get('/club/?page=1&name=1'),
      get('/account/', { Cookie: `__Host-session=${'a'.repeat(32)}.b` }),
    ]);
    expect([cached.status, uncached.status, own.status]).toEqual([200, 503, 503]);
    await expect.poll(readiness).toEqual(AWAY);
    expect(await list()).toEqual([200, expect.stringMatching(/^\d+$/)]);
    gate.letGo();
    await expect.poll(readiness).toEqual(READY);
    await expect.poll(list).toEqual([200, null]);
    expect((await get('/club/?name=99')).status).toBe(200);
  });

  test.runIf(IS_FULL)('shows changes over a slow network and after its connections died without notice', async () => {
    const [id = 0] = await database.insertClubs('Chess 0');
    const { gate, get } = await startBehindGate({ isOpen: true });
    const rename = async (name: string) => await database.sql`update club set name = ${name} where id = ${id}`;
    const isFresh = async (name: string) => {
      const answer = await get('/club/');
      return answer.status === 200 && !answer.headers.has('Age') && (await answer.text()).includes(`${name}<`);
    };
    expect(await isFresh('Chess 0')).toBe(true);
    gate.delay(300);
    await rename('Chess 1');
    await expect.poll(() => isFresh('Chess 1')).toBe(true);
    await expect.poll(async () => (await get('/club/?name=chess')).status).toBe(200);
    gate.delay(0);

    gate.forget();
    await rename('Chess 2');
    const statuses: number[] = [];
    const isFreshAgain = async () => {
      statuses.push((await get('/club/')).status);
      return await isFresh('Chess 2');
    };
    await expect.poll(isFreshAgain).toBe(true);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  /** Starts a site and signs in a board member, who can send the form of a new club. */
  const startWriter = async () => {
    const { gate, site } = await startBehindGate({ isOpen: true });
    const reach = (path: string, options?: RequestInit) => fetch(site.url + path, { redirect: 'manual', ...options });
    const visitor = await visit({ get: reach, database }, { roles: ['board'] });
    const form = readHtml(await (await visitor.get('/club/new/')).text());
    const fields = hiddenFieldsOf(form, 'main form');
    const create = (name: string) => visitor.post('/club/new/', { ...fields, name });
    const isThere = async (name: string) => (await database.sql`select from club where name = ${name}`).length === 1;
    return { gate, create, isThere };
  };

  test('reports an unknown outcome when the connection is lost during the commit of a form', async () => {
    const { gate, create, isThere } = await startWriter();
    // The commit waits for this lock.
    const holder = await database.sql.reserve();
    onTestFinished(() => holder.release());
    await holder`select pg_advisory_lock(1)`;
    await database.sql.unsafe(`
      create function wait_for_lock() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(1); return null; end $$;
      create constraint trigger wait_for_lock after insert on club deferrable initially deferred
        for each row execute function wait_for_lock()`);
    onTestFinished(() => database.sql.unsafe('drop function wait_for_lock cascade').then(() => undefined));
    const answered = create('Chess');
    const isCompleting = async () =>
      (
        await database.sql`
          select from pg_stat_activity
          where datname = current_database() and query ilike 'commit%' and state = 'active'`
      ).length;
    await expect.poll(isCompleting).toBe(1);
    await gate.shut();
    const answer = await answered;
    expect([answer.status, await answer.text()]).toEqual([504, expect.any(String)]);
    await holder`select pg_advisory_unlock(1)`;
    await expect.poll(() => isThere('Chess')).toBe(true);
  });

  test('starts and stops before a database that does not answer, and uses a later connection that is answered', async () => {
    await database.insertClubs('Chess');
    const { gate, site, get, readiness } = await startBehindGate({ isOpen: true, isHeld: true });
    expect(site.output()).toContain('CONNECT_TIMEOUT');
    expect([await readiness(), (await get('/')).status]).toEqual([AWAY, 200]);
    const other = await startSite({ DATABASE_URL: gate.url });
    expect(await other.stop()).toBe(0);
    // The first connections are never answered.
    gate.forget();
    gate.letGo();
    await expect.poll(readiness).toEqual(READY);
    expect(await (await get('/club/')).text()).toContain('Chess');
  });
});
