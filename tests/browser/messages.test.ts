import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { MARKDOWN_RULES } from '../../src/markdown.ts';
import { answerFor, useBrowser } from '../support/browser.ts';
import { makeMarkedProject, MARKS } from '../support/marked-project.ts';
import { describeOwnSite, type TestSite } from '../support/site.ts';

/*
 * Every text of the interface comes from the catalogue of its language: here each message is marked, and all that clubs
 * and pages bring is Greek. What is neither was written somewhere else.
 */

const LANGUAGES = ['', '/fr'];

/** Every page and every state of it. */
const STATES = [
  '/',
  '/page/ae/',
  '/nothing/',
  '/club/',
  '/club/?page=2',
  '/club/?page=20',
  '/club/?page_size=24',
  '/club/?page_size=100',
  '/club/?name=%CF%83',
  '/club/?name=%CF%83&club_status=&page_size=24',
  '/club/?club_status=false',
  '/club/?name=%CF%89%CF%89',
  '/club/?club_status=%CE%B1',
  `/club/?name=${'%CF%83'.repeat(256)}`,
  '/club/?name=%CF%83%00',
  '/club/?page=9999',
  '/club/1/',
  '/club/2/',
  '/club/3/',
  '/club/9999/',
  '/club/1/suggest/',
  '/club/1/suggest/?sent',
  '/club/propose/',
  '/club/shortlist/',
  '/club/shortlist/?ids=9999',
  '/club/shortlist/?ids=1,2,3,9999',
  `/club/shortlist/?ids=${Array.from({ length: 51 }, (_, index) => index + 1).join()}`,
  '/club/compare/',
  '/club/compare/?ids=1,2,3,4,5',
];

describeOwnSite(
  'A site whose messages are marked',
  (site) => {
    const browser = useBrowser();

    test('shows no text that is not from the catalogue, in any state of a page', async () => {
      await fill(site);
      const { page } = await browser.newPage();
      const faults: string[] = [];
      for (const path of LANGUAGES.flatMap((prefix) => STATES.map((state) => prefix + state))) {
        await page.goto(site.url + path);
        if (path.endsWith('/')) await page.waitForLoadState('networkidle');
        expect(await page.title(), path).not.toBe('');
        faults.push(...(await findUnmarked(page)).map((fault) => `${path}: ${fault}`));
      }
      expect(faults).toEqual([]);
    });

    test.each(LANGUAGES)('nor in what its scripts bring, in %s/', async (prefix) => {
      await fill(site);
      const { page } = await browser.newPage({ viewport: { width: 400, height: 800 } });
      await page.goto(`${site.url}${prefix}/club/?page_size=24`);
      await page.locator('form.club-search[data-htmx-powered]').waitFor();
      await page.locator('pre[aria-label]').first().waitFor();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => page.url()).toContain('page=2');
      await expect.poll(() => page.locator('#announcement').innerText()).toContain(MARKS.begin);
      expect(await findUnmarked(page)).toEqual([]);

      await answerFor(page, '**/club/?*page=1', (route) => route.abort());
      await page.keyboard.press('ArrowLeft');
      await page.locator('#failure').waitFor();
      expect(await page.locator('.message').innerText()).toContain(MARKS.begin);
      expect(await findUnmarked(page)).toEqual([]);

      await page.reload();
      await page.locator('[data-star] button').first().click();
      await page.evaluate(() =>
        localStorage.setItem('shortlist', Array.from({ length: 50 }, (_, id) => id + 900).join()),
      );
      await page.locator('[data-star] button').last().click();
      expect(await page.locator('.message').innerText()).toContain(MARKS.begin);
      expect(await findUnmarked(page)).toEqual([]);
    });

    test.each(LANGUAGES)('nor when an answer cannot be made, in %s/', async (prefix) => {
      await fill(site);
      const { page } = await browser.newPage();
      await site.database.sql.unsafe('alter table club rename to club_gone');
      try {
        const response = await page.goto(`${site.url}${prefix}/club/?name=%CF%83&page_size=7`);
        expect(response?.status()).toBe(500);
        expect(await findUnmarked(page)).toEqual([]);
      } finally {
        await site.database.sql.unsafe('alter table club_gone rename to club');
      }
    });

    test('and tells of a page that lacks the language, in that language and beside the text in the other', async () => {
      const { page } = await browser.newPage();
      for (const [path, notes] of [
        ['/page/ae/', 0],
        ['/fr/page/ae/', 1],
        ['/', 0],
        ['/fr/', 1],
      ] as const) {
        await page.goto(site.url + path);
        expect(await page.locator('main .other-language').count(), path).toBe(notes);
        expect(await page.locator('main .prose').getAttribute('lang'), path).toBe('en');
        expect(await page.locator('html').getAttribute('lang'), path).toBe(path.startsWith('/fr/') ? 'fr' : 'en');
      }
    });

    test('and the search for such texts finds them', async () => {
      await fill(site);
      const { page } = await browser.newPage();
      await page.goto(`${site.url}/club/1/`);
      await page.evaluate(() => {
        document.querySelector('h1')?.append(' and more');
        document.querySelector('nav')?.setAttribute('aria-label', 'Places');
        document.querySelector('main')?.setAttribute('data-hint', 'Look');
        document.querySelector('meta[name="description"]')?.setAttribute('content', 'Text');
      });
      expect(await findUnmarked(page)).toEqual([
        expect.stringContaining('Text'),
        expect.stringContaining('Places'),
        expect.stringContaining('Look'),
        expect.stringContaining('and more'),
      ]);
    });
  },
  {},
  makeMarkedProject,
);

/** Clubs with everything that they may have, and enough of them for every kind of pagination. */
async function fill(site: TestSite): Promise<void> {
  const { database } = site;
  const id = await database.insertClub({
    name: 'Σκάκι',
    logo: '/logos/echecs.svg',
    category: 'Παιχνίδια; Αθλήματα',
    // Its host is shown.
    website: new URL('https://σύλλογος.ελ/').href,
    links: [{ label: 'Ιστότοπος', url: 'https://www.instagram.com/club' }],
  });
  const parent = await database.insertClub({ name: 'Αθλητισμός', isActive: false });
  await database.insertClub({ name: 'Σύλλογος', parentId: id });
  await database.insertClubs(
    ...Array.from({ length: 60 }, (_, index) => `Σ${'αβγδεζηθικ'.charAt(index % 10).repeat(1 + index / 10)}`),
  );
  await database.sql`update club set parent_id = ${parent} where id = ${id}`;
  const html = `<p>Κείμενο.</p><pre><code>${'α'.repeat(200)}</code></pre>`;
  await database.sql`
    update club set short_description = 'κ', description = 'κ', short_description_html = ${html},
      description_html = ${html}, html_rules = ${MARKDOWN_RULES}, html_digest = club_text_digest('κ', 'κ')`;
}

/** Texts and attributes for people that hold a letter or a digit outside of marks that is not Greek. */
function findUnmarked(page: Page): Promise<string[]> {
  return page.evaluate(({ begin, end }) => {
    const SPOKEN = ['title', 'alt', 'placeholder', 'label', 'summary', 'srcdoc'];
    const SPOKEN_ARIA = [
      'aria-label',
      'aria-description',
      'aria-placeholder',
      'aria-roledescription',
      'aria-valuetext',
    ];
    /** What scripts and styles are told that is for nobody to read. */
    const TECHNICAL = [
      ...['data-view', 'data-view-onebyone', 'data-view-grid', 'data-key', 'data-field', 'data-invalid', 'data-query'],
      ...[
        'data-club-status',
        'data-outside',
        'data-list',
        'data-for',
        'data-clear',
        'data-off',
        'data-shortlist-page',
        'data-text',
        'data-count',
        'data-filter-count',
        'data-turned',
        'data-keys-switch',
        'data-initials',
        'data-offer',
        'data-translation',
        'data-open',
        'data-htmx-powered',
        'data-island-id',
        'data-star',
        'data-shortlist',
        'data-tool',
        'data-said',
        'data-ids',
        'data-gone',
        'data-most',
        'data-kind',
        'data-kept',
        'data-categories-cut',
      ],
    ];
    const isSpoken = (element: Element, name: string): boolean => {
      if (name === 'content')
        return element.matches('meta[name="description"], meta[property="og:title"], meta[property="og:description"]');
      if (name === 'value') return element.matches('input:is([type="submit"], [type="button"], [type="reset"])');
      if (name.startsWith('data-')) return !TECHNICAL.includes(name) && !name.startsWith('data-astro-');
      return SPOKEN.includes(name) || SPOKEN_ARIA.includes(name);
    };

    const faults: string[] = [];
    /** Answers how many marks are open after the text, of which so many were before. */
    const look = (text: string, open: number, where: string): number => {
      let outside = '';
      for (const sign of text) {
        if (sign === begin) open += 1;
        else if (sign === end) open -= 1;
        else if (open === 0) outside += sign;
      }
      if (/[\p{L}\p{N}]/u.test(outside.replace(/\p{Script=Greek}/gu, ''))) faults.push(`${where}: ${text.trim()}`);
      return open;
    };

    let open = 0;
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        for (const { name, value } of node.attributes)
          if (isSpoken(node, name)) look(value, 0, `${node.localName}[${name}]`);
      } else if (!node.parentElement?.closest('script, style')) {
        open = look(node.textContent ?? '', open, node.parentElement?.localName ?? '');
      }
    }
    if (open !== 0) faults.push('A mark is left open.');
    return faults;
  }, MARKS);
}
