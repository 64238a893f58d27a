import { expect, test } from 'vitest';
import { messages } from '../../src/messages/messages.ts';
import { pathsIn } from '../../src/paths.ts';
import { findViolationsAtEveryWidth } from '../support/accessibility.ts';
import { EVERY_WAY, openSignedIn, useBrowser } from '../support/browser.ts';
import { clubsCsv, type CsvRow } from '../support/clubs-csv.ts';
import { describeSite } from '../support/site.ts';

describeSite('Categories of the board', (site) => {
  const browser = useBrowser();
  const readAll = async () =>
    Object.fromEntries(
      (await site.database.sql<{ name: string; category: string }[]>`select name, category from club`).map(
        ({ name, category }) => [name, category],
      ),
    );

  test.each(EVERY_WAY)(
    'are merged, deleted, moved and proposed, in $locale, with JavaScript: $javaScriptEnabled',
    async ({ locale, javaScriptEnabled }) => {
      const { board, categories: t, clubTable, clubImport, done } = messages(locale);
      const paths = pathsIn(locale);
      await site.database.insertClub({ name: 'Ski', category: 'Sports; Office' });
      await site.database.insertClub({ name: 'Rugby', category: 'Sport' });
      await site.database.insertClub({ name: 'Tennis', category: 'Sport' });
      await site.database.insertClub({ name: 'Jazz' });
      const options = { javaScriptEnabled, viewport: { width: 360, height: 780 } };
      const { page, problems } = await openSignedIn(browser, site, { roles: ['board'] }, options);
      const said = () => page.locator('.toast').innerText();
      const save = () => page.getByRole('button', { name: t.submit }).press('Enter');

      await page.goto(site.url + paths.board());
      await page.getByRole('link', { name: t.title, exact: true }).press('Enter');
      await page.getByText(t.mergeInto('Sports', 1, 'Sport')).waitFor();
      if (javaScriptEnabled) expect(await findViolationsAtEveryWidth(page)).toEqual([]);
      await page.getByRole('button', { name: t.merge }).press('Enter');
      await expect.poll(readAll).toMatchObject({ Ski: 'Sport; Office' });
      await page.getByRole('row', { name: 'Office' }).getByRole('checkbox').press('Space');
      await save();
      await expect.poll(said).toContain(done.clubsChanged({ changed: 1, already: 0 }));
      await expect.poll(readAll).toMatchObject({ Ski: 'Sport', Rugby: 'Sport' });

      await page.getByRole('row', { name: 'Sport' }).getByRole('link').press('Enter');
      await page.getByRole('checkbox', { name: clubTable.choose('Ski') }).press('Space');
      await page.getByLabel(clubTable.bulk.action).selectOption({ label: clubTable.bulk.actions.move_category });
      await page.locator('#bulk [name=to_category]').fill('Snow');
      await page.getByRole('button', { name: clubTable.bulk.goOn }).press('Enter');
      await page.getByRole('button', { name: clubTable.bulk.submit }).press('Enter');
      await page.getByText(done.clubsChanged({ changed: 1, already: 0 })).waitFor();
      expect(await readAll()).toMatchObject({ Ski: 'Snow', Rugby: 'Sport' });

      const upload = async (...rows: CsvRow[]) => {
        await page.goto(site.url + paths.boardImports);
        const file = { name: 'a.csv', mimeType: 'text/csv', buffer: clubsCsv(...rows) };
        await page.getByLabel(clubImport.file).setInputFiles(file);
        await page.getByRole('button', { name: clubImport.submit }).press('Enter');
      };
      const rows = [
        { name: 'Hockey', category: 'Sports; SGA; Debates' },
        { name: 'Chess', category: 'Sport' },
      ];
      await upload(...rows);
      await page.getByRole('heading', { level: 1, name: t.ofImport.title }).waitFor();
      if (javaScriptEnabled) expect(await findViolationsAtEveryWidth(page)).toEqual([]);
      expect(await page.getByRole('combobox', { name: t.toOf('Debates') }).inputValue()).toBe('Debates');
      await page.getByRole('row', { name: 'SGA' }).getByRole('checkbox').press('Space');
      await page.getByRole('combobox', { name: t.toOf('Debates') }).fill('Debate; Politics');
      await page.getByRole('button', { name: t.ofImport.submit }).press('Enter');
      await page.locator('main .toolbar button').press('Enter');
      await page.getByText(clubImport.written).waitFor();
      expect(await readAll()).toMatchObject({ Hockey: 'Sport; Debate; Politics', Chess: 'Sport' });
      await upload(...rows);
      await page.getByText(clubImport.nothing).waitFor();

      await upload({ name: 'Judo' }, { name: 'Other' });
      await page.locator('main .toolbar button').press('Enter');
      await page.getByText(clubImport.written).waitFor();
      await page.getByRole('link', { name: t.showUncategorized }).press('Enter');
      await page.getByText(t.aboutReady).waitFor();
      if (javaScriptEnabled) expect(await findViolationsAtEveryWidth(page)).toEqual([]);
      await page.getByRole('combobox', { name: t.toOf(t.ready.music) }).fill('Bands');
      await page.getByRole('row', { name: t.ready.sport }).getByRole('checkbox').press('Space');
      await save();
      await expect.poll(said).toContain(done.clubsChanged({ changed: 1, already: 0 }));
      expect(await readAll()).toMatchObject({ Jazz: 'Bands', Judo: '', Other: '' });
      await page.locator('.toast').getByRole('button', { name: board.undo }).waitFor();
      expect(problems).toEqual([]);
    },
  );
});
