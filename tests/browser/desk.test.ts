import { expect, test } from 'vitest';
import { messages } from '../../src/messages/messages.ts';
import { pathsIn } from '../../src/paths.ts';
import { findFaults, findFaultsAtEveryWidth } from '../support/accessibility.ts';
import { answerFor, EVERY_WAY, openSignedIn, useBrowser } from '../support/browser.ts';
import { describeSite } from '../support/site.ts';

const LONG_WORD = 'Donaudampfschifffahrtsgesellschaft'.repeat(3);

describeSite('Somebody of the board at the table of all clubs', (site) => {
  const browser = useBrowser();
  const insertMany = async () => {
    await site.database.insertClubs(...Array.from({ length: 52 }, (_, index) => `Club ${100 + index}`));
    await site.database.insertClub({
      ...{ name: LONG_WORD, category: `Games; ${LONG_WORD}`, contact: `${LONG_WORD.toLowerCase()}@example.org` },
      ...{ isActive: false, confirmedOn: '2001-02-03' },
    });
  };
  const openAsBoard = (options: Parameters<typeof browser.newPage>[0] = {}) =>
    openSignedIn(browser, site, { roles: ['board'] }, options);

  test.each(EVERY_WAY)(
    'filters, sorts, chooses all but one and makes them inactive by keyboard, in $locale, with JavaScript: $javaScriptEnabled',
    async ({ locale, javaScriptEnabled }) => {
      const { clubTable: t, clubSearch, clubFields, done } = messages(locale);
      const counted = { changed: 9, already: 0 };
      await insertMany();
      const { page, problems } = await openAsBoard({ javaScriptEnabled, viewport: { width: 360, height: 780 } });
      await page.goto(site.url + pathsIn(locale).desk());
      await page.getByRole('checkbox', { name: t.lacks.contact }).press('Space');
      await page.getByRole('searchbox', { name: clubSearch.name }).fill('club 14');
      await page.keyboard.press('Enter');
      await page.getByText(t.result(10, true), { exact: true }).waitFor();
      await page.getByRole('columnheader').getByRole('link', { name: clubFields.name }).press('Enter');
      await page.waitForURL(/sort=-name/);
      // Still a table for those who hear it, though its cells stand one below the other.
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
      expect(await page.locator('.outline .clubs').innerText()).toBe(t.bulk.clubs(9));
      await page.getByRole('button', { name: t.bulk.submit }).press('Enter');
      expect(await page.locator('main [role=status]').innerText()).toBe(done.clubsChanged(counted));
      expect(await page.getByRole('searchbox', { name: clubSearch.name }).inputValue()).toBe('club 14');
      const inactive = await site.database.sql`select from club where not is_active and name like 'Club 14%'`;
      expect(inactive).toHaveLength(9);
      expect(problems).toEqual([]);
    },
  );

  test('has pages without a fault that axe knows, nor sideways scrolling, at any width', async () => {
    await insertMany();
    const { page, problems } = await openAsBoard();
    const paths = [
      '/desk/?missing=logo&sort=-name',
      '/desk/cell/?missing=logo&club=53&field=category',
      '/desk/change/?action=confirm&which=filtered&sort=-name',
      '/desk/change/?action=set_category&which=filtered&club_status=false',
      '/desk/missed/',
    ];
    await site.database.sql`
        insert into missed_search (day, term, count) values (current_date - 1, ${LONG_WORD.slice(0, 60).toLowerCase()}, 3)`;
    for (const path of [...paths, ...paths.map((one) => `/fr${one}`)]) {
      await page.goto(site.url + path);
      expect(await findFaultsAtEveryWidth(page), path).toEqual([]);
    }
    expect(problems).toEqual([]);
  });

  test('changes a cell by keyboard and is back at its place, without JavaScript', async () => {
    const id = await site.database.insertClub({ name: 'Ski', category: 'Sport' });
    await site.database.insertClub({ name: 'Go', category: 'Games' });
    const { page, problems } = await openAsBoard({
      javaScriptEnabled: false,
      viewport: { width: 360, height: 780 },
    });
    await page.goto(`${site.url}/desk/?category=Sport`);
    await page.getByRole('link', { name: 'Change: Categories, Ski' }).press('Enter');
    await page.getByRole('textbox', { name: 'Categories: Ski' }).fill('Sport; Snow');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.url}/desk/?category=Sport&done=cellSaved&saved=${id}-category#saved`);
    const said = page.locator(`#club-${id} #saved:focus`);
    await said.waitFor();
    expect(await said.evaluate((element) => element.getBoundingClientRect().top < innerHeight)).toBe(true);
    expect(await said.innerText()).toMatch(/^Saved\./);
    expect(await page.getByRole('row', { name: 'Ski' }).innerText()).toContain('Sport; Snow');
    expect(problems).toEqual([]);
  });

  test('changes cells where they stand, by keyboard, and hears of it', async () => {
    const ski = await site.database.insertClub({ name: 'Ski', contact: 'ski@example.org' });
    await site.database.insertClub({ name: 'Go' });
    const { page, problems } = await openAsBoard({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${site.url}/desk/?missing=category`);
    await page.getByRole('checkbox', { name: 'Choose Ski' }).check();
    const row = page.locator(`#club-${ski}`);
    const link = page.getByRole('link', { name: 'Change: Categories, Ski' });
    const field = page.getByRole('textbox', { name: 'Categories: Ski' });
    const isFocused = async (name: string) =>
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(name);

    // Nothing is changed by Escape, or by Cancel.
    await link.press('Enter');
    await field.waitFor();
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await findFaults(page)).toEqual([]);
    await field.fill('Not this');
    await field.press('Escape');
    await isFocused('Change: Categories, Ski');
    expect(await field.count()).toBe(0);
    await link.press('Enter');
    await field.waitFor();
    await page.getByRole('link', { name: 'Cancel' }).press('Enter');
    await isFocused('Change: Categories, Ski');

    // What is wrong is said beside it, and what is typed beside that stays.
    const contact = page.getByRole('textbox', { name: 'Contact: Ski' });
    await page.getByRole('link', { name: 'Change: Contact, Ski' }).press('Enter');
    await contact.fill('no address');
    await link.press('Enter');
    await field.fill('Sport');
    await contact.press('Enter');
    await row.getByText('This must be empty, an e-mail address').waitFor();
    await expect.poll(() => contact.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await contact.inputValue()).toBe('no address');
    expect(await field.inputValue()).toBe('Sport');
    expect(await findFaults(page)).toEqual([]);

    // One is saved, and the other goes on.
    await field.press('Enter');
    await isFocused('Change: Categories, Ski');
    expect(await page.locator('#announcement').innerText()).toBe('Saved. Categories: Ski');
    expect(await row.innerText()).toContain('Sport');
    expect(await contact.inputValue()).toBe('no address');
    expect(await page.getByRole('checkbox', { name: 'Choose Ski' }).isChecked()).toBe(true);
    await contact.fill('new@example.org');
    await row.getByRole('button', { name: 'Save' }).press('Enter');
    await isFocused('Change: Contact, Ski');

    // As often as somebody wants.
    await page.getByRole('link', { name: 'Change: Status, Ski' }).press('Enter');
    const status = page.getByRole('combobox', { name: 'Status: Ski' });
    await status.selectOption('Inactive');
    await status.press('Enter');
    await isFocused('Change: Status, Ski');
    expect(await page.title()).toContain('All clubs as a table');
    expect(await site.database.sql`select is_active, category, contact from club where id = ${ski}`).toEqual([
      { isActive: false, category: 'Sport', contact: 'new@example.org' },
    ]);
    expect(page.url()).toBe(`${site.url}/desk/?missing=category`);
    // Two refused answers, which the browser notes by itself.
    expect(problems.filter((one) => !one.includes('422'))).toEqual([]);
  });

  test('is told in the cell when somebody else was faster, or nothing could be saved', async () => {
    const ski = await site.database.insertClub({ name: 'Ski', category: 'Sport' });
    const { page, context } = await openAsBoard({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${site.url}/desk/`);
    const row = page.locator(`#club-${ski}`);
    const field = page.getByRole('textbox', { name: 'Categories: Ski' });
    await page.getByRole('link', { name: 'Change: Categories, Ski' }).click();
    await field.fill('Mine');
    await site.database.sql`update club set category = 'Theirs'`;
    await field.press('Enter');
    await row.getByText('Somebody else has changed this meanwhile').waitFor();
    expect(await row.innerText()).toContain('Theirs');
    expect(await field.inputValue()).toBe('Mine');

    await page.route('**/desk/cell/**', (route) => route.abort());
    await field.press('Enter');
    await row.getByText('This could not be saved.').waitFor();
    await page.unroute('**/desk/cell/**');
    const cookies = await context.cookies();
    await context.clearCookies();
    await field.press('Enter');
    await row.getByRole('link', { name: 'Sign in in a new tab' }).waitFor();
    expect(await field.inputValue()).toBe('Mine');
    await context.addCookies(cookies);
    await field.press('Enter');
    await expect.poll(() => field.count()).toBe(0);
    expect(await site.database.sql`select category from club`).toEqual([{ category: 'Mine' }]);
  });

  test('sees what somebody else has made of a cell, who was faster, also after giving it up', async () => {
    const ski = await site.database.insertClub({ name: 'Ski', category: 'Sport' });
    const { page } = await openAsBoard({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${site.url}/desk/`);
    const row = page.locator(`#club-${ski}`);
    const field = page.getByRole('textbox', { name: 'Categories: Ski' });
    await page.getByRole('link', { name: 'Change: Categories, Ski' }).click();
    await field.fill('Mine');
    await site.database.sql`update club set category = 'Theirs'`;
    await field.press('Enter');
    await row.getByText('Somebody else has changed this meanwhile').waitFor();
    await field.press('Escape');
    await expect.poll(() => field.count()).toBe(0);
    await row.getByText('Theirs').waitFor();
    const link = page.getByRole('link', { name: 'Change: Categories, Ski' });
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('sees of a cell that is saved slowly what is stored, whatever is pressed meanwhile', async () => {
    const ski = await site.database.insertClub({ name: 'Ski', category: 'Sport' });
    const { page } = await openAsBoard({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${site.url}/desk/`);
    const cell = page.locator(`#club-${ski} td[data-label=Categories]`);
    const link = page.getByRole('link', { name: 'Change: Categories, Ski' });
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
    await expect.poll(() => cell.locator('form').evaluate((form) => getComputedStyle(form).opacity)).toBe('0.55');
    await field.press('Escape');
    await page.getByRole('link', { name: 'Cancel' }).click();
    expect(await field.inputValue()).toBe('Snow');
    answer.resolve(undefined);
    await expect.poll(() => cell.innerText()).toContain('Snow');
    expect(await field.count()).toBe(0);
    expect(await isBusy()).toBeNull();
  });

  test('sees what is stored also after giving up a cell whose answer was lost', async () => {
    await site.database.insertClub({ name: 'Ski', category: 'Sport' });
    const { page } = await openAsBoard({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${site.url}/desk/`);
    const link = page.getByRole('link', { name: 'Change: Categories, Ski' });
    const field = page.getByRole('textbox', { name: 'Categories: Ski' });
    await link.press('Enter');
    await field.fill('Snow');
    await answerFor(page, '**/desk/cell/**', async (route) => {
      await site.database.sql`update club set category = 'Snow'`;
      await route.abort();
    });
    await field.press('Enter');
    await page.getByText('This could not be saved.').waitFor();
    await field.press('Escape');
    await page.getByRole('row', { name: 'Ski' }).getByText('Snow').waitFor();
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('keeps the focus where they have gone on while a cell was opened or saved slowly', async () => {
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
    await page.getByRole('link', { name: 'Change: Contact, Ski' }).press('Enter');
    await goOnMeanwhile();
    await field.fill('no address');
    await field.press('Enter');
    await goOnMeanwhile();
    expect(await page.locator('#announcement').innerText()).toMatch(/^Contact: Ski This must be empty/);
    await field.fill('ski@example.org');
    await field.press('Enter');
    await goOnMeanwhile();
    expect(await cell.innerText()).toContain('ski@example.org');
  });

  test('gives up by Escape a cell that is slow to open, which does not open later, and opens it again', async () => {
    const ski = await site.database.insertClub({ name: 'Ski' });
    const { page, problems } = await openAsBoard({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${site.url}/desk/`);
    const address = page.url();
    const cell = page.locator(`#club-${ski} td[data-label=Contact]`);
    const link = page.getByRole('link', { name: 'Change: Contact, Ski' });
    const isFocused = () => link.evaluate((element) => element === document.activeElement);
    const isBusy = () => cell.getAttribute('aria-busy');
    let answer = Promise.withResolvers<undefined>();
    let answered = 0;
    await answerFor(page, '**/desk/cell/**', async (route) => {
      await answer.promise;
      await route.continue().catch(() => {});
      answered += 1;
    });
    for (const [round, hasFocus] of [true, false].entries()) {
      await link.press('Enter');
      await expect.poll(isBusy).toBe('true');
      // As in a browser that gives no focus to a link that is clicked.
      if (!hasFocus) await link.evaluate((element) => (element as HTMLElement).blur());
      await page.keyboard.press('Escape');
      await expect.poll(isBusy).toBeNull();
      answer.resolve(undefined);
      await expect.poll(() => answered).toBe(round + 1);
      expect(await isFocused()).toBe(hasFocus);
      expect(await page.locator('.cell-form').count()).toBe(0);
      answer = Promise.withResolvers<undefined>();
    }
    // By Escape elsewhere nothing is given up.
    await link.press('Enter');
    await expect.poll(isBusy).toBe('true');
    await page.getByRole('checkbox', { name: 'Choose Ski' }).press('Escape');
    expect(await isBusy()).toBe('true');
    answer.resolve(undefined);
    await page.getByRole('textbox', { name: 'Contact: Ski' }).waitFor();
    expect(page.url()).toBe(address);
    expect(problems).toEqual([]);
  });

  test('is asked before leaving what was typed into a cell', async () => {
    await site.database.insertClub({ name: 'Ski' });
    const { page } = await openAsBoard();
    await page.goto(`${site.url}/desk/`);
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    const field = page.getByRole('textbox', { name: 'Categories: Ski' });
    const open = () => page.getByRole('link', { name: 'Change: Categories, Ski' }).click();
    await open();
    await field.waitFor();
    await page.reload();
    expect(asked).toEqual([]);
    await open();
    await field.fill('Sport');
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
  });

  test('breaks no short word of the table, however long others are', async () => {
    await insertMany();
    const { page } = await openAsBoard({ viewport: { width: 1000, height: 800 } });
    await page.goto(`${site.url}/desk/?sort=-name`);
    const status = page.getByRole('row').nth(1).getByRole('cell').nth(1);
    expect(await status.innerText()).toBe('Inactive');
    const lines = await status.evaluate((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell.querySelector('bdi') ?? cell);
      return range.getClientRects().length;
    });
    expect(lines).toBe(1);
  });

  test('breaks no address within a word, and keeps the sign to change a cell beside it, and not upon it, at any width', async () => {
    const id = await site.database.insertClub({
      ...{ name: 'Alpine Ski & Snowboard Association', category: 'Sport and outdoors; Games and strategy' },
      contact: 'board@alpine-association.example.org',
    });
    const bare = await site.database.insertClub({ name: 'Go' });
    const other = await site.database.insertClub({
      name: 'Theatre',
      ...{ contact: 'https://www.instagram.com/theatre_lausanne/', isActive: false },
    });
    const { page } = await openAsBoard();
    for (const [path, isOpen] of [
      ['/fr/desk/', false],
      ['/desk/', false],
      ['/desk/', true],
    ] as const) {
      if (!isOpen) await page.goto(site.url + path);
      else {
        await page.locator(`#club-${id} a.change`).nth(0).click();
        await page.locator(`#club-${other} a.change`).nth(1).click();
        await page.locator(`#club-${bare} a.change`).nth(2).click();
        await page.locator('.cell-form').nth(2).waitFor();
      }
      for (const width of [320, 360, 480, 768, 900, 1000, 1024, 1100, 1280, 1440, 1600]) {
        await page.setViewportSize({ width, height: 800 });
        const wrong = await page.locator('tbody .cell').evaluateAll((cells) =>
          cells.flatMap((cell) => {
            const linesOf = (node: Node) => {
              const range = document.createRange();
              range.selectNodeContents(node);
              return Array.from(range.getClientRects());
            };
            const text = cell.querySelector('bdi') ?? cell.querySelector('.said');
            if (!text) return [];
            // A piece of an address is a text of its own.
            const pieces = text.querySelector('wbr') ? Array.from(text.childNodes) : [];
            const broken = pieces.filter((piece) => linesOf(piece).length > 1).map(({ textContent }) => textContent);
            const first = linesOf(text)[0];
            const sign = cell.querySelector('a.change')?.getBoundingClientRect();
            const isBeside = first && sign && sign.top < first.bottom && sign.bottom > first.top;
            const isOn = linesOf(text).some(
              (line) =>
                !sign ||
                (line.left < sign.right - 0.5 &&
                  line.right > sign.left + 0.5 &&
                  line.top < sign.bottom &&
                  line.bottom > sign.top),
            );
            return [
              ...broken,
              ...(isBeside ? [] : [`${text.textContent}: sign`]),
              ...(isOn ? [`${text.textContent}: sign on it`] : []),
            ];
          }),
        );
        expect(wrong, `${path} at ${width} px, with open cells: ${isOpen}`).toEqual([]);
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(beyond, `${path} at ${width} px, with open cells: ${isOpen}`).toBeLessThanOrEqual(0);
      }
    }
  });

  test('has a table on paper, without what cannot be pressed there', async () => {
    await insertMany();
    const { page } = await openAsBoard({ viewport: { width: 600, height: 800 } });
    await page.goto(`${site.url}/desk/?sort=-name`);
    const displays = () =>
      page.evaluate(() =>
        ['tbody td:last-child', '.choice', 'form.filters'].map((one) => {
          const element = document.querySelector(one);
          return element && getComputedStyle(element).display;
        }),
      );
    expect(await displays()).toEqual(['flex', 'block', 'grid']);
    await page.emulateMedia({ media: 'print' });
    expect(await displays()).toEqual(['table-cell', 'none', 'none']);
  });
});
