import { expect, test } from 'vitest';
import { readHtml } from '../support/html.ts';
import { askRaw } from '../support/raw-requests.ts';
import { describeOwnSite } from '../support/site.ts';

/** As a proxy on this machine passes requests on. */
const from = (address: string, headers: Record<string, string> = {}) => ({
  headers: { ...headers, 'X-Forwarded-For': address },
});

describeOwnSite(
  'A site with a limit behind a proxy that it trusts',
  (site) => {
    let pages = 0;
    /** Another page each time: nobody has it. */
    const another = (prefix = '') => `${prefix}/club/?name=${(pages += 1)}`;
    /** Asks for as much as a client may, and more; answers how many were made. */
    const exhaust = async (address: string) => {
      const statuses = await Promise.all(
        Array.from({ length: 40 }, async () => (await site.get(another(), from(address))).status),
      );
      expect(statuses).toContain(429);
      return statuses.filter((status) => status === 200).length;
    };

    test('lets a client ask ten times its rate at once, and tells the rest so in its language', async () => {
      // More come in while these are asked.
      const begun = performance.now();
      const made = await exhaust('203.0.113.1');
      expect(made).toBeGreaterThanOrEqual(10);
      expect(made).toBeLessThanOrEqual(11 + (performance.now() - begun) / 1000);
      for (const [prefix, heading, label] of [
        ['', 'That was very much at once', 'Try again'],
        ['/fr', 'Cela fait beaucoup à la fois', 'Réessayer'],
      ] as const) {
        for (const headers of [{}, { 'HX-Request': 'true' }] as Record<string, string>[]) {
          await exhaust('203.0.113.1');
          const refused = await site.get(another(prefix), from('203.0.113.1', headers));
          expect(refused.status).toBe(429);
          expect(refused.headers.get('retry-after')).toBe('1');
          expect(refused.headers.get('ratelimit')).toBe('"default";r=0;t=1');
          expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8');
          const page = readHtml(await refused.text());
          expect([page.one('h1').text, page.one('main a.button').text.trim()]).toEqual([heading, label]);
          expect(page.one('main a.button').attributes.href).toBe('');
        }
      }
      const api = await site.get('/api/club/search?search=x', from('203.0.113.1'));
      expect([api.status, api.headers.get('content-type')]).toEqual([429, 'application/problem+json']);
    });

    test('counts the last address that its proxy has written, and nothing that a visitor has', async () => {
      await exhaust('203.0.113.2');
      expect((await site.get(another(), from('198.51.100.7, 203.0.113.2'))).status).toBe(429);
      expect((await site.get(another(), from('203.0.113.2, 198.51.100.7'))).status).toBe(200);
      const both = { 'X-Forwarded-For': '203.0.113.2', Forwarded: 'for=198.51.100.8' };
      expect((await site.get(another(), { headers: both })).status).toBe(429);
      expect((await site.get(another(), { headers: { Forwarded: 'for=203.0.113.2' } })).status).toBe(429);
    });

    test('refuses nothing that is there: how it is, files, and pages that are kept', async () => {
      await site.database.insertClubs('Chess');
      await expect.poll(async () => await (await site.get('/club/', from('203.0.113.4'))).text()).toContain('Chess');
      await exhaust('203.0.113.3');
      for (let times = 0; times < 20; times += 1) {
        for (const path of ['/healthz', '/robots.txt', '/', '/page/ae/', '/club/']) {
          const answer = await site.get(path, from('203.0.113.3'));
          expect([path, answer.status, answer.headers.get('ratelimit')]).toEqual([path, 200, null]);
        }
      }
    });

    test('refuses addresses that are too long', async () => {
      const answers = await askRaw(site.url, [
        { target: `/club/?name=${'x'.repeat(9000)}` },
        { target: `/fr/club/?name=${'x'.repeat(9000)}` },
      ]);
      expect(answers.map(({ status, body }) => [status, body])).toEqual([
        [414, 'This address is too long.\n'],
        [414, 'Cette adresse est trop longue.\n'],
      ]);
    });
  },
  { RATE_LIMIT: '1', TRUSTED_PROXIES: 'loopback' },
);
