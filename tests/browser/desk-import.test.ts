import { expect, test } from 'vitest';
import { importClubs } from '../../src/clubs/csv/import.ts';
import { findFaultsAtEveryWidth } from '../support/accessibility.ts';
import { openSignedIn, useBrowser } from '../support/browser.ts';
import { clubsCsv, inPieces } from '../support/clubs-csv.ts';
import { describeSite } from '../support/site.ts';

describeSite(
  'A board member who imports a file',
  (site) => {
    const browser = useBrowser();

    const prepare = () =>
      importClubs(
        site.database.client,
        inPieces(
          clubsCsv({ name: 'Ski', short_description: 'We meet every Sunday.' }, { name: 'Échecs' }, { name: 'Go' }),
        ),
      );
    const file = (buffer: Buffer) => ({ name: 'clubs-de-la-rentrée.csv', mimeType: 'text/csv', buffer });
    const changed = () =>
      file(
        clubsCsv(
          { name: 'Ski', short_description: 'We meet every Monday, and go where there is snow.' },
          { name: 'Echecs' },
          { name: 'Donaudampfschifffahrtsgesellschaft'.repeat(3) },
          ...Array.from({ length: 60 }, (_, index) => ({ name: `Club ${100 + index}` })),
        ),
      );
    const wrong = () =>
      file(
        Buffer.from(
          `name;short_description;is_active;parent_name;logo_url;website;category\nSki;;maybe;;;;\nGo;;true;;;${'x'.repeat(90)};\n`,
        ),
      );
    const openAsBoard = (options: Parameters<typeof browser.newPage>[0] = {}) =>
      openSignedIn(browser, site, { roles: ['board'] }, options);

    test.each([true, false])(
      'sees what it does, leaves a club out and confirms the rest by keyboard, with JavaScript: %s',
      async (javaScriptEnabled) => {
        await prepare();
        const { page } = await openAsBoard({ javaScriptEnabled, viewport: { width: 360, height: 780 } });
        await page.goto(`${site.url}/desk/`);
        await page.getByRole('link', { name: 'Import clubs' }).press('Enter');
        await page.getByLabel('CSV file').setInputFiles(changed());
        await page.getByRole('button', { name: 'Show what would change' }).press('Enter');
        await page.getByRole('heading', { level: 1, name: 'Import of clubs-de-la-rentrée.csv' }).waitFor();
        const ski = page.getByRole('checkbox', { name: 'Ski is changed' });
        await ski.press('Space');
        const find = page.getByRole('searchbox', { name: 'Find a club by its name' });
        await find.fill('CLUB 159');
        await find.press('Enter');
        await page.getByRole('checkbox', { name: 'Club 159 is new' }).waitFor();
        expect(await page.getByRole('checkbox').count()).toBe(1);
        await page.getByRole('button', { name: 'Show all names' }).press('Enter');
        await page.getByRole('button', { name: 'Clubs after these' }).press('Enter');
        await page.getByText('Page 2 of 2').waitFor();
        await page.getByRole('button', { name: 'Import what is checked of: 62 new clubs' }).press('Enter');
        await page.getByText('The import is done.').waitFor();
        const names = await site.database.sql<{ name: string; shortDescription: string }[]>`
          select name, short_description from club order by name`;
        expect(names).toHaveLength(65);
        expect(names.at(-1)).toEqual({ name: 'Ski', shortDescription: 'We meet every Sunday.' });
        await page.getByRole('link', { name: 'See what it has changed, or undo it' }).press('Enter');
        await page.getByRole('heading', { level: 1, name: /^Import \(step/ }).waitFor();
      },
    );

    test.each(['', '/fr'])(
      'has pages without a fault that axe knows, nor sideways scrolling, at any width: %s',
      async (prefix) => {
        await prepare();
        const { page, problems } = await openAsBoard();
        const look = async (what: string) => {
          expect(await findFaultsAtEveryWidth(page), what).toEqual([]);
        };
        const send = async (sent: ReturnType<typeof file>) => {
          await page.goto(`${site.url}${prefix}/desk/import/`);
          await page.locator('input[type=file]').setInputFiles(sent);
          await page.locator('main button').last().click();
        };
        await send(wrong());
        await page.locator('table.issues').waitFor();
        await look('mistakes');
        await send(changed());
        await page.locator('.import-plan').waitFor();
        await look('difference');
        await page.goto(`${site.url}${prefix}/desk/import/`);
        await look('form');
        await page.locator('.begun a').first().click();
        await page.locator('main button').last().click();
        await page.locator('main .notice').waitFor();
        await look('result');
        expect(problems).toEqual([]);
      },
    );
  },
  { SITE_URL: '' },
);
