import { expect, test } from 'vitest';
import { importClubs } from '../../src/clubs/csv/import.ts';
import { messages } from '../../src/messages/messages.ts';
import { pathsIn } from '../../src/paths.ts';
import { findViolations } from '../support/accessibility.ts';
import { EVERY_WAY, openSignedIn, useBrowser } from '../support/browser.ts';
import { clubsCsv, type CsvRow } from '../support/clubs-csv.ts';
import { clubEditor } from '../support/edit-clubs.ts';
import { insertActor } from '../support/people.ts';
import { describeSite } from '../support/site.ts';

describeSite('The import of a file by the board', (site) => {
  const browser = useBrowser();

  const prepare = () =>
    importClubs(
      site.database.client,
      clubsCsv({ name: 'Ski', short_description: 'We meet every Sunday.' }, { name: 'Échecs' }, { name: 'Go' }),
    );
  const fileOf = (...rows: CsvRow[]) => ({
    name: 'clubs-de-la-rentrée.csv',
    mimeType: 'text/csv',
    buffer: clubsCsv(...rows),
  });
  /** Changes a club, may rename one, and creates 61 others. */
  const changed = fileOf(
    { name: 'Ski', short_description: 'We meet every Monday, and go where there is snow.' },
    { name: 'Les Échecs' },
    { name: 'Donaudampfschifffahrtsgesellschaft'.repeat(3) },
    ...Array.from({ length: 60 }, (_, index) => ({ name: `Club ${100 + index}` })),
  );
  const openAsBoard = (options: Parameters<typeof browser.newPage>[0] = {}) =>
    openSignedIn(browser, site, { roles: ['board'] }, options);

  test.each(EVERY_WAY)(
    'shows the changes, leaves a club out and writes the others by keyboard, in $locale, with JavaScript: $javaScriptEnabled',
    async ({ locale, javaScriptEnabled }) => {
      const { clubImport: t, board } = messages(locale);
      await prepare();
      const { page, problems } = await openAsBoard({ javaScriptEnabled, viewport: { width: 360, height: 780 } });
      await page.goto(site.url + pathsIn(locale).board());
      await page.getByText(board.menu).press('Enter');
      await page.getByRole('link', { name: board.kinds.import, exact: true }).press('Enter');
      await page.getByLabel(t.file).setInputFiles(changed);
      await page.getByRole('button', { name: t.submit }).press('Enter');
      await page.getByRole('heading', { level: 1, name: t.of('clubs-de-la-rentrée.csv') }).waitFor();
      await page.getByRole('checkbox', { name: 'Ski' }).press('Space');
      await page.getByRole('radio', { name: t.decide.later }).press('ArrowDown');
      await page.getByRole('radio', { name: t.decide.rename }).press('ArrowDown');
      if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
      await page.getByRole('button', { name: board.nextClubs }).press('Enter');
      await page.getByText(board.pageOf(2, 2)).waitFor();
      await page.locator('main .toolbar button').press('Enter');
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

  test('asks before it overwrites newer fields', async () => {
    const t = messages('en').clubImport;
    await prepare();
    const [club] = await site.database.sql<[{ id: number }]>`select id from club where name = 'Ski'`;
    await clubEditor(site).edit(await insertActor(site.database, 'Ada'), club.id, { shortDescription: 'Mondays.' });
    const { page, problems } = await openAsBoard();
    await page.goto(site.url + pathsIn('en').boardImports);
    await page
      .getByLabel(t.file)
      .setInputFiles(
        fileOf(
          { name: 'Ski', short_description: 'We meet every Sunday.' },
          { name: 'Échecs' },
          { name: 'Go Society' },
          { name: 'Film' },
        ),
      );
    await page.getByLabel(t.deleteMissing).check();
    await page.getByRole('button', { name: t.submit }).click();
    await page.getByText(/Short description: edited here on .*, by Ada/).waitFor();
    await page.getByRole('checkbox', { name: 'Film' }).uncheck();
    await page.getByRole('radio', { name: t.decide.overwrite }).check();
    await page.getByRole('radio', { name: t.decide.createAndDelete('Go') }).check();
    await page.locator('main .toolbar button').click();
    await page.getByText(t.written).waitFor();
    const clubs = await site.database.sql<{ name: string }[]>`select name from club`;
    expect(clubs.map(({ name }) => name).sort()).toEqual(['Go Society', 'Ski', 'Échecs'].sort());
    expect(problems).toEqual([]);
  });
});
