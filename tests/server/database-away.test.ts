import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { describeServer } from '../support/database.ts';
import { makeGate } from '../support/gate.ts';
import { hiddenFieldsOf, readHtml } from '../support/html.ts';
import { findFreePort } from '../support/identity-provider.ts';
import { visit } from '../support/people.ts';
import { startSite, type Site } from '../support/site.ts';

/** So soon, in ms, the site is whole again once its database is; twice of what is promised, on a busy machine. */
const SOON = 2000;
/** So soon, in ms, it is up at its start, whatever becomes of its database. */
const UP = 5000;
/** So soon, in ms, it has found out that nothing comes any more of any connection it has; twice what it takes. */
const DETECTED = 10_000;

describeServer('A site whose database is away', (database) => {
  /** Held, it takes connections and says nothing. */
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
    return { gate, site, get, readiness };
  };
  const READY = [200, 'ok\n'];
  const AWAY = [503, 'The database does not answer.\n'];

  test('starts all the same, shows what needs no clubs, says what it lacks, and is whole as soon as the database is there', async () => {
    await database.insertClubs('Chess');
    const { gate, site, get, readiness } = await startBehindGate({ isOpen: false });
    expect(site.output()).toMatch(/nothing listens there\. Waiting for it; meanwhile http:\S+ answers what needs no/);
    expect((await get('/healthz')).status).toBe(200);
    expect(await readiness()).toEqual(AWAY);
    expect(readHtml(await (await get('/')).text()).one('h1').text).not.toBe('');
    for (const [path, heading] of [
      ['/club/', 'The clubs cannot be read just now'],
      ['/fr/club/', 'Les clubs ne peuvent pas être lus pour l’instant'],
    ] as const) {
      const answer = await get(path);
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '2']);
      expect(readHtml(await answer.text()).one('h1').text).toBe(heading);
    }
    const api = await get('/api/club/search');
    expect([api.status, api.headers.get('content-type')]).toEqual([503, 'application/problem+json']);
    expect((await get('/nothing.txt')).status).toBe(503);
    expect((await get('/%2f')).status).toBe(404);

    await gate.open();
    const begun = performance.now();
    await expect.poll(readiness, { interval: 20 }).toEqual(READY);
    expect(performance.now() - begun).toBeLessThan(SOON);
    expect(await (await get('/club/')).text()).toContain('Chess');
  });

  test('waits for a server that has no connection for the one that hears of changes', async () => {
    const { sql } = database;
    const role = `club_few_${randomUUID().slice(0, 8)}`;
    await sql`create role ${sql(role)} login password 'a password' connection limit 1`;
    onTestFinished(async () => {
      await sql`drop role ${sql(role)}`;
    });
    const [{ owner } = { owner: '' }] = await sql<{ owner: string }[]>`select current_user as owner`;
    await sql`grant ${sql(owner)} to ${sql(role)}`;
    const url = new URL(database.url ?? '');
    url.username = role;
    url.password = 'a password';
    const site = await startSite({ DATABASE_URL: url.href });
    onTestFinished(() => site.stop().then(() => undefined));
    await expect
      .poll(() => site.output())
      .toMatch(/has no connection left for this user .*\. Waiting for it; meanwhile/);

    await sql`alter role ${sql(role)} connection limit -1`;
    await expect.poll(async () => (await fetch(`${site.url}/readyz`)).status, { timeout: UP }).toBe(200);
  });

  test('counts what it answers meanwhile', async () => {
    const port = await findFreePort();
    const { get } = await startBehindGate({ isOpen: false }, { METRICS_PORT: String(port) });
    for (const path of ['/club/', '/api/club/search', '/robots.txt']) await (await get(path)).arrayBuffer();
    const figures = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const count = 'club_directory_requests_total';
    expect(figures).toContain(`${count}{origin="made",route="",status="503"} 2\n`);
    expect(figures).toMatch(new RegExp(`${count}\\{origin="file",route="",status="200"\\} \\d`));
  });

  test('goes on with what it has shown, says so of what it has not, and knows when the database is back', async () => {
    await database.insertClubs('Chess');
    const { site, gate, get, readiness } = await startBehindGate({ isOpen: true });
    await expect.poll(readiness).toEqual(READY);
    expect((await get('/club/')).status).toBe(200);
    await gate.shut();
    const shut = performance.now();
    const seen = async () => {
      const answer = await get('/club/');
      return [answer.status, answer.headers.get('Age')];
    };
    // Whoever is cut off knows at once that what is there may not hold any more.
    await expect.poll(seen, { interval: 20 }).toEqual([200, expect.stringMatching(/^\d+$/)]);
    expect(performance.now() - shut).toBeLessThan(SOON / 2);
    expect(await readiness()).toEqual(AWAY);
    const unseen = await get('/club/?page=1&page_size=7');
    expect([unseen.status, unseen.headers.get('Retry-After')]).toEqual([503, '2']);
    await gate.open();
    const begun = performance.now();
    await expect.poll(readiness, { interval: 20 }).toEqual(READY);
    expect(performance.now() - begun).toBeLessThan(SOON);
    expect((await get('/club/?page=1&page_size=7')).status).toBe(200);
    // Two lines for the whole outage, and none for each request.
    await expect
      .poll(() => site.output().match(/(?<= )(?:error|info) The database .*| failed: .*/g), { timeout: 10_000 })
      .toEqual([
        expect.stringMatching(/^error The database does not answer/),
        expect.stringMatching(/^info The database answers again after \d+ s; failed requests: [1-9]/),
      ]);
  });

  test('keeps nobody waiting for a database that hangs, and is whole again when it goes on', async () => {
    await database.insertClubs('Chess');
    const { gate, get, readiness } = await startBehindGate({ isOpen: true });
    await expect.poll(readiness).toEqual(READY);
    expect((await get('/club/')).status).toBe(200);
    gate.hold();
    const ask = async (path: string, sent: Record<string, string> = {}) => {
      const start = performance.now();
      const { status, headers } = await get(path, sent);
      return { status, age: headers.get('Age'), took: performance.now() - start };
    };
    const until = performance.now() + 6000;
    let asked = 0;
    while (performance.now() < until) {
      const [seen, unseen, own] = await Promise.all([
        ask('/club/'),
        ask(`/club/?page=1&name=${(asked += 1)}`),
        ask('/account/', { Cookie: `__Host-session=${'a'.repeat(32)}.b` }),
      ]);
      expect(seen.status).toBe(200);
      expect([unseen.status, own.status]).toEqual([503, 503]);
      for (const { took } of [seen, unseen, own]) expect(took).toBeLessThan(3000);
    }
    expect(await readiness()).toEqual(AWAY);
    expect((await ask('/club/')).age).toMatch(/^\d+$/);
    gate.letGo();
    const begun = performance.now();
    await expect.poll(readiness, { interval: 20 }).toEqual(READY);
    expect(performance.now() - begun).toBeLessThan(SOON);
    expect(await ask('/club/')).toMatchObject({ status: 200, age: null });
    expect((await ask('/club/?name=99')).status).toBe(200);
  });

  test('answers with what is true through a way that takes its time, and when its connections are dead and nobody says so', async () => {
    const [id = 0] = await database.insertClubs('Chess 0');
    const { gate, get, readiness } = await startBehindGate({ isOpen: true });
    await expect.poll(readiness).toEqual(READY);
    const rename = async (name: string) => await database.sql`update club set name = ${name} where id = ${id}`;
    const isFresh = async (name: string) => {
      const answer = await get('/club/');
      return answer.status === 200 && !answer.headers.has('Age') && (await answer.text()).includes(`${name}<`);
    };
    expect(await isFresh('Chess 0')).toBe(true);
    gate.delay(300);
    await rename('Chess 1');
    await expect.poll(() => isFresh('Chess 1'), { interval: 20, timeout: SOON }).toBe(true);
    expect((await get('/club/?name=chess')).status).toBe(200);
    gate.delay(0);

    gate.forget();
    await rename('Chess 2');
    const begun = performance.now();
    const seen: { status: number; took: number }[] = [];
    const isFreshAgain = async () => {
      const start = performance.now();
      const answer = await get('/club/');
      const text = await answer.text();
      seen.push({ status: answer.status, took: performance.now() - start });
      return !answer.headers.has('Age') && text.includes('Chess 2<');
    };
    await expect.poll(isFreshAgain, { interval: 20 }).toBe(true);
    expect(performance.now() - begun).toBeLessThan(DETECTED);
    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200]));
    expect(Math.max(...seen.map(({ took }) => took))).toBeLessThan(3000);
  });

  /** Sends the form of a new club as somebody who may. */
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

  test('says of a form that it may be done when the connection goes while the database completes it', async () => {
    const { gate, create, isThere } = await startWriter();
    // What is completed takes its time.
    await database.sql.unsafe(`
      create function take_time() returns trigger language plpgsql as
        $$ begin perform pg_sleep(1); perform pg_notify('club_test', 'done'); return null; end $$;
      create constraint trigger take_time after insert on club deferrable initially deferred
        for each row execute function take_time()`);
    onTestFinished(() => database.sql.unsafe('drop function take_time cascade').then(() => undefined));
    const answered = create('Chess');
    const isCompleting = async () =>
      (await database.sql`select from pg_stat_activity where query ilike 'commit%' and state = 'active'`).length;
    await expect.poll(isCompleting, { interval: 10 }).toBe(1);
    await gate.shut();
    const answer = await answered;
    expect([answer.status, await answer.text()]).toEqual([504, expect.stringMatching(/may still be carried out/)]);
    // As here, which is why it is no 503.
    await expect.poll(() => isThere('Chess')).toBe(true);
  });

  test('says of a form that nothing is done when the database has no room', async () => {
    const { create, isThere } = await startWriter();
    await database.sql.unsafe(`
      create function have_no_room() returns trigger language plpgsql as
        $$ begin raise 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger have_no_room before insert on club execute function have_no_room()`);
    onTestFinished(() => database.sql.unsafe('drop function have_no_room cascade').then(() => undefined));
    const answer = await create('Chess');
    expect([answer.status, await answer.text()]).toEqual([507, expect.stringMatching(/^Nothing was changed/)]);
    expect(await isThere('Chess')).toBe(false);
  });

  test.each([
    ['nobody listens', { isOpen: false }],
    ['a connection is taken and nothing said', { isOpen: true, isHeld: true }],
  ])('stops at once while it waits where %s', async (_, there) => {
    const { site } = await startBehindGate(there);
    const begun = performance.now();
    expect(await site.stop()).toBe(0);
    expect(performance.now() - begun).toBeLessThan(SOON);
    expect(site.output()).toMatch(/ info Stopped on SIGTERM\.\n$/);
  });

  test('is up in time before a database that says nothing, tells so, and is whole as soon as another connection is answered', async () => {
    await database.insertClubs('Chess');
    const gate = await makeGate(database.url ?? '');
    onTestFinished(gate.shut);
    await gate.open();
    gate.hold();
    const dataDir = await mkdtemp(join(tmpdir(), 'club-directory-away-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    // Of three starts on a busy machine, one.
    let took = Infinity;
    let site: Site | null = null;
    for (let start = 0; start < 3 && took > UP; start += 1) {
      await site?.stop();
      const port = await findFreePort();
      const begun = performance.now();
      const starting = startSite({ DATABASE_URL: gate.url, DATA_DIR: dataDir, PORT: String(port) });
      const isUp = () =>
        fetch(`http://127.0.0.1:${port}/healthz`).then(
          ({ ok }) => ok,
          () => false,
        );
      await expect.poll(isUp, { interval: 20 }).toBe(true);
      took = performance.now() - begun;
      site = await starting;
    }
    expect(took).toBeLessThan(UP);
    if (!site) throw new Error('There is no site.');
    const { url, output, stop } = site;
    onTestFinished(() => stop().then(() => undefined));
    const readiness = async () => (await fetch(`${url}/readyz`)).status;
    expect(output()).toMatch(/does not answer\. Waiting for it; meanwhile http:\S+ answers what needs no/);
    expect([await readiness(), (await fetch(url)).status]).toEqual([503, 200]);
    // What was asked until now is never answered.
    gate.forget();
    gate.letGo();
    const begun = performance.now();
    await expect.poll(readiness, { interval: 20 }).toBe(200);
    expect(performance.now() - begun).toBeLessThan(SOON);
    expect(await (await fetch(`${url}/club/`)).text()).toContain('Chess');
  });
});
