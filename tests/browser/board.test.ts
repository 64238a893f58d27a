import { expect, test } from 'vitest';
import { messages } from '../../src/messages/messages.ts';
import { pathsIn } from '../../src/paths.ts';
import { findViolations, findViolationsAtEveryWidth } from '../support/accessibility.ts';
import { answerFor, EVERY_WAY, openSignedIn, useBrowser } from '../support/browser.ts';
import { IS_FULL } from '../support/scope.ts';
import { describeSite } from '../support/site.ts';

const LONG_WORD = 'Donaudampfschifffahrtsgesellschaft'.repeat(3);

describeSite('The club table of the board', (site) => {
  const browser = useBrowser();
  const insertMany = async () => {
    await site.database.insertClubs(...Array.from({ length: 52 }, (_, index) => `Club ${100 + index}`));
    await site.database.insertClub({
      name: LONG_WORD,
      category: `Games; ${LONG_WORD}`,
      contact: `${LONG_WORD.toLowerCase()}@example.org`,
      isActive: false,
      confirmedOn: '2001-02-03',
    });
  };
  const openAsBoard = (options: Parameters<typeof browser.newPage>[0] = {}) =>
    openSignedIn(browser, site, { roles: ['board'] }, options);

  test.each(EVERY_WAY)(
    'is filtered and sorted, and all selected clubs but one become inactive by keyboard, in $locale, with JavaScript: $javaScriptEnabled',
    async ({ locale, javaScriptEnabled }) => {
      const { clubTable: t, clubSearch, clubFields, done } = messages(locale);
      const counted = { changed: 9, already: 0 };
      await insertMany();
      const { page, problems } = await openAsBoard({ javaScriptEnabled, viewport: { width: 360, height: 780 } });
      await page.goto(site.url + pathsIn(locale).board());
      await page.getByText(t.missingInformation).press('Enter');
      await page.getByRole('checkbox', { name: clubFields.contact }).press('Space');
      await page.getByRole('searchbox', { name: clubSearch.name }).fill('club 14');
      await page.keyboard.press('Enter');
      await page.getByText(t.result(10, true), { exact: true }).waitFor();
      await page.getByRole('columnheader').getByRole('link', { name: clubFields.name }).press('Enter');
      await page.waitForURL(/sort=-name/);
      // Its role stays, although a phone shows the cells one below the other.
      expect(await page.getByRole('row').count()).toBe(11);
      expect(await page.getByRole('columnheader', { name: clubFields.name }).getAttribute('aria-sort')).toBe(
        'descending',
      );
      await page.getByRole('link', { name: t.chooseAll }).press('Enter');
      await page.getByRole('link', { name: t.chooseNone }).waitFor();
      await page.getByRole('checkbox', { name: t.choose('Club 149') }).press('Space');
      await page.getByLabel(t.bulk.action).selectOption({ label: t.bulk.actions.deactivate });
      await page.getByRole('button', { name: t.bulk.goOn }).press('Enter');
      await page.getByRole('heading', { level: 1, name: t.bulk.actions.deactivate }).waitFor();
      expect(await page.locator('.summary .clubs').innerText()).toBe(t.result(9, false));
      await page.getByRole('button', { name: t.bulk.submit }).press('Enter');
      expect(await page.locator('main [role=status]').innerText()).toContain(done.clubsChanged(counted));
      expect(await page.getByRole('searchbox', { name: clubSearch.name }).inputValue()).toBe('club 14');
      const inactive = await site.database.sql`select from club where not is_active and name like 'Club 14%'`;
      expect(inactive).toHaveLength(9);
      expect(problems).toEqual([]);
    },
  );

  test('has accessible pages that fit 320 px and text of 200 %', async () => {
    await insertMany();
    const { page, problems } = await openAsBoard();
    const paths = [
      '/desk/?missing=logo&sort=-name&name=do',
      '/desk/cell/?missing=logo&club=53&field=category',
      '/desk/change/?action=confirm&which=filtered&sort=-name',
      '/desk/change/?action=set_category&which=filtered&club_status=false',
      '/desk/missed/',
    ];
    await site.database.sql`
        insert into zero_result_search (day, term, count) values (current_date - 1, ${LONG_WORD.slice(0, 60).toLowerCase()}, 3)`;
    await site.database
      .sql`insert into site_entry (kind, name, value) values ('word', ${LONG_WORD.slice(0, 59)}, ${LONG_WORD})`;
    for (const path of IS_FULL ? paths.flatMap((one) => [one, `/fr${one}`]) : paths) {
      await page.goto(site.url + path);
      expect(await findViolationsAtEveryWidth(page), path).toEqual([]);
    }
    expect(problems).toEqual([]);
  });

  test('saves a cell by keyboard, without JavaScript', async () => {
    await site.database.insertClub({ name: 'Ski', category: 'Sport' });
    await site.database.insertClub({ name: 'Go', category: 'Games' });
    const { page, problems } = await openAsBoard({
      javaScriptEnabled: false,
      viewport: { width: 360, height: 780 },
    });
    await page.goto(`${site.url}/desk/?category=Sport`);
    await page.getByRole('link', { name: 'Edit: Categories, Ski' }).press('Enter');
    await page.getByRole('textbox', { name: 'Categories: Ski' }).fill('Sport; Snow');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.url}/desk/?category=Sport&done=cellSaved`);
    expect(await page.locator('main [role=status]:focus').innerText()).toMatch(/^Saved\./);
    expect(await page.getByRole('row', { name: 'Ski' }).innerText()).toContain('Sport; Snow');
    expect(problems).toEqual([]);
  });

  test('edits cells in place by keyboard, with announcements', async () => {
    const ski = await site.database.insertClub({ name: 'Ski', contact: 'ski@example.org' });
    await site.database.insertClub({ name: 'Go' });
    const { page, problems } = await openAsBoard({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${site.url}/desk/?missing=category`);
    await page.getByRole('checkbox', { name: 'Select Ski' }).check();
    const row = page.locator(`#club-${ski}`);
    const link = page.getByRole('link', { name: 'Edit: Categories, Ski' });
    const field = page.getByRole('textbox', { name: 'Categories: Ski' });
    const isFocused = async (name: string) =>
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(name);

    // Escape and Cancel change nothing.
    await link.press('Enter');
    await field.waitFor();
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await findViolations(page)).toEqual([]);
    await field.fill('Not this');
    await field.press('Escape');
    await isFocused('Edit: Categories, Ski');
    expect(await field.count()).toBe(0);
    await link.press('Enter');
    await field.waitFor();
    await page.getByRole('link', { name: 'Cancel' }).press('Enter');
    await isFocused('Edit: Categories, Ski');

    // An error appears in its cell, and other open cells keep their text.
    const contact = page.getByRole('textbox', { name: 'Contact: Ski' });
    await page.getByRole('link', { name: 'Edit: Contact, Ski' }).press('Enter');
    await contact.fill('no address');
    await link.press('Enter');
    await field.fill('Sport');
    await contact.press('Enter');
    await row.getByText('Enter one e-mail address').waitFor();
    await expect.poll(() => contact.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await contact.inputValue()).toBe('no address');
    expect(await field.inputValue()).toBe('Sport');
    expect(await findViolations(page)).toEqual([]);

    // Saving one cell leaves the other open.
    await field.press('Enter');
    await isFocused('Edit: Categories, Ski');
    expect(await page.locator('#announcement').innerText()).toBe('Saved. Categories: Ski');
    expect(await row.innerText()).toContain('Sport');
    expect(await contact.inputValue()).toBe('no address');
    expect(await page.getByRole('checkbox', { name: 'Select Ski' }).isChecked()).toBe(true);
    await contact.fill('new@example.org');
    await row.getByRole('button', { name: 'Save' }).press('Enter');
    await isFocused('Edit: Contact, Ski');

    await page.getByRole('link', { name: 'Edit: Status, Ski' }).press('Enter');
    const status = page.getByRole('combobox', { name: 'Status: Ski' });
    await status.selectOption('Inactive');
    await status.press('Enter');
    await isFocused('Edit: Status, Ski');
    expect(await page.title()).toContain('Manage clubs');
    expect(await site.database.sql`select is_active, category, contact from club where id = ${ski}`).toEqual([
      { isActive: false, category: 'Sport', contact: 'new@example.org' },
    ]);
    expect(page.url()).toBe(`${site.url}/desk/?missing=category`);
    // The browser reports the refused values.
    expect(problems.filter((one) => !one.includes('422'))).toEqual([]);
  });

  test('keeps the text of a cell over a conflict, a failed request and a lost session', async () => {
    const ski = await site.database.insertClub({ name: 'Ski', category: 'Sport' });
    const { page, context } = await openAsBoard({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${site.url}/desk/`);
    const row = page.locator(`#club-${ski}`);
    const field = page.getByRole('textbox', { name: 'Categories: Ski' });
    await page.getByRole('link', { name: 'Edit: Categories, Ski' }).click();
    await field.fill('Mine');
    await site.database.sql`update club set category = 'Theirs'`;
    await field.press('Enter');
    await row.getByText('someone else changed this in the meantime').waitFor();
    expect(await row.innerText()).toContain('Theirs');
    expect(await field.inputValue()).toBe('Mine');

    await page.route('**/desk/cell/**', (route) => route.abort());
    await field.press('Enter');
    await row.getByText('We could not confirm').waitFor();
    await page.unroute('**/desk/cell/**');
    const cookies = await context.cookies();
    await context.clearCookies();
    const refused = page.waitForResponse('**/desk/cell/**');
    await field.press('Enter');
    await refused;
    await row.locator('[aria-busy]').waitFor({ state: 'detached' });
    await row.getByRole('link', { name: 'Sign in (opens in a new tab)' }).waitFor();
    expect(await field.inputValue()).toBe('Mine');
    await context.addCookies(cookies);
    await field.press('Enter');
    await expect.poll(() => field.count()).toBe(0);
    expect(await site.database.sql`select category from club`).toEqual([{ category: 'Mine' }]);
  });

  test('loads the table with a notice when an unchanged cell has a newer value', async () => {
    await site.database.insertClub({ name: 'Ski', category: 'Sport' });
    const { page } = await openAsBoard();
    await page.goto(`${site.url}/desk/`);
    await page.getByRole('link', { name: 'Edit: Categories, Ski' }).click();
    const field = page.getByRole('textbox', { name: 'Categories: Ski' });
    await field.waitFor();
    await site.database.sql`update club set category = 'Theirs'`;
    await field.press('Enter');
    await page.getByText('someone else changed in the meantime were kept: Categories.').waitFor();
    expect(await page.getByRole('cell', { name: 'Theirs' }).count()).toBe(1);
  });

  test('cannot cancel a cell while it is being saved', async () => {
    const ski = await site.database.insertClub({ name: 'Ski', category: 'Sport' });
    const { page } = await openAsBoard({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${site.url}/desk/`);
    const cell = page.locator(`#club-${ski} td[data-label=Categories]`);
    const link = page.getByRole('link', { name: 'Edit: Categories, Ski' });
    const field = page.getByRole('textbox', { name: 'Categories: Ski' });
    const isBusy = () => cell.getAttribute('aria-busy');
    await link.press('Enter');
    await field.fill('Snow');
    expect(await isBusy()).toBeNull();
    const answer = Promise.withResolvers<undefined>();
    await answerFor(page, '**/desk/cell/**', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await field.press('Enter');
    await expect.poll(isBusy).toBe('true');
    await field.press('Escape');
    await page.getByRole('link', { name: 'Cancel' }).click();
    expect(await field.inputValue()).toBe('Snow');
    answer.resolve(undefined);
    await expect.poll(() => cell.innerText()).toContain('Snow');
    expect(await field.count()).toBe(0);
    expect(await isBusy()).toBeNull();
  });

  test('leaves the focus where the user has moved it while a cell loads or saves', async () => {
    const ski = await site.database.insertClub({ name: 'Ski' });
    const { page } = await openAsBoard({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${site.url}/desk/`);
    const cell = page.locator(`#club-${ski} td[data-label=Contact]`);
    const field = page.getByRole('textbox', { name: 'Contact: Ski' });
    const elsewhere = page.getByRole('searchbox', { name: 'Name' });
    let answer = Promise.withResolvers<undefined>();
    await answerFor(page, '**/desk/cell/**', async (route) => {
      await answer.promise;
      await route.continue();
    });
    const goOnMeanwhile = async () => {
      await expect.poll(() => cell.getAttribute('aria-busy')).toBe('true');
      await elsewhere.focus();
      answer.resolve(undefined);
      await expect.poll(() => cell.getAttribute('aria-busy')).toBeNull();
      expect(await elsewhere.evaluate((element) => element === document.activeElement)).toBe(true);
      answer = Promise.withResolvers<undefined>();
    };
    await page.getByRole('link', { name: 'Edit: Contact, Ski' }).press('Enter');
    await goOnMeanwhile();
    await field.fill('no address');
    await field.press('Enter');
    await goOnMeanwhile();
    expect(await page.locator('#announcement').innerText()).toMatch(/^Contact: Ski Enter one e-mail address/);
    await field.fill('ski@example.org');
    await field.press('Enter');
    await goOnMeanwhile();
    expect(await cell.innerText()).toContain('ski@example.org');
  });

  test('asks for confirmation before the page is left with text in a cell', async () => {
    await site.database.insertClub({ name: 'Ski' });
    const { page } = await openAsBoard();
    await page.goto(`${site.url}/desk/`);
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    const field = page.getByRole('textbox', { name: 'Categories: Ski' });
    const open = () => page.getByRole('link', { name: 'Edit: Categories, Ski' }).click();
    await open();
    await field.waitFor();
    await page.reload();
    expect(asked).toEqual([]);
    await open();
    await field.fill('Sport');
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
  });
});
