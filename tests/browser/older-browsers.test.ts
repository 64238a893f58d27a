import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findViolations } from '../support/accessibility.ts';
import { useBrowser } from '../support/browser.ts';
import { FOUR, waitForHtmx } from '../support/list-page.ts';
import { describeSite } from '../support/site.ts';

/** CSS functions that a supported browser may lack. */
const FUNCTIONS = /\b(?:light-dark|color-mix|has)\(/g;

describeSite('A browser without recent functions', (site) => {
  const browser = useBrowser();

  /** Takes recent functions of CSS and JavaScript away from a page. */
  async function makeOlder(page: Page): Promise<void> {
    await page.route('**/*.css', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace(FUNCTIONS, 'unknown(') });
    });
    await page.addInitScript(() => {
      for (const [owner, name] of [
        [URL, 'parse'],
        [Element.prototype, 'checkVisibility'],
        [Element.prototype, 'moveBefore'],
        [Document, 'parseHTMLUnsafe'],
        [window, 'navigation'],
      ] as const)
        Reflect.deleteProperty(owner, name);
    });
  }

  test.each(['light', 'dark'] as const)('has borders, buttons and readable text in %s', async (colorScheme) => {
    const { page, problems } = await browser.newPage({ colorScheme });
    await makeOlder(page);
    await page.goto(`${site.url}/club/propose/`);
    const styleOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const { borderTopColor, borderTopWidth, backgroundColor } = getComputedStyle(element);
          return { border: borderTopColor, width: borderTopWidth, ground: backgroundColor };
        });
    const ground = { light: 'rgb(251, 248, 241)', dark: 'rgb(17, 19, 23)' }[colorScheme];
    expect(await styleOf('body')).toMatchObject({ ground });
    const field = await styleOf('input.text-field');
    expect(field.width).toBe('2px');
    expect(field.border).toMatch(/^rgb\(/);
    expect(field.border).not.toBe(field.ground);
    await page.locator('main .button').hover();
    expect((await styleOf('main .button')).ground).toMatch(/^rgb\(/);
    expect(await findViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('searches while typing', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, problems } = await browser.newPage();
    await makeOlder(page);
    await page.goto(`${site.url}/club/?page_size=24`);
    await waitForHtmx(page);
    await page.getByLabel('What would you like').pressSequentially('deb');
    await expect.poll(() => page.locator('#announcement').innerText()).toBe('1 club called “deb”');
    expect(problems).toEqual([]);
  });
});
