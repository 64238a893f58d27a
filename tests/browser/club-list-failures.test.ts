import { expect, test } from 'vitest';
import { answerFor, useBrowser } from '../support/browser.ts';
import {
  addressOf,
  clubNames,
  expectClub,
  focusOf,
  FOUR,
  holdRequests,
  insertGrid,
  isInView,
  isSameDocument,
  markDocument,
  pageOpener,
  scrollTo,
} from '../support/list-page.ts';
import { describeSite } from '../support/site.ts';

const PAGE_2 = '**/club/?page=2';
const GRID_PAGE_2 = '**/club/?page_size=24&page=2';

describeSite('The club list without a usable answer', (site) => {
  const browser = useBrowser();
  const open = pageOpener(site, browser);

  test('reports the failure, keeps the list, and retries in place', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open();
    await markDocument(page);
    await answerFor(page, PAGE_2, (route) => route.fulfill({ status: 503, contentType: 'text/html', body: '<p>x' }));
    await page.keyboard.press('ArrowRight');
    const retry = page.locator('.message').getByRole('link', { name: 'Try again' });
    await retry.waitFor();
    expect(await retry.getAttribute('href')).toContain('?page=2');
    await expectClub(page, 'Astronomy', '/club/');
    // A second failure makes a new message, so that screen readers announce it.
    await page.unroute(PAGE_2);
    await answerFor(page, PAGE_2, (route) => route.abort());
    await page.locator('.message').evaluate((message) => message.setAttribute('data-first', ''));
    await retry.press('Enter');
    await page.locator('.message:not([data-first])').waitFor();
    expect(await retry.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.unroute(PAGE_2);
    await page.keyboard.press('Enter');
    await expectClub(page, 'Badminton', '/club/?page=2');
    await expect.poll(() => page.locator('.message').count()).toBe(0);
    expect(await isSameDocument(page)).toBe(true);
  });

  test('keeps list, address and title for every other kind of answer', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open();
    for (const answer of [
      { status: 403, contentType: 'text/html', body: '<html><h1>403 Forbidden</h1></html>' },
      { status: 429, contentType: 'text/plain', body: 'Slow down' },
      // The page of a captive portal.
      { status: 200, contentType: 'text/html', body: '<div>Please <b>log in</b></div>' },
      { status: 204 },
      { status: 200, contentType: 'application/json', body: '{"results":[]}' },
    ]) {
      await answerFor(page, PAGE_2, (route) => route.fulfill(answer));
      await page.locator('.message').evaluateAll((all) => all.map((message) => message.setAttribute('data-old', '')));
      await page.keyboard.press('ArrowRight');
      await page.locator('.message:not([data-old])').waitFor();
      await expectClub(page, 'Astronomy', '/club/');
      expect(await page.title()).toBe('Club list');
      expect(await page.locator('#announcement').innerText()).not.toContain('Badminton');
      await page.unroute(PAGE_2);
    }
  });

  test('shows the failure of a grid in the window and moves the focus to the retry link', async () => {
    await insertGrid(site);
    const { page } = await open('/club/?page_size=24');
    await answerFor(page, GRID_PAGE_2, (route) => route.abort());
    const next = page.getByRole('link', { name: 'Next' });
    await next.scrollIntoViewIfNeeded();
    await next.click();
    const retry = page.getByRole('link', { name: 'Try again' });
    await retry.waitFor();
    expect(await isInView(page, '.message')).toBe(true);
    expect(await isInView(page, '#page-next')).toBe(true);
    expect(await clubNames(page).count()).toBe(24);
    expect(await retry.evaluate((link) => link === document.activeElement)).toBe(true);
    expect(await page.getByRole('status').filter({ hasText: 'could not be' }).count()).toBe(1);
    await page.unroute(GRID_PAGE_2);
    await page.keyboard.press('Enter');
    await expect.poll(() => addressOf(page)).toBe('/club/?page_size=24&page=2');
    await expect.poll(() => clubNames(page).count()).toBe(24);
  });

  test('leaves the focus in a field that has it', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open();
    const { held, request } = await holdRequests(page, PAGE_2);
    await page.keyboard.press('ArrowRight');
    await request();
    await page.getByLabel('What would you like').focus();
    await held[0]?.abort();
    await page.locator('.message').waitFor();
    expect(await focusOf(page)).toBe('club-search-name');
  });

  test('does not cover the focused element, and can be closed', async () => {
    await insertGrid(site);
    const { page } = await open('/club/?page_size=24', { viewport: { width: 1280, height: 500 } });
    await answerFor(page, GRID_PAGE_2, (route) => route.abort());
    await scrollTo(page, 400);
    await page.getByLabel('What would you like').focus();
    await page.locator('#page-next').evaluate((link: HTMLElement) => link.click());
    await page.locator('.message').waitFor();
    const isCovered = () =>
      page.evaluate(() => {
        const message = document.querySelector('.message')?.getBoundingClientRect();
        const focused = document.activeElement?.getBoundingClientRect();
        // The browser scrolls by whole pixels.
        return message && focused ? focused.top + 1 < message.bottom && focused.bottom - 1 > message.top : null;
      });
    await expect.poll(isCovered).toBe(false);
    await page.locator('.club-card-name').nth(12).focus();
    for (const key of ['Shift+Tab', 'Tab']) {
      for (let step = 0; step < 10; step += 1) {
        await page.keyboard.press(key);
        expect(await isCovered(), `${key} ${step}`).toBe(false);
      }
    }
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    const before = await focused();
    await page.getByRole('button', { name: 'Close message' }).click();
    expect(await page.locator('.message').count()).toBe(0);
    expect(await focused()).toBe(before);
    expect(await clubNames(page).count()).toBe(24);
  });
});
