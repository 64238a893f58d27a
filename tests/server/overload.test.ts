import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findLacks, overload, startOverloadedSite } from '../soak/overload.ts';
import { openServerDatabase } from '../support/database.ts';
import { makeGate } from '../support/gate.ts';
import { readHtml } from '../support/html.ts';

/** How much later the database answers, in ms. */
const DATABASE_DELAY = 40;
/** A machine that does something else meanwhile serves less than it could, never more. */
const ROUNDS = 3;

describe('A site that is asked for five times what it can make', () => {
  /** `npm run test:soak` takes a minute for it. */
  test('makes four fifths of that, refuses the rest at once, and is as before when it is over', async () => {
    const database = await openServerDatabase();
    onTestFinished(() => database.close());
    const dataDir = await mkdtemp(join(tmpdir(), 'club-directory-overload-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    // What it can make is then a matter of its room, and not of what else the machine does.
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
    let lacks: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const result = await overload(site, { seconds: 3, calm: 1 });
      // Otherwise nothing was tried.
      expect(result.refused.count).toBeGreaterThan(result.made.count);
      // Other tests use the same processors.
      lacks = findLacks(result, { isShared: true });
      if (lacks.length === 0) return;
    }
    expect(lacks).toEqual([]);
  });
});
