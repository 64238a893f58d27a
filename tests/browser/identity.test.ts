import { expect, test } from 'vitest';
import { ASSOCIATION, makeAssociation } from '../support/association.ts';
import { useBrowser } from '../support/browser.ts';
import { describeOwnSite } from '../support/site.ts';

const WIDTHS = [320, 360, 480, 600, 640, 700, 768, 864, 1024, 1100, 1140, 1280];

/** One word, as long as a label may be. */
const LONG = 'Donaudampfschifffahrtsgesellschaftskapit';
const WORDS = 'Rooms that you may book for a long while';
const TABLE = `| One | Two | Three |\n| --- | --- | --- |\n| ${LONG} | ${LONG} | ${LONG} |\n`;

const links = [LONG, WORDS].flatMap((label) => [
  { label, href: 'https://hill.example.org/' },
  { label, page: 'imprint' },
]);
const folder = await makeAssociation({
  'site.json': JSON.stringify({
    ...(JSON.parse(ASSOCIATION['site.json'] ?? '') as object),
    name: 'The federated clubs and societies of all students on a hill',
    association: LONG,
    association_clubs: {},
    links: { menu: links, footer: links },
  }),
  'pages/imprint.fr.md': `---\ntitle: 'Mentions'\n---\n\n${TABLE}`,
});

describeOwnSite(
  'A site of long names',
  (site) => {
    const browser = useBrowser();

    test.each([
      [320, 16],
      [360, 16],
      [480, 16],
      [640, 16],
      [768, 16],
      [1152, 16],
      [1280, 16],
      [320, 32],
      [640, 32],
    ])('stays within a window of %i px with letters of %i px, its menu open', async (width, letters) => {
      await site.database.insertClub({ id: 1, name: 'Ski' });
      const { page } = await browser.newPage({ viewport: { width, height: 800 } });
      for (const path of ['/', '/fr/club/', '/club/1/', '/page/imprint/', '/fr/page/imprint/', '/nothing/']) {
        await page.goto(site.url + path);
        await page.evaluate((size) => (document.documentElement.style.fontSize = `${size}px`), letters);
        await page.locator('header summary').click();
        await page.locator('header details ul').waitFor();
        const beyond = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(beyond, path).toBeLessThanOrEqual(0);
      }
    });

    test('prints every column of a table', async () => {
      const { page } = await browser.newPage({ viewport: { width: 700, height: 800 } });
      await page.goto(`${site.url}/page/imprint/`);
      await page.emulateMedia({ media: 'print' });
      const beyond = await page
        .locator('table')
        .evaluate((table) => table.getBoundingClientRect().right - document.documentElement.clientWidth);
      expect(beyond).toBeLessThanOrEqual(0);
    });
  },
  { SITE_DIR: folder },
);

for (const [name, settings] of [
  ['a long name', { SITE_DIR: folder }],
  ['a short name', {}],
] as const) {
  describeOwnSite(
    `The header of a site of ${name}`,
    (site) => {
      const browser = useBrowser();

      test.each(['/page/ae/', '/fr/page/ae/', '/club/'])(
        'has the other language and the account at the end of the row of the menu, before the search, on %s',
        async (path) => {
          const { page } = await browser.newPage();
          await page.goto(site.url + path);
          // On a page that is built the account comes afterwards, to the place of what stood there.
          await page.locator('header script[data-island-id]').waitFor({ state: 'detached' });
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 800 });
            const box = (selector: string) => page.locator(`header ${selector}`).boundingBox();
            const parts = ['.inner', 'summary', '.translation', '[data-account]'];
            const [inner, menu, link, account] = await Promise.all(parts.map(box));
            if (!inner || !menu || !link || !account) throw new Error('A part of the header is missing.');
            expect(Math.abs(middle(link) - middle(menu)), `${width} px`).toBeLessThan(2);
            expect(link.x, `${width} px`).toBeGreaterThanOrEqual(menu.x + menu.width);
            expect(Math.abs(middle(account) - middle(link)), `${width} px`).toBeLessThan(2);
            const gap = account.x - link.x - link.width;
            expect([gap >= -1, gap <= 8], `${width} px`).toEqual([true, true]);
            const search = path.endsWith('/club/') ? null : await box('search');
            const isBeside = search !== null && Math.abs(middle(search) - middle(link)) < 8;
            if (search && !isBeside) expect(search.y, `${width} px`).toBeGreaterThanOrEqual(link.y + link.height - 1);
            const padding = await page.locator('header .inner').evaluate((element) => {
              return parseFloat(getComputedStyle(element).paddingInlineEnd);
            });
            const end = isBeside ? search.x : inner.x + inner.width - padding;
            // What is seen of it is a little smaller than its place.
            const distance = end - account.x - account.width;
            expect(distance, `${width} px`).toBeGreaterThanOrEqual(-7);
            expect(distance, `${width} px`).toBeLessThanOrEqual(isBeside ? 24 : 1);
          }
        },
      );
    },
    settings,
  );
}

const middle = ({ y, height }: { y: number; height: number }) => y + height / 2;
