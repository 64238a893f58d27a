import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createInvitation } from '../../src/accounts/invitations.ts';
import { contrast as contrastOf } from '../../src/identity/contrast.ts';
import { MARKDOWN_RULES, renderClubTexts } from '../../src/markdown.ts';
import { brokenWords } from '../support/accessibility.ts';
import { answerFor, useBrowser } from '../support/browser.ts';
import { insertPassword, insertPerson, insertResetToken, insertSession } from '../support/people.ts';
import { describeSite, type TestSite } from '../support/site.ts';

/** Every kind of page, with everything that clubs bring to it. */
const PAGES = [
  '/',
  '/club/',
  '/club/?page=2',
  '/club/?page_size=24',
  '/club/?page_size=24&page=2',
  '/club/?page_size=1&name=code',
  '/club/?page_size=24&name=e&club_status=',
  '/club/?name=nothing',
  `/club/?club_status=x&name=${'x'.repeat(300)}`,
  '/club/?page=99',
  '/club/1/',
  '/club/2/',
  '/club/3/',
  '/club/1/suggest/',
  '/club/propose/',
  '/club/shortlist/?ids=1,2,3,4,9999',
  '/club/shortlist/',
  '/fr/club/compare/?ids=1,2,3,4,5',
  '/page/ae/',
  '/page/privacy/',
  '/fr/page/imprint/',
  '/nothing/',
  ...['/fr/', '/fr/club/?page=2', '/fr/club/?page_size=24&name=e', '/fr/club/1/', '/fr/page/ae/'],
];

describeSite('The layout', (site) => {
  const browser = useBrowser();

  test('needs no scrolling sideways at any width, whatever the size of its text', async () => {
    await fillWithOddities(site);
    const { page } = await browser.newPage();
    for (const path of PAGES) {
      await page.goto(site.url + path);
      for (const width of [320, 360]) {
        for (const percent of [100, 200, 350, 400]) expect(await beyondAt(page, width, percent), path).toEqual([]);
      }
      for (const width of [768, 1280]) expect(await beyondAt(page, width, 200), path).toEqual([]);
    }
  });

  test('needs none on the home page either while its clubs have not come', async () => {
    const { page } = await browser.newPage();
    await page.route('**/_server-islands/**', (route) => route.abort());
    for (const path of ['/', '/fr/']) {
      await page.goto(site.url + path);
      for (const percent of [100, 200, 350, 400]) expect(await beyondAt(page, 320, percent), path).toEqual([]);
    }
  });

  test('needs none either on pages of accounts', async () => {
    const officerOf = await site.database.insertClubs('Chess', 'Donaudampfschifffahrt'.repeat(4));
    const id = await insertPerson(site.database, { name: 'Lovelace'.repeat(9), roles: ['administrator'], officerOf });
    const session = await insertSession(site.database, id);
    const { page, context } = await browser.newPage();
    await context.setExtraHTTPHeaders({ Cookie: `__Host-session=${session}` });
    const [, long = 0] = officerOf;
    const invitation = { email: `${'donau'.repeat(12)}@example.org`, roles: [], permissions: [], invitedBy: id };
    const invited = await createInvitation(site.database.client, { ...invitation, clubId: long });
    await createInvitation(site.database.client, { ...invitation, roles: ['board'] });
    for (let count = 0; count < 2; count += 1) await insertSession(site.database, id);
    await insertPassword(site.database, id);
    for (const path of [
      '/login/',
      '/account/?done=passwordChanged',
      '/fr/account/',
      '/users/',
      '/users/1/?done=sessions',
      '/fr/users/',
      '/fr/users/1/',
      `/club/${long}/officers/`,
      `/fr/club/${long}/officers/?done=withdrawn`,
      `/fr/invitation/${invited}/`,
      '/invitation/x/',
    ]) {
      const answer = await page.goto(site.url + path);
      expect(answer?.status(), path).toBe(path === '/invitation/x/' ? 404 : 200);
      for (const percent of [100, 200, 400]) expect(await beyondAt(page, 320, percent), path).toEqual([]);
      expect(await beyondAt(page, 768, 200), path).toEqual([]);
    }
  });

  test.each([
    [320, ''],
    [320, '/fr'],
    [360, '/fr'],
  ])(
    'breaks no word of a heading or button of accounts at %i px with text of 200 percent: %s',
    async (width, prefix) => {
      const officerOf = await site.database.insertClubs('Chess');
      const id = await insertPerson(site.database, {
        name: 'Ada',
        email: 'ada@example.org',
        roles: ['administrator'],
        officerOf,
      });
      await insertPassword(site.database, id);
      const sessions = [await insertSession(site.database, id), await insertSession(site.database, id)];
      await insertSession(site.database, id);
      const reset = await insertResetToken(site.database, 'ada@example.org');
      const { page, context } = await browser.newPage({ viewport: { width, height: 800 } });
      const faults: string[] = [];
      for (const session of [null, sessions[0]]) {
        if (session) await context.setExtraHTTPHeaders({ Cookie: `__Host-session=${session}` });
        for (const path of [
          '/login/',
          `/password-reset/${reset}/`,
          '/account/',
          '/users/',
          '/users/1/',
          '/club/1/officers/',
        ]) {
          await page.goto(site.url + prefix + path);
          await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
          const broken = await brokenWords(page, 'main :is(h1, h2, button)');
          if (broken.length > 0) faults.push(`${path}: ${broken.join(', ')}`);
        }
      }
      expect(faults).toEqual([]);
    },
  );

  test('breaks the words of a heading where their language does, in a narrow window', async () => {
    await site.database.insertClubs('Chess');
    const { page } = await browser.newPage({ viewport: { width: 320, height: 800 } });
    const hyphensAt = async (width: number) => {
      await page.setViewportSize({ width, height: 800 });
      return await page
        .locator('h1, h2')
        .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).hyphens))]);
    };
    for (const [path, locale] of [
      ['/club/', 'en'],
      ['/fr/club/', 'fr'],
    ] as const) {
      await page.goto(site.url + path);
      expect(await hyphensAt(360)).toEqual(['auto']);
      expect(await hyphensAt(768)).toEqual(['manual']);
      expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    }
  });

  test.each([320, 360])('breaks no word of its own at %i px with text of 200 percent', async (width) => {
    await site.database.insertClubs('Chess', 'Astronomy');
    const { page } = await browser.newPage({ viewport: { width, height: 800 } });
    await page.goto(`${site.url}/club/?page_size=1`);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    for (const selector of [
      'label[for="club-search-name"]',
      '.choices label',
      'form.club-search button',
      '.list-views a',
      '#page-next span',
      'nav details summary',
      '#paginated h4',
    ])
      expect(await brokenWords(page, selector), selector).toEqual([]);
    for (const home of ['/', '/fr/']) {
      await page.goto(site.url + home);
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      expect(await brokenWords(page, 'h1'), home).toEqual([]);
    }
  });

  test.each([
    ['as it is', 100, ''],
    ['of 200 percent', 200, ''],
    ['spaced as a reader may need it', 100, TEXT_SPACING],
  ])('breaks no word of its controls at any width, with text %s', async (_, percent, css) => {
    const [, id] = await site.database.insertClubs(...Array.from({ length: 1200 }, (_, index) => `Zoo ${index}`));
    await site.database.sql`update club set website = 'https://zoo.example.org/' where id = ${id ?? 0}`;
    const { page } = await browser.newPage();
    const faults: string[] = [];
    for (const path of ['/club/?page_size=1&page=600', `/club/${id ?? 0}/`, '/']) {
      await page.goto(site.url + path);
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), `${percent}%`);
      await addStyle(page, css);
      for (let width = 320; width <= 1600; width += width < 480 ? 8 : 32) {
        await page.setViewportSize({ width, height: 800 });
        const broken = await brokenWords(
          page,
          '.pagination a, .list-views a, .keys-hint, label, legend, .button, .site-menu a, summary, footer a, .back a, h2, h3',
        );
        if (broken.length > 0) faults.push(`${path} at ${width} px: ${broken.join(', ')}`);
      }
    }
    expect(faults).toEqual([]);
  });

  test.each([
    [390, true],
    [768, true],
    [1280, true],
    [390, false],
    [1280, false],
  ])('keeps Next under the pointer at %i px while the cards differ, with JavaScript: %s', async (width, hasScript) => {
    await fillWithTextsOfAllLengths(site);
    const { page } = await browser.newPage({ viewport: { width, height: 844 }, javaScriptEnabled: hasScript });
    await page.goto(`${site.url}/club/`);
    const { x, y } = await centerOf(page, '#page-next');
    const heights = new Set<number>();
    for (let number = 2; number <= 20; number += 1) {
      await page.mouse.click(x, y);
      await expect.poll(() => new URL(page.url()).search).toBe(`?page=${number}`);
      await page.locator(`.number[aria-current][href="?page=${number}"]`).waitFor();
      expect(await idAt(page, x, y), `page ${number}`).toBe('page-next');
      heights.add(Math.round((await page.locator('article').boundingBox())?.height ?? 0));
    }
    expect(heights.size).toBeGreaterThan(3);
  });

  test.each([390, 1280])('keeps Next under the pointer of a visitor who has scrolled at %i px', async (width) => {
    await fillWithTextsOfAllLengths(site);
    const { page } = await browser.newPage({ viewport: { width, height: 640 } });
    await page.goto(`${site.url}/club/?page=4`);
    await page.locator('form.club-search[data-htmx-powered]').waitFor();
    await page.locator('nav.pagination').evaluate((controls) => {
      scrollTo(0, controls.getBoundingClientRect().top - 20);
    });
    const { x, y } = await centerOf(page, '#page-next');
    for (let number = 5; number <= 12; number += 1) {
      await page.mouse.click(x, y);
      await page.locator(`.number[aria-current][href="?page=${number}"]`).waitFor();
      expect(await idAt(page, x, y), `page ${number}`).toBe('page-next');
    }
  });

  test.each([320, 390])('keeps Next under the pointer at %i px with text of 200 percent', async (width) => {
    await fillWithTextsOfAllLengths(site);
    const { page } = await browser.newPage({ viewport: { width, height: 2600 } });
    await page.goto(`${site.url}/club/`);
    await page.locator('form.club-search[data-htmx-powered]').waitFor();
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const { x, y } = await centerOf(page, '#page-next');
    for (let number = 2; number <= 14; number += 1) {
      await page.mouse.click(x, y);
      await page.locator(`.number[aria-current][href="?page=${number}"]`).waitFor();
      expect(await idAt(page, x, y), `page ${number}`).toBe('page-next');
    }
  });

  test.each([
    ['', 100],
    ['/fr', 100],
    ['', 200],
  ])(
    'shows the controls of %s/club/ in the order of the markup at every width, text of %i percent',
    async (prefix, percent) => {
      await site.database.insertClubs(...Array.from({ length: 60 }, (_, index) => `Zoo ${index}`));
      const { page } = await browser.newPage();
      await page.goto(`${site.url}${prefix}/club/?page_size=2&page=15`);
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), `${percent}%`);
      for (let width = 320; width <= 1600; width += width < 900 ? 20 : 100) {
        await page.setViewportSize({ width, height: 800 });
        for (const parts of [
          '.site-name, .site-menu > ul > li, .translation',
          'form.club-search :is(input[type="search"], button, summary, .choices label)',
          // The numbers may take several rows between the two.
          '.pagination > *',
        ])
          expect(await misplaced(page, parts), `${width} px`).toEqual([]);
      }
    },
  );

  test('shows the steps of the one-by-one view above the card and its numbers below, and comes to the club before them', async () => {
    await site.database.insertClubs('Astronomy', 'Badminton', 'Chess');
    const { page } = await browser.newPage();
    await page.goto(`${site.url}/club/?page=2`);
    const [steps, card, numbers] = await Promise.all(
      ['#page-next', 'article', '#page-2'].map(async (part) => (await centerOf(page, part)).y),
    );
    expect([steps, card, numbers]).toEqual([steps, card, numbers].toSorted((a = 0, b = 0) => a - b));
    await page.getByRole('link', { name: 'Grid' }).focus();
    const order: string[] = [];
    for (let step = 0; step < 7; step += 1) {
      await page.keyboard.press('Tab');
      order.push(await page.evaluate(() => document.activeElement?.textContent.trim().replace(/\s+/g, ' ') ?? ''));
    }
    // Behind the name its star, which is a picture.
    expect(order).toEqual(['Badminton', '', 'Previous: Astronomy', 'Next: Chess', '1', '2', '3']);
  });

  test('gives the text of a club room at every width, in the one-by-one view', async () => {
    await fillWithTextsOfAllLengths(site);
    const { page } = await browser.newPage();
    await page.goto(`${site.url}/club/?page=20`);
    for (let width = 320; width <= 1600; width += 16) {
      await page.setViewportSize({ width, height: 800 });
      const { text, card } = await page.locator('article').evaluate((article) => {
        const { width: text } = article.querySelector('.club-card-description')?.getBoundingClientRect() ?? {
          width: 0,
        };
        const { paddingLeft, paddingRight, width } = getComputedStyle(article);
        return { text, card: parseFloat(width) - parseFloat(paddingLeft) - parseFloat(paddingRight) - 2 };
      });
      // As wide as a line should be, or as the card.
      expect(text, `${width} px`).toBeGreaterThanOrEqual(Math.min(24 * 16, Math.floor(card)));
    }
  });

  test('tells a failure in less than half of the window at 320 px with text of 200 percent', async () => {
    await site.database.insertClubs('Chess', 'Ski');
    const { page } = await browser.newPage({ viewport: { width: 320, height: 640 } });
    // Before the list fetches it ahead.
    await page.goto(site.url);
    await answerFor(page, '**/club/?page=2', (route) => route.abort());
    await page.goto(`${site.url}/club/`);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await page.locator('form.club-search[data-htmx-powered]').waitFor();
    await page.locator('#page-next').click();
    const [message, text, close] = await Promise.all(
      ['.message', '#failure', '.message button'].map((part) => page.locator(part).boundingBox()),
    );
    if (!message || !text || !close) throw new Error('There is no message, text or button.');
    expect(message.height).toBeLessThan(640 * 0.4);
    expect(message.y + message.height).toBeLessThanOrEqual(640);
    // The text has the lines for itself: the button stands below.
    expect(close.y).toBeGreaterThanOrEqual(text.y + text.height);
    expect(await brokenWords(page, '.message')).toEqual([]);
  });

  test('shows its menu at 320 px with text of 200 percent, with the way to the list in it', async () => {
    const { page } = await browser.newPage({ viewport: { width: 320, height: 800 } });
    await page.goto(`${site.url}/page/ae/`);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const menu = await page.locator('header summary').boundingBox();
    expect(menu?.x).toBeGreaterThanOrEqual(0);
    await page.locator('header summary').click();
    expect(await page.locator('header nav a[href="/club/"]').isVisible()).toBe(true);
  });

  test.each([320, 360, 400])('leaves most of a phone of %i px to the page with text of 200 percent', async (width) => {
    const { page } = await browser.newPage({ viewport: { width, height: 740 } });
    await page.goto(`${site.url}/fr/page/ae/`);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const { height = Infinity } = (await page.locator('header.site-header').boundingBox()) ?? {};
    expect(height).toBeLessThan(740 * 0.2);
    // The menu is called as it always is, and opens within the window.
    expect(await page.locator('header summary').textContent()).toContain('Associations & clubs');
    await page.locator('header summary').click();
    expect(await elementsBeyond(page)).toEqual([]);
    const entries = await page.locator('header details ul').boundingBox();
    expect(entries?.x).toBeGreaterThanOrEqual(0);
    expect(entries?.width).toBeGreaterThan(width * 0.8);
    expect(await brokenWords(page, 'header summary, .translation')).toEqual([]);
  });

  test.each([360, 600, 800])('lets the whole form be reached in a window %i px high', async (height) => {
    await site.database.insertClubs(...Array.from({ length: 40 }, (_, index) => `Zoo ${index}`));
    const { page } = await browser.newPage({ viewport: { width: 900, height } });
    await page.goto(`${site.url}/club/?page_size=24`);
    await page.evaluate(() => scrollTo(0, 1000));
    const { top, bottom } = await page.locator('.filters').evaluate((box) => {
      const { top, bottom } = box.getBoundingClientRect();
      return { top, bottom };
    });
    // It stays in view as a whole, or goes away with the page.
    expect(bottom <= 0 || (top >= 0 && bottom <= height)).toBe(true);
  });

  test.each([
    [600, 'no'],
    [720, 'no'],
    [720, 'a'],
  ])(
    'shows every filter that the keyboard comes to in a window %i px high, with %s failure told',
    async (height, told) => {
      for (const [index, letter] of Array.from('ABCDEFGHIJKLMNOPQRSTUVWX').entries()) {
        const category = `Category ${letter}`;
        await site.database.insertClub({ name: `Zoo ${index}`, category });
      }
      const { page } = await browser.newPage({ viewport: { width: 1280, height } });
      await page.goto(`${site.url}/club/?page_size=24`);
      await page.locator('.category-links summary').click();
      const messages = page.locator('#messages');
      if (told === 'a') {
        await page.route('**/club/?*', (route) => route.abort());
        await page
          .getByRole('link', { name: /Category I/ })
          .first()
          .press('Enter');
        await messages.getByRole('link').waitFor();
      }
      const edge = told === 'a' ? ((await messages.boundingBox())?.y ?? NaN) : height;
      for (const [from, to, key] of [
        ['first', 'last', 'Tab'],
        ['last', 'first', 'Shift+Tab'],
      ] as const) {
        const stops = page
          .locator('.filters')
          .locator('input:checked, [type="search"], button, summary, a')
          .filter({ visible: true });
        await stops[from]().focus();
        for (const end = stops[to](); !(await end.evaluate((one) => one === document.activeElement));) {
          await page.keyboard.press(key);
          const { top, bottom, text } = await page.evaluate(() => {
            const { activeElement } = document;
            const { top = 0, bottom = 0 } = activeElement?.getBoundingClientRect() ?? {};
            return { top, bottom, text: activeElement?.textContent };
          });
          expect(top >= 0 && bottom <= edge, text ?? '').toBe(true);
        }
      }
    },
  );

  test.each([640, 720, 760, 768, 800, 900])('has a header of one row on every page at %i px', async (width) => {
    const { page } = await browser.newPage({ viewport: { width, height: 800 } });
    const [id = 0] = await site.database.insertClubs('Chess');
    for (const path of ['/', '/club/', `/club/${id}/`, '/fr/', '/fr/club/']) {
      await page.goto(site.url + path);
      const height = async () => (await page.locator('header.site-header').boundingBox())?.height;
      expect(await height(), path).toBeLessThan(64);
      // Also with what comes into it.
      await page.evaluate((star) => localStorage.setItem('shortlist', star), String(id));
      await page.reload();
      expect(await height(), path).toBeLessThan(64);
    }
  });

  test.each([768, 864, 960, 1280])(
    'has the search of the header beside the menu, with room for its hint, at %i px',
    async (width) => {
      const { page } = await browser.newPage({ viewport: { width, height: 800 } });
      for (const path of ['/page/ae/', '/fr/page/ae/']) {
        await page.goto(site.url + path);
        const [header, menu, search] = await Promise.all(
          ['header .inner', 'header nav', 'header search'].map((part) => page.locator(part).first().boundingBox()),
        );
        if (!header || !menu || !search) throw new Error('A part of the header is missing.');
        const isBeside = Math.abs(menu.y + menu.height / 2 - search.y - search.height / 2) < 8;
        // With a name as long as that of the site that the project comes with.
        expect(isBeside, path).toBe(true);
        expect(menu.height, path).toBeLessThan(60);
        const room = await page.locator('header input[type=search]').evaluate((input: HTMLInputElement) => {
          const context = document.createElement('canvas').getContext('2d');
          const style = getComputedStyle(input);
          if (!context) return 0;
          context.font = `${style.fontSize} ${style.fontFamily}`;
          const { width } = getComputedStyle(input, '::placeholder');
          return parseFloat(width) - context.measureText(input.placeholder).width;
        });
        expect(room, path).toBeGreaterThan(0);
      }
    },
  );

  test.each([360, 390])('has a header of one row with a way to the search at %i px', async (width) => {
    await site.database.insertClubs('Chess');
    const { page, problems } = await browser.newPage({ viewport: { width, height: 800 } });
    for (const prefix of ['', '/fr']) {
      await page.goto(`${site.url}${prefix}/club/1/`);
      expect((await page.locator('header.site-header').boundingBox())?.height).toBeLessThan(64);
      expect(await page.locator('header search').isVisible()).toBe(false);
      const way = page.locator('header .to-search');
      expect((await way.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await way.click();
      await page.waitForURL((url) => url.pathname === `${prefix}/club/`);
      const field = page.locator('main input[type=search]');
      const hasFocus = () => field.evaluate((one) => one === document.activeElement);
      await expect.poll(hasFocus).toBe(true);
      // There it is the search that is under way.
      await page.goto(`${site.url}${prefix}/club/?name=che&club_status=`);
      await page.locator('form.club-search[data-htmx-powered]').waitFor();
      await way.click();
      await expect.poll(hasFocus).toBe(true);
      expect(await field.inputValue()).toBe('che');
      expect(new URL(page.url()).search).toBe('?name=che&club_status=');
      await page.keyboard.press('End');
      await page.keyboard.type('s');
      await page.waitForURL((url) => url.searchParams.get('name') === 'ches');
      await page.goBack();
      await page.waitForURL((url) => url.searchParams.get('name') === 'che');
      await expect.poll(() => field.inputValue()).toBe('che');
      expect(problems).toEqual([]);
    }
  });

  test.each(['', '/fr'])('has its menu at the same place on every page, in %s/', async (prefix) => {
    const { page } = await browser.newPage();
    const widths = [320, 390, 480, 640, 720, 760, 768, 800, 840, 900, 960, 1024, 1280];
    const places = new Map(widths.map((width) => [width, new Set<string>()]));
    // Some have a search in their header, and others not.
    for (const path of ['/', '/page/ae/', '/club/', '/login/', '/nothing/']) {
      await page.goto(site.url + prefix + path);
      await page.locator('header nav summary').click();
      for (const [width, found] of places) {
        await page.setViewportSize({ width, height: 800 });
        for (const part of ['header nav summary', 'header nav details ul']) {
          found.add(JSON.stringify(await page.locator(part).boundingBox()));
        }
      }
    }
    expect([...places].filter(([, found]) => found.size !== 2)).toEqual([]);
  });

  test.each(['light', 'dark'] as const)('tells the view now shown from the other in %s', async (colorScheme) => {
    await site.database.insertClubs('Chess', 'Ski');
    const { page } = await browser.newPage({ colorScheme });
    await page.goto(`${site.url}/club/?page_size=24`);
    const grounds = await page.locator('.list-views').evaluate((views) => {
      const current = views.querySelector('[aria-current]');
      return [views, current].map((element) => element && getComputedStyle(element).backgroundColor);
    });
    expect(contrast(grounds)).toBeGreaterThanOrEqual(3);
  });

  test('shows what is current, and where buttons end, in forced colours', async () => {
    await site.database.insertClubs('Chess', 'Ski', 'Zen');
    const { page } = await browser.newPage({ forcedColors: 'active' });
    await page.goto(`${site.url}/club/?page=2`);
    for (const [current, other] of [
      ['.list-views [aria-current]', '.list-views a:not([aria-current])'],
      ['.number[aria-current]', '.number:not([aria-current])'],
    ] as const) {
      const grounds = await Promise.all([groundOf(page, current), groundOf(page, other)]);
      expect(contrast(grounds), current).toBeGreaterThanOrEqual(3);
    }
    expect(await isUnderlined(page, 'header nav details [aria-current]')).toBe(true);
    expect(await isUnderlined(page, 'header nav > ul > li > a')).toBe(false);
    for (const selector of ['form.club-search .button', '.list-views', '#page-next', 'article .logo'])
      expect(await hasBorder(page, selector), selector).toBe(true);
    await page.goto(`${site.url}/nothing/`);
    for (const selector of ['main .button', 'header search form']) expect(await hasBorder(page, selector)).toBe(true);
  });

  test.each([
    ['light', {}, 'screen'],
    ['dark', { colorScheme: 'dark' }, 'screen'],
    ['forced colours', { forcedColors: 'active' }, 'screen'],
    ['print', {}, 'print'],
  ] as const)('shows a logo that cannot be had as a club without one, in %s', async (_, options, media) => {
    // As many behind as there are grounds and patterns: both have the same.
    const others = Array.from({ length: 29 }, (_, index) => `Other ${index}`);
    const [none = 0, ...rest] = await site.database.insertClubs('Chess', ...others, 'Chose');
    const broken = rest.at(-1) ?? 0;
    await site.database.sql`update club set logo = '/logos/nothing.png' where id = ${broken}`;
    const { page } = await browser.newPage({ ...options, viewport: { width: 1280, height: 800 } });
    await page.emulateMedia({ media });
    const logoOf = async (path: string) => {
      await page.goto(site.url + path);
      const logo = page.locator('main article .logo');
      const image = logo.locator('img');
      if ((await image.count()) > 0) {
        await expect.poll(() => image.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
        // A screen reader reads it as ever: not on a card, whose name leads to the club.
        expect(await image.ariaSnapshot()).toBe(path.startsWith('/club/?') ? '' : '- img "logo Chose"');
      }
      const box = await logo.boundingBox();
      if (!box) throw new Error('The logo is not shown.');
      // Without its round corners, whose edges are mixed with what they cover.
      const clip = { x: box.x + 6, y: box.y + 6, width: box.width - 12, height: box.height - 12 };
      return (await page.screenshot({ clip })).toString('base64');
    };
    for (const pathOf of [
      (name: string) => `/club/?name=${name}`,
      (name: string) => `/club/?page_size=24&name=${name}`,
      (name: string) => `/club/${name === 'Chess' ? none : broken}/`,
    ])
      // The drawing is a file of its own: a browser paints it when it is there, which is a moment after the page the first time.
      await expect
        .poll(async () => (await logoOf(pathOf('Chose'))) === (await logoOf(pathOf('Chess'))), {
          message: pathOf('Chose'),
        })
        .toBe(true);
  });

  test('prints the placeholder of a logo, which covers what browsers show for one that cannot be had', async () => {
    const [id = 0] = await site.database.insertClubs('Chess');
    await site.database.sql`update club set logo = '/logos/nothing.png' where id = ${id}`;
    const { page } = await browser.newPage();
    await page.goto(`${site.url}/club/${id}/`);
    await page.emulateMedia({ media: 'print' });
    // Paper gets no grounds otherwise.
    const adjust = await page
      .locator('.logo img')
      .evaluate((image) => ['::before', '::after'].map((part) => getComputedStyle(image, part).printColorAdjust));
    expect(adjust).toEqual(['exact', 'exact']);
  });

  test('prints the list: cards whole, texts whole, and nothing to press', async () => {
    const text = Array.from({ length: 90 }, (_, index) => `word ${index}`).join(' ');
    await site.database.insertClub({ name: 'Chess', shortDescription: text });
    await site.database.insertClubs(...Array.from({ length: 30 }, (_, index) => `Zoo ${index}`));
    const { page } = await browser.newPage({ viewport: { width: 794, height: 1123 } });
    await page.goto(`${site.url}/club/?page_size=24`);
    await page.emulateMedia({ media: 'print' });
    const visible = (selector: string) =>
      page.locator(selector).evaluateAll((elements) => elements.filter((element) => element.checkVisibility()).length);
    expect(await visible('header nav, .filters, .list-views, nav.pagination, .keys-hint, footer, .skip-link')).toBe(0);
    expect(await visible('article h4')).toBe(24);
    expect(await visible('h3')).toBe(1);
    const printed = await page.locator('h3').evaluate((result) => getComputedStyle(result, '::after').content);
    expect(printed).toBe('", page 1 of 2"');
    const description = page.locator('.club-card-description').first();
    expect(await description.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
    expect(await description.evaluate((element) => getComputedStyle(element).webkitLineClamp)).toBe('none');
    // What keeps a card in one piece works for blocks in every browser, and in a grid not everywhere.
    expect(
      await page
        .locator('.club-cards > li')
        .evaluateAll((cards) => cards.every((card) => getComputedStyle(card).breakInside === 'avoid')),
    ).toBe(true);
    expect(await page.locator('.club-cards').evaluate((list) => getComputedStyle(list).display)).toBe('block');
  });

  test('prints the page of a club, with the address that its button leads to', async () => {
    await fillWithOddities(site);
    const { page } = await browser.newPage({ viewport: { width: 794, height: 1123 } });
    await page.goto(`${site.url}/club/1/`);
    await page.emulateMedia({ media: 'print' });
    const visible = (selector: string) =>
      page.locator(selector).evaluateAll((elements) => elements.filter((element) => element.checkVisibility()).length);
    expect(await visible('header nav, header search, .back, footer, .skip-link')).toBe(0);
    expect(await visible('h1, .description, .family')).toBe(3);
    const website = page.locator('a[href="https://code.example.org/"]');
    expect(await website.evaluate((link) => getComputedStyle(link, '::after').content)).toContain('code.example.org');
    expect(await page.locator('.prose pre').evaluate((pre) => pre.scrollWidth - pre.clientWidth)).toBe(0);
  });

  test('prints what one wants to know of a club: all facts as words on plain paper, none cut', async () => {
    await fillWithOddities(site);
    const { page } = await browser.newPage({ viewport: { width: 680, height: 1000 } });
    await page.goto(`${site.url}/club/1/`);
    const look = () =>
      page.locator('.facts').evaluate((facts) => {
        const { backgroundColor, paddingInlineStart } = getComputedStyle(facts);
        return { backgroundColor, paddingInlineStart };
      });
    expect(await look()).not.toEqual({ backgroundColor: 'rgba(0, 0, 0, 0)', paddingInlineStart: '0px' });
    await page.emulateMedia({ media: 'print' });
    expect(await look()).toEqual({ backgroundColor: 'rgba(0, 0, 0, 0)', paddingInlineStart: '0px' });
    for (const fact of ['.status', '.website', '.contact', '.links li', '.categories', '.confirmed', '.family'])
      expect(await page.locator(`.facts ${fact}`).first().isVisible(), fact).toBe(true);
    // Signs and hosts say nothing beside whole addresses.
    expect(await page.locator('.facts .host:visible, .facts .icon:visible').count()).toBe(0);
    expect(await elementsBeyond(page)).toEqual([]);
  });

  test.each(['', '/fr'])('prints no word of its own broken in a comparison, in %s/club/compare/', async (prefix) => {
    await site.database.insertClubs('Archery', 'Badminton', 'Chess', 'Debate');
    const { page } = await browser.newPage({ viewport: { width: 680, height: 1000 } });
    await page.goto(`${site.url}${prefix}/club/compare/?ids=1,2,3,4`);
    await page.emulateMedia({ media: 'print' });
    expect(await brokenWords(page, 'th, td')).toEqual([]);
  });

  test.each(['', '/fr'])('breaks no word of its own in a comparison, in %s/club/compare/', async (prefix) => {
    await site.database.insertClubs('Archery', 'Badminton', 'Chess', 'Debate');
    const { page } = await browser.newPage();
    await page.goto(`${site.url}${prefix}/club/compare/?ids=1,2,3,4`);
    for (const width of [320, 640, 900, 960, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await brokenWords(page, 'th, td'), `${width} px`).toEqual([]);
    }
  });

  test('lets clubs that belong to another be told apart when their names take several lines', async () => {
    const parentId = await site.database.insertClub({ name: 'Parent' });
    for (const letter of ['a', 'b', 'c'])
      await site.database.insertClub({ name: `${letter} ${'of a long name '.repeat(8).trim()}`, parentId });
    const { page } = await browser.newPage({ viewport: { width: 390, height: 800 } });
    await page.goto(`${site.url}/club/${parentId}/`);
    const { between, within } = await page.locator('.family').evaluate((family) => {
      const lines = Array.from(family.querySelectorAll('li a'), (link) => {
        const text = document.createRange();
        text.selectNodeContents(link.querySelector('bdi')?.firstChild ?? link);
        return [...new Set(Array.from(text.getClientRects(), ({ top }) => top))];
      });
      return {
        between: lines.slice(1).map((own, index) => (own[0] ?? 0) - (lines[index]?.at(-1) ?? 0)),
        within: (lines[0]?.[1] ?? 0) - (lines[0]?.[0] ?? 0),
      };
    });
    expect(within).toBeGreaterThan(0);
    for (const gap of between) expect(gap).toBeGreaterThan(within * 1.3);
  });

  test('has links in its foot that a finger can tell apart, and search fields for names of every script', async () => {
    const { page } = await browser.newPage({ viewport: { width: 320, height: 640 } });
    for (const path of ['/', '/page/ae/', '/club/']) {
      await page.goto(site.url + path);
      const heights = await page
        .locator('footer a')
        .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
      expect(Math.min(...heights), path).toBeGreaterThanOrEqual(24);
      expect(await page.locator('input[type="search"]').getAttribute('dir'), path).toBe('auto');
    }
  });

  test.each([320, 1280])('shows at %i px what is wrong with a filter that is folded away', async (width) => {
    const { page } = await browser.newPage({ viewport: { width, height: 640 } });
    await page.goto(`${site.url}/club/?club_status=x`);
    expect(await page.locator('#club-search-status-error').isVisible()).toBe(true);
  });

  test.each([660, 768, 1024, 1280])('calls the steps at %i px by the clubs that they lead to', async (width) => {
    await site.database.insertClubs('Chess', 'Judo', 'Ski');
    const { page } = await browser.newPage({ viewport: { width, height: 640 } });
    await page.goto(`${site.url}/club/?page=2`);
    for (const step of ['#page-previous', '#page-next']) {
      const { width: room = 0 } = (await page.locator(`${step} bdi`).boundingBox()) ?? {};
      expect(room, step).toBeGreaterThan(20);
    }
  });

  test.each([480, 641, 768, 1024, 1280, 1920])(
    'has what leads on from a search at %i px between the result and the club, whose words need no more lines',
    async (width) => {
      const category = 'Arts of the Campus and the City; Liberal Arts and Human Sciences';
      for (const name of ['Arts', 'Arts and Music']) await site.database.insertClub({ name, category });
      const { page } = await browser.newPage({ viewport: { width, height: 800 } });
      for (const [query, lines] of [
        ['?name=arts&club_status=true', 2],
        ['?name=arts&club_status=', 3],
      ] as const) {
        await page.goto(`${site.url}/club/${query}`);
        const boxOf = (part: string) => page.locator(part).evaluate((element) => element.getBoundingClientRect());
        const [result, suggestions, club] = await Promise.all(['.club-result', '.beside', 'article'].map(boxOf));
        expect(result?.height, query).toBeLessThan(lines * 23);
        expect(suggestions?.top, query).toBeGreaterThanOrEqual(result?.bottom ?? Infinity);
        expect(club?.top, query).toBeGreaterThanOrEqual(suggestions?.bottom ?? Infinity);
        const step = await boxOf('.named .step');
        expect(step.top >= (club?.bottom ?? 0) || step.bottom <= (suggestions?.top ?? 0), query).toBe(true);
      }
    },
  );

  test('fades what leads on from a search where its one line goes on beyond the edge, to which it scrolls', async () => {
    const category = 'Arts of the Campus and the City; Liberal Arts and Human Sciences';
    await site.database.insertClub({ name: 'Arts', category });
    const { page } = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await page.goto(`${site.url}/club/?name=arts&club_status=true`);
    const line = page.locator('.beside ul');
    const look = () =>
      line.evaluate((list) => {
        const { maskImage, paddingInlineEnd } = getComputedStyle(list);
        const [end, last] = [list, list.querySelector('li:last-child a')].map(
          (one) => one?.getBoundingClientRect().right ?? 0,
        );
        return { maskImage, fade: parseFloat(paddingInlineEnd), room: (end ?? 0) - (last ?? 0) };
      });
    const before = await look();
    expect(before.maskImage).toMatch(/^linear-gradient\(to left, .+ 0\)?.*, rgb\(0, 0, 0\) /);
    expect(before.room).toBeLessThan(0);
    await line.evaluate((list) => list.scrollTo(10_000, 0));
    // The last of them stands before the fade.
    const { room, fade } = await look();
    expect(fade).toBeGreaterThan(16);
    expect(room).toBeGreaterThanOrEqual(fade - 1);
    // Where there is room for several lines there is none.
    await page.setViewportSize({ width: 1280, height: 800 });
    expect((await look()).maskImage).toBe('none');
  });

  test.each(['', '/fr'])('keeps answers of two lines apart from each other, in %s/club/1/suggest/', async (prefix) => {
    await site.database.insertClubs('Chess');
    const { page } = await browser.newPage({ viewport: { width: 320, height: 740 } });
    await page.goto(`${site.url}${prefix}/club/1/suggest/`);
    const answers = await page.locator('fieldset label').evaluateAll((labels) =>
      labels.map((label) => {
        const range = document.createRange();
        range.selectNodeContents(label);
        const lines = Array.from(range.getClientRects(), ({ top, bottom }) => ({ top, bottom }));
        return {
          top: Math.min(...lines.map(({ top }) => top)),
          bottom: Math.max(...lines.map(({ bottom }) => bottom)),
        };
      }),
    );
    expect(Math.max(...answers.map(({ top, bottom }) => bottom - top))).toBeGreaterThan(40);
    for (const [index, { top }] of answers.entries()) {
      if (index > 0) expect(top - (answers[index - 1]?.bottom ?? 0)).toBeGreaterThanOrEqual(8);
    }
  });

  test.each(['', '/fr'])('keeps the opening quotation mark with a name that is cut, in %s/club/', async (prefix) => {
    await site.database.insertClubs('Chess');
    const { page } = await browser.newPage({ viewport: { width: 320, height: 740 } });
    for (const length of [3, 8]) {
      await page.goto(`${site.url}${prefix}/club/?name=${'university '.repeat(length)}&club_status=`);
      const places = await page.locator('.club-result bdi').evaluate((name) =>
        [name.previousSibling, name, name.nextSibling].map((node) => {
          const range = document.createRange();
          if (node) range.selectNode(node);
          const rects = Array.from(range.getClientRects());
          return { first: rects[0]?.top ?? 0, last: rects.at(-1)?.bottom ?? 0 };
        }),
      );
      const [open, name, close] = places;
      // Letters that are a little higher stand on one line all the same.
      expect(Math.abs((open?.first ?? 0) - (name?.first ?? 0)), `${length}`).toBeLessThan(8);
      expect(Math.abs((close?.last ?? 0) - (name?.last ?? 0)), `${length}`).toBeLessThan(8);
    }
  });

  test.each([1280, 1440, 1920])('has even rows of clubs and categories on the home page at %i px', async (width) => {
    await site.database.insertClubs(...Array.from({ length: 8 }, (_, index) => `Zoo ${index}`));
    const { page } = await browser.newPage({ viewport: { width, height: 900 } });
    await page.goto(site.url);
    await page.locator('.tile a').first().waitFor();
    const tops = await page
      .locator('.tiles:not([aria-hidden]) > li')
      .evaluateAll((tiles) => tiles.map((tile) => tile.getBoundingClientRect().top));
    expect(tops).toHaveLength(6);
    const rows = [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
    expect(new Set(rows).size).toBe(1);
  });

  test('prints nothing to press on the home page', async () => {
    const { page } = await browser.newPage();
    await page.goto(site.url);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('main search').isVisible()).toBe(false);
    expect(await page.locator('h1').isVisible()).toBe(true);
  });

  test('takes three lines at most for a name, however long it is, where it stands among others', async () => {
    const [id = 0] = await Promise.all(
      ['Chess', 'x'.repeat(255)].map((name) => site.database.insertClub({ name, category: 'Games' })),
    );
    await site.database.insertClub({ name: 'x'.repeat(60), isActive: false });
    const { page } = await browser.newPage({ viewport: { width: 360, height: 740 } });
    const linesOf = (selector: string) =>
      page.locator(selector).evaluate((element) => {
        const { fontSize, lineHeight } = getComputedStyle(element);
        return element.clientHeight / (parseFloat(lineHeight) || parseFloat(fontSize) * 1.2);
      });
    await page.goto(`${site.url}/club/${id}/`);
    expect(await linesOf('.related bdi')).toBeCloseTo(3, 0);
    await page.goto(`${site.url}/club/?club_status=true&name=${'x'.repeat(60)}`);
    expect(await linesOf('.club-result')).toBeLessThan(3.1);
    expect(await page.locator('.club-result a').isVisible()).toBe(true);
    await page.goto(`${site.url}/club/?name=${'several words '.repeat(15)}`);
    expect(await linesOf('.club-result')).toBeLessThan(3.1);
  });

  test('gives chips a place of their own on a narrow page, and shows that there are more', async () => {
    const category = 'Games; Sport; Music; Culture; Science; Sailing';
    await site.database.insertClub({ name: 'Chess', category });
    const { page } = await browser.newPage();
    const query = `?club_status=&${category
      .split('; ')
      .map((one) => `category=${one.toLowerCase()}`)
      .join('&')}`;
    for (const [width, prefix] of [320, 360, 768].flatMap((width) => [[width, ''] as const, [width, '/fr'] as const])) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto(`${site.url}${prefix}/club/${query}`);
      const boxOf = (part: string) => page.locator(part).evaluate((element) => element.getBoundingClientRect());
      const [summary, chip, clear, result] = await Promise.all(
        ['.more > summary', '.filter-chips li:first-child a', '.filter-chips .clear', '.club-result'].map(boxOf),
      );
      const where = `${prefix} at ${width} px`;
      expect((chip?.top ?? 0) - (summary?.bottom ?? 0), where).toBeGreaterThanOrEqual(4);
      expect((result?.top ?? 0) - (chip?.bottom ?? 0), where).toBeGreaterThanOrEqual(4);
      // What takes all off is in sight, and nothing that it covers can be pressed through it.
      expect(clear?.right, where).toBeLessThanOrEqual(width);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBe(width);
      const { x, y } = await centerOf(page, '.filter-chips .clear');
      expect(await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.className, [x, y] as const)).toContain(
        'clear',
      );
      // A chip that the keyboard comes to is whole.
      await page.locator('.filter-chips li:last-child a').focus();
      await expect
        .poll(async () => (await boxOf('.filter-chips li:last-child a')).right, { message: where })
        .toBeLessThanOrEqual(clear?.left ?? 0);
    }
  });

  test.each([
    '/club/',
    '/fr/club/',
    '/club/?page_size=24',
    '/club/?name=s&club_status=true',
    '/club/?category=sport',
    '/fr/club/?category=games&category=sport&club_status=',
    '/fr/club/?name=s&club_status=true',
  ])('shows a club of %s within the first 250 px of a small phone, and the steps at its lower edge', async (path) => {
    for (const name of ['Chess', 'Ski', 'Swimming']) await site.database.insertClub({ name, category: 'Games; Sport' });
    await site.database.insertClub({ name: 'Sailing', category: 'Games', isActive: false });
    // Without the offer of another language.
    const locale = path.startsWith('/fr') ? 'fr-FR' : 'en-GB';
    const { page } = await browser.newPage({ viewport: { width: 320, height: 640 }, locale });
    await page.goto(site.url + path);
    const { y = Infinity } = (await page.locator('article').first().boundingBox()) ?? {};
    expect(y).toBeLessThan(250);
    if (path.includes('page_size')) return;
    const { height = 0, y: top = 0 } = (await page.locator('#page-next').boundingBox()) ?? {};
    expect(top + height).toBe(640);
  });

  test.each([
    [360, 740],
    [320, 640],
  ])('keeps both steps at the lower edge in sight at %i × %i px, however large text is', async (width, height) => {
    await site.database.insertClubs(...['Archery', 'Badminton', 'Chess'].map((name) => `${name} of the university`));
    const { page } = await browser.newPage({ viewport: { width, height } });
    await page.goto(`${site.url}/club/?page=2`);
    for (const percent of [100, 125, 150, 200, 300, 400]) {
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), `${percent}%`);
      const bar = await page.locator('.position').boundingBox();
      expect(bar?.height, `${percent}`).toBeLessThan(height / 5);
      for (const step of ['#page-previous', '#page-next']) {
        const where = `${step} at ${percent} percent`;
        const arrow = await page.locator(`${step} .icon`).boundingBox();
        expect(Math.min(arrow?.width ?? 0, arrow?.height ?? 0), where).toBeGreaterThanOrEqual(16);
        const { x, y } = await centerOf(page, `${step} .icon`);
        expect(`#${await idAt(page, x, y)}`, where).toBe(step);
        expect((await page.locator(step).boundingBox())?.width, where).toBeGreaterThanOrEqual(44);
        // A name has room for some of its letters, or none.
        const letters = await page.locator(`${step} bdi`).evaluate((name) => {
          const { width } = name.parentElement?.getBoundingClientRect() ?? { width: 0 };
          return width / parseFloat(getComputedStyle(name).fontSize);
        });
        expect(letters < 0.1 || letters > 3, `${where}: ${letters}`).toBe(true);
      }
    }
  });

  test.each(['', '/fr'])(
    'shows the beginning of a club on a phone that lies on its side, in %s/club/',
    async (prefix) => {
      await site.database.insertClubs('Archery', 'Badminton', 'Chess');
      const { page } = await browser.newPage({ locale: prefix ? 'fr-FR' : 'en-GB' });
      for (const [width, height] of [
        [568, 320],
        [667, 375],
        [844, 390],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.goto(`${site.url}${prefix}/club/?page=2`);
        expect((await page.locator('header.site-header').boundingBox())?.height, `${width} px`).toBeLessThan(50);
        const edge = await page
          .locator('html')
          .evaluate((root) => parseFloat(getComputedStyle(root).scrollPaddingBottom));
        const { y = Infinity } = (await page.locator('article').boundingBox()) ?? {};
        expect(height - edge - y, `${width} px`).toBeGreaterThan(96);
      }
    },
  );

  test('marks the items of a list on a card as those of a list, not of a list in one', async () => {
    await fillWithOddities(site);
    const { page } = await browser.newPage();
    await page.goto(`${site.url}/club/?page_size=24`);
    const mark = await page
      .locator('.club-card-description ul')
      .first()
      .evaluate((list) => getComputedStyle(list).listStyleType);
    expect(mark).toBe('disc');
  });

  test('indents a list of the short description like those of the text below', async () => {
    await fillWithOddities(site);
    const { page } = await browser.newPage();
    await page.goto(`${site.url}/club/1/`);
    const [short, text] = await Promise.all(
      ['.short ul', '.prose ul'].map((selector) =>
        page.locator(selector).evaluate((list) => {
          const { paddingInlineStart, fontSize } = getComputedStyle(list);
          return parseFloat(paddingInlineStart) / parseFloat(fontSize);
        }),
      ),
    );
    expect(short).toBeCloseTo(text ?? NaN);
  });

  test('writes Arabic and Hebrew from right to left, and lays their cards out so', async () => {
    await site.database.insertClub({ name: 'نادي الشطرنج (2026)', shortDescription: 'مرحبا (بكم)' });
    await site.database.insertClub({ name: 'Chess (2026)', shortDescription: 'Welcome.' });
    await site.database.insertClub({ name: 'שחמט', shortDescription: 'In English.', isActive: false });
    await site.database.insertClub({ name: '2026', shortDescription: 'مرحبا' });
    const { page } = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${site.url}/club/?page_size=24&club_status=`);
    const cards = page.locator('article');
    const directions = (selector: string) =>
      cards.locator(selector).evaluateAll((elements) => elements.map((element) => getComputedStyle(element).direction));
    expect(await directions('h4')).toEqual(['ltr', 'ltr', 'rtl', 'rtl']);
    expect(await directions('.club-card-description')).toEqual(['rtl', 'ltr', 'ltr', 'rtl']);
    // A name stands beside its logo, at the side where its script begins.
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      const offsets = await cards.evaluateAll((elements) =>
        elements.map((card) => {
          const isRtl = getComputedStyle(card).direction === 'rtl';
          const start = ({ left, right }: DOMRect) => (isRtl ? -right : left);
          const name = document.createRange();
          name.selectNodeContents(card.querySelector('h4') ?? card);
          const logo = card.querySelector('.logo') ?? card;
          return [logo, name].map((part) =>
            Math.round(start(part.getBoundingClientRect()) - start(card.getBoundingClientRect())),
          );
        }),
      );
      expect(new Set(offsets.map((offset) => JSON.stringify(offset))), `${width} px`).toHaveProperty('size', 1);
    }
  });

  test.each([
    ['rtl', 'نادي الشطرنج', 'مرحبا بكم', 'ألعاب'],
    ['ltr', 'Chess', 'Welcome', 'Games'],
  ] as const)('gives all that the page of a club says one edge, %s', async (direction, name, words, category) => {
    const id = await site.database.insertClub({
      name,
      shortDescription: words,
      description: words,
      category,
      website: 'https://chess.example.org/',
      contact: 'chess@example.org',
      links: [{ label: 'Discord', url: 'https://discord.gg/chess' }],
      confirmedOn: '2026-11-22',
      isActive: false,
    });
    await site.database.insertClub({ name: `${name} 2`, parentId: id });
    const other = direction === 'rtl' ? 'A name that takes several lines ' : 'اسم طويل يأخذ عدة أسطر ';
    await site.database.insertClub({ name: other.repeat(5).trim(), parentId: id });
    const { page } = await browser.newPage();
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${site.url}/club/${id}/`);
      /** How far from the side where the page begins are the boxes, or the words, of all these. */
      const edges = (selector: string) =>
        page.locator(selector).evaluateAll(
          (elements, isRtl) =>
            elements.map((element) => {
              const words = document.createRange();
              words.selectNodeContents(element);
              const { left, right } = (element.matches('.button, li') ? element : words).getBoundingClientRect();
              return Math.round(isRtl ? innerWidth - right : left);
            }),
          direction === 'rtl',
        );
      for (const [selector, count] of [
        ['h1, .short', 2],
        ['.status, .website .button, .contact, .links li, .categories li, .confirmed', 6],
        ['.description h2, .prose', 2],
        ['.family h2, .family a', 3],
      ] as const) {
        const found = await edges(selector);
        expect(found, `${width} px: ${selector}`).toEqual(Array(count).fill(found[0]));
      }
      for (const selector of ['h1', '.categories li', '.short', '.prose', '.description h2', '.family li'])
        expect(
          await page
            .locator(selector)
            .first()
            .evaluate((element) => getComputedStyle(element).direction),
        ).toBe(direction);
      // What the site says keeps the order of its own words, and its way back the site's side.
      expect(await page.locator('.family h2 bdi').innerText()).toBe('2 clubs in it');
      expect(await page.locator('.back').evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
    }
  });

  test.each([
    ['rtl', 'نادي الشطرنج'],
    ['ltr', 'Chess'],
  ])(
    'begins each block of a text at the edge of the page that suits its direction, on a page that is %s',
    async (_, name) => {
      const short = 'In English. مرحبا\n\nمرحبا بكم in English\n\n- One\n- مرحبا\n\n> مرحبا\n\n> Quoted';
      const id = await site.database.insertClub({ name, shortDescription: short, description: short });
      await saveHtml(site, await renderClubTexts({ shortDescription: short, description: `### About\n\n${short}` }));
      const { page } = await browser.newPage();
      for (const width of [360, 768, 1280, 1600]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(`${site.url}/club/${id}/`);
        for (const selector of ['.short', '.prose']) {
          const blocks = await page.locator(selector).evaluate((text) => {
            const column = text.parentElement?.getBoundingClientRect();
            return Array.from(text.children, (block) => {
              const { left, right, width } = block.getBoundingClientRect();
              const startsRtl = /^[^a-z]*[\u0590-\u08ff]/i.test(block.textContent);
              return {
                text: block.textContent.trim(),
                direction: getComputedStyle(block).direction === (startsRtl ? 'rtl' : 'ltr'),
                offset: Math.round(column ? (startsRtl ? column.right - right : left - column.left) : NaN),
                isReadable: width <= 672,
              };
            });
          });
          expect(blocks.length).toBeGreaterThan(4);
          expect(blocks, `${width} px: ${selector}`).toEqual(
            blocks.map(({ text }) => ({ text, direction: true, offset: 0, isReadable: true })),
          );
        }
      }
    },
  );

  test.each([100, 200])(
    'keeps the state of a club in one piece, and its links to be hit, with text of %i percent',
    async (percent) => {
      const id = await site.database.insertClub({
        ...{ name: 'Aviron', isActive: false, contact: 'aviron@example.org' },
        links: Array.from({ length: 20 }, (_, index) => ({ label: `Link ${index}`, url: 'https://example.org/' })),
      });
      const { page } = await browser.newPage();
      for (const path of [`/club/${id}/`, `/fr/club/${id}/`]) {
        for (const width of [320, 360, 768, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          await page.goto(site.url + path);
          await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), `${percent}%`);
          expect(await brokenWords(page, '.state, .links a'), `${path} at ${width} px`).toEqual([]);
          const heights = await page
            .locator('.links a, .contact a')
            .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
          expect(Math.min(...heights), `${path} at ${width} px`).toBeGreaterThanOrEqual(43);
        }
      }
    },
  );

  test('prints where the links of a club lead', async () => {
    const id = await site.database.insertClub({
      ...{ name: 'Aviron', contact: `https://example.org/${'c'.repeat(80)}` },
      links: [{ label: 'Wiki', url: 'https://wiki.example.org/' }],
    });
    const { page } = await browser.newPage();
    await page.goto(`${site.url}/club/${id}/`);
    await page.emulateMedia({ media: 'print' });
    const printed = await page
      .locator('.links a, .contact a')
      .evaluateAll((links) =>
        links.map((link) => [link.getAttribute('href'), getComputedStyle(link, '::after').content]),
      );
    expect(printed).toEqual(printed.map(([href]) => [href, `" ${href}"`]));
    expect(printed).toHaveLength(2);
  });

  test('keeps the page numbers of a long list on one row, each large enough for a finger', async () => {
    await site.database.insertClubs(...Array.from({ length: 2098 }, (_, index) => `Zoo ${index}`));
    const { page } = await browser.newPage();
    for (const width of [320, 360, 390, 480, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const number of [1, 2, 3, 4, 7, 8, 1000, 2091, 2097, 2098]) {
        await page.goto(`${site.url}/club/?page=${number}`);
        const numbers = await page.locator('.numbers a:visible').evaluateAll((links) =>
          links.map((link) => {
            const { top, width, height } = link.getBoundingClientRect();
            return { top: Math.round(top), side: Math.min(width, height), text: link.textContent };
          }),
        );
        const where = `page ${number} at ${width} px`;
        const texts = numbers.map(({ text }) => text);
        // On a phone fewer than elsewhere, but always where one is, what is beside it, and both ends.
        for (const shown of [1, number - 1, number, number + 1, 2098].filter((one) => one >= 1 && one <= 2098))
          expect(texts, where).toContain(shown.toLocaleString('en'));
        if (width < 500) expect(texts.length, where).toBeLessThanOrEqual(6);
        expect(Math.min(...numbers.map(({ side }) => side)), where).toBeGreaterThanOrEqual(24);
        const rows = Object.values(Object.groupBy(numbers, ({ top }) => top)).map((row) => row?.length ?? 0);
        expect(rows, where).toHaveLength(1);
      }
    }
  });
});

/** What the guidelines for accessible content let a reader set. */
const TEXT_SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`;

/** In the way that the page's own policy allows. */
const addStyle = (page: Page, css: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, css);

async function centerOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`There is no ${selector}.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The id of the link at a place of the window. */
const idAt = (page: Page, x: number, y: number) =>
  page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest('a')?.id, [x, y] as const);

/** What stands beyond the window of a page at this width, with text of so many percent. */
async function beyondAt(page: Page, width: number, percent: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 800 });
  await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), `${percent}%`);
  return (await elementsBeyond(page)).map((element) => `${element} at ${width} px and ${percent} percent`);
}

async function fillWithTextsOfAllLengths(site: TestSite): Promise<void> {
  for (let index = 0; index < 24; index += 1)
    await site.database.insertClub({
      name: `Club ${String(index).padStart(2, '0')}${' of a long name'.repeat(index % 3)}`,
      shortDescription: 'Some more words. '.repeat((index * 7) % 50).trim(),
    });
}

/** What all clubs now there show of their texts. */
const saveHtml = (site: TestSite, html: { shortDescriptionHtml: string; descriptionHtml: string }) =>
  site.database.sql`update club set short_description_html = ${html.shortDescriptionHtml},
    description_html = ${html.descriptionHtml}, html_rules = ${MARKDOWN_RULES},
    html_digest = club_text_digest(short_description, description)`;

async function fillWithOddities(site: TestSite): Promise<void> {
  const code = 'npm run a-very-long-command --with=an-option --and=another | sort | uniq --count';
  const parent = await site.database.insertClub({
    name: `Code ${'Donaudampfschifffahrtsgesellschaft'.repeat(2)} Club`,
    shortDescription: `Word ${'long'.repeat(60)}`,
    description: 'About.',
    category: `Games; ${'Verylongcategory'.repeat(5)}`,
    website: 'https://code.example.org/',
    logo: '/logos/echecs.svg',
    contact: `${'c'.repeat(60)}@${'d'.repeat(60)}.example.org`,
    links: ['l'.repeat(100), 'Instagram', ...Array.from({ length: 18 }, (_, index) => `Link ${index}`)].map(
      (label) => ({
        label,
        url: `https://${'h'.repeat(60)}.example.org/${'p'.repeat(300)}`,
      }),
    ),
    confirmedOn: '2026-11-22',
  });
  const html = `<p>Before</p><pre><code>${code}\n${code}</code></pre><ul><li>${'x'.repeat(90)}</li></ul>`;
  await saveHtml(site, { shortDescriptionHtml: html, descriptionHtml: html });
  await site.database.insertClub({ name: 'x'.repeat(255), parentId: parent, isActive: false });
  await site.database.insertClub({
    name: 'Department of Biochemistry and Microbiology (American Society for Microbiology- Student Chapter)(Graduate)',
    parentId: parent,
  });
  await site.database.insertClubs(...Array.from({ length: 30 }, (_, index) => `Zoo ${index}`));
}

/** The width of the page when that is more than the window's, and what reaches so far, where it is not scrolled in a box of its own. */
const elementsBeyond = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth } = document.documentElement;
    if (scrollWidth <= innerWidth) return [];
    const elements = Array.from(document.querySelectorAll('body *'))
      .filter((element) => element.getBoundingClientRect().right > innerWidth && !element.closest('pre'))
      .map((element) => `${element.tagName.toLowerCase()}.${element.classList[0] ?? ''}`);
    // A text may reach beyond the box of its element.
    return [`${scrollWidth} px`, ...elements];
  });

/** What is seen before what precedes it in the markup: neither below that nor beside its end. */
const misplaced = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) => {
    // What a narrow page folds away has no place.
    const elements = all.filter((element) => element.checkVisibility());
    return elements
      .filter((element, index) => {
        const before = elements[index - 1]?.getBoundingClientRect();
        const { left, top, bottom } = element.getBoundingClientRect();
        if (!before) return false;
        const isBelow = top >= before.bottom - 1;
        const isBeside = left >= before.right - 1 && top < before.bottom && bottom > before.top;
        return !isBelow && !isBeside;
      })
      .map((element) => element.outerHTML.slice(0, 80));
  });

const groundOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      // In forced colours a ground may be the one of the page.
      const { backgroundColor } = getComputedStyle(element);
      return backgroundColor.endsWith(', 0)') ? getComputedStyle(document.body).backgroundColor : backgroundColor;
    });

const hasBorder = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { borderTopStyle, borderTopWidth } = getComputedStyle(element);
      return borderTopStyle === 'solid' && parseFloat(borderTopWidth) > 0;
    });

const isUnderlined = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).textDecorationLine === 'underline');

/** The contrast of two colours, as the guidelines for accessible content define it. */
function contrast(colors: (string | null)[]): number {
  const [one = '', other = ''] = colors.map((color) => {
    const parts = (color?.match(/[\d.]+/g) ?? []).slice(0, 3);
    return `#${parts.map((part) => Math.round(Number(part)).toString(16).padStart(2, '0')).join('')}`;
  });
  return contrastOf(one, other);
}
