import type { Page } from 'playwright-core';
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
  pageOpener,
  scrollTo,
  waitForHtmx,
} from '../support/list-page.ts';
import { describeSite } from '../support/site.ts';

describeSite('Back and forward in the club list', (site) => {
  const browser = useBrowser();
  const open = pageOpener(site, browser);

  test('show whole pages, also after a reload and from another page', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, problems } = await open();
    await page.getByRole('link', { name: 'Next' }).click();
    await expectClub(page, 'Badminton', '/club/?page=2');
    await page.keyboard.press('ArrowRight');
    await expectClub(page, 'Chess', '/club/?page=3');
    await page.goBack();
    await expectClub(page, 'Badminton', '/club/?page=2');
    await expect.poll(() => page.title()).toBe('Club list (page 2)');
    await page.goBack();
    await expectClub(page, 'Astronomy', '/club/');
    await page.goForward();
    await expectClub(page, 'Badminton', '/club/?page=2');
    await page.reload();
    await expectClub(page, 'Badminton', '/club/?page=2');
    await waitForHtmx(page);
    await page.keyboard.press('ArrowRight');
    await expectClub(page, 'Chess', '/club/?page=3');
    await page.goto(`${site.url}/page/ae/`);
    await page.goBack();
    await expectClub(page, 'Chess', '/club/?page=3');
    expect(problems).toEqual([]);
  });

  test('restore the form of each search', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open();
    await page.getByLabel('What would you like').fill('chess');
    await expectClub(page, 'Chess', '/club/?name=chess&club_status=true');
    await page.getByLabel('All clubs').check();
    await expectClub(page, 'Chess', '/club/?name=chess&club_status=');
    await page.goBack();
    await expectClub(page, 'Chess', '/club/?name=chess&club_status=true');
    await expect.poll(() => page.getByLabel('Active', { exact: true }).isChecked()).toBe(true);
    await page.goBack();
    await expectClub(page, 'Astronomy', '/club/');
    await expect.poll(() => page.getByLabel('What would you like').inputValue()).toBe('');
    expect(await page.getByLabel('Active', { exact: true }).isChecked()).toBe(true);
    await page.goForward();
    await expectClub(page, 'Chess', '/club/?name=chess&club_status=true');
    await page.goForward();
    await expectClub(page, 'Chess', '/club/?name=chess&club_status=');
    await expect.poll(() => page.getByLabel('What would you like').inputValue()).toBe('chess');
    await expect.poll(() => page.getByLabel('All clubs').isChecked()).toBe(true);
  });

  test('have one entry per address, however often it is requested', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await browser.newPage();
    await page.goto(`${site.url}/page/ae/`);
    await page.goto(`${site.url}/club/`);
    await waitForHtmx(page);
    const answered = async (act: () => Promise<unknown>) => {
      await page.evaluate(() => document.querySelector('#paginated h3')?.setAttribute('data-old', ''));
      await act();
      await page.locator('#paginated h3:not([data-old])').waitFor();
    };
    for (let press = 0; press < 2; press += 1) await answered(() => page.getByRole('link', { name: 'Page 2' }).click());
    expect(addressOf(page)).toBe('/club/?page=2');
    for (let press = 0; press < 2; press += 1) {
      await page.getByLabel('What would you like').fill('chess');
      await answered(() => page.getByRole('button', { name: 'Search' }).click());
    }
    await expectClub(page, 'Chess', '/club/?name=chess&club_status=true');
    const entries = await page.evaluate(() => window.navigation.entries().map(({ url }) => url?.split('/club/')[1]));
    expect(entries.slice(-3)).toEqual(['', '?page=2', '?name=chess&club_status=true']);
  });

  test('show the page of the address when Back is pressed again while a page loads', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open();
    for (const [club, number] of [
      ['Badminton', 2],
      ['Chess', 3],
    ] as const) {
      await page.keyboard.press('ArrowRight');
      await expectClub(page, club, `/club/?page=${number}`);
    }
    const scripts = await holdRequests(page, '**/*.js');
    const parsed = page.waitForRequest(/\.js$/);
    await page.evaluate(() => history.back());
    await parsed;
    await scripts.request();
    await page.evaluate(() => history.back());
    await expect.poll(() => addressOf(page)).toBe('/club/');
    await scripts.release();
    await expectClub(page, 'Astronomy', '/club/');
  });

  test('show the page of the address when Back is pressed again before htmx has started', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open();
    await page.keyboard.press('ArrowRight');
    await expectClub(page, 'Badminton', '/club/?page=2');
    await page.keyboard.press('ArrowRight');
    await expectClub(page, 'Chess', '/club/?page=3');
    // htmx starts in a timer without a delay.
    await page.addInitScript(() => {
      const { setTimeout } = window;
      const started = new Promise((resolve) => addEventListener('start-htmx', resolve));
      window.setTimeout = ((run: () => void, delay?: number) =>
        delay === undefined ? void started.then(run) : setTimeout(run, delay)) as typeof window.setTimeout;
    });
    await page.evaluate(() => history.back());
    await expectClub(page, 'Badminton', '/club/?page=2');
    await page.waitForLoadState();
    await page.evaluate(() => history.back());
    await expect.poll(() => addressOf(page)).toBe('/club/');
    await page.evaluate(() => dispatchEvent(new Event('start-htmx')));
    await expectClub(page, 'Astronomy', '/club/');
  });

  test('work after a skip link', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open();
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('#content');
    await page.keyboard.press('ArrowRight');
    await expectClub(page, 'Badminton', '/club/?page=2');
    await page.evaluate(() => history.go(-2));
    await expectClub(page, 'Astronomy', '/club/');
    await expect.poll(() => page.title()).toBe('Club list');
  });

  test('cancel a page turn that is in progress', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open();
    await page.keyboard.press('ArrowRight');
    await expectClub(page, 'Badminton', '/club/?page=2');
    const asked = Promise.withResolvers<undefined>();
    const reloading = Promise.withResolvers<undefined>();
    const isOver = Promise.withResolvers<undefined>();
    for (const end of ['requestfinished', 'requestfailed'] as const)
      page.on(end as 'requestfinished', (request) => {
        if (request.url().endsWith('?page=3')) isOver.resolve(undefined);
      });
    // The answer arrives while the browser loads the page before.
    await answerFor(page, '**/club/?page=3', async (route) => {
      asked.resolve(undefined);
      await reloading.promise;
      await route.continue().catch(() => undefined);
    });
    await answerFor(page, '**/club/', async (route) => {
      reloading.resolve(undefined);
      await isOver.promise;
      await route.continue();
    });
    await page.keyboard.press('ArrowRight');
    await asked.promise;
    await page.evaluate(() => history.back());
    await expectClub(page, 'Astronomy', '/club/');
    expect(await page.evaluate(() => window.navigation.entries().map(({ url }) => new URL(url ?? '').search))).toEqual([
      '',
      '?page=2',
    ]);
  });

  test('restore the scroll position of a grid, while a new page starts at its top', async () => {
    await insertGrid(site);
    const { page } = await open('/club/?page_size=24');
    // A font that arrives after the position was restored changes the height of the cards.
    await page.route('**/*.woff2', (route) => route.abort());
    await page.reload();
    await waitForHtmx(page);
    const scrollY = () => page.evaluate(() => Math.round(window.scrollY));
    const left = await scrollTo(page, 1200);
    await page.getByRole('link', { name: 'Grid club 20', exact: true }).last().click();
    await expect.poll(() => page.locator('h1').innerText()).toBe('Grid club 20');
    await page.goBack();
    await expect.poll(scrollY).toBe(left);
    await waitForHtmx(page);

    const end = await scrollTo(page, 100_000);
    await page.getByRole('link', { name: 'Page 3' }).click();
    await expect.poll(() => clubNames(page).count()).toBe(1);
    await expect.poll(() => isInView(page, '#paginated h3')).toBe(true);
    await page.goBack();
    await expect.poll(() => clubNames(page).count()).toBe(24);
    await expect.poll(scrollY).toBe(end);
    await page.reload();
    await expect.poll(scrollY).toBe(end);
  });

  test('are not needed to come back from a club to the search that led to it', async () => {
    const insert = (name: string) => site.database.insertClub({ name, category: 'Sports' });
    const first = await insert('Chess');
    await insert('Chess for two');
    const third = await insert('Ski');
    const { page, problems } = await open('/club/?name=chess&club_status=true&page=2');
    const search = '/club/?name=chess&club_status=true&page=2';
    await clubNames(page).click();
    await page.getByRole('link', { name: 'Back to your search' }).click();
    await expectClub(page, 'Chess for two', search);
    // Also after visits to related clubs, and after a reload.
    await clubNames(page).click();
    await page.locator('.related .club-card-name', { hasText: 'Ski' }).click();
    await page.waitForURL(`**/club/${third}/`);
    await page.locator('.related .club-card-name').first().click();
    await page.waitForURL(`**/club/${first}/`);
    await page.reload();
    await page.getByRole('link', { name: 'Back to your search' }).click();
    await expectClub(page, 'Chess for two', search);
    // A visitor from elsewhere gets a link to the list.
    const back = page.locator('a[data-back]');
    await page.goto(`${site.url}/club/${third}/`);
    expect([await back.innerText(), await back.getAttribute('href')]).toEqual(['All clubs', '/club/?page_size=24']);
    expect(problems).toEqual([]);
  });
});

describeSite('Focus and announcements in the club list', (site) => {
  const browser = useBrowser();
  const open = pageOpener(site, browser);

  test('give the result of each page turn once', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open();
    await recordSpeech(page);
    // Without focus, the live region announces the page.
    for (const number of [2, 3]) {
      await page.keyboard.press('ArrowRight');
      await expectClub(page, FOUR[number - 1] ?? '', `/club/?page=${number}`);
      await expect.poll(() => spokenIn(page)).toEqual([`region: ${FOUR[number - 1] ?? ''}, ${number} of 4`]);
      expect(await focusOf(page)).toBe('body');
    }
    // A link that exists on the new page keeps the focus.
    await page.locator('#page-previous').focus();
    await page.keyboard.press('Enter');
    await expectClub(page, 'Badminton', '/club/?page=2');
    await expect.poll(() => spokenIn(page)).toEqual(['region: Badminton, 2 of 4']);
    expect(await focusOf(page)).toBe('page-previous');
    await page.keyboard.press('ArrowRight');
    await expectClub(page, 'Chess', '/club/?page=3');
    await expect.poll(() => spokenIn(page)).toEqual(['region: Chess, 3 of 4']);
    // Where the link is missing, the heading takes the focus and announces itself.
    await page.getByRole('link', { name: 'Next' }).click();
    await expectClub(page, 'Debate', '/club/?page=4');
    await expect.poll(() => spokenIn(page)).toEqual(['result: Debate, 4 of 4']);
    expect(await page.locator('h3:focus').ariaSnapshot()).toContain('heading "Debate, 4 of 4"');
    await page.keyboard.press('ArrowLeft');
    await expectClub(page, 'Chess', '/club/?page=3');
    await expect.poll(() => spokenIn(page)).toEqual(['result: Chess, 3 of 4']);
    // The field of a search keeps the focus.
    const field = page.getByLabel('What would you like');
    // Without an input event, which would announce the result once more.
    await field.evaluate((input: HTMLInputElement) => (input.value = 'bad'));
    await field.press('Enter');
    await expectClub(page, 'Badminton', '/club/?name=bad&club_status=true');
    await expect.poll(() => spokenIn(page)).toEqual(['region: 1 club called “bad”']);
    expect(await focusOf(page)).toBe('club-search-name');
  });

  test('continue at the result when a link turns a grid by keyboard and leaves the window', async () => {
    for (let number = 10; number < 28; number += 1)
      await site.database.insertClub({ name: `Club ${number}`, shortDescription: 'What we do. '.repeat(60) });
    const { page } = await open('/club/?page_size=6', { viewport: { width: 360, height: 540 } });
    await recordSpeech(page);
    await page.getByRole('link', { name: 'Next', exact: true }).press('Enter');
    await expect.poll(() => addressOf(page)).toBe('/club/?page_size=6&page=2');
    await page.locator('h3:focus').waitFor();
    expect(await isInView(page, '#paginated h3')).toBe(true);
    expect(await spokenIn(page)).toEqual(['result: 18 active clubs, page 2 of 3']);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('.club-card')?.textContent)).toContain('Club 16');
  });

  test.each([
    ['stays in the window', 1280, 1600, true],
    ['was clicked', 360, 540, false],
  ])('stay with a link that turns a grid and %s', async (_, width, height, isByKeyboard) => {
    await insertGrid(site);
    const { page } = await open('/club/?page_size=6', { viewport: { width, height } });
    const next = page.locator('#page-next');
    if (isByKeyboard) await next.press('Enter');
    else await next.click();
    await expect.poll(() => page.locator('#announcement').innerText()).toBe('49 active clubs, page 2 of 9');
    expect(await focusOf(page)).toBe('page-next');
    expect(await isInView(page, '#page-next')).toBe(isByKeyboard);
  });
});

/** Records what a screen reader speaks: a result that gets the focus, and new text in the live region. */
const recordSpeech = (page: Page) =>
  page.evaluate(() => {
    const spoken: string[] = [];
    Object.assign(window, { spoken });
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLElement && target.matches('h3')) spoken.push(`result: ${target.ariaLabel ?? ''}`);
    });
    const region = document.querySelector('#announcement') ?? document.body;
    new MutationObserver(() => {
      if (!['', 'Loading…'].includes(region.textContent)) spoken.push(`region: ${region.textContent}`);
    }).observe(region, { childList: true, characterData: true, subtree: true });
  });

/** Returns the records since the last call. */
const spokenIn = (page: Page) => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken.splice(0));
