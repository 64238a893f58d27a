import { expect, test } from 'vitest';
import { importClubs } from '../../src/clubs/csv/import.ts';
import { messages } from '../../src/messages/messages.ts';
import { pathsIn } from '../../src/paths.ts';
import { findViolationsAtEveryWidth } from '../support/accessibility.ts';
import { EVERY_WAY, openSignedIn, useBrowser } from '../support/browser.ts';
import { clubsCsv, inPieces } from '../support/clubs-csv.ts';
import { IS_FULL } from '../support/scope.ts';
import { describeSite } from '../support/site.ts';

describeSite('The import of a file by the board', (site) => {
  const browser = useBrowser();

  const prepare = () =>
    importClubs(
      site.database.client,
      inPieces(
        clubsCsv({ name: 'Ski', short_description: 'We meet every Sunday.' }, { name: 'Échecs' }, { name: 'Go' }),
      ),
    );
  const file = (buffer: Buffer) => ({ name: 'clubs-de-la-rentrée.csv', mimeType: 'text/csv', buffer });
  /** Changes a club, keeps one, and creates a number of others. */
  const changed = (count = 3) =>
    file(
      clubsCsv(
        { name: 'Ski', short_description: 'We meet every Monday, and go where there is snow.' },
        { name: 'Echecs' },
        { name: 'Donaudampfschifffahrtsgesellschaft'.repeat(3) },
        ...Array.from({ length: count }, (_, index) => ({ name: `Club ${100 + index}` })),
      ),
    );
  const wrong = () =>
    file(
      Buffer.from(
        `name;short_description;is_active;parent_name;logo_url;website;category\nSki;;maybe;;;;\nGo;;true;;;${'x'.repeat(90)};\nChess;${'Every Sunday. '.repeat(99)};true;;;;\n`,
      ),
    );
  const openAsBoard = (options: Parameters<typeof browser.newPage>[0] = {}) =>
    openSignedIn(browser, site, { roles: ['board'] }, options);
  test.each(EVERY_WAY)(
    'shows the changes, leaves a club out and writes the others by keyboard, in $locale, with JavaScript: $javaScriptEnabled',
    async ({ locale, javaScriptEnabled }) => {
      const { clubImport: t, clubList, desk, site: ofSite } = messages(locale);
      await prepare();
      const { page, problems } = await openAsBoard({ javaScriptEnabled, viewport: { width: 360, height: 780 } });
      await page.goto(site.url + pathsIn(locale).desk());
      await page.getByRole('link', { name: t.title }).press('Enter');
      await page.getByLabel(t.file).setInputFiles(changed(60));
      await page.getByRole('button', { name: t.submit }).press('Enter');
      await page.getByRole('heading', { level: 1, name: t.of('clubs-de-la-rentrée.csv') }).waitFor();
      await page.getByRole('checkbox', { name: `Ski ${t.what.changed}` }).press('Space');
      const find = page.getByRole('searchbox', { name: ofSite.search.label });
      await find.fill('CLUB 159');
      await find.press('Enter');
      await page.getByRole('checkbox', { name: `Club 159 ${t.what.created}` }).waitFor();
      await expect.poll(() => page.getByRole('checkbox').count()).toBe(1);
      await page.getByRole('button', { name: clubList.clearName }).press('Enter');
      await page.getByRole('button', { name: desk.nextClubs }).press('Enter');
      await page.getByText(desk.pageOf(2, 2)).waitFor();
      await page.getByRole('button', { name: t.confirm(62) }).press('Enter');
      await page.getByText(t.written).waitFor();
      const names = await site.database.sql<{ name: string; shortDescription: string }[]>`
          select name, short_description from club order by name`;
      expect(names).toHaveLength(65);
      expect(names.at(-1)).toEqual({ name: 'Ski', shortDescription: 'We meet every Sunday.' });
      await page.getByRole('link', { name: t.toStep }).press('Enter');
      await page.waitForURL(/\/history\/\d+\/$/);
      expect(problems).toEqual([]);
    },
  );

  test.runIf(IS_FULL).each(['', '/fr'])(
    'has accessible pages that fit 320 px and text of 200 %%: %s/desk/import/',
    async (prefix) => {
      await prepare();
      const { page, problems } = await openAsBoard();
      const send = async (sent: ReturnType<typeof file>) => {
        await page.goto(`${site.url}${prefix}/desk/import/`);
        await page.locator('input[type=file]').setInputFiles(sent);
        await page.locator('main button').last().click();
      };
      await send(wrong());
      await page.locator('table.issues').waitFor();
      expect(await findViolationsAtEveryWidth(page), 'issues').toEqual([]);
      await send(changed());
      await page.locator('.import-plan').waitFor();
      expect(await findViolationsAtEveryWidth(page), 'plan').toEqual([]);
      await page.goto(`${site.url}${prefix}/desk/import/`);
      expect(await findViolationsAtEveryWidth(page), 'form').toEqual([]);
      await page.locator('.begun a').first().click();
      await page.locator('.import-plan').waitFor();
      await page.locator('main button').last().click();
      await page.locator('main .notice').waitFor();
      expect(await findViolationsAtEveryWidth(page), 'result').toEqual([]);
      expect(problems).toEqual([]);
    },
  );
});
