import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
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
  '/page/ae/',
  '/nothing/',
];

describeSite('The layout', (site) => {
  const browser = useBrowser();

  test.each([
    [320, 100],
    [320, 200],
    [320, 400],
    [360, 100],
    [360, 200],
    [768, 200],
    [1280, 200],
  ])('needs no scrolling sideways at %i px with text of %i percent', async (width, percent) => {
    await fillWithOddities(site);
    const { page } = await browser.newPage({ viewport: { width, height: 800 } });
    const faults: string[] = [];
    for (const path of PAGES) {
      await page.goto(site.url + path);
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), `${percent}%`);
      const beyond = await elementsBeyond(page);
      if (beyond.length > 0) faults.push(`${path}: ${beyond.join(', ')}`);
    }
    expect(faults).toEqual([]);
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
  });

  test('shows its menu and what the search of the header is for at 320 px with text of 200 percent', async () => {
    const { page } = await browser.newPage({ viewport: { width: 320, height: 800 } });
    await page.goto(`${site.url}/page/ae/`);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const menu = await page.getByRole('link', { name: 'Home', exact: true }).boundingBox();
    expect(menu?.x).toBeGreaterThanOrEqual(0);
    const room = await page.getByLabel('Find a club by its name').evaluate((field: HTMLInputElement) => {
      const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(field);
      const context = document.createElement('canvas').getContext('2d');
      if (!context) throw new Error('This browser cannot measure a text.');
      context.font = font;
      const { width } = context.measureText(field.placeholder);
      return field.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd) - width;
    });
    expect(room).toBeGreaterThanOrEqual(0);
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

  test('keeps the search of the header beside the menu at 768 px', async () => {
    const { page } = await browser.newPage({ viewport: { width: 768, height: 800 } });
    await page.goto(`${site.url}/page/ae/`);
    const [menu, search] = await Promise.all(
      ['header nav', 'header search'].map((selector) => page.locator(selector).first().boundingBox()),
    );
    if (!menu || !search) throw new Error('There is no menu or no search.');
    expect(Math.abs(menu.y + menu.height / 2 - search.y - search.height / 2)).toBeLessThan(8);
    expect(search.width).toBeGreaterThan(150);
  });

  test('has its menu at the same place on every page', async () => {
    const { page } = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const places = new Set<string>();
    for (const path of ['/', '/page/ae/', '/club/', '/nothing/']) {
      await page.goto(site.url + path);
      places.add(JSON.stringify(await page.locator('header nav summary').boundingBox()));
      await page.getByText('Associations & Clubs').click();
      places.add(JSON.stringify(await page.locator('header nav details ul').boundingBox()));
    }
    expect([...places]).toEqual([expect.any(String), expect.any(String)]);
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

  test('writes Arabic and Hebrew from right to left, and leaves the card as it is', async () => {
    const id = await site.database.insertClub({
      name: 'نادي الشطرنج (2026)',
      shortDescription: 'مرحبا (بكم)',
      description: 'مرحبا',
      category: 'ألعاب',
    });
    await site.database.insertClub({ name: 'Chess (2026)', shortDescription: 'Welcome.' });
    await site.database.insertClub({ name: 'שחמט', isActive: false });
    const { page } = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${site.url}/club/?page_size=24&club_status=`);
    const cards = page.locator('article');
    const directions = (selector: string) =>
      cards.locator(selector).evaluateAll((elements) => elements.map((element) => getComputedStyle(element).direction));
    expect(await directions('h4')).toEqual(['ltr', 'rtl', 'rtl']);
    expect(await directions('.club-card-description')).toEqual(['ltr', 'ltr', 'rtl']);
    const offsets = await cards.evaluateAll((elements) =>
      elements.map((card) => {
        const { x } = card.getBoundingClientRect();
        const name = document.createRange();
        name.selectNodeContents(card.querySelector('h4') ?? card);
        const parts = [card.querySelector('.logo'), name].map((part) => part?.getBoundingClientRect().x ?? 0);
        return parts.map((part) => Math.round(part - x));
      }),
    );
    expect(new Set(offsets.map((offset) => JSON.stringify(offset))).size).toBe(1);

    await page.goto(`${site.url}/club/${id}/`);
    for (const selector of ['h1', '.categories li', '.short', '.prose'])
      expect(await page.locator(selector).evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  });
});

async function fillWithOddities(site: TestSite): Promise<void> {
  const code = 'npm run a-very-long-command --with=an-option --and=another | sort | uniq --count';
  const parent = await site.database.insertClub({
    name: `Code ${'Donaudampfschifffahrtsgesellschaft'.repeat(2)} Club`,
    shortDescription: `Word ${'long'.repeat(60)}`,
    description: 'About.',
    category: `Games; ${'Verylongcategory'.repeat(5)}`,
    website: 'https://code.example.org/',
    logo: '/logos/echecs.svg',
  });
  const html = `<p>Before</p><pre><code>${code}\n${code}</code></pre><ul><li>${'x'.repeat(90)}</li></ul>`;
  await site.database.sql`update club set short_description_html = ${html}, description_html = ${html}, html_rules = 2,
    html_digest = club_text_digest(short_description, description)`;
  await site.database.insertClub({ name: 'x'.repeat(255), parentId: parent, isActive: false });
  await site.database.insertClub({
    name: 'Department of Biochemistry and Microbiology (American Society for Microbiology- Student Chapter)(Graduate)',
    parentId: parent,
  });
  await site.database.insertClubs(...Array.from({ length: 30 }, (_, index) => `Zoo ${index}`));
}

/** What reaches beyond the width of the page, where it is not scrolled in a box of its own. */
const elementsBeyond = (page: Page) =>
  page.evaluate(() => {
    const { documentElement } = document;
    if (documentElement.scrollWidth <= innerWidth) return [];
    return Array.from(document.querySelectorAll('body *'))
      .filter((element) => element.getBoundingClientRect().right > innerWidth && !element.closest('pre'))
      .map((element) => `${element.tagName.toLowerCase()}.${element.classList[0] ?? ''}`);
  });

/** Words that stand on more than one line. */
const brokenWords = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) =>
    elements.flatMap((element) => {
      const broken: string[] = [];
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { currentNode } = texts;
        for (const match of currentNode.nodeValue?.matchAll(/\S+/g) ?? []) {
          const range = document.createRange();
          range.setStart(currentNode, match.index);
          range.setEnd(currentNode, match.index + match[0].length);
          if (new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1) broken.push(match[0]);
        }
      }
      return broken;
    }),
  );

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
  const [lighter = 0, darker = 0] = colors
    .map((color) => {
      const [red = 0, green = 0, blue = 0] = (color?.match(/[\d.]+/g) ?? []).map((value) => {
        const part = Number(value) / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .sort((one, other) => other - one);
  return (lighter + 0.05) / (darker + 0.05);
}
