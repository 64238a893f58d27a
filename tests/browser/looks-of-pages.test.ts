import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { describeSite } from '../support/site.ts';

describeSite('Of pages beside the list', (site) => {
  const browser = useBrowser();

  describe('the home page', () => {
    test('shows no empty places where nothing comes into them, but the way to the list', async () => {
      const { page } = await browser.newPage({ javaScriptEnabled: false });
      await page.goto(site.url);
      expect(await homeOf(page)).toEqual({ places: false, instead: true });
    });

    test('gives up waiting for its clubs where they do not come', async () => {
      const { page } = await browser.newPage();
      await page.route('**/_server-islands/HomeClubs?*', (route) => route.fulfill({ status: 503, body: '' }));
      await page.goto(site.url);
      expect(await homeOf(page)).toEqual({ places: true, instead: false });
      await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
      expect(await homeOf(page)).toEqual({ places: false, instead: true });
    });

    test.each([360, 768, 1024, 1280, 1600])('breaks no word of a category at %i px', async (width) => {
      const categories = ['Multiculturalism', 'Performance', 'Environnement', 'Entrepreneuriat', 'Arts'];
      for (const category of categories) await site.database.insertClub({ name: category, category });
      const { page } = await browser.newPage({ viewport: { width, height: 800 } });
      await page.goto(site.url);
      await expect.poll(() => page.locator('.kinds a').count()).toBe(5);
      expect(await linesOf(page, '.kinds a bdi')).toEqual([1, 1, 1, 1, 1]);
    });
  });

  test.each(['short', 'long', 'no'])(
    'the page of a club has what one wants to know beside its text from 64rem on: %s text',
    async (kind) => {
      const id = await site.database.insertClub({
        ...{ name: 'Chess', website: 'https://chess.example.org/', contact: 'chess@example.org', category: 'Games' },
        links: [{ label: 'Discord', url: 'https://discord.gg/chess' }],
        confirmedOn: '2026-11-22',
        parentId: await site.database.insertClub({ name: 'Games' }),
        shortDescription: kind === 'no' ? '' : 'We play.',
        description: kind === 'long' ? 'We play all day. '.repeat(50) : '',
      });
      const { page } = await browser.newPage({ viewport: { width: 1024, height: 800 } });
      await page.goto(`${site.url}/club/${id}/`);
      const places = () =>
        page.evaluate(() => {
          const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
          const [text, facts] = [boxOf('.club .text'), boxOf('.club aside')];
          if (!text || !facts) return null;
          return {
            isBeside: facts.left >= text.right && facts.top === text.top,
            isOneColumn: facts.left === text.left,
          };
        });
      expect(await places()).toEqual({ isBeside: true, isOneColumn: false });
      for (const one of ['.status', '.website', '.contact', '.links', '.categories', '.confirmed', '.family'])
        expect(await page.locator(`.club aside ${one}`).isVisible(), one).toBe(true);
      await page.setViewportSize({ width: 1023, height: 800 });
      expect(await places()).toEqual({ isBeside: false, isOneColumn: true });
    },
  );

  test('the number of clubs of a category stands on one line, however long its words are', async () => {
    const category = 'Associations of former students and of their many friends';
    for (let club = 0; club < 12; club += 1) await site.database.insertClub({ name: `Club ${club}`, category });
    const { page } = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await expect
      .poll(async () => {
        await page.goto(`${site.url}/club/`);
        return await page.locator('.category-links [data-count]:visible').allTextContents();
      })
      .toEqual(['12']);
    expect(await linesOf(page, '.category-links [data-count]:visible')).toEqual([1]);
  });
});

/** On how many lines each of some texts stands. */
const linesOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size;
    }),
  );

/** Whether the empty places of clubs are seen on the home page, and the way to the list that takes their place. */
async function homeOf(page: Page) {
  return {
    places: await page.locator('.places .tile').first().isVisible(),
    instead: await page.locator('.instead a').isVisible(),
  };
}
