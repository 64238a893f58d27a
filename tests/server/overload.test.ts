import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findLacks, overload, startOverloadedSite } from '../soak/overload.ts';
import { serverKinds } from '../support/database.ts';

/** A machine that does something else meanwhile serves less than it could, never more. */
const ROUNDS = 3;

describe.each(serverKinds().slice(-1))('A site that is asked for five times what it can make ($name)', (kind) => {
  /** `npm run test:soak` takes a minute for it. */
  test('makes four fifths of that, refuses the rest at once, and is as before when it is over', async () => {
    const database = await kind.open();
    onTestFinished(() => database.close());
    const dataDir = await mkdtemp(join(tmpdir(), 'club-directory-overload-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const site = await startOverloadedSite(database.url ?? '', dataDir, 2000);
    onTestFinished(() => site.stop());
    let lacks: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const result = await overload(site, { seconds: 3, calm: 1 });
      // Otherwise nothing was tried.
      expect(result.refused.count).toBeGreaterThan(result.made.count);
      lacks = findLacks(result);
      console.log(JSON.stringify(result));
      if (lacks.length === 0) return;
    }
    expect(lacks).toEqual([]);
  });
});
