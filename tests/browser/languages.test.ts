import { expect, test } from 'vitest';
import { answerFor, useBrowser } from '../support/browser.ts';
import { describeSite } from '../support/site.ts';

describeSite('A visitor of the site in two languages', (site) => {
  const browser = useBrowser();

  test('comes to the same page of the list in the other language, wherever the swaps have led', async () => {
    await site.database.insertClubs('Astronomy', 'Badminton', 'Chess');
    const { page, problems } = await browser.newPage();
    await page.goto(`${site.url}/club/`);
    await page.locator('form.club-search[data-htmx-powered]').waitFor();
    const link = page.getByRole('link', { name: 'Français' });
    const leadsTo = () => link.evaluate((one: HTMLAnchorElement) => one.pathname + one.search);
    await page.getByRole('link', { name: 'Next' }).click();
    await expect.poll(leadsTo).toBe('/fr/club/?page=2');
    await page.getByLabel('Name').fill('c');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect.poll(leadsTo).toBe('/fr/club/?name=c&club_status=true');
    await link.click();
    await expect.poll(() => page.locator('h3').innerText()).toContain('1 club actif');
    expect(await page.getByLabel('Nom').inputValue()).toBe('c');
    await page.getByRole('link', { name: 'English' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?name=c&club_status=true');
    expect(problems).toEqual([]);
  });

  test('sees in the other language what was just typed, before it was looked for', async () => {
    await site.database.insertClubs('Astronomy', 'Chess');
    const { page } = await browser.newPage();
    await page.goto(`${site.url}/club/?page=2`);
    await page.locator('form.club-search[data-htmx-powered]').waitFor();
    // No answer is quicker.
    await answerFor(page, '**/club/?*name=*', (route) =>
      route.request().headers()['hx-request'] ? route.abort() : route.continue(),
    );
    await page.getByLabel('Name').fill('astro');
    await page.getByRole('link', { name: 'Français' }).click();
    await page.waitForURL('**/fr/club/?name=astro&club_status=true');
    expect(await page.getByLabel('Nom', { exact: true }).inputValue()).toBe('astro');
  });

  test('still has the way back to what led to a club, or a comparison, in the other language', async () => {
    const ids = await site.database.insertClubs('Astronomy', 'Badminton', 'Chess');
    const { page, problems } = await browser.newPage();
    const back = page.locator('a[data-back]');
    const leadsTo = async () => [(await back.innerText()).trim(), await back.getAttribute('href')];
    await page.goto(`${site.url}/club/?name=chess`);
    await page.locator('.club-card-name').click();
    await page.getByRole('link', { name: 'Français' }).click();
    await page.waitForURL('**/fr/club/*/');
    await expect.poll(leadsTo).toEqual(['Retour à votre recherche', '/fr/club/?name=chess']);
    await page.reload();
    await expect.poll(leadsTo).toEqual(['Retour à votre recherche', '/fr/club/?name=chess']);
    await page.getByRole('link', { name: 'English' }).click();
    await expect.poll(leadsTo).toEqual(['Back to your search', '/club/?name=chess']);

    const shortlist = `/club/shortlist/?ids=${ids.join()}`;
    await page.goto(`${site.url}/fr${shortlist}`);
    for (const place of [0, 1]) await page.getByRole('checkbox').nth(place).check();
    await page.getByRole('button', { name: 'Comparer', exact: true }).click();
    await page.waitForURL('**/compare/**');
    await page.getByRole('link', { name: 'English' }).click();
    await expect.poll(leadsTo).toEqual(['Back to the shortlist', shortlist]);
    expect(problems).toEqual([]);
  });

  test('pages in French, and is told of a failure in French', async () => {
    await site.database.insertClubs('Astronomy', 'Badminton', 'Chess');
    const { page } = await browser.newPage();
    await page.goto(`${site.url}/fr/club/`);
    await page.locator('form.club-search[data-htmx-powered]').waitFor();
    await page.getByRole('link', { name: 'Suivant' }).click();
    await expect.poll(() => page.title()).toBe('Liste des clubs (page 2)');
    expect(new URL(page.url()).pathname).toBe('/fr/club/');
    await answerFor(page, '**/fr/club/?name=*', (route) => route.abort());
    await page.getByLabel('Nom').fill('x');
    await expect.poll(() => page.locator('.message').innerText()).toBe('La liste n’a pas pu être chargée. Réessayer');
    expect(await page.locator('.message button').getAttribute('aria-label')).toBe('Fermer le message');
  });

  test.each([
    ['fr-FR', '/', 'Ce site existe aussi en français', '/fr/'],
    ['en-GB', '/', null, null],
    ['de-DE', '/', null, null],
    ['en-GB', '/fr/', 'This site is in English, too', '/'],
    ['fr-CA', '/fr/', null, null],
  ])('whose browser prefers %s is offered at %s: %j', async (locale, path, offer, address) => {
    const { page, problems } = await browser.newPage({ locale });
    await page.goto(site.url + path, { waitUntil: 'networkidle' });
    expect(new URL(page.url()).pathname).toBe(path);
    const shown = page.locator('[data-offer]:visible');
    expect(await shown.count()).toBe(offer === null ? 0 : 1);
    if (offer !== null) {
      expect(await shown.innerText()).toBe(offer);
      expect(await shown.locator('a').getAttribute('href')).toBe(address);
    }
    expect(problems).toEqual([]);
  });

  test('is offered nothing without JavaScript, and finds the link all the same', async () => {
    const { page } = await browser.newPage({ locale: 'fr-FR', javaScriptEnabled: false });
    await page.goto(`${site.url}/`);
    expect(await page.locator('[data-offer]:visible').count()).toBe(0);
    await page.getByRole('link', { name: 'Français' }).click();
    expect(new URL(page.url()).pathname).toBe('/fr/');
  });
});
