import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { openServerDatabase } from '../support/database.ts';
import { askRaw } from '../support/raw-requests.ts';
import { rawRequests } from '../support/raw-targets.ts';
import { inFull } from '../support/scope.ts';
import { startReadySite } from '../support/site.ts';

test('No request changes the response to another: a site answers like one without a cache', async () => {
  const database = await openServerDatabase();
  onTestFinished(() => database.close());
  await database.insertClubs('Chess', 'Judo', 'Judo 2', 'Ski');
  const open = async (settings: Record<string, string>) => {
    const site = await startReadySite({ DATABASE_URL: database.url ?? '', ...settings });
    onTestFinished(() => site.stop().then(() => undefined));
    return site;
  };
  const [on, off] = await Promise.all([open({}), open({ PAGE_CACHE: 'off' })]);
  const requests = fc.sample(rawRequests, { numRuns: inFull(400, 3000), seed: 9 }).flatMap((one) => [one, one]);
  const [cached, rendered] = await Promise.all([askRaw(on.url, requests, 20), askRaw(off.url, requests, 20)]);
  const differing = requests
    .map((request, index) => ({ ...request, cached: cached[index], rendered: rendered[index] }))
    .filter(({ cached, rendered }) => cached?.status !== rendered?.status || cached?.body !== rendered?.body);
  expect(differing.slice(0, 5)).toEqual([]);
  expect(new Set(rendered.map(({ status }) => status))).toEqual(new Set([200, 400, 404, 422]));
  // Most requests are valid and use the cache.
  const hits = cached.filter(({ status, head }) => status === 200 && !/^x-request-id:/im.test(head));
  expect(hits.length).toBeGreaterThan(0.3 * requests.length);
});
