import { expect, test } from 'vitest';
import { importClubs } from '../../src/clubs/csv/import.ts';
import { messages } from '../../src/messages/messages.ts';
import { pathsIn } from '../../src/paths.ts';
import { findFaultsAtEveryWidth } from '../support/accessibility.ts';
import { EVERY_WAY, openSignedIn, signIn, useBrowser } from '../support/browser.ts';
import { clubsCsv, inPieces, type CsvRow } from '../support/clubs-csv.ts';
import { IS_FULL } from '../support/scope.ts';
import { describeSite } from '../support/site.ts';

describeSite('The undo of an import', (site) => {
  const browser = useBrowser();

  const importRows = async (...rows: CsvRow[]) => {
    await importClubs(site.database.client, inPieces(clubsCsv(...rows)), {
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
    'is found, reviewed, and done without one club, in $locale, with JavaScript: $javaScriptEnabled',
    async ({ locale, javaScriptEnabled }) => {
      const { desk: t, clubList, done, site: ofSite } = messages(locale);
      await importAndChange();
      const { page } = await openAsBoard({ javaScriptEnabled, viewport: { width: 360, height: 780 } });
      const box = (name: string, what: keyof typeof t.undone) =>
        page.getByRole('checkbox', { name: `${name} ${t.undone[what]}` });
      await page.goto(site.url + pathsIn(locale).deskHistory());
      await page.locator('.step-list').getByRole('link', { name: t.kinds.import }).first().press('Enter');
      await page.getByRole('button', { name: t.undo }).press('Enter');
      await page.waitForURL(/\/undo\/\??$/);
      expect(await page.getByRole('checkbox', { name: 'Rowing' }).isDisabled()).toBe(true);
      await box('Ski', 'changed').press('Space');
      const find = page.getByRole('searchbox', { name: ofSite.search.label });
      await find.fill('CLUB 159');
      await find.press('Enter');
      await box('Club 159', 'deleted').waitFor();
      await expect.poll(() => page.getByRole('checkbox').count()).toBe(1);
      await page.getByRole('button', { name: clubList.clearName }).press('Enter');
      await box('Ski', 'changed').waitFor();
      expect(await box('Ski', 'changed').isChecked()).toBe(false);
      await page.getByRole('button', { name: t.nextClubs }).press('Enter');
      await page.getByText(t.pageOf(2, 2)).waitFor();
      await page.getByRole('button', { name: t.undo, exact: true }).press('Enter');
      await page.locator('main .notice', { hasText: done.stepUndone }).waitFor();
      expect(await site.database.sql`select name, description, parent_id from club order by name`).toEqual([
        { name: 'Go', description: '', parentId: null },
        { name: 'Ski', description: 'We meet every Tuesday.', parentId: null },
      ]);
    },
  );

  test('keeps unchecked clubs over Back, a reload, another language and a new session', async () => {
    const step = await importAndChange();
    const { page, context, userId, problems } = await openAsBoard();
    const box = (name: string) => page.locator('.undo-form li', { hasText: name }).getByRole('checkbox');
    const next = page.locator('.pages button').last();
    await page.goto(`${site.url}/desk/history/${step}/undo/`);
    await box('Club 100').uncheck();
    await page.reload();
    expect(await box('Club 100').isChecked()).toBe(false);
    await page.locator('a.translation').click();
    await page.waitForURL(/\/fr\//);
    expect(await box('Club 100').isChecked()).toBe(false);
    await next.click();
    await page.waitForURL(/\?page=2$/);
    await box('Club 159').uncheck();
    await page.goBack();
    await page.waitForURL(/undo\/$/);
    expect(await box('Club 100').isChecked()).toBe(false);
    await box('Club 101').uncheck();
    // The session ends, so the server refuses the form.
    await site.database.sql`delete from user_session`;
    await next.click();
    await page.waitForURL(/login/);
    await signIn(context, site, userId);
    await page.goto(`${site.url}/fr/desk/history/${step}/undo/`);
    expect(await box('Club 100').isChecked()).toBe(false);
    expect(await box('Club 101').isChecked()).toBe(false);
    await page.getByRole('button', { name: messages('fr').desk.undo, exact: true }).click();
    await page.locator('main .notice', { hasText: messages('fr').done.stepUndone }).waitFor();
    const left = await site.database.sql`select name from club where name like 'Club 1%' order by name`;
    expect(left.map(({ name }) => name as string)).toEqual(['Club 100', 'Club 101', 'Club 159']);
    expect(problems).toEqual([]);
  });

  test('keeps unsent checkboxes of one tab while another sends its own, and ignores Enter in a checkbox', async () => {
    const step = await importRows({ name: 'One' }, { name: 'Two' }, { name: 'Three' });
    const { page, context, problems } = await openAsBoard();
    const other = await context.newPage();
    const box = (tab: typeof page, name: string) => tab.getByRole('checkbox', { name: `${name} will be deleted` });
    for (const tab of [page, other]) await tab.goto(`${site.url}/desk/history/${step}/undo/`);
    await box(page, 'One').uncheck();
    await box(other, 'Two').uncheck();
    await box(other, 'Two').press('Enter');
    await other.getByRole('status').getByText('Nothing was undone yet.').waitFor();
    await page.reload();
    expect([await box(page, 'One').isChecked(), await box(page, 'Two').isChecked()]).toEqual([false, false]);
    await page.getByRole('button', { name: 'Undo this change', exact: true }).click();
    await page.locator('main .notice', { hasText: messages('en').done.stepUndone }).waitFor();
    expect(await site.database.sql`select name from club order by name`).toEqual([{ name: 'One' }, { name: 'Two' }]);
    expect(problems).toEqual([]);
  });

  test.runIf(IS_FULL)('has accessible pages that fit 320 px and text of 200 %', async () => {
    const step = await importAndChange();
    const { page, problems } = await openAsBoard();
    for (const prefix of IS_FULL ? ['', '/fr'] : ['']) {
      for (const path of ['/desk/history/', `/desk/history/${step}/`, `/desk/history/${step}/undo/`]) {
        await page.goto(site.url + prefix + path);
        expect(await findFaultsAtEveryWidth(page), prefix + path).toEqual([]);
      }
    }
    expect(problems).toEqual([]);
  });
});
