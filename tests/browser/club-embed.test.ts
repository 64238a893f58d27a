import { test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { describeSite } from '../support/site.ts';

describeSite('The choices for another site', (site) => {
  const browser = useBrowser();

  test('are in the address of their page', async () => {
    const { page } = await browser.newPage();
    await page.goto(`${site.url}/club/embed/build/?category=games`);
    await page.getByLabel('Height').fill('300');
    await page.keyboard.press('Tab');
    await page.waitForURL('**/?category=games&page_size=24&height=300&language=en');
  });
});
