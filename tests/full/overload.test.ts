import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serverKinds } from '../support/database.ts';
import { makeGate } from '../support/gate.ts';
import { readHtml } from '../support/html.ts';
import { findMissedGoals, overload, startOverloadedSite } from '../support/soak/overload.ts';

/** Delay of the database's answers, in ms. */
const DATABASE_DELAY = 40;
/** Attempts: a shared machine may serve less than its capacity. */
const ROUNDS = 3;

describe.each(serverKinds().slice(-1))('A site under five times its capacity ($name)', (kind) => {
  test('serves 80 % of its capacity, refuses the rest at once and recovers', async () => {
    const database = await kind.open();
    onTestFinished(() => database.close());
    const dataDir = await mkdtemp(join(tmpdir(), 'club-directory-overload-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    // The concurrency limit then bounds the capacity, not the machine.
    const gate = await makeGate(database.url ?? '');
    onTestFinished(gate.shut);
    gate.delay(DATABASE_DELAY);
    await gate.open();
    const site = await startOverloadedSite(gate.url, dataDir, 2000);
    onTestFinished(() => site.stop());
    for (const [prefix, heading] of [
      ['', 'Too many want something just now'],
      ['/fr', 'Trop de demandes en ce moment'],
    ]) {
      const atOnce = Array.from({ length: 30 }, (_, index) =>
        fetch(`${site.url}${prefix}/club/?name=a&page_size=100&page=${index + 1}`),
      );
      const refused = (await Promise.all(atOnce)).find(({ status }) => status === 503);
      expect(refused?.headers.get('retry-after')).toBe('2');
      expect(readHtml((await refused?.text()) ?? '').one('h1').text).toBe(heading);
    }
    let missed: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const result = await overload(site, { seconds: 3, calm: 1 });
      // The site was overloaded.
      expect(result.refused.count).toBeGreaterThan(result.made.count);
      missed = findMissedGoals(result, { isShared: true });
      if (missed.length === 0) return;
    }
    expect(missed).toEqual([]);
  });
});
