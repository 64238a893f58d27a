import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareSearches, searchQueries } from '../support/search-queries.ts';
import { brokenRequests, sendBroken } from '../support/broken-requests.ts';
import { describeSite } from '../support/site.ts';

describeSite('A site', (site) => {
  test('answers the same search alike on the page, in its fragment and in the API', async () => {
    await site.database.insertClubs(...Array.from({ length: 60 }, (_, index) => `Club ${index}`));
    await site.database.insertClubs('Échecs', 'Œnologie', '100% _\\', "L'Étoile", 'zzz', 'ẞ', 'İ', 'ﬁn');
    await site.database.sql`update club set is_active = false where id % 3 = 0`;
    const result = await compareSearches(site.url, fc.sample(searchQueries, 300));
    expect(result.wrong).toEqual([]);
    expect(result.compared).toBeGreaterThan(80);
    expect(result.statuses[404]).toBeGreaterThan(20);
  });

  test('answers or closes broken requests and serves the next one', async () => {
    const result = await sendBroken(site.url, fc.sample(brokenRequests, 300));
    expect(result.wrong).toEqual([]);
    expect(Object.keys(result.answers)).toEqual(expect.arrayContaining(['200', '400', '405']));
    expect((await site.get('/club/?name=alive')).status).toBe(200);
  });
});
