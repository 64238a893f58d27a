import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { describeSite } from '../support/site.ts';

/** What the first view of a page may weigh, in bytes of the bodies as they are sent (gzip), without the pictures of clubs. */
const MOST = { all: 80_000, scripts: 20_000, fonts: 25_000 };
/** How much may move by itself, as browsers count it. */
const MOST_SHIFT = 0.02;

describeSite(
  'The first view',
  (site) => {
    const browser = useBrowser();

    test.each(['/', '/club/', '/club/?page_size=24', '/club/1/', '/fr/club/?page_size=24&name=e'])(
      'is light, and nothing of it moves by itself: %s',
      async (path) => {
        for (let number = 0; number < 30; number += 1) {
          await site.database.insertClub({
            name: `Club des ${number}`,
            category: `Sports; Kind ${number % 14}`,
            shortDescription: `We *meet* each ${number}th evening. `.repeat(4),
            description: 'A long story. '.repeat(60),
            website: 'https://example.org/',
          });
        }
        const { page, context } = await browser.newPage({ viewport: { width: 360, height: 780 } });
        const session = await context.newCDPSession(page);
        await session.send('Network.enable');
        const types = new Map<string, string>();
        const weights: Record<string, number> = {};
        session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
        // Of the document itself only its end tells.
        session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
          if (types.get(requestId) === 'Document') weights.Document = encodedDataLength;
        });
        session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
          const type = types.get(requestId) ?? 'Other';
          weights[type] = (weights[type] ?? 0) + encodedDataLength;
        });
        await page.addInitScript(() => {
          const seen = window as unknown as { shift: number };
          seen.shift = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
              if (!entry.hadRecentInput) seen.shift += entry.value;
          }).observe({ type: 'layout-shift', buffered: true });
        });
        await page.goto(site.url + path);
        await page.waitForLoadState('networkidle');
        const shift = () => page.evaluate(() => (window as unknown as { shift: number }).shift);
        expect(await page.evaluate(() => document.fonts.check('700 20px Figtree'))).toBe(true);
        const { Image: _, ...others } = weights;
        expect(others.Document).toBeGreaterThan(1000);
        expect(others.Font).toBeGreaterThan(10_000);
        expect(others.Font).toBeLessThan(MOST.fonts);
        expect(others.Script ?? 0).toBeLessThan(MOST.scripts);
        expect(Object.values(others).reduce((sum, weight) => sum + weight, 0)).toBeLessThan(MOST.all);
        expect(await shift()).toBeLessThanOrEqual(MOST_SHIFT);

        const next = page.locator('#page-next');
        if ((await next.count()) === 0) return;
        const before = page.url();
        // Not by a press: what moves after one does not count.
        await next.evaluate((link: HTMLElement) => link.click());
        await page.waitForURL((url) => url.href !== before);
        await page.waitForTimeout(300);
        expect(await shift()).toBeLessThanOrEqual(MOST_SHIFT);
      },
    );
  },
  { CLUB_LIST_PAGE_SIZE: '1' },
);
