import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser, waitUntilLoaded } from '../support/browser.ts';
import { describeOwnSite } from '../support/site.ts';

/** Limits for the first view of a page, in bytes as transferred (gzip), without the logos of clubs. */
const MAX_BYTES = { all: 125_000, scripts: 20_000, fonts: 65_000 };
/** The highest cumulative layout shift. */
const MAX_SHIFT = 0.02;

describeOwnSite(
  'The first view',
  (site) => {
    const browser = useBrowser();

    test.each(['/', '/club/', '/club/?page_size=24', '/club/1/', '/fr/club/?page_size=24&name=e'])(
      'is light and does not shift: %s',
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
        // The document reports its size only at its end.
        session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
          if (types.get(requestId) === 'Document') weights.Document = encodedDataLength;
        });
        session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
          const type = types.get(requestId) ?? 'Other';
          weights[type] = (weights[type] ?? 0) + encodedDataLength;
        });
        await countShifts(page);
        await page.goto(site.url + path);
        await waitUntilLoaded(page);
        expect(await page.evaluate(() => document.fonts.check('700 20px "Figtree Variable"'))).toBe(true);
        const { Image: _, ...others } = weights;
        expect(others.Document).toBeGreaterThan(1000);
        expect(others.Font).toBeGreaterThan(10_000);
        expect(others.Font).toBeLessThan(MAX_BYTES.fonts);
        expect(others.Script ?? 0).toBeLessThan(MAX_BYTES.scripts);
        expect(Object.values(others).reduce((sum, weight) => sum + weight, 0)).toBeLessThan(MAX_BYTES.all);
        await expectNoShift(page);
      },
    );

    const wide = { width: 1280, height: 800 };
    const phone = { width: 360, height: 780 };
    const tablet = { width: 1024, height: 768 };
    /** The narrowest window with the filters beside the list. */
    const narrowest = { width: 900, height: 768 };
    test.each([
      ['the next page', '/club/?page_size=24', phone, '#page-next'],
      ['a club of another length', '/club/', phone, '#page-next'],
      ['a category', '/club/?page_size=24', phone, '.category-links a'],
      ['a category', '/club/', wide, '.category-links a'],
      ['a search that finds one', '/club/?page_size=24', wide, null],
      ['a search that finds one', '/club/', phone, null],
      ['a search beside categories', '/club/?page_size=24&category=arts&category=sports', tablet, null],
      ['a search beside a category', '/fr/club/?page_size=24&category=sports', narrowest, null],
    ] as const)('does not shift when followed by %s: %s in %o', async (_, path, viewport, control) => {
      for (let number = 0; number < 50; number += 1) {
        await site.database.insertClub({
          name: number === 7 ? 'Chess' : `Club des ${number}`,
          category: number % 4 === 0 ? 'Sports' : 'Arts',
          shortDescription: 'We *meet* each evening. '.repeat(1 + (number % 12)),
        });
      }
      const { page } = await browser.newPage({ viewport });
      await countShifts(page);
      await page.goto(site.url + path);
      await waitUntilLoaded(page);
      const before = page.url();
      const fold = page.locator('form.club-search summary').first();
      if (control?.startsWith('.category') && (await fold.isVisible())) {
        await fold.evaluate((summary: HTMLElement) => summary.click());
        await settle(page);
        await page.evaluate(() => Object.assign(window, { shift: 0 }));
      }
      // By script: layout shifts within half a second after an input do not count.
      if (control)
        await page
          .locator(control)
          .first()
          .evaluate((link: HTMLElement) => link.click());
      else {
        await page
          .locator('[name="name"]')
          .first()
          .evaluate((field: HTMLInputElement) => {
            field.value = 'chess';
            field.dispatchEvent(new Event('input', { bubbles: true }));
          });
      }
      await page.waitForURL((url) => url.href !== before);
      await page.locator('#paginated:not([aria-busy])').waitFor();
      await settle(page);
      await expectNoShift(page);
    });
  },
  { CLUB_LIST_PAGE_SIZE: '1' },
);

/**
 * Records the layout shifts of a page, from its next document on, since its fonts are loaded: Arial, whose adjusted metrics
 * keep texts in place until then, is not on every machine.
 */
const countShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen = Object.assign(window, { shifts: [] as string[], shift: 0, start: 0 });
    const nextFrame = () => new Promise(requestAnimationFrame);
    const restart = () => Object.assign(seen, { shifts: [], shift: 0, start: performance.now() });
    document.fonts.addEventListener('loadingdone', () => void nextFrame().then(nextFrame).then(restart));
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & Shift;
        if (hadRecentInput || entry.startTime < seen.start) continue;
        seen.shift += value;
        for (const { node, previousRect, currentRect } of sources) {
          const { nodeName, className = '' } = node instanceof Element ? node : { nodeName: 'gone' };
          seen.shifts.push(`${nodeName}.${className} from ${previousRect.y} to ${currentRect.y}`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** The part of a layout shift entry that is needed here. */
interface Shift {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** Waits until all animations and images are done, and their layout shifts are reported. */
const settle = async (page: Page) => {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  await waitUntilLoaded(page);
};

const expectNoShift = async (page: Page) => {
  const { shift, shifts } = await page.evaluate(() => {
    const { shift, shifts } = window as unknown as { shift: number; shifts: string[] };
    return { shift, shifts };
  });
  expect(shift, shifts.join('\n')).toBeLessThanOrEqual(MAX_SHIFT);
};
