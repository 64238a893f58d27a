import { describe, expect, onTestFinished, test } from 'vitest';
import { makeGate } from '../support/gate.ts';
import { openServerDatabase } from '../support/database.ts';
import { startReadySite } from '../support/site.ts';

describe('A site that gets more requests than it can serve', () => {
  test('refuses the rest with 503 and Retry-After, and serves all again afterwards', async () => {
    const database = await openServerDatabase();
    onTestFinished(() => database.close());
    await database.insertClubs(...Array.from({ length: 500 }, (_, index) => `Chess ${index}`));
    // The limit of concurrent requests bounds the capacity, not the machine.
    const gate = await makeGate(database.url ?? '');
    onTestFinished(gate.shut);
    gate.delay(40);
    await gate.open();
    const site = await startReadySite({ DATABASE_URL: gate.url, PAGE_CACHE: 'off', MAX_CONCURRENT: '2' });
    onTestFinished(() => site.stop().then(() => undefined));

    const ask = (index: number) => fetch(`${site.url}/club/?name=chess&page_size=5&page=${index + 1}`);
    const burst = await Promise.all(Array.from({ length: 90 }, (_, index) => ask(index)));
    const refused = burst.filter(({ status }) => status === 503);
    expect(new Set(burst.map(({ status }) => status))).toEqual(new Set([200, 503]));
    expect(new Set(refused.map(({ headers }) => headers.get('Retry-After')))).toEqual(new Set(['2']));

    await expect.poll(async () => (await ask(0)).status).toBe(200);
    for (let index = 0; index < 20; index += 1) expect((await ask(index)).status).toBe(200);
  });
});
