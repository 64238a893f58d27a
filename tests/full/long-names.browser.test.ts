import { expect, test } from 'vitest';
import { ASSOCIATION, makeAssociation } from '../support/association.ts';
import { useBrowser } from '../support/browser.ts';
import { describeOwnSite } from '../support/site.ts';

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
  'A site with long names',
  (site) => {
    const browser = useBrowser();

    test.each([
      [320, 16],
      [768, 16],
      [1280, 16],
      [320, 32],
    ])('fits a window of %i px with text of %i px and an open menu', async (width, size) => {
      await site.database.insertClub({ id: 1, name: 'Ski' });
      const { page } = await browser.newPage({ viewport: { width, height: 800 } });
      for (const path of ['/', '/fr/club/', '/club/1/', '/page/imprint/', '/nothing/']) {
        await page.goto(site.url + path);
        await page.evaluate((px) => (document.documentElement.style.fontSize = `${px}px`), size);
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
