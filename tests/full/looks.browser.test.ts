import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { describeSite } from '../support/site.ts';

/** The number of visible lines of a text, and whether there are more. */
const linesOf = (element: Locator) =>
  element.evaluate((one) => {
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(one);
    const height = one.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
    return { seen: Math.round(height / parseFloat(lineHeight)), hasMore: one.scrollHeight > one.clientHeight + 4 };
  });

describeSite('The look of the list', (site) => {
  const browser = useBrowser();
  const LONG = 'words and more words '.repeat(40);
  test('shows that a club is inactive, however long its name is', async () => {
    await site.database.insertClub({ name: `Chess ${LONG.slice(0, 200).trim()}`, isActive: false });
    await site.database.insertClub({ name: 'Deb', isActive: false });
    const { page } = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    for (const [width, query] of [
      [1280, 'page_size=24'],
      [320, 'page_size=24'],
      [320, 'page_size=1'],
    ] as const) {
      await page.setViewportSize({ width, height: 700 });
      for (const name of ['', 'words', 'Deb']) {
        await page.goto(`${site.url}/club/?club_status=false&${query}&name=${name}`);
        const states = page.locator('.club-state');
        expect(await states.count()).toBeGreaterThan(0);
        for (const state of await states.all()) {
          const cut = await state.evaluate((one) => {
            const { top, bottom, left, right } = one.getBoundingClientRect();
            const card = one.closest('.club-card') ?? one;
            let around: Element | null = one.parentElement;
            while (around && around !== card.parentElement) {
              const box = around.getBoundingClientRect();
              const cuts = getComputedStyle(around).overflowY !== 'visible';
              if (cuts && (top < box.top || bottom > box.bottom || left < box.left || right > box.right)) return true;
              around = around.parentElement;
            }
            return false;
          });
          expect(cut).toBe(false);
        }
      }
    }
    await page.goto(`${site.url}/club/?club_status=false&page_size=24`);
    const [, short] = await page.locator('h4').all();
    expect(await short?.innerText()).toBe('Deb (inactive)');
    // The badge is beside a short name.
    const tops = await short
      ?.locator('> *')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().y));
    expect(Math.abs(Number(tops?.[0]) - Number(tops?.[1]))).toBeLessThan(8);
  });

  test('shows the whole name of a single club', async () => {
    await site.database.insertClub({ name: `Chess ${LONG.slice(0, 240).trim()}` });
    const { page } = await browser.newPage({ viewport: { width: 320, height: 700 } });
    await page.goto(`${site.url}/club/`);
    expect(await linesOf(page.locator('.single h4'))).toMatchObject({ hasMore: false });
    await page.goto(`${site.url}/club/?page_size=24`);
    expect(await linesOf(page.locator('h4'))).toEqual({ seen: 2, hasMore: true });
  });

  test('shows four clubs on the first screen of a phone', async () => {
    for (let index = 0; index < 9; index += 1)
      await site.database.insertClub({ name: `Club ${index}`, shortDescription: LONG, confirmedOn: '2026-11-01' });
    const { page } = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await page.goto(`${site.url}/club/?page_size=24`);
    const fourth = await page.locator('article').nth(3).boundingBox();
    expect((fourth?.y ?? NaN) + (fourth?.height ?? NaN)).toBeLessThanOrEqual(740);
  });
});
