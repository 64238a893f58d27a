import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findFaultsAtEveryWidth } from '../support/accessibility.ts';
import { useBrowser } from '../support/browser.ts';
import { describeSite } from '../support/site.ts';

const FOUR = ['Astronomy', 'Badminton', 'Chess', 'Debate'];

describeSite('A visitor who keeps a shortlist', (site) => {
  const browser = useBrowser();

  const star = (page: Page, club: string) => page.getByRole('button', { name: `Put ${club} on the shortlist` });
  const isOn = (page: Page, club: string) => star(page, club).getAttribute('aria-pressed');
  const kept = (page: Page) => page.evaluate(() => localStorage.getItem('shortlist'));
  const keep = (page: Page, ids: readonly number[]) =>
    page.evaluate((text) => localStorage.setItem('shortlist', text), ids.join());
  const link = (page: Page) => page.locator('header a.shortlist-link');
  const openList = async (query = '?page_size=24', options: Parameters<typeof browser.newPage>[0] = {}) => {
    const opened = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
    await opened.page.goto(`${site.url}/club/${query}`);
    if (options.javaScriptEnabled !== false) await opened.page.locator('form.club-search[data-htmx-powered]').waitFor();
    return opened;
  };

  test('puts clubs on it and takes them off by mouse, and stays on the list', async () => {
    const [astronomy, , chess] = await site.database.insertClubs(...FOUR);
    const { page, problems } = await openList();
    expect(await isOn(page, 'Chess')).toBe('false');
    expect(await link(page).isVisible()).toBe(false);
    await star(page, 'Chess').click();
    await star(page, 'Astronomy').click();
    expect(await isOn(page, 'Chess')).toBe('true');
    expect(await isOn(page, 'Badminton')).toBe('false');
    expect(new URL(page.url()).pathname).toBe('/club/');
    expect(await link(page).innerText()).toBe('Shortlist (2)');
    await page.reload();
    expect(await isOn(page, 'Chess')).toBe('true');
    await star(page, 'Astronomy').click();
    expect(await link(page).innerText()).toBe('Shortlist (1)');
    await star(page, 'Astronomy').click();
    await link(page).click();
    expect(new URL(page.url()).search).toBe(`?ids=${chess ?? 0},${astronomy ?? 0}`);
    expect(await page.locator('main h4').allInnerTexts()).toEqual(['Chess', 'Astronomy']);
    for (const club of ['Chess', 'Astronomy']) await star(page, club).click();
    expect(await kept(page)).toBeNull();
    expect(await link(page).isVisible()).toBe(false);
    expect(problems).toEqual([]);
  });

  test('does so by keyboard, after a page turn too, which the arrow keys make from a star as from anywhere', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, problems } = await openList('?page_size=1');
    await page.locator('.club-card-name').focus();
    await page.keyboard.press('Tab');
    expect(await star(page, 'Astronomy').evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await star(page, 'Astronomy').evaluate((button) => getComputedStyle(button).outlineStyle)).toBe('solid');
    await page.keyboard.press('Space');
    expect(await isOn(page, 'Astronomy')).toBe('true');
    await page.keyboard.press('ArrowRight');
    await star(page, 'Badminton').waitFor();
    expect(await isOn(page, 'Badminton')).toBe('false');
    await star(page, 'Badminton').press('Enter');
    await page.keyboard.press('ArrowLeft');
    await star(page, 'Astronomy').waitFor();
    expect(await isOn(page, 'Astronomy')).toBe('true');
    expect(await link(page).innerText()).toBe('Shortlist (2)');
    expect(problems).toEqual([]);
  });

  test('finds the same stars on the page of a club and on the home page', async () => {
    const [id = 0] = await site.database.insertClubs('Chess');
    const { page, problems } = await openList();
    await star(page, 'Chess').click();
    await page.goto(`${site.url}/club/${id}/`);
    expect(await star(page, 'Chess').innerText()).toBe('Shortlist');
    expect(await isOn(page, 'Chess')).toBe('true');
    // Those of an island come after the page.
    await page.goto(site.url);
    await star(page, 'Chess').waitFor();
    expect(await isOn(page, 'Chess')).toBe('true');
    await star(page, 'Chess').click();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.goBack();
    await expect.poll(() => isOn(page, 'Chess')).toBe('false');
    expect(problems).toEqual([]);
  });

  test('sees what another tab has changed', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, context } = await openList();
    const other = await context.newPage();
    await other.goto(`${site.url}/club/?page_size=24`);
    await star(other, 'Chess').click();
    await expect.poll(() => isOn(page, 'Chess')).toBe('true');
    expect(await link(page).innerText()).toBe('Shortlist (1)');
    await star(page, 'Debate').click();
    await expect.poll(() => link(other).innerText()).toBe('Shortlist (2)');
    await other.evaluate(() => localStorage.clear());
    await expect.poll(() => link(page).isVisible()).toBe(false);
    expect(await isOn(page, 'Debate')).toBe('false');
  });

  test('is told in words when there is no room for one more, and that goes when it is closed', async () => {
    const [id = 0] = await site.database.insertClubs('Chess');
    const others = Array.from({ length: 50 }, (_, index) => id + 1 + index);
    const { page } = await openList();
    await keep(page, others);
    await page.reload();
    await star(page, 'Chess').click();
    expect(await isOn(page, 'Chess')).toBe('false');
    expect(await page.locator('.message').innerText()).toContain('50 clubs');
    expect(await kept(page)).toBe(others.join());
    await page.getByRole('button', { name: 'Close the message' }).click();
    expect(await page.locator('.message').count()).toBe(0);
    expect(await star(page, 'Chess').evaluate((button) => button === document.activeElement)).toBe(true);
    await keep(page, others.slice(1));
    await star(page, 'Chess').click();
    expect(await isOn(page, 'Chess')).toBe('true');
  });

  test.each([
    ['refuses to keep anything', () => Object.defineProperty(window, 'localStorage', { get: () => raise() })],
    ['is full', () => (Storage.prototype.setItem = () => raise())],
  ])('has no stars and hears of no error where the browser %s', async (_, breakStorage) => {
    await site.database.insertClubs(...FOUR);
    const { page, context, problems } = await browser.newPage();
    await context.addInitScript(`const raise = () => { throw new Error('broken'); }; (${breakStorage.toString()})()`);
    await page.goto(`${site.url}/club/?page_size=24`);
    await page.locator('form.club-search[data-htmx-powered]').waitFor();
    expect(await page.locator('[data-star]').count()).toBe(4);
    expect(await page.locator('[data-star] button').count()).toBe(0);
    await page.goto(`${site.url}/club/shortlist/`);
    await page.goto(`${site.url}/club/shortlist/?ids=1,2`);
    await page.getByRole('button', { name: 'Print' }).waitFor();
    expect(await page.getByRole('button', { name: 'Add these' }).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('has an empty list where the browser keeps something else under its name', async () => {
    const [id = 0] = await site.database.insertClubs('Chess');
    const { page, problems } = await openList();
    await page.evaluate((id) => localStorage.setItem('shortlist', `{"a":1},-3,x,${id},${id},1e3`), id);
    await page.reload();
    expect(await isOn(page, 'Chess')).toBe('true');
    expect(await link(page).innerText()).toBe('Shortlist (1)');
    expect(problems).toEqual([]);
  });

  test('opens a list that was sent, and puts it on the own one', async () => {
    const ids = await site.database.insertClubs(...FOUR);
    const [astronomy = 0, badminton = 0, chess = 0] = ids;
    const { page, context, problems } = await openList();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await star(page, 'Chess').click();
    const sent = `${site.url}/club/shortlist/?ids=${astronomy},9999,${chess},${badminton}`;
    await page.goto(sent);
    const add = page.getByRole('button', { name: 'Add these to my shortlist' });
    await add.click();
    expect(await kept(page)).toBe([chess, astronomy, badminton].join());
    expect(await add.isVisible()).toBe(false);
    expect(await page.locator('[data-said]').innerText()).toBe('They are on your shortlist.');
    expect(await page.locator('[data-said]').evaluate((said) => said === document.activeElement)).toBe(true);
    expect(await isOn(page, 'Badminton')).toBe('true');
    await page.getByRole('button', { name: 'Copy the link' }).click();
    await expect.poll(() => page.locator('[data-said]').innerText()).toContain('copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${site.url}/club/shortlist/?ids=${astronomy},${chess},${badminton}`,
    );
    // Whoever takes one off may put it back.
    await star(page, 'Chess').click();
    await add.waitFor();
    expect(problems).toEqual([]);
  });

  test('takes clubs that are gone off it, which have no star any more', async () => {
    const [id = 0] = await site.database.insertClubs('Chess');
    const { page } = await openList();
    await keep(page, [9998, id, 9999]);
    await page.reload();
    await link(page).click();
    expect(await page.locator('main h3 + p').innerText()).toBe('2 clubs of this list are not there any more.');
    await page.getByRole('button', { name: 'Take those that are gone off my shortlist' }).click();
    expect(await kept(page)).toBe(String(id));
    expect(await link(page).innerText()).toBe('Shortlist (1)');
  });

  test('sees some of it side by side, and comes back to all of it', async () => {
    const ids = await site.database.insertClubs(...FOUR, 'Go');
    const { page, problems } = await openList();
    await page.goto(`${site.url}/club/shortlist/?ids=${ids.join()}`);
    // With none of it, it says so where that was asked for.
    const error = page.locator('form [role=alert]');
    await page.getByRole('button', { name: 'Compare' }).click();
    expect(await error.innerText()).toContain('No club is chosen yet');
    expect(new URL(page.url()).pathname).toBe('/club/shortlist/');
    for (const club of ['Badminton', 'Go']) await page.getByLabel(`Compare ${club}`).check();
    expect(await error.innerText()).toBe('');
    // With more than there is room for, it says so at the first of them, and is asked for no further.
    for (const club of ['Astronomy', 'Chess', 'Debate']) await page.getByLabel(`Compare ${club}`).check();
    expect(await error.innerText()).toBe('Only four clubs stand side by side: take one off to go on.');
    await page.getByRole('button', { name: 'Compare' }).click();
    expect(new URL(page.url()).pathname).toBe('/club/shortlist/');
    for (const club of ['Astronomy', 'Chess', 'Debate']) await page.getByLabel(`Compare ${club}`).uncheck();
    expect(await error.innerText()).toBe('');
    await page.getByRole('button', { name: 'Compare' }).click();
    expect(await page.locator('thead th[scope="col"]').allInnerTexts()).toEqual(['Badminton', 'Go']);
    await page.getByRole('link', { name: 'Back to the shortlist' }).click();
    expect(new URL(page.url()).search).toBe(`?ids=${ids.join()}`);
    expect(problems).toEqual([]);
  });

  test('finds by Back what was chosen to be compared, though a club before it was taken off', async () => {
    const ids = await site.database.insertClubs(...FOUR);
    const { page } = await openList();
    await page.evaluate((ids) => localStorage.setItem('shortlist', ids), ids.join());
    await page.goto(`${site.url}/club/shortlist/?ids=${ids.join()}`);
    await star(page, 'Astronomy').click();
    await page.getByLabel('Compare Badminton').check();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.locator('thead th[scope="col"]').waitFor();
    await page.goBack();
    await page.getByLabel('Compare Badminton').waitFor();
    const chosen = page.locator('form :checked');
    await expect.poll(() => chosen.count()).toBe(1);
    expect(await chosen.getAttribute('aria-label')).toBe('Compare Badminton');
  });

  test('sees what is on it by now where it was empty, by Back too', async () => {
    const [astronomy = 0] = await site.database.insertClubs(...FOUR);
    const { page, problems } = await openList();
    await page.goto(`${site.url}/club/shortlist/`);
    expect(await page.locator('main h3').innerText()).toBe('There is no club on this list yet.');
    await page.getByRole('link', { name: 'Look through all clubs' }).click();
    await page.locator('form.club-search[data-htmx-powered]').waitFor();
    await star(page, 'Astronomy').click();
    await page.goBack();
    await page.waitForURL((url) => url.search === `?ids=${astronomy}`);
    expect(await page.locator('main h3').innerText()).toBe('1 club');
    expect(problems).toEqual([]);
  });

  test('comes back from a club of it, over others too', async () => {
    const ids = await site.database.insertClubs(...FOUR);
    const { page, problems } = await openList();
    const query = `?ids=${ids.slice(1, 3).join()}`;
    await page.goto(`${site.url}/club/shortlist/${query}`);
    await page.locator('.club-card-name').first().click();
    await page.getByRole('link', { name: 'Next by name: Chess' }).click();
    await page.waitForURL(`**/club/${ids[2] ?? 0}/`);
    await page.getByRole('link', { name: 'Back to the shortlist' }).click();
    await page.waitForURL((url) => url.pathname === '/club/shortlist/' && url.search === query);
    expect(problems).toEqual([]);
  });

  test('reads a list that was sent without JavaScript, and has neither star nor anything else that would need it', async () => {
    const ids = await site.database.insertClubs(...FOUR);
    const { page } = await openList('?page_size=24', { javaScriptEnabled: false });
    expect(await page.locator('button:visible').allInnerTexts()).toEqual(['Search']);
    await page.goto(`${site.url}/club/shortlist/?ids=${ids.toReversed().join()}`);
    expect(await page.locator('main h4').allInnerTexts()).toEqual(FOUR.toReversed());
    expect(await page.locator('main button:visible').allInnerTexts()).toEqual(['Compare']);
    for (const club of ['Chess', 'Debate']) await page.getByLabel(`Compare ${club}`).check();
    await page.getByRole('button', { name: 'Compare' }).click();
    expect(await page.locator('thead th[scope="col"]').allInnerTexts()).toEqual(['Debate', 'Chess']);
    await page.goto(`${site.url}/club/shortlist/`);
    expect(await page.locator('main p:visible').allInnerTexts()).toEqual(['Look through all clubs']);
  });

  test.each(['', '/fr'])('sees in the one row of the header of a phone how many there are, in %s/', async (prefix) => {
    await site.database.insertClubs(...FOUR);
    const { page, problems } = await openList('?page_size=24', { viewport: { width: 320, height: 640 } });
    await page.goto(`${site.url}${prefix}/club/?page_size=24`);
    await keep(
      page,
      [...Array(11).keys()].map((id) => id + 1001),
    );
    await page.reload();
    const add = page.locator('.club-cards [data-star] > button').first();
    await add.click();
    expect(await link(page).innerText()).toMatch(/^\S+ \(12\)$/);
    for (const width of [320, 344, 360, 375, 390, 400, 412, 430, 479]) {
      await page.setViewportSize({ width, height: 640 });
      const seen = await page.locator('header.site-header').evaluate((header: HTMLElement) => {
        const parts = ['.site-name', 'summary', '.shortlist-link', '.to-search', '.translation', '[data-account]'];
        const boxes = parts
          .flatMap((part) => header.querySelector(part)?.getBoundingClientRect() ?? [])
          .filter((box) => box.width > 0);
        return {
          height: header.offsetHeight,
          width: document.documentElement.scrollWidth,
          least: Math.min(...boxes.map((box) => box.width)),
          overlaps: boxes.slice(1).map((box, index) => Math.max(0, Math.round((boxes[index]?.right ?? 0) - box.left))),
          hasSearch: boxes.length === parts.length,
        };
      });
      expect([seen.width, seen.hasSearch], `${width} px`).toEqual([width, width >= 360]);
      expect(Math.max(...seen.overlaps), `${width} px`).toBe(0);
      expect(seen.height, `${width} px`).toBeLessThan(64);
      expect(seen.least, `${width} px`).toBeGreaterThanOrEqual(24);
    }
    // One way to it is enough.
    await page.locator('header summary').click();
    expect(await page.locator('.site-menu .own').isVisible()).toBe(false);
    await link(page).click();
    await page.waitForURL((url) => url.pathname === `${prefix}/club/shortlist/`);
    expect(problems).toEqual([]);
  });

  test('finds the link in the menu of a tablet, where it takes no room of the header', async () => {
    await site.database.insertClubs('Chess');
    const { page } = await openList('?page_size=24', { viewport: { width: 768, height: 640 } });
    const header = () => page.locator('header.site-header').evaluate((one) => one.getBoundingClientRect().height);
    const language = () => page.locator('header .translation').evaluate((one) => one.getBoundingClientRect().left);
    const before = [await header(), await language()];
    await star(page, 'Chess').click();
    expect([await header(), await language()]).toEqual(before);
    expect(await link(page).isVisible()).toBe(false);
    await page.locator('header summary').click();
    await page.getByRole('link', { name: 'Shortlist (1)' }).click();
    expect(await page.locator('main h3').innerText()).toBe('1 club');
    for (const width of [390, 600, 700, 960, 1024, 1280]) {
      await page.setViewportSize({ width, height: 640 });
      const [shown, hidden] = await link(page).evaluate((link) => {
        const { parentElement: ways } = link;
        const height = () => ways?.closest<HTMLElement>('header')?.offsetHeight;
        const shown = height();
        link.remove();
        const hidden = height();
        ways?.prepend(link);
        return [shown, hidden];
      });
      expect(shown, `${width} px`).toBe(hidden);
    }
  });

  test('has stars for a finger and for forced colours, which are no part of the link around them', async () => {
    await site.database.insertClubs(...FOUR);
    for (const width of [320, 1280]) {
      const { page } = await openList('?page_size=24', { viewport: { width, height: 900 }, forcedColors: 'active' });
      await star(page, 'Chess').click();
      const { size, border, fills } = await page.evaluate(() => {
        const buttons = Array.from(document.querySelectorAll('[data-star] > button'));
        const fillOf = (pressed: string) => {
          const path = document.querySelector(`[data-star] > button[aria-pressed="${pressed}"] path`);
          return path && getComputedStyle(path).fill;
        };
        return {
          size: Math.min(
            ...buttons.map((one) => one.getBoundingClientRect()).flatMap((one) => [one.width, one.height]),
          ),
          border: buttons.map((one) => getComputedStyle(one).borderTopStyle),
          fills: [fillOf('true'), fillOf('false')],
        };
      });
      expect(size).toBeGreaterThanOrEqual(44);
      expect(new Set(border)).toEqual(new Set(['solid']));
      expect(fills[0]).not.toBe('none');
      expect(fills[1]).toBe('none');
      // No letter of a name is below a star.
      expect(await isOverlapping(page), `${width} px`).toBe(false);
    }
  });

  test('takes clubs off the own list on its page, which says so in number and address, and puts them back', async () => {
    const ids = await site.database.insertClubs(...FOUR);
    const [astronomy = 0, badminton = 0, chess = 0] = ids;
    const { page, problems } = await openList();
    await keep(page, [chess, astronomy, badminton]);
    await page.reload();
    await link(page).click();
    const result = page.locator('main h3');
    const note = page.locator('li', { hasText: 'Astronomy' }).getByText('Taken off. The star puts it back.');
    const expectShown = async (...shown: number[]) => {
      expect(new URL(page.url()).search).toBe(`?ids=${shown.join()}`);
      expect(await result.innerText()).toBe(`${shown.length} club${shown.length === 1 ? '' : 's'}`);
      expect(await link(page).innerText()).toBe(`Shortlist (${shown.length})`);
      expect(await page.getByRole('button', { name: 'Add these' }).isVisible()).toBe(false);
    };
    await expectShown(chess, astronomy, badminton);
    expect(await page.locator('#announcement').innerText()).toBe('');
    await page.getByLabel('Compare Astronomy').check();
    const top = () => star(page, 'Astronomy').evaluate((button) => button.getBoundingClientRect().top);
    const before = await top();
    await star(page, 'Astronomy').press('Enter');
    await expectShown(chess, badminton);
    expect(await note.isVisible()).toBe(true);
    expect(await top()).toBe(before);
    expect(await page.getByLabel('Compare Astronomy').isVisible()).toBe(false);
    expect(await page.locator('form :checked').count()).toBe(0);
    expect(await page.locator('#announcement').innerText()).toBe('2 clubs');
    expect(await page.locator('header [data-translation]').evaluate((link: HTMLAnchorElement) => link.search)).toBe(
      `?ids=${chess},${badminton}`,
    );
    expect(await star(page, 'Astronomy').evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await findFaultsAtEveryWidth(page)).toEqual([]);
    await star(page, 'Astronomy').press('Enter');
    await expectShown(chess, badminton, astronomy);
    expect(await note.isVisible()).toBe(false);
    await star(page, 'Chess').click();
    await page.reload();
    await expectShown(badminton, astronomy);
    expect(await page.locator('main h4').allInnerTexts()).toEqual(['Badminton', 'Astronomy']);
    // On the page of a club, and back.
    await page.getByRole('link', { name: 'Astronomy' }).click();
    await page.waitForURL(`**/club/${astronomy}/`);
    await star(page, 'Astronomy').click();
    await page.getByRole('link', { name: 'Back to the shortlist' }).click();
    await page.waitForURL('**/club/shortlist/**');
    await expect.poll(() => note.isVisible()).toBe(true);
    await expectShown(badminton);
    await star(page, 'Badminton').click();
    expect([await result.innerText(), new URL(page.url()).search]).toEqual(['0 clubs', '']);
    expect(problems).toEqual([]);
  });

  test.each([360, 1280])('moves nothing of the list when what can be pressed comes, at %i px', async (width) => {
    const ids = await site.database.insertClubs(...FOUR);
    const { page, context } = await openList('', { viewport: { width, height: 800 } });
    const tops = () =>
      page.locator('.club-card').evaluateAll((cards: HTMLElement[]) => cards.map((card) => card.offsetTop));
    // As the page is before its scripts.
    await context.route('**/*.js', (route) => route.abort());
    await page.goto(`${site.url}/club/shortlist/?ids=${ids.join()}`);
    const before = await tops();
    expect(await page.locator('.tools button:visible').count()).toBe(0);
    await context.unroute('**/*.js');
    await page.reload();
    await page.getByRole('button', { name: 'Add these to my shortlist' }).waitFor();
    expect(await tops()).toEqual(before);
    await keep(page, ids);
    await page.reload();
    await page.getByText('This is your shortlist.').waitFor();
    expect(await page.locator('.tools button:visible').allInnerTexts()).toEqual(['Copy the link', 'Print']);
    expect(await tops()).toEqual(before);
    await keep(page, [...ids, 9999]);
    await page.reload();
    await page.getByText('They are on your shortlist.').waitFor();
    expect(await tops()).toEqual(before);
  });

  test('prints the list without anything to press', async () => {
    const ids = await site.database.insertClubs(...FOUR);
    const { page } = await openList();
    await star(page, 'Chess').click();
    await page.goto(`${site.url}/club/shortlist/?ids=${ids.join()}`);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('button:visible, input:visible, label:visible').count()).toBe(0);
    expect(await page.locator('main h4:visible').allInnerTexts()).toEqual(FOUR);
    await page.goto(`${site.url}/club/compare/?ids=${ids.join()}`);
    expect(await page.locator('table').isVisible()).toBe(true);
    expect(await page.locator('.back').isVisible()).toBe(false);
  });

  test.each(['', '/fr'])('finds pages that everybody can use, at every width: %s/club/shortlist/', async (prefix) => {
    const long = 'Donaudampfschifffahrtsgesellschaftskapitän';
    const ids = await site.database.insertClubs(...FOUR, long);
    await site.database.sql`
      update club set short_description = ${'A text of some words. '.repeat(8)}, category = 'Games; Sport',
        website = 'https://chess.example.org/', contact = ${`${'x'.repeat(60)}@example.org`}, parent_id = null`;
    const { page } = await openList();
    await keep(page, ids.slice(0, 2));
    for (const path of [
      `/club/shortlist/?ids=${ids.join()},9999`,
      '/club/shortlist/?ids=9999',
      `/club/compare/?ids=${ids.join()}`,
      `/club/compare/?ids=${ids.at(-1) ?? 0}`,
      '/club/compare/',
      '/club/?page_size=24',
      '/club/?page_size=1&page=5',
      `/club/${ids[0] ?? 0}/`,
    ]) {
      await page.goto(site.url + prefix + path);
      await page.locator('header a[data-count="2"]').waitFor({ state: 'attached' });
      expect(await findFaultsAtEveryWidth(page), path).toEqual([]);
    }
    await keep(page, []);
    await page.goto(`${site.url}${prefix}/club/shortlist/`);
    expect(await findFaultsAtEveryWidth(page), 'an empty list').toEqual([]);
  });

  test('scrolls a wide comparison by the keyboard within its place, and what its rows are about stays in sight', async () => {
    const ids = await site.database.insertClubs(...FOUR);
    const { page } = await openList('', { viewport: { width: 320, height: 640 } });
    await page.goto(`${site.url}/club/compare/?ids=${ids.join()}`);
    const region = page.getByRole('region', { name: 'Clubs side by side' });
    await region.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => region.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
    await region.evaluate((one) => one.scrollTo(one.scrollWidth, 0));
    const lefts = await region
      .locator('th[scope="row"]')
      .evaluateAll((heads) => heads.map((head) => Math.round(head.getBoundingClientRect().left)));
    const { x } = (await region.boundingBox()) ?? { x: NaN };
    for (const left of lefts) expect(left - x).toBeLessThanOrEqual(2);
  });

  test.each([320, 360])('sees every link whole that the keyboard comes to in a comparison at %i px', async (width) => {
    const ids = await site.database.insertClubs(...FOUR);
    const { page } = await openList('', { viewport: { width, height: 640 } });
    await page.goto(`${site.url}/club/compare/?ids=${ids.join()}`);
    const region = page.getByRole('region', { name: 'Clubs side by side' });
    await region.focus();
    for (const key of [...Array<string>(4).fill('Tab'), ...Array<string>(3).fill('Shift+Tab')]) {
      await page.keyboard.press(key);
      const { name, head, left, right, edge } = await region.evaluate((one) => {
        const { activeElement } = document;
        const { left = NaN, right = NaN } = activeElement?.getBoundingClientRect() ?? {};
        const head = one.querySelector('th[scope="row"]')?.getBoundingClientRect().right ?? NaN;
        return { name: activeElement?.textContent.trim(), head, left, right, edge: one.getBoundingClientRect().right };
      });
      expect(FOUR).toContain(name);
      expect(head, name).toBeLessThanOrEqual(left);
      expect(right, name).toBeLessThanOrEqual(edge);
    }
  });

  test.each([768, 1280])('sees four clubs side by side at %i px without scrolling', async (width) => {
    const ids = await site.database.insertClubs(...FOUR);
    const { page } = await openList('', { viewport: { width, height: 640 } });
    await page.goto(`${site.url}/club/compare/?ids=${ids.join()}`);
    const rest = await page.locator('.comparison').evaluate((one) => one.scrollWidth - one.clientWidth);
    expect(rest).toBe(0);
  });
});

/** Whether a star lies on a part of a name. */
const isOverlapping = (page: Page): Promise<boolean> =>
  page.locator('article').evaluateAll((cards) =>
    cards.some((card) => {
      const star = card.querySelector('[data-star] > button svg')?.getBoundingClientRect();
      const name = document.createRange();
      name.selectNodeContents(card.querySelector('h4') ?? card);
      return Array.from(name.getClientRects()).some(
        ({ left, right, top, bottom }) =>
          star && left < star.right && right > star.left && top < star.bottom && bottom > star.top,
      );
    }),
  );

/** What the scripts have that break a storage. */
declare function raise(): never;
