import { expect, test } from 'vitest';
import { readHtml } from '../support/html.ts';
import { describeOwnSite } from '../support/site.ts';

describeOwnSite(
  'A site with a rate limit behind a trusted proxy',
  (site) => {
    test('limits the address that the proxy appended, and answers 429 in the language of the page', async () => {
      /** Sends more requests for uncached pages than the burst of ten. */
      const send = async (path: string, client: string) => {
        const headers = { 'X-Forwarded-For': client };
        const pages = Array.from({ length: 40 }, (_, page) => site.get(`${path}?name=${client}${page}`, { headers }));
        const responses = await Promise.all(pages);
        return { refused: responses.find(({ status }) => status === 429), accepted: responses.filter(({ ok }) => ok) };
      };
      const { refused, accepted } = await send('/fr/club/', '198.51.100.9, 203.0.113.2');
      expect(accepted.length).toBeGreaterThanOrEqual(10);
      expect(refused?.headers.get('retry-after')).toBe('1');
      expect(readHtml((await refused?.text()) ?? '').one('html').attributes.lang).toBe('fr');
      // Only the tokens since the first burst are left.
      expect((await send('/club/', '198.51.100.8, 203.0.113.2')).accepted.length).toBeLessThan(10);
    });
  },
  { RATE_LIMIT: '1', TRUSTED_PROXIES: 'loopback' },
);
