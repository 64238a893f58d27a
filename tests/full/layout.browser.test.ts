import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { contrast as contrastOf } from '../../src/lib/contrast.ts';
import { MARKDOWN_RULES, renderClubTexts } from '../../src/clubs/record/markdown.ts';
import { brokenWords } from '../support/accessibility.ts';
import { answerFor, useBrowser } from '../support/browser.ts';
import { describeSite, type TestSite } from '../support/site.ts';

/** Every kind of page. */
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
  '/club/embed/?club_status=',
  '/page/ae/',
  '/page/privacy/',
  '/fr/page/imprint/',
  '/nothing/',
  ...['/fr/', '/fr/club/?page=2', '/fr/club/?page_size=24&name=e', '/fr/club/1/', '/fr/page/ae/'],
];

describeSite('The layout', (site) => {
  const browser = useBrowser();

  test.each(PAGES)('fits every width, with text of 100 and 200 %%: %s', async (path) => {
    await fillWithOddities(site);
    const { page } = await browser.newPage();
    await page.goto(site.url + path);
    for (const width of [320, 360]) {
      for (const percent of [100, 200]) expect(await beyondAt(page, width, percent)).toEqual([]);
    }
    for (const width of [768, 1280]) expect(await beyondAt(page, width, 200)).toEqual([]);
  });

  test.each([
    ['of 200 %', 200, ''],
    ['spaced as a reader may set it', 100, TEXT_SPACING],
  ])('breaks no word of a control at any width, with text %s', async (_, percent, css) => {
    const [, id] = await site.database.insertClubs(...Array.from({ length: 1200 }, (_, index) => `Zoo ${index}`));
    await site.database.sql`update club set website = 'https://zoo.example.org/' where id = ${id ?? 0}`;
    const { page } = await browser.newPage();
    const issues: string[] = [];
    for (const path of ['/club/?page_size=1&page=600', `/club/${id ?? 0}/`, '/']) {
      await page.goto(site.url + path);
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), `${percent}%`);
      await addStyle(page, css);
      for (let width = 320; width <= 1280; width += width < 480 ? 16 : 64) {
        await page.setViewportSize({ width, height: 800 });
        const broken = await brokenWords(
          page,
          '.pagination a, .list-views a, label, legend, .button, .site-menu a, summary, footer a, .back a, h2, h3',
        );
        if (broken.length > 0) issues.push(`${path} at ${width} px: ${broken.join(', ')}`);
      }
    }
    expect(issues).toEqual([]);
  });

  test.each([
    [390, true],
    [1280, true],
    [390, false],
  ])('keeps Next under the pointer at %i px while the cards differ, with JavaScript: %s', async (width, hasScript) => {
    await fillWithTextsOfAllLengths(site);
    const { page } = await browser.newPage({ viewport: { width, height: 844 }, javaScriptEnabled: hasScript });
    await page.goto(`${site.url}/club/`);
    const { x, y } = await centerOf(page, '#page-next');
    const heights = new Set<number>();
    for (let number = 2; number <= 12; number += 1) {
      await page.mouse.click(x, y);
      await page.locator(`.number[aria-current][href="?page=${number}"]`).waitFor();
      await page.waitForLoadState();
      expect(await idAt(page, x, y), `page ${number}`).toBe('page-next');
      heights.add(Math.round((await page.locator('article').boundingBox())?.height ?? 0));
    }
    expect(heights.size).toBeGreaterThan(3);
  });

  test('shows the steps of the one-by-one view above the card, but lets the keyboard reach the club first', async () => {
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
    // After the name there is its star, an icon.
    expect(order).toEqual(['Badminton', '', 'Previous', 'Next', '1', '2', '3']);
  });

  test('has a low header and a wide menu on a phone with text of 200 %', async () => {
    const { page } = await browser.newPage({ viewport: { width: 320, height: 740 } });
    await page.goto(`${site.url}/fr/page/ae/`);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const { height = Infinity } = (await page.locator('header.site-header').boundingBox()) ?? {};
    expect(height).toBeLessThan(740 * 0.2);
    expect(await page.locator('header summary').textContent()).toContain('Associations et clubs');
    await page.locator('header summary').click();
    expect(await elementsBeyond(page)).toEqual([]);
    const entries = await page.locator('header details ul').boundingBox();
    expect(entries?.x).toBeGreaterThanOrEqual(0);
    expect(entries?.width).toBeGreaterThan(320 * 0.8);
    expect(await brokenWords(page, 'header summary, .translation')).toEqual([]);
  });

  test.each([
    [600, false],
    [720, true],
  ])(
    'shows every filter that the keyboard reaches in a window %i px high, with a failure message: %s',
    async (height, hasFailed) => {
      for (const [index, letter] of Array.from('ABCDEFGHIJKLMNOPQRSTUVWX').entries()) {
        const category = `Category ${letter}`;
        await site.database.insertClub({ name: `Zoo ${index}`, category });
      }
      const { page } = await browser.newPage({ viewport: { width: 1280, height } });
      await page.goto(`${site.url}/club/?page_size=24`);
      await page.locator('.category-links summary').click();
      const messages = page.locator('#messages');
      if (hasFailed) {
        await answerFor(page, '**/club/?*', (route) => route.abort());
        await page
          .getByRole('link', { name: /Category I/ })
          .first()
          .press('Enter');
        await messages.getByRole('link').waitFor();
      }
      const edge = hasFailed ? ((await messages.boundingBox())?.y ?? NaN) : height;
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
          expect(top >= 0 && bottom <= edge + 1, text ?? '').toBe(true);
        }
      }
    },
  );

  test.each([640, 900])('has a header of one row on every page at %i px', async (width) => {
    const { page } = await browser.newPage({ viewport: { width, height: 800 } });
    const [id = 0] = await site.database.insertClubs('Chess');
    for (const path of ['/', '/club/', `/club/${id}/`, '/fr/', '/fr/club/']) {
      await page.goto(site.url + path);
      const height = async () => (await page.locator('header.site-header').boundingBox())?.height;
      expect(await height(), path).toBeLessThan(64);
      // Also with a link to the shortlist.
      await page.evaluate((star) => localStorage.setItem('shortlist', star), String(id));
      await page.reload();
      expect(await height(), path).toBeLessThan(64);
    }
  });

  test('has a header of one row on a phone, with a link that leads to the search and keeps it', async () => {
    await site.database.insertClubs('Chess');
    const { page, problems } = await browser.newPage({ viewport: { width: 360, height: 800 } });
    for (const prefix of ['', '/fr']) {
      await page.goto(`${site.url}${prefix}/club/1/`);
      expect((await page.locator('header.site-header').boundingBox())?.height).toBeLessThan(64);
      expect(await page.locator('header search').isVisible()).toBe(false);
      const link = page.locator('header .to-search');
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await link.click();
      await page.waitForURL((url) => url.pathname === `${prefix}/club/`);
      const field = page.locator('main input[type=search]');
      const hasFocus = () => field.evaluate((one) => one === document.activeElement);
      await expect.poll(hasFocus).toBe(true);
      await page.goto(`${site.url}${prefix}/club/?name=che&club_status=`);
      await page.locator('form.club-search[data-htmx-powered]').waitFor();
      await link.click();
      await expect.poll(hasFocus).toBe(true);
      expect(await field.inputValue()).toBe('che');
      expect(new URL(page.url()).search).toBe('?name=che&club_status=');
      expect(problems).toEqual([]);
    }
  });

  test('marks current links and the edges of buttons in forced colours', async () => {
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
    for (const selector of ['form.club-search .button', '.list-views a', '#page-next', 'article .poster'])
      expect(await hasBorder(page, selector), selector).toBe(true);
    await page.goto(`${site.url}/nothing/`);
    for (const selector of ['main .button', 'main search form']) expect(await hasBorder(page, selector)).toBe(true);
  });

  test.each([
    ['light', {}],
    ['forced colours', { forcedColors: 'active' }],
  ] as const)('shows letters for a logo that does not load, in %s', async (_, options) => {
    const [broken = 0] = await site.database.insertClubs('Chose');
    await site.database.sql`update club set logo = '/logos/nothing.png' where id = ${broken}`;
    const { page } = await browser.newPage({ ...options, viewport: { width: 1280, height: 800 } });
    const image = page.locator('main article .poster img');
    for (const path of [`/club/?name=Chose`, `/club/?page_size=24&name=Chose`, `/club/${broken}/`]) {
      await page.goto(site.url + path);
      await expect.poll(() => image.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
      // The card has a name beside the logo, the page of the club does not.
      expect(await image.ariaSnapshot()).toBe(path.startsWith('/club/?') ? '' : '- img "logo Chose"');
      expect(await image.evaluate((image) => getComputedStyle(image, '::after').content)).toContain('"Ch"');
    }
  });

  test('prints the page of a club, with the host of its website', async () => {
    await fillWithOddities(site);
    const { page } = await browser.newPage({ viewport: { width: 794, height: 1123 } });
    await page.goto(`${site.url}/club/1/`);
    await page.emulateMedia({ media: 'print' });
    const visible = (selector: string) =>
      page.locator(selector).evaluateAll((elements) => elements.filter((element) => element.checkVisibility()).length);
    expect(await visible('header nav, header search, .back, footer, .skip-link')).toBe(0);
    expect(await visible('h1, .description, .family')).toBe(3);
    expect(await visible('.website .hint')).toBe(1);
    expect(await page.locator('.description .prose pre').evaluate((pre) => pre.scrollWidth - pre.clientWidth)).toBe(0);
  });

  test('scrolls the active filters sideways on a phone beside the link that clears them', async () => {
    const category = 'Games; Sport; Music; Culture; Science; Sailing';
    await site.database.insertClub({ name: 'Chess', category });
    const { page } = await browser.newPage();
    const query = `?club_status=&${category
      .split('; ')
      .map((one) => `category=${one.toLowerCase()}`)
      .join('&')}`;
    const width = 320;
    for (const prefix of ['', '/fr']) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto(`${site.url}${prefix}/club/${query}`);
      const boxOf = (part: string) => page.locator(part).evaluate((element) => element.getBoundingClientRect());
      const [summary, chip, clear, result] = await Promise.all(
        ['.sheet > summary', '.filter-chips li:first-child a', '.filter-chips .clear', '.club-result'].map(boxOf),
      );
      const where = `${prefix} at ${width} px`;
      expect((chip?.top ?? 0) - (summary?.bottom ?? 0), where).toBeGreaterThanOrEqual(4);
      expect((result?.top ?? 0) - (chip?.bottom ?? 0), where).toBeGreaterThanOrEqual(4);
      expect(clear?.right, where).toBeLessThanOrEqual(width);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBe(width);
      const { x, y } = await centerOf(page, '.filter-chips .clear');
      expect(await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.className, [x, y] as const)).toContain(
        'clear',
      );
      // A filter that gets the focus is visible as a whole.
      await page.locator('.filter-chips li:last-child a').focus();
      await expect
        .poll(async () => (await boxOf('.filter-chips li:last-child a')).right, { message: where })
        .toBeLessThanOrEqual(clear?.left ?? 0);
    }
  });

  test.each([
    '/fr/club/',
    '/club/?page_size=24',
    '/fr/club/?category=games&category=sport&club_status=',
    '/club/?name=s&club_status=true',
  ])('shows a club of %s in the first 275 px of a small phone, and the steps at its lower edge', async (path) => {
    for (const name of ['Chess', 'Ski', 'Swimming']) await site.database.insertClub({ name, category: 'Games; Sport' });
    await site.database.insertClub({ name: 'Sailing', category: 'Games', isActive: false });
    // Without the link to the preferred language.
    const locale = path.startsWith('/fr') ? 'fr-FR' : 'en-GB';
    const { page } = await browser.newPage({ viewport: { width: 320, height: 640 }, locale });
    await page.goto(site.url + path);
    const { y = Infinity } = (await page.locator('article').first().boundingBox()) ?? {};
    expect(y).toBeLessThan(275);
    if (path.includes('page_size')) return;
    const { height = 0, y: top = 0 } = (await page.locator('#page-next').boundingBox()) ?? {};
    expect(top + height).toBe(640);
  });

  test('keeps both steps at the lower edge of a phone usable with text of 100 and 200 %', async () => {
    const [width, height] = [320, 640];
    await site.database.insertClubs(...['Archery', 'Badminton', 'Chess'].map((name) => `${name} of the university`));
    const { page } = await browser.newPage({ viewport: { width, height } });
    await page.goto(`${site.url}/club/?page=2`);
    for (const percent of [100, 200]) {
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), `${percent}%`);
      const bar = await page.locator('#page-next').boundingBox();
      expect(bar?.height, `${percent}`).toBeLessThan(height / 5);
      for (const step of ['#page-previous', '#page-next']) {
        const where = `${step} at ${percent} percent`;
        const arrow = await page.locator(`${step} .icon`).boundingBox();
        expect(Math.min(arrow?.width ?? 0, arrow?.height ?? 0), where).toBeGreaterThanOrEqual(16);
        const { x, y } = await centerOf(page, `${step} .icon`);
        expect(`#${await idAt(page, x, y)}`, where).toBe(step);
        expect((await page.locator(step).boundingBox())?.width, where).toBeGreaterThanOrEqual(44);
      }
    }
  });

  test('lays out cards in Arabic and Hebrew from right to left', async () => {
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
    // The name is beside the logo, at the start of its script.
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      const offsets = await cards.evaluateAll((elements) =>
        elements.map((card) => {
          const isRtl = getComputedStyle(card).direction === 'rtl';
          const start = ({ left, right }: DOMRect) => (isRtl ? -right : left);
          const name = document.createRange();
          name.selectNodeContents(card.querySelector('h4') ?? card);
          const logo = card.querySelector('.poster') ?? card;
          return [logo, name].map((part) =>
            Math.round(start(part.getBoundingClientRect()) - start(card.getBoundingClientRect())),
          );
        }),
      );
      expect(new Set(offsets.map((offset) => JSON.stringify(offset))), `${width} px`).toHaveProperty('size', 1);
    }
  });

  test.each(['نادي الشطرنج', 'Chess'])(
    'aligns each block of a text by the direction of the block, on the page of %s',
    async (name) => {
      const short = 'In English. مرحبا\n\nمرحبا بكم in English\n\n- One\n- مرحبا\n\n> مرحبا\n\n> Quoted';
      const id = await site.database.insertClub({ name, shortDescription: short, description: short });
      await saveHtml(site, await renderClubTexts({ shortDescription: short, description: `### About\n\n${short}` }));
      const { page } = await browser.newPage();
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(`${site.url}/club/${id}/`);
        for (const selector of ['.short', '.description .prose']) {
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

  test('shows the page numbers of a long list in one row of links that a finger can hit', async () => {
    await site.database.insertClubs(...Array.from({ length: 2098 }, (_, index) => `Zoo ${index}`));
    const { page } = await browser.newPage();
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const number of [1, 4, 1000, 2098]) {
        await page.goto(`${site.url}/club/?page=${number}`);
        const numbers = await page.locator('.numbers a:visible').evaluateAll((links) =>
          links.map((link) => {
            const { top, width, height } = link.getBoundingClientRect();
            return { top: Math.round(top), side: Math.min(width, height), text: link.textContent };
          }),
        );
        const where = `page ${number} at ${width} px`;
        const texts = numbers.map(({ text }) => text);
        // Always the current page, its neighbours, and both ends.
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

/** Text spacing as in WCAG 1.4.12. */
const TEXT_SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`;

/** Adds a style sheet in a way that the content security policy allows. */
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

/** The id of the link at a position of the window. */
const idAt = (page: Page, x: number, y: number) =>
  page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest('a')?.id, [x, y] as const);

/** The elements beyond the window at this width, with this size of text. */
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

/** Replaces the rendered texts of all clubs. */
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

/** The width of a page that is wider than its window, and the elements that reach beyond it. */
const elementsBeyond = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth } = document.documentElement;
    if (scrollWidth <= innerWidth) return [];
    const elements = Array.from(document.querySelectorAll('body *'))
      .filter((element) => element.getBoundingClientRect().right > innerWidth && !element.closest('pre'))
      .map((element) => `${element.tagName.toLowerCase()}.${element.classList[0] ?? ''}`);
    // A text may reach beyond its element, so that the list of elements may be empty.
    return [`${scrollWidth} px`, ...elements];
  });

const groundOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      // In forced colours, a transparent background shows the page.
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

/** The contrast of two colours, as WCAG defines it. */
function contrast(colors: (string | null)[]): number {
  const [one = '', other = ''] = colors.map((color) => {
    const parts = (color?.match(/[\d.]+/g) ?? []).slice(0, 3);
    return `#${parts.map((part) => Math.round(Number(part)).toString(16).padStart(2, '0')).join('')}`;
  });
  return contrastOf(one, other);
}
