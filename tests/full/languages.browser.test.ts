import { expect, test } from 'vitest';
import { useBrowser, waitUntilLoaded } from '../support/browser.ts';
import { waitForHtmx } from '../support/list-page.ts';
import { describeSite } from '../support/site.ts';

describeSite('The site in two languages', (site) => {
  const browser = useBrowser();

  test('links to the same search in the other language, after each swap', async () => {
    await site.database.insertClubs('Astronomy', 'Badminton', 'Chess');
    const { page, problems } = await browser.newPage();
    await page.goto(`${site.url}/club/`);
    await waitForHtmx(page);
    const link = page.getByRole('link', { name: 'Français' });
    const linkTarget = () => link.evaluate((one: HTMLAnchorElement) => one.pathname + one.search);
    await page.getByRole('link', { name: 'Next' }).click();
    await expect.poll(linkTarget).toBe('/fr/club/?page=2');
    await page.getByLabel('What would you like').fill('c');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect.poll(linkTarget).toBe('/fr/club/?name=c&club_status=true');
    await link.click();
    await page.waitForURL('**/fr/club/?name=c&club_status=true');
    expect(await page.getByLabel('Que voulez-vous faire').inputValue()).toBe('c');
    expect(problems).toEqual([]);
  });

  test('keeps the way back to a search in the other language', async () => {
    await site.database.insertClubs('Astronomy', 'Badminton', 'Chess');
    const { page, problems } = await browser.newPage();
    const back = () => page.locator('a[data-back]').evaluate((link: HTMLAnchorElement) => link.pathname + link.search);
    await page.goto(`${site.url}/club/?name=chess`);
    await page.locator('.club-card-name').click();
    await expect.poll(back).toBe('/club/?name=chess');
    await page.getByRole('link', { name: 'Français' }).click();
    await page.waitForURL('**/fr/club/*/');
    await expect.poll(back).toBe('/fr/club/?name=chess');
    await page.getByRole('link', { name: 'English' }).click();
    await expect.poll(back).toBe('/club/?name=chess');
    expect(problems).toEqual([]);
  });

  test.each([
    ['fr-FR', '/', '/fr/'],
    ['de-DE', '/', null],
    ['en-GB', '/fr/', '/'],
    ['fr-CA', '/fr/', null],
  ])('offers the other language only to a browser that prefers it: %s at %s', async (locale, path, address) => {
    const { page, problems } = await browser.newPage({ locale });
    await page.goto(site.url + path);
    await waitUntilLoaded(page);
    const links = page.locator('[data-offer]:visible a');
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
      address === null ? [] : [address],
    );
    expect(problems).toEqual([]);
  });
});
