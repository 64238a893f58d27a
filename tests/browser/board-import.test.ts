import { expect, test } from 'vitest';
import { importClubs } from '../../src/clubs/csv/import.ts';
import { messages } from '../../src/messages/messages.ts';
import { pathsIn } from '../../src/paths.ts';
import { EVERY_WAY, openSignedIn, useBrowser } from '../support/browser.ts';
import { clubsCsv } from '../support/clubs-csv.ts';
import { describeSite } from '../support/site.ts';

describeSite('The import of a file by the board', (site) => {
  const browser = useBrowser();

  const prepare = () =>
    importClubs(
      site.database.client,
      clubsCsv({ name: 'Ski', short_description: 'We meet every Sunday.' }, { name: 'Échecs' }, { name: 'Go' }),
    );
  /** Changes a club, keeps one, and creates 61 others. */
  const changed = {
    name: 'clubs-de-la-rentrée.csv',
    mimeType: 'text/csv',
    buffer: clubsCsv(
      { name: 'Ski', short_description: 'We meet every Monday, and go where there is snow.' },
      { name: 'Echecs' },
      { name: 'Donaudampfschifffahrtsgesellschaft'.repeat(3) },
      ...Array.from({ length: 60 }, (_, index) => ({ name: `Club ${100 + index}` })),
    ),
  };
  const openAsBoard = (options: Parameters<typeof browser.newPage>[0] = {}) =>
    openSignedIn(browser, site, { roles: ['board'] }, options);
  test.each(EVERY_WAY)(
    'shows the changes, leaves a club out and writes the others by keyboard, in $locale, with JavaScript: $javaScriptEnabled',
    async ({ locale, javaScriptEnabled }) => {
      const { clubImport: t, clubList, board, site: ofSite } = messages(locale);
      await prepare();
      const { page, problems } = await openAsBoard({ javaScriptEnabled, viewport: { width: 360, height: 780 } });
      await page.goto(site.url + pathsIn(locale).board());
      await page.getByRole('link', { name: t.title }).press('Enter');
      await page.getByLabel(t.file).setInputFiles(changed);
      await page.getByRole('button', { name: t.submit }).press('Enter');
      await page.getByRole('heading', { level: 1, name: t.of('clubs-de-la-rentrée.csv') }).waitFor();
      await page.getByRole('checkbox', { name: `Ski ${t.what.changed}` }).press('Space');
      const find = page.getByRole('searchbox', { name: ofSite.search.label });
      await find.fill('CLUB 159');
      await find.press('Enter');
      await page.getByRole('checkbox', { name: `Club 159 ${t.what.created}` }).waitFor();
      await expect.poll(() => page.getByRole('checkbox').count()).toBe(1);
      await page.getByRole('button', { name: clubList.clearName }).press('Enter');
      await page.getByRole('button', { name: board.nextClubs }).press('Enter');
      await page.getByText(board.pageOf(2, 2)).waitFor();
      await page.getByRole('button', { name: t.confirm }).press('Enter');
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
});
