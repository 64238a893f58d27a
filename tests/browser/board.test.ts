import { expect, test } from 'vitest';
import { messages } from '../../src/messages/messages.ts';
import { pathsIn } from '../../src/paths.ts';
import { findViolations, findViolationsAtEveryWidth } from '../support/accessibility.ts';
import { answerFor, EVERY_WAY, openSignedIn, useBrowser } from '../support/browser.ts';
import { holdRequests } from '../support/list-page.ts';
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
      await page.locator('.filters summary').press('Enter');
      await page.getByRole('checkbox', { name: t.lacks.contact, exact: true }).press('Space');
      await page.getByRole('searchbox', { name: clubSearch.name }).fill('club 14');
      await page.keyboard.press('Enter');
      await page.locator('.result').getByText(t.result(10, true)).waitFor();
      await page.getByRole('link', { name: t.chip.without(t.lacks.contact) }).waitFor();
      await page.getByRole('columnheader').getByRole('link', { name: clubFields.name }).press('Enter');
      await page.waitForURL(/sort=-name/);
      // Its role stays, although a phone shows the cells one below the other.
      expect(await page.getByRole('row').count()).toBe(11);
      expect(await page.getByRole('columnheader', { name: clubFields.name }).getAttribute('aria-sort')).toBe(
        'descending',
      );
      await page.getByRole('link', { name: t.chooseAll }).press('Enter');
      await page.waitForURL(/chosen=page/);
      await page.getByRole('checkbox', { name: t.choose('Club 149') }).press('Space');
      await page.getByLabel(t.bulk.action, { exact: true }).selectOption('add_category');
      expect(await page.locator('#bulk :invalid').count()).toBe(javaScriptEnabled ? 1 : 0);
      await page.getByLabel(t.bulk.action, { exact: true }).selectOption({ label: t.bulk.actions.deactivate });
      await page.getByRole('button', { name: t.bulk.goOn }).press('Enter');
      await page.getByRole('heading', { level: 1, name: t.bulk.actions.deactivate }).waitFor();
      expect(await page.locator('.summary .clubs').innerText()).toBe(t.bulk.effect(9, 9));
      await page.getByRole('button', { name: t.bulk.submit }).press('Enter');
      await page.locator('.toast', { hasText: done.clubsChanged(counted) }).waitFor();
      await expect.poll(() => page.locator('[name=club]:checked').count()).toBe(9);
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
      '/desk/clubs/?missing=logo&sort=-name&name=do',
      '/desk/cell/?missing=logo&club=53&field=category',
      '/desk/change/?action=confirm&which=filtered&sort=-name',
      '/desk/change/?action=set_category&to_category=New&which=filtered',
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
    await page.goto(`${site.url}/desk/clubs/?category=Sport`);
    await page.getByRole('link', { name: 'Edit: Categories, Ski' }).press('Enter');
    await page.getByLabel('Categories: Ski').fill('Sport; Snow');
    await page.keyboard.press('Enter');
    await page.getByText('This creates the category “Snow”.').waitFor();
    await page.locator('input:focus').press('Enter');
    await page.waitForURL(`${site.url}/desk/clubs/?category=Sport&done=cellSaved&step=*`);
    expect(await page.locator('.toast:focus').innerText()).toMatch(/^Saved\./);
    expect(await page.getByRole('row', { name: 'Ski' }).innerText()).toContain('Sport; Snow');
    expect(problems).toEqual([expect.stringContaining('422')]);
  });

  test('edits cells in place by keyboard, with announcements', async () => {
    const ski = await site.database.insertClub({ name: 'Ski', contact: 'ski@example.org' });
    await site.database.insertClub({ name: 'Go' });
    const { page, problems } = await openAsBoard({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${site.url}/desk/clubs/?missing=category`);
    await page.getByRole('checkbox', { name: 'Select Ski' }).check();
    const row = page.locator(`#club-${ski}`);
    const link = page.getByRole('link', { name: 'Edit: Categories, Ski' });
    const field = page.getByLabel('Categories: Ski');
    const isFocused = async (name: string) =>
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(name);
    const topOf = async (name: string) => (await page.getByRole('row', { name }).boundingBox())?.y;

    // Escape and Cancel change nothing, and no row moves.
    const top = await topOf('Select Ski');
    await link.press('Enter');
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await topOf('Select Ski')).toBe(top);
    expect(await findViolations(page)).toEqual([]);
    await field.fill('Not this');
    await field.press('Escape');
    await isFocused('Edit: Categories, Ski');
    expect(await field.count()).toBe(0);
    await link.press('Enter');
    await field.waitFor();
    await page.getByRole('link', { name: 'Cancel' }).press('Enter');
    await isFocused('Edit: Categories, Ski');

    // An error appears over its cell, with the focus, and the text stays.
    const contact = page.getByRole('textbox', { name: 'Contact: Ski' });
    await page.getByRole('link', { name: 'Edit: Contact, Ski' }).press('Enter');
    await contact.fill('no address');
    await contact.press('Shift+Enter');
    await row.getByText('Enter one e-mail address').waitFor();
    await expect.poll(() => contact.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await contact.inputValue()).toBe('no address');
    expect(await findViolations(page)).toEqual([]);
    await contact.fill('new@example.org');
    await row.getByRole('button', { name: 'Save' }).press('Enter');
    await isFocused('Edit: Contact, Ski');
    await page.getByText('Saved. Ski, Contact: new@example.org').waitFor();
    expect(await row.innerText()).toContain('new@example.org');
    expect(await page.getByRole('checkbox', { name: 'Select Ski' }).isChecked()).toBe(true);

    // The present status has the focus, and the first letter of another one saves that.
    await page.getByRole('link', { name: 'Edit: Status, Ski' }).press('Enter');
    await isFocused('Active');
    await page.keyboard.press('i');
    await isFocused('Edit: Status, Ski');
    const stored = () => site.database.sql`select is_active, category, contact from club where id = ${ski}`;
    await page.getByText('Saved. Ski, Status: Inactive').waitFor();
    expect(await stored()).toEqual([{ isActive: false, category: '', contact: 'new@example.org' }]);
    await page.locator('.toast').getByRole('button', { name: 'Close' }).press('Enter');
    await page.keyboard.press('Control+z');
    await page.getByText('Undone – Status: Ski').waitFor();
    expect(await stored()).toEqual([{ isActive: true, category: '', contact: 'new@example.org' }]);
    await page.keyboard.press('z');
    await page.getByText('Undone – Contact: Ski').waitFor();
    expect(await stored()).toEqual([{ isActive: true, category: '', contact: 'ski@example.org' }]);
    await expect.poll(() => row.innerText()).toContain('ski@example.org');
    await isFocused('Edit: Status, Ski');
    expect(await page.getByRole('checkbox', { name: 'Select Ski' }).isChecked()).toBe(true);
    await page.keyboard.press('z');
    await page.getByText('Nothing to undo.').waitFor();

    // Opening another cell saves the first one. The undo does not replace what somebody else has saved since.
    await page.getByRole('link', { name: 'Edit: Contact, Ski' }).press('Enter');
    await contact.fill('mine@example.org');
    await link.click();
    await page.getByText('Saved. Ski, Contact: mine@example.org').waitFor();
    await field.press('Escape');
    await site.database.sql`update club set contact = 'theirs@example.org' where id = ${ski}`;
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).press('Enter');
    await page.locator('.message.error', { hasText: 'someone else changed this' }).waitFor();
    expect(await stored()).toEqual([{ isActive: true, category: '', contact: 'theirs@example.org' }]);
    expect(page.url()).toBe(`${site.url}/desk/clubs/?missing=category`);
    // The browser reports the refused values.
    expect(problems.filter((one) => !/4(09|22)/.test(one))).toEqual([]);
  });

  test('has keys for rows, search and other pages, which can be switched off', async () => {
    const [, ski = 0] = await site.database.insertClubs('Go', 'Ski', 'Snow L’Équipage');
    const { page, problems } = await openAsBoard({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${site.url}/desk/clubs/`);
    const status = page.getByRole('link', { name: 'Edit: Status, Go' });
    // Without a selection, it submits nothing.
    await page.getByRole('checkbox', { name: 'Select Ski' }).press('Enter');
    await status.focus();
    // In the same column.
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    expect(await page.getByRole('checkbox', { name: 'Select Ski' }).isChecked()).toBe(true);
    await page.keyboard.press('e');
    await page.getByRole('group', { name: 'Status: Ski' }).waitFor();
    await page.keyboard.press('Escape');
    const isFocused = (name: string) =>
      page.evaluate((text) => document.activeElement?.textContent.includes(text), name);
    expect(await isFocused('Edit: Status, Ski')).toBe(true);
    // To the actions for the selected clubs, and back.
    await page.keyboard.press('b');
    expect(await isFocused('Make inactive')).toBe(true);
    await page.keyboard.press('b');
    await page.keyboard.press('ArrowUp');
    expect(await status.evaluate((element) => element === document.activeElement)).toBe(true);
    const stored = () => site.database.sql`select is_active from club where name = 'Go'`;
    await page.keyboard.press('e');
    await page.keyboard.press('i');
    await page.getByText('Saved. Go, Status: Inactive').waitFor();
    await page.keyboard.press('Escape');
    const refresh = await holdRequests(page, '**/desk/clubs/');
    await page.keyboard.press('z');
    await expect.poll(stored).toEqual([{ isActive: true }]);
    await page.getByText('Undone – Status: Go').waitFor();
    // A cell stays open while the table is refreshed.
    await status.press('Enter');
    await page.getByRole('group', { name: 'Status: Go' }).waitFor();
    await Promise.all([page.waitForResponse('**/desk/clubs/'), refresh.release()]);
    // After a change that only its toast undoes, the key undoes no earlier one.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    expect(await isFocused('Edit: Categories, Go')).toBe(true);
    await page.getByText('Saved. Go, Status: Inactive').waitFor();
    await page.goto(`${site.url}/desk/?done=stepUndone&step=1`);
    await page.goto(`${site.url}/desk/clubs/`);
    await page.keyboard.press('z');
    await page.getByText('Nothing to undo.').waitFor();
    // The name opens the club, and "Back" returns to it.
    await page.getByRole('link', { name: 'Ski', exact: true }).press('e');
    await page.waitForURL(`${site.url}/club/${ski}/edit/?next=%2Fdesk%2Fclubs%2F`);
    await page.goBack();
    const focusedName = page.locator('th > a:focus', { hasText: 'Ski' });
    await focusedName.press('e');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.locator('.toast', { hasText: 'Saved' }).waitFor();
    await focusedName.press('/');
    await page.keyboard.type('sk');
    await page.locator('.result').getByText('1 club with these filters').waitFor();
    expect(page.url()).toContain('name=sk');
    await page.keyboard.press('Control+k');
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.type('spreadsheet');
    await page.getByRole('dialog').getByRole('link', { name: 'Import' }).waitFor();
    await page.getByRole('dialog').getByRole('searchbox').fill('improt');
    await page.getByRole('dialog').getByRole('link', { name: 'Import' }).waitFor();
    await page.getByRole('dialog').getByRole('searchbox').fill('lequipage');
    await page.getByRole('dialog').getByRole('link', { name: 'Snow L’Équipage' }).waitFor();
    await page.getByRole('dialog').getByRole('searchbox').fill('ski');
    await page.getByRole('dialog').getByRole('link', { name: 'Ski' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.url}/club/${ski}/edit/`);
    await page.goto(`${site.url}/desk/clubs/`);
    await page.keyboard.press('?');
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).press('Space');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('takes 23 presses for status, category and contact of five clubs, without the typed texts', async () => {
    const names = ['Chess', 'Dance', 'Go', 'Judo', 'Ski'];
    await site.database.insertClubs(...names);
    await site.database.insertClub({ name: 'Tea', category: 'Snow' });
    const { page } = await openAsBoard({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${site.url}/desk/clubs/`);
    const counted = { presses: 0, typed: 0 };
    // A key with Shift is one press.
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      counted.presses += keys.length;
    };
    const formText = () => page.evaluate(() => document.activeElement?.closest('form')?.textContent);
    const fill = async (field: string, order: string[], text: string, key: string) => {
      for (const name of order) {
        await expect.poll(formText).toContain(`${field}: ${name}`);
        await page.keyboard.type(text);
        counted.typed += text.length;
        await press(key);
      }
    };
    await press('j', 'Tab', 'Enter');
    await fill('Status', names, '', 'i');
    await expect.poll(formText).toContain('Status: Tea');
    await press('Tab', 'ArrowUp', 'Enter');
    await fill('Categories', names.toReversed(), 'Snow', 'Shift+Enter');
    await press('Tab', 'Enter');
    await fill('Contact', names, 'a@b.org', 'Enter');
    const changed = { isActive: false, category: 'Snow', contact: 'a@b.org' };
    const stored = () => site.database.sql`select is_active, category, contact from club where name <> 'Tea'`;
    await expect.poll(stored).toEqual(Array.from(names, () => changed));
    expect(counted).toEqual({ presses: 23, typed: 55 });
  });

  test('keeps the text of a cell over a conflict, a failed request and a lost session', async () => {
    const ski = await site.database.insertClub({ name: 'Ski', category: 'Sport' });
    await site.database.insertClub({ name: 'Go', category: 'Mine' });
    const { page, context } = await openAsBoard({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${site.url}/desk/clubs/`);
    const row = page.locator(`#club-${ski}`);
    const field = page.getByLabel('Categories: Ski');
    await page.getByRole('link', { name: 'Edit: Categories, Ski' }).click();
    await field.fill('Mine');
    await site.database.sql`update club set category = 'Theirs' where id = ${ski}`;
    await field.press('Enter');
    await row.getByText('someone else changed this in the meantime').waitFor();
    expect(await row.innerText()).toContain('Theirs');
    expect(await field.inputValue()).toBe('Mine');

    await answerFor(page, '**/desk/cell/**', (route) => route.abort());
    await field.press('Enter');
    await row.getByText('Not saved. Try again.').waitFor();
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
    expect(await site.database.sql`select category from club where id = ${ski}`).toEqual([{ category: 'Mine' }]);
  });

  test('saves several cells at a time, and opens a refused one without the focus of another', async () => {
    const [go, ski] = await site.database.insertClubs('Go', 'Ski');
    const { page } = await openAsBoard({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${site.url}/desk/clubs/`);
    const answer = Promise.withResolvers<undefined>();
    await answerFor(page, '**/desk/cell/**', async (route) => {
      if (route.request().method() === 'POST') await answer.promise;
      await route.continue();
    });
    const focused = () => page.evaluate(() => document.activeElement?.id);
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.locator(`#cell-${go}-is_active`).press('e');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent.trim())).toBe('Active');
    // Enter opens the cell below.
    await press('ArrowDown', 'Enter');
    await page.getByRole('group', { name: 'Status: Ski' }).waitFor();
    expect(await page.locator(`#cell-${go}-is_active`).innerText()).toContain('Inactive');
    await press('Escape', 'x', 'k', 'Tab', 'Tab', 'e');
    await expect.poll(focused).toBe(`field-contact-${go}`);
    await page.keyboard.type('no address');
    await press('Enter');
    await page.keyboard.type('ski@example.org');
    await expect.poll(focused).toBe(`field-contact-${ski}`);
    expect(await page.locator('td[aria-busy]').count()).toBe(2);
    const asked = page.waitForEvent('dialog').then(async (dialog) => await dialog.dismiss());
    await page.evaluate(() => setTimeout(() => location.reload()));
    await asked;
    answer.resolve(undefined);
    const refused = page.locator(`#field-contact-${go}`);
    await refused.waitFor();
    await expect.poll(() => page.locator('#announcement').innerText()).toMatch(/^Contact: Go Enter one e-mail/);
    expect(await focused()).toBe(`field-contact-${ski}`);
    expect([await refused.inputValue(), await page.locator('[name=club]:checked').count()]).toEqual(['no address', 1]);
    // Tab saves, and leads to the refused form, which Escape closes.
    await press('Shift+Tab');
    expect(await focused()).toBe(`field-contact-${go}`);
    await press('Escape');
    expect([await focused(), await refused.count()]).toEqual([`cell-${go}-contact`, 0]);
    const stored = () => site.database.sql`select is_active, contact from club order by id`;
    await expect.poll(stored).toEqual([
      { isActive: false, contact: null },
      { isActive: true, contact: 'ski@example.org' },
    ]);
  });

  test('leaves the focus where the user has moved it while a cell loads or saves', async () => {
    const ski = await site.database.insertClub({ name: 'Ski' });
    const { page } = await openAsBoard({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${site.url}/desk/clubs/`);
    const cell = page.locator(`#club-${ski} td.contact`);
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
    await field.fill('ski@example.org');
    await field.press('Enter');
    await goOnMeanwhile();
    expect(await cell.innerText()).toContain('ski@example.org');
  });
});
