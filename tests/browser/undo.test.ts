import { expect, test } from 'vitest';
import { importClubs } from '../../src/clubs/csv/import.ts';
import { messages } from '../../src/messages/messages.ts';
import { pathsIn } from '../../src/paths.ts';
import { EVERY_WAY, openSignedIn, useBrowser } from '../support/browser.ts';
import { clubsCsv, type CsvRow } from '../support/clubs-csv.ts';
import { describeSite } from '../support/site.ts';

describeSite('The undo of an import', (site) => {
  const browser = useBrowser();

  const importRows = async (...rows: CsvRow[]) => {
    await importClubs(site.database.client, clubsCsv(...rows), {
      note: 'clubs-of-the-autumn-term.csv',
      confirm: () => Promise.resolve(true),
    });
    const [{ id }] = await site.database.sql<[{ id: number }]>`
      select max(id)::float8 as id from club_step where kind = 'import'`;
    return id;
  };
  /** Two imports: the second changes, creates and has clubs that were changed or deleted since. */
  const importAndChange = async () => {
    await importRows({ name: 'Ski', description: 'We meet every Sunday.' }, { name: 'Go' }, { name: 'Rowing' });
    const more = Array.from({ length: 60 }, (_, index) => ({ name: `Club ${100 + index}` }));
    const step = await importRows(
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
    return step;
  };
  const openAsBoard = (options: Parameters<typeof browser.newPage>[0] = {}) =>
    openSignedIn(browser, site, { roles: ['board'] }, options);

  test.each(EVERY_WAY)(
    'is found, reviewed and done by keyboard, in $locale, with JavaScript: $javaScriptEnabled',
    async ({ locale, javaScriptEnabled }) => {
      const { board: t, done } = messages(locale);
      await importAndChange();
      const { page, problems } = await openAsBoard({ javaScriptEnabled, viewport: { width: 360, height: 780 } });
      await page.goto(site.url + pathsIn(locale).boardHistory());
      await page.locator('.step-list').getByRole('link', { name: t.kinds.import }).first().press('Enter');
      await page.getByRole('link', { name: t.undo }).press('Enter');
      await page.waitForURL(/\/undo\/\??$/);
      await page.getByRole('checkbox', { name: t.revertChanged(2) }).press('Space');
      await page.getByRole('button', { name: t.undoSubmit, exact: true }).press('Enter');
      await page.locator('.toast', { hasText: done.stepUndone }).waitFor();
      expect(await site.database.sql`select name, description, parent_id from club order by name`).toEqual([
        { name: 'Go', description: '', parentId: null },
        { name: 'Ski', description: 'We meet every Sunday.', parentId: null },
      ]);
      expect(problems).toEqual([]);
    },
  );
});
