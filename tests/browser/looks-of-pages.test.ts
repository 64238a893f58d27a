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
  });
});

/** Whether the empty places of clubs are seen on the home page, and the way to the list that takes their place. */
async function homeOf(page: Page) {
  return {
    places: await page.locator('.places .tile').first().isVisible(),
    instead: await page.locator('.instead a').isVisible(),
  };
}
