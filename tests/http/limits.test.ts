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
    const BURST = 10;
    let pages = 0;
    /** Sends 40 requests for uncached pages, more than a client may, and returns the accepted and the refused responses. */
    const exhaust = async (address: string, headers: Record<string, string> = {}, path = '/club/?name=') => {
      const sent = from(address, headers);
      const answers = await Promise.all(Array.from({ length: 40 }, () => site.get(path + String((pages += 1)), sent)));
      const accepted = answers.filter(({ status }) => status !== 429);
      const [refused] = answers.filter(({ status }) => status === 429);
      if (!refused) throw new Error('No request was refused.');
      return { accepted: accepted.length, refused };
    };

    test('answers 429 in the language of the page, to fragments and as a problem document', async () => {
      for (const [path, lang, headers] of [
        ['/club/?name=', 'en', {}],
        ['/fr/club/?name=', 'fr', { 'HX-Request': 'true' }],
      ] as [string, string, Record<string, string>][]) {
        const { refused } = await exhaust('203.0.113.1', headers, path);
        expect(refused.headers.get('retry-after')).toBe('1');
        const page = readHtml(await refused.text());
        expect(page.one('html').attributes.lang).toBe(lang);
        expect(page.one('main a.button').attributes.href).toBe('');
      }
      const api = await exhaust('203.0.113.1', {}, '/api/club/search?search=');
      expect(api.refused.headers.get('content-type')).toBe('application/problem+json');
    });

    test('limits the last address of the proxy and ignores those of the client', async () => {
      expect((await exhaust('203.0.113.2')).accepted).toBeGreaterThanOrEqual(BURST);
      expect((await exhaust('203.0.113.2, 198.51.100.7')).accepted).toBeGreaterThanOrEqual(BURST);
      // Only the tokens since the first burst are left.
      const again = await exhaust('198.51.100.9, 203.0.113.2', { Forwarded: 'for=198.51.100.8' });
      expect(again.accepted).toBeLessThan(BURST);
    });
  },
  { RATE_LIMIT: '1', TRUSTED_PROXIES: 'loopback' },
);
