import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findFaultsAtEveryWidth } from '../support/accessibility.ts';
import { answerFor, useBrowser, type TestPage } from '../support/browser.ts';
import { describeSite, type TestSite } from '../support/site.ts';

const FOUR = ['Astronomy', 'Badminton', 'Chess', 'Debate'];

describeSite('A visitor of the club list', (site) => {
  const browser = useBrowser();

  const open = async (path = '/club/', options: Parameters<typeof browser.newPage>[0] = {}): Promise<TestPage> => {
    const opened = await browser.newPage(options);
    // What is fetched ahead would be there whatever a test makes of an answer; it has tests of its own.
    await opened.context.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    );
    await opened.page.goto(site.url + path);
    // htmx begins a moment after the page has loaded; until then links lead to their address by themselves.
    if (options.javaScriptEnabled !== false && path.startsWith('/club/'))
      await opened.page.locator('form.club-search[data-htmx-powered]').waitFor();
    return opened;
  };
  const name = (page: Page) => page.locator('#paginated h4');
  const address = (page: Page) => {
    const { pathname, search } = new URL(page.url());
    return pathname + search;
  };
  /** The club that the page has come to, and that the page is whole around it. */
  const expectClub = async (page: Page, club: string, at: string) => {
    await expect.poll(() => name(page).allInnerTexts()).toEqual([club]);
    await expect.poll(() => address(page)).toBe(at);
    expect(await page.locator('h2').allInnerTexts()).toEqual(['Filters', 'Club list']);
  };

  test('filters by name and status without leaving the page', async () => {
    await site.database.insertClubs(...FOUR);
    await site.database.insertClub({ name: 'Échecs', isActive: false });
    const { page, problems } = await open();
    await markDocument(page);
    await page.getByLabel('Name').fill('echecs');
    await page.getByLabel('Inactive').check();
    await page.getByRole('button', { name: 'Search' }).click();
    await expectClub(page, 'Échecs (inactive)', '/club/?name=echecs&club_status=false');
    expect(await page.locator('h3').innerText()).toBe('1 inactive club matching “echecs”');
    expect(await isSameDocument(page)).toBe(true);
    expect(problems).toEqual([]);
  });

  test('finds as one types: what was typed last, in one step of the way', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, problems } = await open('/');
    await page.goto(`${site.url}/club/?page=2`);
    await page.locator('form.club-search[data-htmx-powered]').waitFor();
    await markDocument(page);
    await answerFor(page, '**/club/?name=*', async (route) => {
      // The answer to the first letters comes last.
      const { searchParams } = new URL(route.request().url());
      await new Promise((resolve) => setTimeout(resolve, searchParams.get('name') === 'd' ? 900 : 0));
      await route.continue().catch(() => undefined);
    });
    await page.getByLabel('Name').pressSequentially('d');
    await page.waitForTimeout(400);
    await page.getByLabel('Name').pressSequentially('eba', { delay: 20 });
    await expectClub(page, 'Debate', '/club/?name=deba&club_status=true');
    await page.waitForTimeout(800);
    await expectClub(page, 'Debate', '/club/?name=deba&club_status=true');
    expect(await page.getByLabel('Name').evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await isSameDocument(page)).toBe(true);
    expect(await page.locator('h4 mark').innerText()).toBe('Deba');
    await page.getByLabel('Inactive').check();
    await expect.poll(() => address(page)).toBe('/club/?name=deba&club_status=false');
    await page.goBack();
    await expectClub(page, 'Debate', '/club/?name=deba&club_status=true');
    await page.goBack();
    expect(address(page)).toBe('/');
    expect(problems).toEqual([]);
  });

  test('searches for the text of an input method when its composition ends', async () => {
    await site.database.insertClubs('C中文角', 'Chess');
    const { page, problems } = await open();
    const searched: (string | null)[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/club/' && searchParams.has('name')) searched.push(searchParams.get('name'));
    });
    await page.clock.install();
    const client = await page.context().newCDPSession(page);
    const compose = (text: string) =>
      client.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await page.getByLabel('Name').press('c');
    for (const text of ['z', 'zhong', '中']) {
      await compose(text);
      await page.clock.runFor(1000);
    }
    expect(searched).toEqual([]);
    await client.send('Input.insertText', { text: '中' });
    await page.clock.runFor(1000);
    await expect.poll(() => name(page).allInnerTexts()).toEqual(['C中文角']);
    expect(searched).toEqual(['c中']);
    expect(problems).toEqual([]);
  });

  test('searches within a word on Android, where keyboards compose every word', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open('/club/', { userAgent: 'Mozilla/5.0 (Linux; Android 10; K) Chrome/153.0.0.0 Mobile' });
    const client = await page.context().newCDPSession(page);
    await page.getByLabel('Name').focus();
    await client.send('Input.imeSetComposition', { text: 'bad', selectionStart: 3, selectionEnd: 3 });
    await expect.poll(() => name(page).allInnerTexts()).toEqual(['Badminton']);
  });

  test('makes a search a step of the way also where the results came while typing', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open('/club/?page=2');
    await page.getByLabel('Name').fill('ches');
    await expectClub(page, 'Chess', '/club/?name=ches&club_status=true');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('#paginated:not([aria-busy])').waitFor();
    await expectClub(page, 'Chess', '/club/?name=ches&club_status=true');
    await page.goBack();
    await expectClub(page, 'Badminton', '/club/?page=2');
    await page.goForward();
    await expectClub(page, 'Chess', '/club/?name=ches&club_status=true');
  });

  test('keeps the focus on what is there when all filters are taken off by keyboard', async () => {
    await site.database.insertClub({ name: 'Judo', category: 'Sport' });
    const { page } = await open('/club/?page_size=24&category=sport');
    await page.getByRole('link', { name: 'Clear all' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => address(page)).toBe('/club/?page_size=24');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H3');
  });

  test.each([
    ['what is typed', '/club/?page_size=24', 'form.club-search .words'],
    ['a category', '/club/?page_size=24', '.category-links ul'],
    ['a page of a grid', '/club/?page_size=24', '#page-next'],
    ['a step from club to club', '/club/', '#page-next'],
    ['a number of a club', '/club/', '#page-3'],
  ])('is told beside the control that %s has failed', async (what, path, control) => {
    await fillGrid(site);
    await site.database.insertClub({ name: 'Judo', category: 'Sport' });
    const { page } = await open(path);
    await answerFor(page, '**/club/?*', (route) => route.abort());
    const used = page.locator(control).first();
    await used.scrollIntoViewIfNeeded();
    if (what === 'what is typed') await page.getByLabel('Name').fill('ju');
    else await (what === 'a category' ? page.getByRole('link', { name: 'Sport 1' }) : used).click();
    await page.locator('.message').waitFor();
    const [from, message] = [await used.boundingBox(), await page.locator('.message').boundingBox()];
    if (!from || !message) throw new Error('The control or the message has no place.');
    expect(Math.abs(message.y - from.y - from.height)).toBeLessThan(40);
  });

  test.each([
    ['a category', '/club/?page_size=24', '.category-links a'],
    ['a page', '/club/?page_size=24', '#page-2'],
    ['a status', '/club/?page_size=24', '.choices label:nth-child(2)'],
    ['the button of the search', '/club/?page_size=24', '.club-search button'],
  ])('shows on %s that was pressed that something comes of it, until it is there', async (_, path, control) => {
    await fillGrid(site);
    await site.database.insertClub({ name: 'Judo', category: 'Sport' });
    const { page, problems } = await open(path);
    let answer: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => (answer = resolve));
    await answerFor(page, '**/club/?*', async (route) => {
      await isAsked;
      await route.continue().catch(() => undefined);
    });
    const used = page.locator(control).first();
    await used.click();
    await page.locator('[data-at-work]').waitFor();
    expect(await used.evaluate((one) => one.matches('[data-at-work]'))).toBe(true);
    expect(await used.evaluate((one) => getComputedStyle(one).animationName)).toBe('at-work');
    answer();
    await page.locator('#paginated:not([aria-busy])').waitFor();
    expect(await page.locator('[data-at-work]').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('says what a search came to, also of the other status and of what may have been meant', async () => {
    await site.database.insertClubs('Chess', 'Chess Boxing', 'Chess Club', 'Badminton');
    await site.database.insertClub({ name: 'Chess Nap', isActive: false });
    const { page } = await open();
    const said = () => page.locator('#announcement').innerText();
    await page.getByLabel('Name').fill('chess');
    await expect.poll(said).toBe('3 active clubs matching chess, 1 inactive club too. Chess, 1 of 3');
    await page.getByRole('link', { name: 'Next' }).click();
    await expect.poll(said).toBe('Chess Boxing, 2 of 3');
    await page.getByLabel('Name').fill('nap');
    await expect.poll(said).toBe('0 active clubs matching nap, but 1 inactive club');
    await page.getByLabel('Name').fill('badmitnon');
    await expect.poll(said).toBe('0 active clubs matching badmitnon. Did you mean: Badminton');
    await page.locator('.choices label', { hasText: 'Inactive' }).click();
    await page.getByLabel('Name').fill('');
    await expect.poll(said).toBe('1 inactive club');
  });

  test('takes back a step that waits by a press of the other one', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open('/club/?page=2');
    await answerFor(page, '**/club/?page=3', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue().catch(() => undefined);
    });
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
    await expectClub(page, 'Chess', '/club/?page=3');
    await page.locator('#paginated:not([aria-busy])').waitFor();
    await page.waitForTimeout(300);
    await expectClub(page, 'Chess', '/club/?page=3');
  });

  test('chooses categories, and takes filters off, without leaving the page or losing the place', async () => {
    await site.database.insertClub({ name: 'Chess', category: 'Games' });
    await site.database.insertClub({ name: 'Judo', category: 'Sport' });
    await site.database.insertClub({ name: 'Ski', category: 'Sport' });
    const { page, problems } = await open();
    await markDocument(page);
    await page.getByRole('link', { name: 'Sport 2' }).focus();
    await page.keyboard.press('Enter');
    await expectClub(page, 'Judo', '/club/?category=sport');
    const chosen = page.getByRole('link', { name: 'Sport 2' });
    expect(await chosen.getAttribute('aria-current')).toBe('true');
    expect(await chosen.evaluate((link) => link === document.activeElement)).toBe(true);
    // A search keeps it.
    await page.getByLabel('Name').fill('s');
    await expectClub(page, 'Ski', '/club/?name=s&club_status=true&category=sport');
    await page.getByRole('link', { name: 'Take off: Sport' }).click();
    await expect.poll(() => address(page)).toBe('/club/?name=s&club_status=true');
    await expect.poll(() => page.locator('.filter-chips li bdi').allInnerTexts()).toEqual(['s']);
    await page.getByRole('link', { name: 'Clear all' }).click();
    await expectClub(page, 'Chess', '/club/');
    expect(await page.locator('.filter-chips').isVisible()).toBe(false);
    expect(await page.getByLabel('Name').inputValue()).toBe('');
    expect(await isSameDocument(page)).toBe(true);
    expect(problems).toEqual([]);
  });

  test('pages by mouse, and the page around the list follows', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, problems } = await open();
    await markDocument(page);
    await page.getByRole('link', { name: 'Next' }).click();
    await expectClub(page, 'Badminton', '/club/?page=2');
    await expect.poll(() => page.title()).toBe('Club list (page 2)');
    await expect.poll(() => page.locator('#announcement').innerText()).toBe('Badminton, 2 of 4');
    expect(await page.getByRole('link', { name: 'One by one' }).getAttribute('href')).toBe('?page_size=1&page=2');
    expect(await page.getByRole('link', { name: 'Grid' }).getAttribute('href')).toBe('?page_size=24&page=1');
    await page.getByRole('link', { name: 'Page 4' }).click();
    await expectClub(page, 'Debate', '/club/?page=4');
    expect(await isSameDocument(page)).toBe(true);
    expect(problems).toEqual([]);
  });

  test('pages with the arrow keys', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, problems } = await open();
    await markDocument(page);
    await page.keyboard.press('ArrowRight');
    await expectClub(page, 'Badminton', '/club/?page=2');
    await page.keyboard.press('ArrowRight');
    await expectClub(page, 'Chess', '/club/?page=3');
    await page.keyboard.press('ArrowLeft');
    await expectClub(page, 'Badminton', '/club/?page=2');
    expect(await isSameDocument(page)).toBe(true);
    expect(problems).toEqual([]);
  });

  test('does not page with arrow keys at the ends, or with a modifier key', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open();
    const requests = recordRequests(page);
    await page.keyboard.press('ArrowLeft');
    for (const modifier of ['Shift', 'Control', 'Meta']) await page.keyboard.press(`${modifier}+ArrowRight`);
    await page.waitForTimeout(200);
    expect(requests).toEqual([]);
    expect(await name(page).innerText()).toBe('Astronomy');
  });

  test('can switch off that the arrow keys turn pages, which the browser remembers', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, problems } = await open('/club/?page=2');
    await page.getByRole('button', { name: 'Switch off' }).click();
    expect(await page.locator('.keys-hint').innerText()).toBe('The arrow keys turn no pages. Switch on');
    const requests = recordRequests(page);
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(200);
    expect(requests).toEqual([]);
    await page.goto(`${site.url}/club/?page=3`);
    await page.locator('form.club-search[data-htmx-powered]').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: 'Switch on' }).click();
    expect(await name(page).innerText()).toBe('Chess');
    await page.keyboard.press('ArrowLeft');
    await expectClub(page, 'Badminton', '/club/?page=2');
    expect(problems).toEqual([]);
  });

  test('is told when an answer takes long, and that it is there', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open();
    const held: (() => Promise<unknown>)[] = [];
    await answerFor(page, '**/club/?page=2', (route) => held.push(() => route.continue()));
    const said = () => page.locator('#announcement').innerText();
    const bar = () =>
      page.locator('#paginated').evaluate((list) => getComputedStyle(list, '::before').content !== 'none');
    // In sight it stands in the middle of the bar.
    const words = page.locator('.still-loading').first();
    const areSeen = () => words.evaluate((text) => text.checkVisibility({ checkOpacity: true }));
    const place = async () => (await page.locator('.club-result').boundingBox())?.y;
    const before = await place();
    expect(await bar()).toBe(false);
    await page.keyboard.press('ArrowRight');
    await expect.poll(bar).toBe(true);
    expect(await said()).toBe('');
    expect(await areSeen()).toBe(false);
    await expect.poll(said, { timeout: 5000 }).toBe('Still loading…');
    await expect.poll(areSeen).toBe(true);
    expect(await words.innerText()).toBe('Still loading…');
    expect(await place()).toBe(before);
    await held[0]?.();
    await expect.poll(said).toBe('Badminton, 2 of 4');
    expect(await bar()).toBe(false);
    expect(await areSeen()).toBe(false);
  });

  test.each(['', '?club_status=', '?page_size=24'])(
    'sees on a small phone that it still loads over nothing that can be pressed: /club/%s',
    async (query) => {
      await fillGrid(site);
      const { page } = await open(`/club/${query}`);
      await page.setViewportSize({ width: 320, height: 640 });
      await answerFor(page, '**/club/?*', () => {});
      await page.locator('#page-2').evaluate((link: HTMLElement) => link.click());
      const sign = page.locator('.still-loading').first();
      await sign.waitFor();
      const box = await sign.boundingBox();
      const covered = await page.locator('main :is(a, button, summary):visible').evaluateAll((all, box) => {
        const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
        return all
          .filter((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect();
            return left < x + width && right > x && top < y + height && bottom > y;
          })
          .map((one) => one.outerHTML.slice(0, 80));
      }, box);
      expect(covered).toEqual([]);
    },
  );

  test('is led on from a search that found nothing only to lists that have clubs', async () => {
    await site.database.insertClub({ name: 'Chess', category: 'Games' });
    const { page } = await open('/club/?name=xqz&club_status=&category=games');
    const ways = page.getByRole('list', { name: 'Go on with:' });
    await ways.getByRole('link', { name: 'Clear the name' }).click();
    await expectClub(page, 'Chess', '/club/?club_status=&category=games');
    for (const query of ['?name=xqz&club_status=false', '?name=xqz&category=nothing', '?category=nothing']) {
      await page.goto(`${site.url}/club/${query}`);
      expect(await page.getByRole('link', { name: 'Clear the name' }).count(), query).toBe(0);
      await ways.getByRole('link', { name: 'Clear all' }).click();
      await expectClub(page, 'Chess', '/club/');
    }
    await site.database.sql`update club set is_active = false`;
    await page.goto(`${site.url}/club/?name=xqz`);
    expect(await ways.getByRole('link', { name: 'Clear the name' }).isVisible()).toBe(true);
    await page.goto(`${site.url}/club/?name=xqz&club_status=true`);
    expect(await ways.getByRole('link').allInnerTexts()).toEqual(['Propose a club']);
  });

  test('is told that there are more categories than are listed, while there are', async () => {
    for (let index = 0; index < 65; index += 1)
      await site.database.insertClub({ name: `Zoo ${index}`, category: `Kind ${index}` });
    const { page } = await open();
    await page.locator('.category-links summary').click();
    const cut = page.getByText('Categories of fewer clubs are left out');
    expect(await cut.isVisible()).toBe(true);
    await page.getByLabel('Name', { exact: true }).fill('Zoo 1');
    await expect.poll(() => cut.isVisible()).toBe(false);
    await page.getByLabel('Name', { exact: true }).fill('Zoo');
    await expect.poll(() => cut.isVisible()).toBe(true);
  });

  test('says at the end of the filters of a phone what a choice has come to, and leads there', async () => {
    await site.database.insertClubs(...FOUR);
    for (const name of ['Judo', 'Karate']) await site.database.insertClub({ name, isActive: false });
    const { page } = await open();
    const way = page.locator('[data-found]');
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await way.isVisible()).toBe(false);
    await page.setViewportSize({ width: 360, height: 640 });
    expect(await way.isVisible()).toBe(false);
    await page.locator('.more > summary').click();
    expect(await way.innerText()).toBe('Show 4 clubs');
    await page.getByLabel('Inactive').check();
    await expect.poll(() => way.innerText()).toBe('Show 2 clubs');
    await way.click();
    await expect
      .poll(() => page.locator('.club-result').evaluate((line) => line.getBoundingClientRect().top))
      .toBeLessThan(100);
    expect(new URL(page.url()).searchParams.get('club_status')).toBe('false');
    // From there on as ever.
    await page.locator('#page-next').click();
    await expectClub(page, 'Karate (inactive)', '/club/?name=&club_status=false&page=2');
    // No number is told of a search that was not made.
    await page.goto(`${site.url}/club/?club_status=x`);
    expect(await way.isVisible()).toBe(false);
  });

  test('moves the caret, not the page, while typing a name or choosing a status', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open('/club/?page=2');
    const requests = recordRequests(page);
    await page.getByLabel('Name').pressSequentially('ab');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('x');
    await page.keyboard.press('ArrowRight');
    expect(await page.getByLabel('Name').inputValue()).toBe('axb');
    await page.getByLabel('Active', { exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.getByLabel('Inactive').isChecked()).toBe(true);
    await page.waitForTimeout(600);
    // What was typed and chosen is searched for, and no page turned.
    expect(requests.map((address) => new URL(address).search)).toEqual(['?name=axb&club_status=false']);
  });

  test('has links that turn the page within it from the moment they are there', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open();
    const isTakenUp = page.evaluate(
      () =>
        new Promise((resolve) => {
          new MutationObserver(() => {
            const next = document.querySelector('#page-next[href*="page=3"]');
            if (next) resolve(next.hasAttribute('data-htmx-powered'));
          }).observe(document.querySelector('#paginated') ?? document, { childList: true });
        }),
    );
    await page.getByRole('link', { name: 'Next' }).click();
    expect(await isTakenUp).toBe(true);
  });

  test('comes to the page of the last key press, however late earlier answers are', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, problems } = await open('/club/?page=2');
    const delays: Record<string, number> = { '?page=3': 800, '?page=1': 50 };
    await answerFor(page, '**/club/?page=*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, delays[new URL(route.request().url()).search] ?? 0));
      await route.continue().catch(() => undefined);
    });
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await expectClub(page, 'Astronomy', '/club/?page=1');
    await page.waitForTimeout(1000);
    await expectClub(page, 'Astronomy', '/club/?page=1');
    expect(await page.locator('#paginated').getAttribute('aria-busy')).toBeNull();
    expect(problems).toEqual([]);
  });

  /** A page of the deck whose next one is fetched ahead, and answered so much later, in ms, or never. */
  const openBeforeLate = async (late: number) => {
    const { page } = await browser.newPage();
    await page.goto(`${site.url}/`);
    await answerFor(page, '**/club/?page=3', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, late));
      await route.continue().catch(() => undefined);
    });
    const isFetchedAhead = page.waitForRequest('**/club/?page=3');
    await page.goto(`${site.url}/club/?page=2`);
    await isFetchedAhead;
    return page;
  };

  test.each([
    [
      'a number',
      (page: Page) => page.getByRole('link', { name: 'Page 1', exact: true }).click(),
      'Astronomy',
      '?page=1',
    ],
    ['the other step', (page: Page) => page.keyboard.press('ArrowLeft'), 'Astronomy', '?page=1'],
    ['a search', (page: Page) => page.getByLabel('Name').fill('deb'), 'Debate', '?name=deb&club_status=true'],
  ])('comes to what was used last, %s, also where the page before it is fetched ahead late', async (_, use, ...at) => {
    await site.database.insertClubs(...FOUR);
    const page = await openBeforeLate(1500);
    await page.getByRole('link', { name: 'Next' }).click();
    await use(page);
    const [club, query] = at;
    await expectClub(page, club, `/club/${query}`);
    await page.waitForTimeout(1500);
    await expectClub(page, club, `/club/${query}`);
    expect(await page.locator('#paginated').getAttribute('aria-busy')).toBeNull();
  });

  test('is told that a step has failed whose page is fetched ahead and never comes, and can try it again', async () => {
    await site.database.insertClubs(...FOUR);
    const page = await openBeforeLate(60_000);
    await page.getByRole('link', { name: 'Next' }).click();
    await page.locator('.message').waitFor({ timeout: 15_000 });
    await page.unrouteAll();
    await page.getByRole('link', { name: 'Next' }).click();
    await expectClub(page, 'Chess', '/club/?page=3');
  });

  test.each(['Control', 'Shift'] as const)(
    'has the browser open elsewhere what turns or filters the list when it is pressed with %s',
    async (modifier) => {
      await site.database.insertClub({ name: 'Judo', category: 'Sport' });
      await site.database.insertClub({ name: 'Ski', category: 'Sport' });
      const { page } = await open('/club/?category=sport');
      // Whether it was taken from the browser, which says so of each click only when all have heard it.
      await page.evaluate(() => {
        const tell = (event: Event) => (document.documentElement.dataset.taken = String(event.defaultPrevented));
        window.addEventListener('click', (event) => setTimeout(tell, 0, event), { capture: true });
      });
      const taken = () => page.evaluate(() => document.documentElement.dataset.taken);
      const requests = recordRequests(page);
      for (const name of ['Next', 'Page 2', 'Clear all']) {
        await page.evaluate(() => delete document.documentElement.dataset.taken);
        await page
          .getByRole('link', { name })
          .first()
          .dispatchEvent('click', { ctrlKey: modifier === 'Control', shiftKey: modifier === 'Shift', button: 0 });
        await expect.poll(taken).toBe('false');
      }
      expect(requests).toEqual([]);
      expect(address(page)).toBe('/club/?category=sport');
    },
  );

  test('comes back from a club to the search that led to it', async () => {
    await site.database.insertClubs('Chess', 'Chess for two', 'Ski');
    const { page, problems } = await open();
    await page.getByLabel('Name').fill('chess');
    await page.keyboard.press('Enter');
    await expectClub(page, 'Chess', '/club/?name=chess&club_status=true');
    await page.getByRole('link', { name: 'Next' }).click();
    await expectClub(page, 'Chess for two', '/club/?name=chess&club_status=true&page=2');
    await name(page).click();
    await page.getByRole('link', { name: 'Back to your search' }).click();
    await expectClub(page, 'Chess for two', '/club/?name=chess&club_status=true&page=2');
    // Also over other clubs, which are its neighbours among all, and when one of them is loaded anew.
    await name(page).click();
    await page.getByRole('link', { name: 'Next by name: Ski' }).click();
    await page.getByRole('link', { name: 'Previous by name: Chess for two' }).click();
    await page.getByRole('link', { name: 'Previous by name: Chess', exact: true }).click();
    await page.waitForURL('**/club/1/');
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await page.getByRole('link', { name: 'Back to your search' }).click();
    await expectClub(page, 'Chess for two', '/club/?name=chess&club_status=true&page=2');
    // A page of the list by itself is no search.
    await page.goto(`${site.url}/club/?page=3`);
    await name(page).click();
    const back = page.locator('a[data-back]');
    expect([await back.innerText(), await back.getAttribute('href')]).toEqual(['All clubs', '/club/?page=3']);
    // Who opens a club has no way to what was looked for before.
    await page.goto(`${site.url}/club/?name=chess`);
    await name(page).click();
    await page.getByRole('link', { name: 'Back to your search' }).waitFor();
    await page.goto(`${site.url}/club/3/`);
    expect([await back.innerText(), await back.getAttribute('href')]).toEqual(['All clubs', '/club/?page=3']);
    await page.getByRole('link', { name: 'Previous by name: Chess for two' }).click();
    await page.waitForURL('**/club/2/');
    expect([await back.innerText(), await back.getAttribute('href')]).toEqual(['All clubs', '/club/?page=2']);
    // Who comes from elsewhere is led to the place of the club.
    await page.goto(`${site.url}/club/3/`);
    await page.locator('a[data-back]').click();
    await expect.poll(() => address(page)).toBe('/club/?page=3');
    expect(problems).toEqual([]);
  });

  test('is told of each club of the grid by one link, and goes there by a press of its picture too', async () => {
    const [id = 0] = await site.database.insertClubs('Chess', 'Go');
    await site.database.sql`update club set logo = '/image/none.webp' where name = 'Go'`;
    const { page } = await open('/club/?page_size=24');
    const links = page.locator('.club-cards').getByRole('link');
    expect(await links.allInnerTexts()).toEqual(['Chess', 'Go']);
    const { x = 0, y = 0 } = (await page.locator('.club-card-logo').first().boundingBox()) ?? {};
    await page.mouse.click(x + 5, y + 5);
    await page.waitForURL(`**/club/${id}/`);
  });

  test('goes back, forward and reloads, and always sees the whole page', async () => {
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
    await page.keyboard.press('ArrowRight');
    await expectClub(page, 'Chess', '/club/?page=3');

    await page.goto(`${site.url}/page/ae/`);
    await page.goBack();
    await expectClub(page, 'Chess', '/club/?page=3');
    expect(problems).toEqual([]);
  });

  test('finds the form as it was when going back', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open();
    await page.getByLabel('Name').fill('chess');
    await page.getByLabel('All clubs').check();
    await page.getByRole('button', { name: 'Search' }).click();
    await expectClub(page, 'Chess', '/club/?name=chess&club_status=');
    await page.goBack();
    await expectClub(page, 'Astronomy', '/club/');
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('');
    // The form says what the list shows, not what was typed and chosen before it was sent.
    expect(await page.getByLabel('Active', { exact: true }).isChecked()).toBe(true);
    await page.goForward();
    await expectClub(page, 'Chess', '/club/?name=chess&club_status=');
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('chess');
    expect(await page.getByLabel('All clubs').isChecked()).toBe(true);
  });

  test('keeps the focus while paging, and is led to the result where the used control ends', async () => {
    await site.database.insertClubs('Astronomy', 'Badminton', 'Chess');
    const { page } = await open();
    await page.getByRole('link', { name: 'Next' }).focus();
    await page.keyboard.press('Enter');
    await expectClub(page, 'Badminton', '/club/?page=2');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('page-next');
    await page.keyboard.press('Enter');
    await expectClub(page, 'Chess', '/club/?page=3');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H3');
  });

  test('is told once where a page turn has led, by the result that takes the focus or by the announcement', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open();
    await recordSpeech(page);
    const spoken = () => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken.splice(0));
    const focused = () => page.evaluate(() => document.activeElement?.tagName);
    // Nothing has the focus, and nothing takes it.
    for (const number of [2, 3]) {
      await page.keyboard.press('ArrowRight');
      await expectClub(page, FOUR[number - 1] ?? '', `/club/?page=${number}`);
      await expect.poll(spoken).toEqual([`region: ${FOUR[number - 1] ?? ''}, ${number} of 4`]);
      expect(await focused()).toBe('BODY');
    }
    // A link that is there again keeps it.
    await page.locator('#page-previous').focus();
    await page.keyboard.press('Enter');
    await expectClub(page, 'Badminton', '/club/?page=2');
    await expect.poll(spoken).toEqual(['region: Badminton, 2 of 4']);
    expect(await focused()).toBe('A');
    await page.keyboard.press('ArrowRight');
    await expectClub(page, 'Chess', '/club/?page=3');
    await expect.poll(spoken).toEqual(['region: Chess, 3 of 4']);
    // One that is gone cannot.
    await page.getByRole('link', { name: 'Next' }).click();
    await expectClub(page, 'Debate', '/club/?page=4');
    await expect.poll(spoken).toEqual(['result: Debate, 4 of 4']);
    expect(await focused()).toBe('H3');
    expect(await page.locator('h3').ariaSnapshot()).toContain('heading "Debate, 4 of 4"');
    // Nor can the result of the page before.
    await page.keyboard.press('ArrowLeft');
    await expectClub(page, 'Chess', '/club/?page=3');
    await expect.poll(spoken).toEqual(['result: Chess, 3 of 4']);
    await page.keyboard.press('ArrowRight');
    await expectClub(page, 'Debate', '/club/?page=4');
    await expect.poll(spoken).toEqual(['result: Debate, 4 of 4']);
    // The same words are told again where they hold again.
    await page.getByRole('link', { name: 'Page 3' }).click();
    await expectClub(page, 'Chess', '/club/?page=3');
    await expect.poll(spoken).toEqual(['region: Chess, 3 of 4']);
    await page.getByLabel('Name').fill('bad');
    await page.keyboard.press('Enter');
    await expectClub(page, 'Badminton', '/club/?name=bad&club_status=true');
    await expect.poll(spoken).toEqual(['region: 1 active club matching bad']);
    expect(await focused()).toBe('INPUT');
  });

  test.each([
    ['Next', 360, 740],
    ['Next', 1280, 420],
    ['Page 2', 360, 740],
  ])(
    'goes on from the result where %s turns a grid by keyboard and is out of sight then, at %i × %i',
    async (...at) => {
      const [link, width, height] = at;
      for (let number = 10; number < 28; number += 1)
        await site.database.insertClub({ name: `Club ${number}`, shortDescription: 'What we do. '.repeat(60) });
      const { page } = await open('/club/?page_size=6', { viewport: { width, height } });
      await recordSpeech(page);
      await page.getByRole('link', { name: link, exact: true }).focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => address(page)).toBe('/club/?page_size=6&page=2');
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H3');
      expect(await isInView(page, '#paginated h3')).toBe(true);
      expect(await page.evaluate(() => (window as unknown as { spoken: string[] }).spoken)).toEqual([
        'result: 18 active clubs, page 2 of 3',
      ]);
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('.club-card')?.textContent)).toContain(
        'Club 16',
      );
    },
  );

  test.each([
    ['stays in sight', 1280, 1600, true],
    ['was pressed by mouse', 360, 740, false],
  ])('keeps the focus on the link that turns a grid where it %s', async (_, width, height, isByKeyboard) => {
    await fillGrid(site);
    const { page } = await open('/club/?page_size=6', { viewport: { width, height } });
    const next = page.locator('#page-next');
    if (isByKeyboard) await next.press('Enter');
    else await next.click();
    await expect.poll(() => page.locator('#announcement').innerText()).toBe('49 active clubs, page 2 of 9');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('page-next');
    expect(await isInView(page, '#page-next')).toBe(isByKeyboard);
  });

  test('goes on from the result when another try has turned a grid, whose link is out of sight', async () => {
    await fillGrid(site);
    const { page } = await open('/club/?page_size=6', { viewport: { width: 360, height: 740 } });
    await answerFor(page, '**/club/?page_size=6&page=2', (route) => route.abort());
    await page.locator('#page-next').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Try again' }).waitFor();
    await page.unroute('**/club/?page_size=6&page=2');
    await page.keyboard.press('Enter');
    await expect.poll(() => address(page)).toBe('/club/?page_size=6&page=2');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H3');
  });

  test('is told when the list cannot be loaded, and keeps what was there', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open();
    await answerFor(page, '**/club/?page=2', (route) =>
      route.fulfill({ status: 503, contentType: 'text/html', body: '<p>x' }),
    );
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.locator('.message').innerText()).toBe('The list could not be loaded. Try again');
    expect(await page.locator('.message a').getAttribute('href')).toContain('?page=2');
    await expectClub(page, 'Astronomy', '/club/');
    await page.unroute('**/club/?page=2');
    await answerFor(page, '**/club/?page=2', (route) => route.abort());
    await page.locator('.message').evaluate((message) => message.setAttribute('data-first', ''));
    await page.keyboard.press('ArrowRight');
    await page.locator('.message:not([data-first])').waitFor();
    await page.unroute('**/club/?page=2');
    await page.getByRole('link', { name: 'Try again' }).click();
    await expectClub(page, 'Badminton', '/club/?page=2');
    expect(await page.locator('.message').count()).toBe(0);
  });

  test('still sees that the list could not be loaded when a star was pressed since', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open();
    await answerFor(page, '**/club/?page=2', (route) => route.abort());
    await page.keyboard.press('ArrowRight');
    await page.locator('.message').waitFor();
    await page.getByRole('button', { name: 'Put Astronomy on the shortlist' }).click();
    expect(await page.locator('.message').innerText()).toBe('The list could not be loaded. Try again');
  });

  test('sees in the view that is chosen at once what was just typed', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, problems } = await open('/club/?name=chess&club_status=true');
    // No answer is quicker.
    await answerFor(page, '**/club/?*name=d*', (route) =>
      route.request().headers()['hx-request'] ? route.abort() : route.continue(),
    );
    await page.getByLabel('Name').fill('Deb');
    await page.getByRole('link', { name: 'Grid' }).click();
    await page.waitForURL((url) => url.searchParams.get('page_size') === '24');
    expect(await name(page).allInnerTexts()).toEqual(['Debate']);
    expect(await page.getByLabel('Name').inputValue()).toBe('Deb');
    await page.goto(`${site.url}/club/?page=2`);
    await page.locator('form.club-search[data-htmx-powered]').waitFor();
    await page.getByRole('link', { name: 'Grid' }).click();
    await page.waitForURL((url) => url.searchParams.get('page_size') === '24');
    expect(await name(page).count()).toBe(4);
    expect(problems).toEqual([]);
  });

  test('sees a failure of the lower end of a grid where it happened, and can try again from there', async () => {
    await fillGrid(site);
    const { page } = await open('/club/?page_size=24');
    await answerFor(page, '**/club/?page_size=24&page=2', (route) => route.abort());
    const next = page.getByRole('link', { name: 'Next' });
    await next.scrollIntoViewIfNeeded();
    await next.click();
    const retry = page.getByRole('link', { name: 'Try again' });
    await expect.poll(() => retry.isVisible()).toBe(true);
    expect(await isInView(page, '.message')).toBe(true);
    expect(await isInView(page, '#page-next')).toBe(true);
    expect(await name(page).count()).toBe(24);
    expect(await page.locator('[role="status"]').count()).toBe(1);
    // The next press goes on from there, and a screen reader reads what happened with the link.
    expect(await retry.evaluate((link) => link === document.activeElement)).toBe(true);
    expect(await retry.evaluate((link) => link.ariaDescribedByElements?.[0]?.textContent)).toContain('could not be');
    await page.unroute('**/club/?page_size=24&page=2');
    await page.keyboard.press('Enter');
    await expect.poll(() => address(page)).toBe('/club/?page_size=24&page=2');
    await expect.poll(() => name(page).count()).toBe(24);
  });

  test.each([
    ['a refusal in HTML', { status: 403, contentType: 'text/html', body: '<html><h1>403 Forbidden</h1></html>' }],
    ['too many requests', { status: 429, contentType: 'text/plain', body: 'Slow down' }],
    [
      'the page of a captive portal',
      { status: 200, contentType: 'text/html', body: '<div>Please <b>log in</b></div>' },
    ],
    ['nothing', { status: 200, contentType: 'text/html', body: '' }],
    ['no content', { status: 204 }],
    ['JSON', { status: 200, contentType: 'application/json', body: '{"results":[]}' }],
    ['a heading of its own', { status: 200, contentType: 'text/html', body: '<h3 class="club-result">Sorry</h3>' }],
  ])('keeps the list, address and title when the answer to a page turn is %s', async (_, answer) => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open();
    await answerFor(page, '**/club/?page=2', (route) => route.fulfill(answer));
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.locator('.message').innerText()).toBe('The list could not be loaded. Try again');
    await expectClub(page, 'Astronomy', '/club/');
    expect(await page.title()).toBe('Club list');
    expect(await page.locator('#announcement').innerText()).toBe('');
  });

  test('keeps the list when a page turn is led to another address', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open();
    // As if some other page of the site answered with a list of its own.
    await page.evaluate(() => {
      const { fetch } = window;
      window.fetch = async (...input) => {
        const response = await fetch(...input);
        Object.defineProperty(response, 'url', { value: new URL('/elsewhere/', location.href).href });
        return response;
      };
    });
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.locator('.message').innerText()).toContain('could not be loaded');
    await expectClub(page, 'Astronomy', '/club/');
  });

  test('tries again in place for as long as the site does not answer', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open();
    await markDocument(page);
    let requests = 0;
    await answerFor(page, '**/club/?page=2', async (route) => {
      requests += 1;
      await route.abort();
    });
    await page.keyboard.press('ArrowRight');
    const retry = page.getByRole('link', { name: 'Try again' });
    await retry.waitFor();
    await page.locator('.message').evaluate((message) => message.setAttribute('data-first', ''));
    await retry.click();
    // It is told again: a screen reader reads what is new.
    await page.locator('.message:not([data-first])').waitFor();
    expect(requests).toBe(2);
    expect(await page.locator('.message').innerText()).toBe('The list could not be loaded. Try again');
    expect(await retry.evaluate((link) => link === document.activeElement)).toBe(true);
    await expectClub(page, 'Astronomy', '/club/');
    await page.unroute('**/club/?page=2');
    await retry.click();
    await expectClub(page, 'Badminton', '/club/?page=2');
    await expect.poll(() => page.locator('.message').count()).toBe(0);
    expect(await isSameDocument(page)).toBe(true);
  });

  test('keeps the focus and the place when another try fails, or another way is taken', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, problems } = await open();
    const focused = () =>
      page.evaluate(() => {
        const { id, textContent } = document.activeElement ?? document.body;
        return id === '' ? textContent : id;
      });
    const answers: (() => unknown)[] = [];
    await answerFor(page, '**/club/?page=2', (route) => answers.push(() => route.abort()));
    await page.locator('#page-next').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => answers).toHaveLength(1);
    await answers[0]?.();
    await expect.poll(focused).toBe('Try again');
    await page.keyboard.press('Enter');
    await expect.poll(() => answers).toHaveLength(2);
    await page.keyboard.press('Tab');
    await answers[1]?.();
    await expect.poll(focused).toBe('Try again');
    await page.unroute('**/club/?page=2');
    await page.keyboard.press('ArrowRight');
    await expectClub(page, 'Badminton', '/club/?page=2');
    expect(await focused()).toBe('page-next');
    // Whatever goes wrong before a request is made has nothing to try again.
    await page.evaluate(() => document.dispatchEvent(new CustomEvent('htmx:error', { detail: { error: 'x' } })));
    expect(await page.locator('.message').count()).toBe(0);
    expect(problems.filter((problem) => problem.startsWith('script'))).toEqual([]);
  });

  test('shows the list of the address that back has led to, however early it is pressed', async () => {
    await site.database.insertClubs(...FOUR);
    const relay = await openSlowRelay(site.url);
    const { page } = await browser.newPage();
    await page.goto(`${relay.url}/club/?page=2`);
    for (const [key, club, at] of [
      ['ArrowRight', 'Chess', '/club/?page=3'],
      ['ArrowRight', 'Debate', '/club/?page=4'],
    ] as const) {
      await page.locator('form.club-search[data-htmx-powered]').waitFor();
      await page.keyboard.press(key);
      await expectClub(page, club, at);
    }
    relay.slowDown();
    // The document of page 3 is on its way when page 2 is asked for.
    await page.evaluate(() => history.back());
    await relay.half();
    const client = await page.context().newCDPSession(page);
    // The browser may just be taking the document in, and has no page to go back with at that moment.
    await vi.waitFor(async () => {
      const { currentIndex, entries } = await client.send('Page.getNavigationHistory');
      await client.send('Page.navigateToHistoryEntry', { entryId: entries[currentIndex - 1]?.id ?? 0 });
    });
    relay.goOn();
    await expectClub(page, 'Badminton', '/club/?page=2');
    await expect.poll(() => page.title()).toBe('Club list (page 2)');
  });

  test('asks once for a page that is pressed for again while it is on its way', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open();
    const held: (() => Promise<unknown>)[] = [];
    await answerFor(page, '**/club/?page=4', (route) => held.push(() => route.continue()));
    for (let press = 0; press < 4; press += 1) await page.getByRole('link', { name: 'Page 4' }).click();
    await page.waitForTimeout(200);
    expect(held).toHaveLength(1);
    await held[0]?.();
    await expectClub(page, 'Debate', '/club/?page=4');
  });

  test('is as many clubs further as they press for, by key or pointer, however late the first answer is', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, problems } = await open();
    const held: (() => Promise<unknown>)[] = [];
    await answerFor(page, '**/club/?page=2', (route) => held.push(() => route.continue()));
    await page.keyboard.press('ArrowRight');
    await page.getByRole('link', { name: 'Next' }).click();
    await page.keyboard.press('ArrowRight');
    // There are no more clubs: what was pressed beyond the last is nothing.
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => held.length).toBe(1);
    await held[0]?.();
    await expectClub(page, 'Debate', '/club/?page=4');
    await page.goBack();
    await expectClub(page, 'Chess', '/club/?page=3');
    expect(problems).toEqual([]);
  });

  test('knows which clubs are before and after, and has them there before they are pressed for', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, problems } = await browser.newPage();
    const requests = recordRequests(page);
    await page.goto(`${site.url}/club/?page=2`);
    const ahead = () => requests.slice(-2).map((address) => new URL(address).search);
    await expect.poll(ahead).toEqual(['?page=1', '?page=3']);
    for (const step of ['Previous: Astronomy', 'Next: Chess']) {
      expect(await page.getByRole('link', { name: step, exact: true }).isVisible()).toBe(true);
    }
    expect(await page.locator('.position').innerText()).toBe('2 of 4');
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Next: Chess' }).click();
    await expectClub(page, 'Chess', '/club/?page=3');
    await page.context().setOffline(false);
    await page.keyboard.press('ArrowRight');
    await expectClub(page, 'Debate', '/club/?page=4');
    expect(problems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });

  test('turns to the next club by a swipe, which scrolls what scrolls and chooses text elsewhere', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, context } = await open('/club/?page=2', { viewport: { width: 360, height: 740 }, hasTouch: true });
    const client = await context.newCDPSession(page);
    const swipe = async (from: [x: number, y: number], to: [x: number, y: number]) => {
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: [x: number, y: number][]) =>
        client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
      await touch('touchStart', [from]);
      for (const part of [0.3, 0.6, 1])
        await touch('touchMove', [[from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]]);
      await touch('touchEnd', []);
    };
    const { x = 0, y = 0 } = (await page.locator('.club-card').boundingBox()) ?? {};
    await swipe([x + 250, y + 40], [x + 100, y + 50]);
    await expectClub(page, 'Chess', '/club/?page=3');
    await swipe([x + 100, y + 40], [x + 250, y + 30]);
    await expectClub(page, 'Badminton', '/club/?page=2');
    const requests = recordRequests(page);
    // Too short, too steep, or beside the club.
    await swipe([x + 100, y + 40], [x + 70, y + 40]);
    await swipe([x + 250, y + 140], [x + 180, y + 60]);
    await swipe([x + 250, 40], [x + 100, 40]);
    await page.waitForTimeout(300);
    expect(requests).toEqual([]);
    await expectClub(page, 'Badminton', '/club/?page=2');
  });

  test('gives up the page turn that is under way when a link is followed', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open();
    const held: (() => Promise<unknown>)[] = [];
    await answerFor(page, '**/club/?page=2', (route) => held.push(() => route.continue().catch(() => {})));
    const [id = 0] = await site.database.sql<{ id: number }[]>`select id from club where name = 'Astronomy'`.then(
      (rows) => rows.map((row) => row.id),
    );
    let isAsked = false;
    const opened = Promise.withResolvers<undefined>();
    await answerFor(page, `**/club/${id}/`, async (route) => {
      isAsked = true;
      await opened.promise;
      await route.continue();
    });
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => held).toHaveLength(1);
    await page.locator('.club-card-name').click({ noWaitAfter: true });
    await expect.poll(() => isAsked).toBe(true);
    await held[0]?.();
    await page.waitForTimeout(300);
    opened.resolve(undefined);
    await expect.poll(() => page.locator('h1').innerText()).toBe('Astronomy');
    await page.goBack();
    await expectClub(page, 'Astronomy', '/club/');
  });

  test('closes the message of a failure, which hides nothing that has the focus', async () => {
    await fillGrid(site);
    const { page } = await open('/club/?page_size=24', { viewport: { width: 1280, height: 500 } });
    await answerFor(page, '**/club/?page_size=24&page=2', (route) => route.abort());
    await scrollTo(page, 400);
    await page.getByLabel('Name').focus();
    await page.locator('#page-next').evaluate((link: HTMLElement) => link.click());
    await page.locator('.message').waitFor();
    const isCovered = () =>
      page.evaluate(() => {
        const message = document.querySelector('.message')?.getBoundingClientRect();
        const focused = document.activeElement?.getBoundingClientRect();
        return message && focused ? focused.top < message.bottom && focused.bottom > message.top : null;
      });
    await expect.poll(isCovered).toBe(false);
    // Backwards through the cards, each of which comes into view from above.
    await page.locator('.club-card-name').nth(20).focus();
    for (let step = 0; step < 15; step += 1) {
      await page.keyboard.press('Shift+Tab');
      expect(await isCovered(), `step ${step}`).toBe(false);
    }
    // And forwards, where they come into view from below.
    for (let step = 0; step < 20; step += 1) {
      await page.keyboard.press('Tab');
      expect(await isCovered(), `step ${step} forwards`).toBe(false);
    }
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    const before = await focused();
    await page.getByRole('button', { name: 'Close the message' }).click();
    expect(await page.locator('.message').count()).toBe(0);
    expect(await focused()).toBe(before);
    expect(await name(page).count()).toBe(24);
  });

  test('stays where the list is while the keyboard goes through the message of a failure, and after it', async () => {
    await fillGrid(site);
    const { page } = await open('/club/?page_size=24');
    await answerFor(page, '**/club/?page_size=24&page=2', (route) => route.abort());
    const scrollY = () => page.evaluate(() => Math.round(window.scrollY));
    const isFocusInView = () =>
      page.evaluate(() => {
        const { top, bottom } = document.activeElement?.getBoundingClientRect() ?? { top: -1, bottom: -1 };
        return document.activeElement !== document.body && top >= 0 && bottom <= innerHeight;
      });
    const left = await scrollTo(page, 900);
    await page.keyboard.press('ArrowRight');
    await page.locator('.message').waitFor();
    for (const key of ['Tab', 'Shift+Tab', 'Tab']) {
      await page.keyboard.press(key);
      expect(await page.evaluate(() => document.activeElement?.closest('.message') !== null)).toBe(true);
      expect(await scrollY(), key).toBe(left);
    }
    await page.keyboard.press('Enter');
    expect(await page.locator('.message').count()).toBe(0);
    expect(await scrollY()).toBe(left);
    expect(await isFocusInView()).toBe(true);

    // What was used is what one comes back to.
    await page.getByRole('link', { name: 'Next' }).focus();
    const end = await scrollY();
    await page.keyboard.press('Enter');
    await page.locator('.message').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('page-next');
    expect(await scrollY()).toBe(end);
  });

  test('comes back to the place that a grid was left at after a failure', async () => {
    await fillGrid(site);
    const { page } = await open('/club/?page_size=24');
    await answerFor(page, '**/club/?page_size=24&page=2', (route) => route.abort());
    const scrollY = () => page.evaluate(() => Math.round(window.scrollY));
    const placeOf = (club: string) =>
      page.getByRole('heading', { name: club }).evaluate((heading) => Math.round(heading.getBoundingClientRect().top));
    const fail = async () => {
      await page.keyboard.press('ArrowRight');
      await page.locator('.message').waitFor();
    };
    await scrollTo(page, 1000);
    const place = await placeOf('Grid club 16');
    await fail();
    expect(await placeOf('Grid club 16')).toBe(place);
    await page.getByRole('link', { name: 'Grid club 16', exact: true }).last().click();
    await expect.poll(() => page.locator('h1').innerText()).toBe('Grid club 16');
    await page.goBack();
    await expect.poll(scrollY).toBe(1000);
    expect(await placeOf('Grid club 16')).toBe(place);
    await page.reload();
    await page.locator('form.club-search[data-htmx-powered]').waitFor();
    await fail();
    await page.reload();
    await expect.poll(() => placeOf('Grid club 16')).toBe(place);
  });

  test('leaves no second entry in the history for the same address', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await browser.newPage();
    await page.goto(`${site.url}/page/ae/`);
    await page.goto(`${site.url}/club/`);
    await page.locator('form.club-search[data-htmx-powered]').waitFor();
    const answered = async (act: () => Promise<unknown>) => {
      await page.evaluate(() => document.querySelector('#paginated h3')?.setAttribute('data-old', ''));
      await act();
      await page.locator('#paginated h3:not([data-old])').waitFor();
    };
    for (let press = 0; press < 3; press += 1) await answered(() => page.getByRole('link', { name: 'Page 2' }).click());
    expect(address(page)).toBe('/club/?page=2');
    for (let press = 0; press < 3; press += 1) {
      await page.getByLabel('Name').fill('chess');
      await answered(() => page.getByRole('button', { name: 'Search' }).click());
    }
    const entries = await page.evaluate(() => window.navigation.entries().map(({ url }) => url?.split('/club/')[1]));
    expect(entries.slice(-3)).toEqual(['', '?page=2', '?name=chess&club_status=true']);
    await page.goBack();
    await expectClub(page, 'Badminton', '/club/?page=2');
    await page.goBack();
    await expectClub(page, 'Astronomy', '/club/');
    await page.goBack();
    await expect.poll(() => address(page)).toBe('/page/ae/');
  });

  test('keeps the focus on the number of a page that was chosen by keyboard', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open();
    await page.getByRole('link', { name: 'Page 3' }).focus();
    await page.keyboard.press('Enter');
    await expectClub(page, 'Chess', '/club/?page=3');
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Page 3');
  });

  test('leaves the arrow keys to a page that is enlarged by two fingers', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, context } = await open('/club/?page=2');
    const requests = recordRequests(page);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 });
    await expect.poll(() => page.evaluate(() => visualViewport?.scale)).toBe(2);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.evaluate(() => visualViewport?.offsetLeft)).toBeGreaterThan(0);
    expect(requests).toEqual([]);
    await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1 });
    await page.keyboard.press('ArrowRight');
    await expectClub(page, 'Chess', '/club/?page=3');
  });

  test('meets what the pointer has pressed, though a text that the keyboard opened stands above', async () => {
    const text = Array.from({ length: 14 }, (_, index) => `Paragraph ${index} with [a link](/page/ae/).`).join('\n\n');
    for (const club of ['Above', 'Below']) await site.database.insertClub({ name: club, shortDescription: text });
    await site.database
      .sql`update club set html_rules = 1, html_digest = club_text_digest(short_description, description),
      short_description_html = ${'<p>Words with <a href="/page/ae/">a link</a>.</p>'.repeat(14)}, description_html = ''`;
    const { page } = await open('/club/?page_size=24', { viewport: { width: 390, height: 1600 } });
    const [above, below] = ['Above', 'Below'].map((club) => page.locator('article', { hasText: club }));
    if (!above || !below) throw new Error('There are no cards.');
    const height = async () => Math.round((await above.boundingBox())?.height ?? 0);
    const closed = await height();
    // The pointer alone opens nothing.
    await above.locator('.club-card-description a').first().click({ button: 'middle' });
    expect(await height()).toBe(closed);
    await above.locator('.club-card-name').focus();
    await page.keyboard.press('Tab');
    await expect.poll(height).toBeGreaterThan(closed);
    const link = below.locator('.club-card-description a').first();
    const place = await link.boundingBox();
    if (!place) throw new Error('There is no link.');
    await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
    await page.mouse.down();
    expect(await link.boundingBox()).toEqual(place);
    await page.mouse.up();
    await expect.poll(() => address(page)).toBe('/page/ae/');
  });

  test('sees a text that was opened by keyboard close behind the keyboard', async () => {
    await site.database.insertClub({ name: 'Above', shortDescription: 'x' });
    await site.database
      .sql`update club set html_rules = 1, html_digest = club_text_digest(short_description, description),
      short_description_html = ${'<p>Words with <a href="/page/ae/">a link</a>.</p>'.repeat(8)}, description_html = ''`;
    const { page } = await open('/club/?page_size=24');
    const height = async () => Math.round((await page.locator('article').boundingBox())?.height ?? 0);
    const closed = await height();
    await page.locator('.club-card-name').focus();
    await page.keyboard.press('Tab');
    await expect.poll(height).toBeGreaterThan(closed);
    await page.mouse.click(5, 500);
    await page.keyboard.press('Tab');
    await page.locator('.club-card-name').focus();
    await expect.poll(height).toBe(closed);
  });

  test('loses no more than places where the browser keeps nothing for the site', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, problems } = await open();
    await page.addInitScript(() => {
      Object.defineProperty(window, 'sessionStorage', {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    });
    await page.reload();
    await page.locator('form.club-search[data-htmx-powered]').waitFor();
    await page.keyboard.press('ArrowRight');
    await expectClub(page, 'Badminton', '/club/?page=2');
    await page.goBack();
    await expectClub(page, 'Astronomy', '/club/');
    await page.locator('form.club-search[data-htmx-powered]').waitFor();
    await page.keyboard.press('ArrowRight');
    await expectClub(page, 'Badminton', '/club/?page=2');
    await expect.poll(() => page.title()).toBe('Club list (page 2)');
    expect(problems).toEqual([]);
  });

  test('goes back from a page turn that is under way, which is then given up', async () => {
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
    // The answer comes while the page that the visitor goes back to is still being loaded.
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
    // The entry that was left is still there, once.
    expect(await page.evaluate(() => window.navigation.entries().map(({ url }) => new URL(url ?? '').search))).toEqual([
      '',
      '?page=2',
    ]);
  });

  test('shows the list of the address after going back over a skip link', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open();
    await page.getByRole('link', { name: 'Skip to the content' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('#content');
    await page.keyboard.press('ArrowRight');
    await expectClub(page, 'Badminton', '/club/?page=2');
    await page.evaluate(() => history.go(-2));
    await expectClub(page, 'Astronomy', '/club/');
    await expect.poll(() => page.title()).toBe('Club list');
    await page.locator('form.club-search[data-htmx-powered]').waitFor();
    await page.goForward();
    await page.goForward();
    await expectClub(page, 'Badminton', '/club/?page=2');
  });

  test('goes on typing when a page turn fails meanwhile', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open();
    const asked = Promise.withResolvers<undefined>();
    const typing = Promise.withResolvers<undefined>();
    await answerFor(page, '**/club/?page=2', async (route) => {
      asked.resolve(undefined);
      await typing.promise;
      await route.abort();
    });
    await page.keyboard.press('ArrowRight');
    await asked.promise;
    await page.getByLabel('Name').focus();
    typing.resolve(undefined);
    await expect.poll(() => page.locator('.message').innerText()).toContain('could not be loaded');
    expect(await page.getByLabel('Name').evaluate((field) => field === document.activeElement)).toBe(true);
  });

  test.each([[{ javaScriptEnabled: true }], [{ javaScriptEnabled: false }]])(
    'comes back to the place that a grid was left at, with %o',
    async (options) => {
      await fillGrid(site);
      const { page } = await open('/club/?page_size=24', options);
      const scrollY = () => page.evaluate(() => Math.round(window.scrollY));
      const left = await scrollTo(page, 1200);

      await page.getByRole('link', { name: 'Grid club 20', exact: true }).last().click();
      await expect.poll(() => page.locator('h1').innerText()).toBe('Grid club 20');
      await page.goBack();
      await expect.poll(scrollY).toBe(left);

      // From a long page to a short one, and back.
      const end = await scrollTo(page, 100_000);
      await page.getByRole('link', { name: 'Page 3' }).click();
      await expect.poll(() => name(page).count()).toBe(1);
      await page.goBack();
      await expect.poll(() => name(page).count()).toBe(24);
      await expect.poll(scrollY).toBe(end);

      // And once more from there, now that the page was made anew.
      const middle = await scrollTo(page, 900);
      await page.getByRole('link', { name: 'Grid club 14', exact: true }).last().click();
      await expect.poll(() => page.locator('h1').innerText()).toBe('Grid club 14');
      await page.goBack();
      await expect.poll(scrollY).toBe(middle);
      await page.reload();
      await expect.poll(scrollY).toBe(middle);
    },
  );

  test('comes back to the place that a grid was left at, though the site was away when it was asked for', async () => {
    await fillGrid(site);
    const { page } = await open('/club/?page_size=24');
    const scrollY = () => page.evaluate(() => Math.round(window.scrollY));
    /** Without an answer to `go`; the browser then shows a page of its own, and the visitor loads that again. */
    const goWithoutSite = async (go: () => Promise<unknown>, at: string) => {
      const failed = page.waitForEvent('requestfailed', { predicate: (request) => request.url() === site.url + at });
      await answerFor(page, `**${at}`, (route) => route.abort('connectionrefused'));
      await go().catch(() => undefined);
      await failed;
      await expect.poll(() => page.evaluate(() => window.navigation.currentEntry)).toBeNull();
      await page.unroute(`**${at}`);
      await page.reload();
      await expect.poll(() => name(page).count()).toBe(24);
    };

    // A page that a swap has brought is left by going back.
    const end = await scrollTo(page, 100_000);
    await page.getByRole('link', { name: 'Page 2' }).click();
    await expect.poll(() => address(page)).toBe('/club/?page_size=24&page=2');
    await goWithoutSite(() => page.evaluate(() => history.back()), '/club/?page_size=24');
    await expect.poll(scrollY).toBe(end);

    // Once more, from the page as it is now; and by loading it anew.
    const middle = await scrollTo(page, 900);
    await page.locator('form.club-search[data-htmx-powered]').waitFor();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => address(page)).toBe('/club/?page_size=24&page=2');
    await goWithoutSite(() => page.evaluate(() => history.back()), '/club/?page_size=24');
    await expect.poll(scrollY).toBe(middle);
    const lower = await scrollTo(page, 1100);
    await goWithoutSite(() => page.reload(), '/club/?page_size=24');
    await expect.poll(scrollY).toBe(lower);

    // A new way to the same address is no way back.
    await page.goto(`${site.url}/page/ae/`);
    await page.goto(`${site.url}/club/?page_size=24`);
    await expect.poll(() => name(page).count()).toBe(24);
    expect(await scrollY()).toBe(0);
  });

  test('begins a page that was searched for or turned to at its start', async () => {
    await fillGrid(site);
    const { page } = await open('/club/?page_size=24');
    await scrollTo(page, 100_000);
    await page.getByRole('link', { name: 'Page 2' }).click();
    await expect.poll(() => address(page)).toBe('/club/?page_size=24&page=2');
    await expect.poll(() => isInView(page, '#paginated h3')).toBe(true);
    await page.goBack();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
    await page.goForward();
    await expect.poll(() => address(page)).toBe('/club/?page_size=24&page=2');
    await expect.poll(() => isInView(page, '#paginated h3')).toBe(true);
  });

  test('leaves the arrow keys to whatever has the focus and uses them itself', async () => {
    await site.database.insertClubs(...FOUR);
    await site.database.sql`update club set short_description_html = ${`<pre><code>${'x '.repeat(2000)}</code></pre>`},
      description_html = '', html_rules = 1, html_digest = club_text_digest(short_description, description)
      where name = 'Badminton'`;
    const { page } = await open('/club/?page=2');
    const requests = recordRequests(page);
    // A block that scrolls sideways can be reached by the keyboard in every browser.
    const block = page.locator('#paginated pre');
    await expect.poll(() => block.getAttribute('tabindex')).toBe('0');
    await block.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => block.evaluate((pre) => pre.scrollLeft)).toBeGreaterThan(0);

    for (const html of [
      '<select><option>a<option>b</select>',
      '<input type="range">',
      '<div contenteditable>text</div>',
      '<div role="slider" tabindex="0" aria-valuenow="1">1</div>',
      '<div role="toolbar"><button>Inside</button></div>',
      '<ul role="listbox"><li role="option" tabindex="0">a</li></ul>',
      '<video controls></video>',
      '<audio controls></audio>',
      '<div class="scroller"><p><a href="#x">Inside of what scrolls sideways</a></p></div>',
    ]) {
      await page.evaluate((content) => {
        document.querySelector('#probe')?.remove();
        const probe = document.createElement('div');
        probe.id = 'probe';
        probe.innerHTML = content;
        document.querySelector('main')?.prepend(probe);
        const scroller = probe.querySelector<HTMLElement>('.scroller');
        if (scroller) Object.assign(scroller.style, { overflow: 'auto', width: '100px' });
        scroller?.querySelector('p')?.style.setProperty('width', '900px');
        const target = probe.querySelector<HTMLElement>(
          'a, button, [tabindex], select, input, [contenteditable], video, audio',
        );
        target?.focus();
        if (document.activeElement !== target) throw new Error(`This has no focus: ${content}`);
      }, html);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowLeft');
      expect(requests, html).toEqual([]);
    }
    await page.waitForTimeout(200);
    expect(requests).toEqual([]);

    // A page that is wider than its window scrolls itself.
    await page.evaluate(() => {
      document.querySelector('#probe')?.replaceChildren();
      const probe = document.querySelector<HTMLElement>('#probe');
      if (probe) Object.assign(probe.style, { width: '3000px', height: '10px' });
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.evaluate(() => scrollX)).toBeGreaterThan(0);
    expect(requests).toEqual([]);
    await page.evaluate(() => document.querySelector('#probe')?.remove());

    // What has no use for them leaves them to the list.
    await page.locator('summary', { hasText: 'Associations & Clubs' }).focus();
    await page.keyboard.press('ArrowRight');
    await expectClub(page, 'Chess', '/club/?page=3');
    await page.locator('#paginated article a').last().focus();
    await page.keyboard.press('ArrowRight');
    await expectClub(page, 'Debate', '/club/?page=4');
  });

  test('sees what was wrong with the form go when it is mended', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, problems } = await open(`/club/?club_status=x&name=${'x'.repeat(300)}`);
    expect(await page.locator('.error').count()).toBe(2);
    expect(await page.locator('h3').innerText()).toBe('This search cannot be made: please check the filters');
    await page.getByLabel('Name').fill('chess');
    await page.getByLabel('All clubs').check();
    await page.getByRole('button', { name: 'Search' }).click();
    await expectClub(page, 'Chess', '/club/?name=chess&club_status=');
    expect(await page.locator('form.club-search :is(.error, [aria-invalid], [aria-describedby])').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('sees what was wrong with one field go when that one is mended', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open(`/club/?club_status=x&name=${'x'.repeat(300)}`);
    await answerFor(page, '**/club/?*', (route) => {
      const url = new URL(route.request().url());
      // No radio button is chosen; the address keeps saying what is none.
      if (!url.searchParams.has('club_status')) url.searchParams.set('club_status', 'x');
      return route.continue({ url: url.href });
    });
    await page.getByLabel('Name').fill('chess');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect.poll(() => page.locator('.error').allInnerTexts()).toEqual(['Choose active, inactive or all clubs.']);
    expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBeNull();
    expect(await page.getByLabel('Name').getAttribute('aria-describedby')).toBeNull();
    expect(await page.locator('fieldset').getAttribute('aria-describedby')).toBe('club-search-status-error');
  });

  test('sees the status that was searched for when none was chosen', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open('/club/?club_status=x');
    await page.getByRole('button', { name: 'Search' }).click();
    await expectClub(page, 'Astronomy', '/club/?name=');
    await expect.poll(() => page.getByLabel('All clubs').isChecked()).toBe(true);
    expect(await page.locator('.error').count()).toBe(0);
  });

  test('follows the way back from a page that is gone meanwhile', async () => {
    await site.database.insertClubs('Astronomy', 'Badminton');
    const { page } = await open();
    await site.database.sql`delete from club where name = 'Badminton'`;
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.locator('h3').innerText()).toBe('There is no such page');
    await page.getByRole('link', { name: 'Go back to the first page' }).click();
    await expectClub(page, 'Astronomy', '/club/');
  });

  test('does everything without JavaScript', async () => {
    await site.database.insertClubs(...FOUR);
    await site.database.insertClub({ name: 'Échecs', isActive: false });
    const { page, problems } = await open('/', { javaScriptEnabled: false });
    await page.getByLabel('Find a club by its name').fill('chess');
    await page.getByRole('button', { name: 'Search' }).click();
    await expectClub(page, 'Chess', '/club/?club_status=true&name=chess');

    await page.getByLabel('Name').fill('');
    await page.getByLabel('All clubs').check();
    await page.getByRole('button', { name: 'Search' }).click();
    await expectClub(page, 'Astronomy', '/club/?name=&club_status=');
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByRole('link', { name: 'Page 5' }).click();
    await expectClub(page, 'Échecs (inactive)', '/club/?name=&club_status=&page=5');
    await page.getByRole('link', { name: 'Grid' }).click();
    await expect.poll(() => name(page).count()).toBe(5);
    await page.getByRole('link', { name: 'Chess', exact: true }).last().click();
    await expect.poll(() => page.locator('h1').innerText()).toBe('Chess');
    await page.locator('summary', { hasText: 'Associations & Clubs' }).click();
    await page.getByRole('link', { name: "AE's clubs" }).click();
    await expectClub(page, 'Astronomy', '/club/');
    expect(problems).toEqual([]);
  });

  test('applies what is chosen among the filters of a phone without JavaScript', async () => {
    await site.database.insertClubs(...FOUR);
    await site.database.insertClub({ name: 'Chess of old', isActive: false });
    const viewport = { width: 360, height: 740 };
    const { page } = await open('/club/?name=chess&club_status=true', { javaScriptEnabled: false, viewport });
    await page.locator('.more > summary').click();
    await page.getByLabel('Inactive').check();
    expect(await page.locator('.to-result').isVisible()).toBe(false);
    await page.locator('.more').getByRole('button', { name: 'Search' }).click();
    await expectClub(page, 'Chess of old (inactive)', '/club/?name=chess&club_status=false');
  });

  test('opens and leaves the menu by keyboard', async () => {
    const { page } = await open('/page/ae/');
    const summary = page.locator('summary', { hasText: 'Associations & Clubs' });
    await summary.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('link', { name: "AE's clubs" }).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('link', { name: "AE's clubs" }).isVisible()).toBe(false);
    expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('sees how many clubs there are on the home page', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, problems } = await open('/');
    await expect.poll(() => page.locator('p.count').innerText()).toBe('Or look through 4 active clubs');
    await page.getByRole('link', { name: '4 active clubs' }).click();
    await expectClub(page, 'Astronomy', '/club/');
    expect(problems).toEqual([]);
  });

  test('can click anywhere on a card, and on the links of its description', async () => {
    const id = await site.database.insertClub({ name: 'Chess' });
    await site.database.sql`update club set short_description = '[a](https://a.example/)',
      short_description_html = '<p><a href="/page/ae/">elsewhere</a></p>', description_html = '', html_rules = 1,
      html_digest = club_text_digest('[a](https://a.example/)', '')`;
    const { page } = await open();
    await page.locator('article').click({ position: { x: 5, y: 5 } });
    await expect.poll(() => address(page)).toBe(`/club/${id}/`);
    await page.goBack();
    await page.getByRole('link', { name: 'elsewhere' }).click();
    await expect.poll(() => address(page)).toBe('/page/ae/');
  });

  test('finds no fault that axe knows, nor sideways scrolling, at any width', async () => {
    await fillWithOddities(site);
    const { page, problems } = await open('/');
    for (const path of [
      '/',
      '/club/',
      '/club/?page_size=24',
      '/club/?club_status=x',
      '/club/?page=99',
      '/club/1/',
      '/page/ae/',
    ]) {
      await page.goto(site.url + path);
      expect(await findFaultsAtEveryWidth(page), path).toEqual([]);
    }
    expect(problems.filter((problem) => !problem.includes('status of 404'))).toEqual([]);
  });
});

/** Two pages of a grid and one club more. */
const fillGrid = (site: TestSite) =>
  site.database.insertClubs(...Array.from({ length: 49 }, (_, index) => `Grid club ${String(index).padStart(2, '0')}`));

/** Keeps in `window.spoken` what a screen reader reads of itself: a result that takes the focus, and what is new in the region. */
const recordSpeech = (page: Page) =>
  page.evaluate(() => {
    const spoken: string[] = [];
    Object.assign(window, { spoken });
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLElement && target.matches('h3')) spoken.push(`result: ${target.ariaLabel ?? ''}`);
    });
    const region = document.querySelector('#announcement') ?? document.body;
    new MutationObserver(() => {
      if (region.textContent) spoken.push(`region: ${region.textContent}`);
    }).observe(region, { childList: true, characterData: true, subtree: true });
  });

/** Scrolls, and answers where that came to. */
const scrollTo = (page: Page, y: number) =>
  page.evaluate((top) => {
    window.scrollTo(0, top);
    return Math.round(window.scrollY);
  }, y);

const isInView = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

const recordRequests = (page: Page): string[] => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  return requests;
};

const markDocument = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
const isSameDocument = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-marked'));

async function fillWithOddities(site: TestSite): Promise<void> {
  await site.database.insertClubs(
    'Œnologie “Fêlés”',
    '游戏制作社 Łódź',
    'x'.repeat(255),
    'Department of Biochemistry and Microbiology (American Society for Microbiology- Student Chapter)(Graduate)',
  );
  await site.database.insertClub({
    name: 'Chess',
    isActive: true,
    shortDescription: `Word ${'long'.repeat(100)}`,
    description: 'About.',
    category: 'Games',
    website: 'https://chess.example.org/',
    logo: '/logos/echecs.svg',
  });
  await site.database.insertClubs(...Array.from({ length: 30 }, (_, index) => `Zoo ${index}`));
}

/** A way to the site on which a document, once told to, stops after its first half until it may go on. */
async function openSlowRelay(siteUrl: string) {
  let isSlow = false;
  const half = Promise.withResolvers<undefined>();
  const rest = Promise.withResolvers<undefined>();
  const server = createServer((request, response) => {
    void (async () => {
      const headers = { accept: request.headers.accept ?? '*/*', ...fragmentHeaders(request.headers) };
      const answer = await fetch(siteUrl + (request.url ?? ''), { headers });
      const body = Buffer.from(await answer.arrayBuffer());
      const type = answer.headers.get('content-type') ?? '';
      response.writeHead(answer.status, { 'content-type': type, 'cache-control': 'no-store' });
      if (!isSlow || !type.startsWith('text/html')) return response.end(body);
      response.write(body.subarray(0, 3000));
      half.resolve(undefined);
      await rest.promise;
      return response.end(body.subarray(3000));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    slowDown: () => void (isSlow = true),
    half: () => half.promise,
    goOn: () => rest.resolve(undefined),
  };
}

const fragmentHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  headers['hx-request'] === undefined ? {} : { 'hx-request': 'true' };
