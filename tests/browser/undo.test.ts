import { expect, test } from 'vitest';
import { importClubs } from '../../src/clubs/csv/import.ts';
import { LOCALES } from '../../src/messages/locales.ts';
import { messages } from '../../src/messages/messages.ts';
import { pathsIn } from '../../src/paths.ts';
import { findFaultsAtEveryWidth } from '../support/accessibility.ts';
import { EVERY_WAY, openSignedIn, signIn, tabTo, useBrowser } from '../support/browser.ts';
import { clubsCsv, inPieces, type CsvRow } from '../support/clubs-csv.ts';
import { describeSite } from '../support/site.ts';

describeSite('A board member who undoes an import', (site) => {
  const browser = useBrowser();

  const importRows = async (...rows: CsvRow[]) => {
    await importClubs(site.database.client, inPieces(clubsCsv(...rows)), {
      note: 'clubs-of-the-autumn-term.csv',
      confirm: () => Promise.resolve(true),
    });
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
  const openAsBoard = (options: Parameters<typeof browser.newPage>[0] = {}) =>
    openSignedIn(browser, site, { roles: ['board'] }, options);

  test.each(EVERY_WAY)(
    'finds it, looks at it, leaves a club out, in $locale, with JavaScript: $javaScriptEnabled',
    async ({ locale, javaScriptEnabled }) => {
      const { desk: t, clubImport, site: ofSite } = messages(locale);
      const paths = pathsIn(locale);
      await importAndChange();
      const { page } = await openAsBoard({ javaScriptEnabled, viewport: { width: 360, height: 780 } });
      const box = (name: string, what: keyof typeof t.undone) =>
        page.getByRole('checkbox', { name: `${name} ${t.undone[what]}` });
      await page.goto(site.url + paths.deskHistory());
      await page.locator('.step-list').getByRole('link', { name: t.kinds.import }).first().click();
      await page.getByRole('button', { name: t.undoStep }).press('Enter');
      await page.waitForURL(/\/undo\/\??$/);
      const step = Number(/(\d+)\/undo/.exec(page.url())?.[1]);
      await page.getByRole('heading', { level: 1, name: t.undoTitle(t.kinds.import, step) }).waitFor();
      expect(await page.getByRole('checkbox', { name: 'Rowing' }).isDisabled()).toBe(true);
      await box('Ski', 'changed').press('Space');
      const find = page.getByRole('searchbox', { name: ofSite.search.label });
      await find.fill('CLUB 159');
      await find.press('Enter');
      await box('Club 159', 'deleted').waitFor();
      expect(await page.getByRole('checkbox').count()).toBe(1);
      await page.getByRole('button', { name: clubImport.anyName }).press('Enter');
      expect(await box('Ski', 'changed').isChecked()).toBe(false);
      await page.getByRole('button', { name: t.nextClubs }).click();
      await page.getByText(t.pageOf(2, 2)).waitFor();
      await page.getByRole('button', { name: t.undoSubmit, exact: true }).click();
      expect(await page.locator('main .notice').innerText()).toContain(messages(locale).done.stepUndone);
      expect(await site.database.sql`select name, description, parent_id from club order by name`).toEqual([
        { name: 'Go', description: '', parentId: null },
        { name: 'Ski', description: 'We meet every Tuesday.', parentId: null },
      ]);
    },
  );

  test.each(LOCALES)('needs nothing but the keys Tab, Space and Enter for it, in %s', async (locale) => {
    const { desk: t, done } = messages(locale);
    await importRows({ name: 'Ski' }, { name: 'Go' });
    const { page, problems } = await openAsBoard();
    await page.goto(site.url + pathsIn(locale).deskHistory());
    await tabTo(page, page.locator('.step-list').getByRole('link', { name: t.kinds.import }));
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/history\/\d+\/$/);
    await tabTo(page, page.getByRole('button', { name: t.undoStep }));
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/undo\/\??$/);
    await tabTo(page, page.getByRole('checkbox', { name: `Go ${t.undone.deleted}` }));
    await page.keyboard.press('Space');
    await tabTo(page, page.getByRole('button', { name: t.undoSubmit, exact: true }));
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/history\/\d+\/(\?|$)/);
    expect(await page.locator('main .notice').innerText()).toContain(done.stepUndone);
    expect(await site.database.sql`select name from club`).toEqual([{ name: 'Go' }]);
    expect(problems).toEqual([]);
  });

  test('loses nothing of what is left out by going back, in another language, by loading again and by signing in again', async () => {
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
    // The session ends: what is sent then does not come.
    await site.database.sql`delete from user_session`;
    await next.click();
    await page.waitForURL(/login/);
    await signIn(context, site, userId);
    await page.goto(`${site.url}/fr/desk/history/${step}/undo/`);
    expect(await box('Club 100').isChecked()).toBe(false);
    expect(await box('Club 101').isChecked()).toBe(false);
    await page.locator('.undo-form .button').click();
    await page
      .getByRole('status')
      .getByText(/^(Undone|C’est annulé)\./)
      .waitFor();
    const left = await site.database.sql`select name from club where name like 'Club 1%' order by name`;
    expect(left.map(({ name }) => name as string)).toEqual(['Club 100', 'Club 101', 'Club 159']);
    expect(problems).toEqual([]);
  });

  test('keeps unsent boxes of one window while another one sends its own, and undoes nothing by Enter at a box', async () => {
    await importRows({ name: 'One' }, { name: 'Two' }, { name: 'Three' });
    const [{ id: step }] = await site.database.sql<[{ id: number }]>`select max(id)::float8 as id from club_step`;
    const { page, context, problems } = await openAsBoard();
    const other = await context.newPage();
    const box = (where: typeof page, name: string) => where.getByRole('checkbox', { name: `${name} is deleted` });
    for (const where of [page, other]) await where.goto(`${site.url}/desk/history/${step}/undo/`);
    await box(page, 'One').uncheck();
    await box(other, 'Two').uncheck();
    await box(other, 'Two').press('Enter');
    await other.getByRole('status').getByText('Nothing was undone yet.').waitFor();
    // Told once: not to who loads the page again.
    await other.waitForURL(`${site.url}/desk/history/${step}/undo/`);
    await page.reload();
    expect([await box(page, 'One').isChecked(), await box(page, 'Two').isChecked()]).toEqual([false, false]);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page
      .getByRole('status')
      .getByText(/^(Undone|C’est annulé)\./)
      .waitFor();
    expect((await site.database.sql`select name from club order by name`).map(({ name }) => name as string)).toEqual([
      'One',
      'Two',
    ]);
    expect(problems).toEqual([]);
  });

  test('has pages without a fault that axe knows, nor sideways scrolling, at any width', async () => {
    const step = await importAndChange();
    const { page, problems } = await openAsBoard();
    const paths = ['/desk/history/', `/desk/history/${step}/`, `/desk/history/${step}/undo/`];
    await page.goto(`${site.url}/desk/history/${step}/`);
    const left = page
      .locator('main')
      .getByText(/^(Back to all changes|Undo this step…)$/)
      .filter({ visible: true });
    expect(await left.count()).toBe(2);
    await page.emulateMedia({ media: 'print' });
    expect(await left.count()).toBe(0);
    await page.emulateMedia({ media: 'screen' });
    for (const path of [...paths, ...paths.map((one) => `/fr${one}`)]) {
      await page.goto(site.url + path);
      expect(await findFaultsAtEveryWidth(page), path).toEqual([]);
    }
    expect(problems).toEqual([]);
  });
});
