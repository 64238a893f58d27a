import { expect, test } from 'vitest';
import { readHtml } from '../support/html.ts';
import { describeOwnSite } from '../support/site.ts';

/** A request that a proxy on this machine forwards. */
const from = (address: string, headers: Record<string, string> = {}) => ({
  headers: { ...headers, 'X-Forwarded-For': address },
});

describeOwnSite(
  'A site with a rate limit behind a trusted proxy',
  (site) => {
    let pages = 0;
    /** Another page each time, which is not in the cache. */
    const another = (prefix = '') => `${prefix}/club/?name=${(pages += 1)}`;
    const exhaust = async (address: string) => {
      const answers = await Promise.all(Array.from({ length: 40 }, () => site.get(another(), from(address))));
      return answers.map(({ status }) => status);
    };

    test('answers 429 in the language of the page, to fragments and as a problem document', async () => {
      const statuses = await exhaust('203.0.113.1');
      expect(new Set(statuses)).toEqual(new Set([200, 429]));
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(10);
      for (const [prefix, headers] of [
        ['', {}],
        ['/fr', { 'HX-Request': 'true' }],
      ] as [string, Record<string, string>][]) {
        await exhaust('203.0.113.1');
        const refused = await site.get(another(prefix), from('203.0.113.1', headers));
        expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
        const page = readHtml(await refused.text());
        expect(page.one('html').attributes.lang).toBe(prefix === '' ? 'en' : 'fr');
        expect(page.one('main a.button').attributes.href).toBe('');
      }
      await exhaust('203.0.113.1');
      const api = await site.get('/api/club/search?search=x', from('203.0.113.1'));
      expect([api.status, api.headers.get('content-type')]).toEqual([429, 'application/problem+json']);
    });

    test('limits the last address of the proxy and ignores those of the client', async () => {
      await exhaust('203.0.113.2');
      expect((await site.get(another(), from('198.51.100.7, 203.0.113.2'))).status).toBe(429);
      expect((await site.get(another(), from('203.0.113.2, 198.51.100.7'))).status).toBe(200);
      const both = { 'X-Forwarded-For': '203.0.113.2', Forwarded: 'for=198.51.100.8' };
      expect((await site.get(another(), { headers: both })).status).toBe(429);
    });
  },
  { RATE_LIMIT: '1', TRUSTED_PROXIES: 'loopback' },
);
