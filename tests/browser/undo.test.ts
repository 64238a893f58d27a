import { expect, test } from 'vitest';
import { importClubs } from '../../src/clubs/csv/import.ts';
import { findFaults } from '../support/accessibility.ts';
import { useBrowser } from '../support/browser.ts';
import { clubsCsv, inPieces, type CsvRow } from '../support/clubs-csv.ts';
import { insertPerson, insertSession } from '../support/people.ts';
import { describeSite } from '../support/site.ts';

describeSite(
  'A board member who undoes an import',
  (site) => {
    const browser = useBrowser();

    const importRows = async (...rows: CsvRow[]) => {
      await importClubs(site.database.client, inPieces(clubsCsv(...rows)), { note: 'clubs-of-the-autumn-term.csv' });
    };
    /** Two imports, of which the second has left something to lose, something to say, and many clubs. */
    const importAndChange = async () => {
      await importRows({ name: 'Ski', description: 'We meet every Sunday.' }, { name: 'Go' }, { name: 'Rowing' });
      const more = Array.from({ length: 60 }, (_, index) => ({ name: `Club ${100 + index}` }));
      await importRows(
        { name: 'Ski', description: 'We meet every Monday, and go where there is snow.' },
        { name: 'Rowing', category: 'Sport' },
        { name: 'Donaudampfschifffahrtsgesellschaft'.repeat(3) },
        { name: 'Sports', description: 'Made by the import.' },
        ...more,
      );
      await site.database.sql`update club set description = 'We meet every Tuesday.' where name = 'Ski'`;
      await site.database.sql`
      update club set parent_id = (select id from club where name = 'Sports') where name = 'Go'`;
      await site.database.sql`delete from club where name = 'Rowing'`;
      const [{ id }] = await site.database.sql<[{ id: number }]>`
      select max(id)::float8 as id from club_step where kind = 'import'`;
      return id;
    };
    type Options = Parameters<typeof browser.newPage>[0];
    const openSignedIn = async (options: Options) => {
      const opened = await browser.newPage(options);
      const session = await insertSession(site.database, await insertPerson(site.database, { roles: ['board'] }));
      await opened.context.addCookies([{ name: 'session', value: session, url: site.url, httpOnly: true }]);
      return opened;
    };

    test.each([true, false])(
      'finds it, looks at it, leaves a club out, with JavaScript: %s',
      async (javaScriptEnabled) => {
        await importAndChange();
        const { page } = await openSignedIn({ javaScriptEnabled, viewport: { width: 360, height: 780 } });
        await page.goto(`${site.url}/desk/history/`);
        await page.getByRole('link', { name: 'Import' }).first().click();
        await page.getByRole('button', { name: 'Undo this step…' }).press('Enter');
        await page.getByRole('heading', { level: 1, name: 'Undo: Import' }).waitFor();
        expect(await page.getByRole('checkbox', { name: 'Rowing' }).isDisabled()).toBe(true);
        await page.getByRole('checkbox', { name: 'Ski is changed' }).press('Space');
        await page.getByRole('button', { name: 'Clubs after these' }).click();
        await page.getByText('Page 2 of 2').waitFor();
        await page.getByRole('button', { name: 'Undo', exact: true }).click();
        expect(await page.locator('main .notice').innerText()).toContain('Undone.');
        expect(await site.database.sql`select name, description, parent_id from club order by name`).toEqual([
          { name: 'Go', description: '', parentId: null },
          { name: 'Ski', description: 'We meet every Tuesday.', parentId: null },
        ]);
      },
    );

    test.each([
      [320, 'light'],
      [360, 'dark'],
      [768, 'dark'],
      [1280, 'light'],
    ] as const)(
      'has pages without a fault that axe knows, nor sideways scrolling, at %i px in %s',
      async (width, colorScheme) => {
        const step = await importAndChange();
        const { page, problems } = await openSignedIn({ viewport: { width, height: 800 }, colorScheme });
        const paths = ['/desk/history/', `/desk/history/${step}/`, `/desk/history/${step}/undo/`];
        for (const path of [...paths, ...paths.map((one) => `/fr${one}`)]) {
          await page.goto(site.url + path);
          expect(await findFaults(page), path).toEqual([]);
          for (const size of ['100%', '200%']) {
            await page.evaluate((fontSize) => (document.documentElement.style.fontSize = fontSize), size);
            const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            expect(beyond, `${path} ${size}`).toBeLessThanOrEqual(0);
          }
        }
        expect(problems).toEqual([]);
      },
    );
  },
  { SITE_URL: '' },
);
