import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findViolations } from '../support/accessibility.ts';
import { useBrowser } from '../support/browser.ts';
import { FOUR, waitForHtmx } from '../support/list-page.ts';
import { describeSite } from '../support/site.ts';

describeSite('The shortlist', (site) => {
  const browser = useBrowser();

  const star = (page: Page, club: string) => page.getByRole('button', { name: new RegExp(`^(Save|Saved:) ${club}$`) });
  const isOn = (page: Page, club: string) => star(page, club).getAttribute('aria-pressed');
  const stored = (page: Page) => page.evaluate(() => localStorage.getItem('shortlist'));
  const store = (page: Page, ids: readonly number[]) =>
    page.evaluate((text) => localStorage.setItem('shortlist', text), ids.join());
  const link = (page: Page) => page.locator('header a.shortlist-link');
  const openList = async (query = '?page_size=24', options: Parameters<typeof browser.newPage>[0] = {}) => {
    const opened = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
    await opened.page.goto(`${site.url}/club/${query}`);
    if (options.javaScriptEnabled !== false) await waitForHtmx(opened.page);
    return opened;
  };

  test('adds and removes clubs by mouse', async () => {
    const [astronomy, , chess] = await site.database.insertClubs(...FOUR);
    const { page, problems } = await openList();
    expect(await isOn(page, 'Chess')).toBe('false');
    expect(await link(page).isVisible()).toBe(false);
    await star(page, 'Chess').click();
    await star(page, 'Astronomy').click();
    expect(await isOn(page, 'Chess')).toBe('true');
    expect(await isOn(page, 'Badminton')).toBe('false');
    expect(new URL(page.url()).pathname).toBe('/club/');
    expect(await link(page).innerText()).toBe('2 saved');
    await page.reload();
    expect(await isOn(page, 'Chess')).toBe('true');
    await link(page).click();
    await page.waitForURL((url) => url.search === `?ids=${chess ?? 0},${astronomy ?? 0}`);
    expect(await page.locator('main h4').allInnerTexts()).toEqual(['Chess', 'Astronomy']);
    for (const club of ['Chess', 'Astronomy']) await star(page, club).click();
    expect(await stored(page)).toBeNull();
    expect(await link(page).isVisible()).toBe(false);
    expect(problems).toEqual([]);
  });

  test('has a bar on a phone, which compares two clubs', async () => {
    const ids = await site.database.insertClubs('Chess', 'Go');
    const { page } = await openList('?page_size=24', { viewport: { width: 360, height: 740 } });
    const bar = page.getByRole('region', { name: 'Shortlist' });
    expect(await bar.isVisible()).toBe(false);
    await star(page, 'Chess').click();
    expect(await bar.innerText()).toMatch(/1 saved\s+View$/);
    await star(page, 'Go').click();
    await bar.getByRole('link', { name: 'Compare' }).click();
    await page.waitForURL((url) => url.pathname + url.search === `/club/compare/?ids=${ids.join()}`);
  });

  test('adds clubs by keyboard, also after paging with an arrow key', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, problems } = await openList('?page_size=1');
    await page.locator('.club-card-name').focus();
    await page.keyboard.press('Tab');
    expect(await star(page, 'Astronomy').evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await star(page, 'Astronomy').evaluate((button) => getComputedStyle(button).outlineStyle)).toBe('solid');
    await page.keyboard.press('Space');
    expect(await isOn(page, 'Astronomy')).toBe('true');
    await page.keyboard.press('ArrowRight');
    await star(page, 'Badminton').press('Enter');
    await page.keyboard.press('ArrowLeft');
    await star(page, 'Astronomy').waitFor();
    expect(await isOn(page, 'Astronomy')).toBe('true');
    expect(await link(page).innerText()).toBe('2 saved');
    expect(problems).toEqual([]);
  });

  test('is the same on the page of a club, on the home page and after Back', async () => {
    const [id = 0] = await site.database.insertClubs('Chess');
    await site.database.sql`update club set beginners_welcome = true`;
    const { page, problems } = await openList();
    await star(page, 'Chess').click();
    await page.goto(`${site.url}/club/${id}/`);
    expect(await isOn(page, 'Chess')).toBe('true');
    await page.goto(site.url);
    await star(page, 'Chess').waitFor();
    expect(await isOn(page, 'Chess')).toBe('true');
    await star(page, 'Chess').click();
    await page.goBack();
    await expect.poll(() => isOn(page, 'Chess')).toBe('false');
    expect(problems).toEqual([]);
  });

  test('follows changes in another tab', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, context } = await openList();
    const other = await context.newPage();
    await other.goto(`${site.url}/club/?page_size=24`);
    await star(other, 'Chess').click();
    await expect.poll(() => isOn(page, 'Chess')).toBe('true');
    expect(await link(page).innerText()).toBe('1 saved');
    await other.evaluate(() => localStorage.clear());
    await expect.poll(() => link(page).isVisible()).toBe(false);
    expect(await isOn(page, 'Chess')).toBe('false');
  });

  test('refuses a club when it is full, with a message', async () => {
    const [id = 0] = await site.database.insertClubs('Chess');
    const others = Array.from({ length: 50 }, (_, index) => id + 1 + index);
    const { page } = await openList();
    await store(page, others);
    await page.reload();
    await star(page, 'Chess').click();
    expect(await isOn(page, 'Chess')).toBe('false');
    expect(await page.locator('.message').innerText()).toContain('50 clubs');
    expect(await stored(page)).toBe(others.join());
    await page.getByRole('button', { name: 'Close message' }).click();
    expect(await page.locator('.message').count()).toBe(0);
    expect(await star(page, 'Chess').evaluate((button) => button === document.activeElement)).toBe(true);
    await store(page, others.slice(1));
    await star(page, 'Chess').click();
    expect(await isOn(page, 'Chess')).toBe('true');
  });

  test('shows no stars when the browser blocks storage', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, context, problems } = await browser.newPage();
    await context.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new Error('refused');
        },
      }),
    );
    await page.goto(`${site.url}/club/?page_size=24`);
    await waitForHtmx(page);
    expect(await page.locator('[data-star]').count()).toBe(4);
    expect(await page.locator('[data-star]').filter({ visible: true }).count()).toBe(0);
    await page.goto(`${site.url}/club/shortlist/?ids=1,2`);
    await page.getByRole('button', { name: 'Print' }).waitFor();
    expect(await page.getByRole('button', { name: 'Add these' }).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('saves a shared list and copies its link', async () => {
    const ids = await site.database.insertClubs(...FOUR);
    const [astronomy = 0, badminton = 0, chess = 0] = ids;
    const { page, problems } = await openList();
    await star(page, 'Chess').click();
    // All tests share the clipboard.
    await page.addInitScript(() => {
      navigator.clipboard.writeText = async (text) => document.documentElement.setAttribute('title', text);
    });
    await page.goto(`${site.url}/club/shortlist/?ids=${astronomy},9999,${chess},${badminton}`);
    const add = page.getByRole('button', { name: 'Add these to my shortlist' });
    await add.click();
    expect(await stored(page)).toBe([chess, astronomy, badminton].join());
    expect(await add.isVisible()).toBe(false);
    expect(await page.locator('[data-said]').evaluate((result) => result === document.activeElement)).toBe(true);
    expect(await isOn(page, 'Badminton')).toBe('true');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied').waitFor();
    expect(await page.locator('html').getAttribute('title')).toBe(
      `${site.url}/club/shortlist/?ids=${astronomy},${chess},${badminton}`,
    );
    await star(page, 'Chess').click();
    await add.waitFor();
    expect(problems).toEqual([]);
  });

  test('drops deleted clubs', async () => {
    const [id = 0] = await site.database.insertClubs('Chess');
    const { page } = await openList();
    await store(page, [9998, id, 9999]);
    await page.reload();
    await link(page).click();
    await page.getByText('2 clubs on this list no longer exist.').waitFor();
    await page.waitForURL((url) => url.search === `?ids=${id}`);
    expect(await stored(page)).toBe(String(id));
    expect(await link(page).innerText()).toBe('1 saved');
  });

  test('compares the selected clubs', async () => {
    const ids = await site.database.insertClubs(...FOUR, 'Go');
    const { page, problems } = await openList();
    await page.goto(`${site.url}/club/shortlist/?ids=${ids.join()}`);
    for (const club of ['Badminton', 'Go']) await page.getByLabel(`Compare ${club}`).check();
    await page.getByRole('button', { name: 'Compare' }).click();
    await expect.poll(() => page.locator('thead th[scope="col"]').allInnerTexts()).toEqual(['Badminton', 'Go']);
    await page.getByRole('link', { name: 'Back to the shortlist' }).click();
    await page.waitForURL((url) => url.search === `?ids=${ids.join()}`);
    expect(problems).toEqual([]);
  });

  test('shows clubs that were added since, after Back', async () => {
    const [astronomy = 0] = await site.database.insertClubs(...FOUR);
    const { page, problems } = await openList();
    await page.goto(`${site.url}/club/shortlist/`);
    await page.getByRole('link', { name: 'Browse all clubs' }).click();
    await waitForHtmx(page);
    await star(page, 'Astronomy').click();
    await page.goBack();
    await page.waitForURL((url) => url.search === `?ids=${astronomy}`);
    expect(await page.locator('main h3').innerText()).toBe('1 club');
    expect(problems).toEqual([]);
  });

  test('can be read and compared without JavaScript, and shows no buttons that need it', async () => {
    const ids = await site.database.insertClubs(...FOUR);
    const { page } = await openList('?page_size=24', { javaScriptEnabled: false });
    expect(await page.locator('button:visible').allInnerTexts()).toEqual(['Search']);
    await page.goto(`${site.url}/club/shortlist/?ids=${ids.toReversed().join()}`);
    expect(await page.locator('main h4').allInnerTexts()).toEqual(FOUR.toReversed());
    expect(await page.locator('main button:visible').allInnerTexts()).toEqual(['Compare']);
    for (const club of ['Chess', 'Debate']) await page.getByLabel(`Compare ${club}`).check();
    await page.getByRole('button', { name: 'Compare' }).click();
    await expect.poll(() => page.locator('thead th[scope="col"]').allInnerTexts()).toEqual(['Debate', 'Chess']);
  });

  test('lists removed clubs until the page is left, so that they can be added again', async () => {
    const ids = await site.database.insertClubs(...FOUR);
    const [astronomy = 0, badminton = 0, chess = 0] = ids;
    const { page, problems } = await openList();
    await store(page, [chess, astronomy, badminton]);
    await page.reload();
    await link(page).click();
    await page.waitForURL('**/club/shortlist/**');
    const card = page.locator('.club-card', { hasText: 'Astronomy' });
    const isGrey = () => card.evaluate((one) => getComputedStyle(one).filter !== 'none');
    const expectShown = async (...shown: number[]) => {
      expect(new URL(page.url()).search).toBe(`?ids=${shown.join()}`);
      expect(await page.locator('main h3').innerText()).toBe(`${shown.length} club${shown.length === 1 ? '' : 's'}`);
      expect(await link(page).innerText()).toBe(`${shown.length} saved`);
      expect(await page.getByRole('button', { name: 'Add these' }).isVisible()).toBe(false);
    };
    await expectShown(chess, astronomy, badminton);
    await page.getByLabel('Compare Astronomy').check();
    await star(page, 'Astronomy').press('Enter');
    await expectShown(chess, badminton);
    expect(await isGrey()).toBe(true);
    expect(await page.locator('form :checked').count()).toBe(0);
    expect(await page.locator('#announcement').innerText()).toBe('2 clubs');
    expect(await page.locator('header [data-translation]').evaluate((link: HTMLAnchorElement) => link.search)).toBe(
      `?ids=${chess},${badminton}`,
    );
    expect(await star(page, 'Astronomy').evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await findViolations(page)).toEqual([]);
    await star(page, 'Astronomy').press('Enter');
    await expectShown(chess, badminton, astronomy);
    expect(await isGrey()).toBe(false);
    await star(page, 'Chess').click();
    await page.reload();
    await expectShown(badminton, astronomy);
    expect(await page.locator('main h4').allInnerTexts()).toEqual(['Badminton', 'Astronomy']);
    // Removed on the page of the club.
    await page.getByRole('link', { name: 'Astronomy' }).click();
    await page.waitForURL(`**/club/${astronomy}/`);
    await star(page, 'Astronomy').click();
    await page.getByRole('link', { name: 'Back to the shortlist' }).click();
    await page.waitForURL('**/club/shortlist/**');
    await expect.poll(isGrey).toBe(true);
    await expectShown(badminton);
    expect(problems).toEqual([]);
  });
});
