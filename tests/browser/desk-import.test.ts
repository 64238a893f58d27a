import { expect, test } from 'vitest';
import { importClubs } from '../../src/clubs/csv/import.ts';
import { LOCALES } from '../../src/messages/locales.ts';
import { messages } from '../../src/messages/messages.ts';
import { pathsIn } from '../../src/paths.ts';
import { findFaultsAtEveryWidth } from '../support/accessibility.ts';
import { answerFor, EVERY_WAY, openSignedIn, signIn, tabTo, useBrowser } from '../support/browser.ts';
import { clubsCsv, inPieces } from '../support/clubs-csv.ts';
import { describeSite } from '../support/site.ts';

describeSite('A board member who imports a file', (site) => {
  const browser = useBrowser();

  const prepare = () =>
    importClubs(
      site.database.client,
      inPieces(
        clubsCsv({ name: 'Ski', short_description: 'We meet every Sunday.' }, { name: 'Échecs' }, { name: 'Go' }),
      ),
    );
  const file = (buffer: Buffer) => ({ name: 'clubs-de-la-rentrée.csv', mimeType: 'text/csv', buffer });
  const changed = () =>
    file(
      clubsCsv(
        { name: 'Ski', short_description: 'We meet every Monday, and go where there is snow.' },
        { name: 'Echecs' },
        { name: 'Donaudampfschifffahrtsgesellschaft'.repeat(3) },
        ...Array.from({ length: 60 }, (_, index) => ({ name: `Club ${100 + index}` })),
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
    'sees what it does, leaves a club out and confirms the rest by keyboard, in $locale, with JavaScript: $javaScriptEnabled',
    async ({ locale, javaScriptEnabled }) => {
      const { clubImport: t, desk, site: ofSite } = messages(locale);
      await prepare();
      const { page, problems } = await openAsBoard({ javaScriptEnabled, viewport: { width: 360, height: 780 } });
      await page.goto(site.url + pathsIn(locale).desk());
      await page.getByRole('link', { name: t.title }).press('Enter');
      await page.getByLabel(t.file).setInputFiles(changed());
      await page.getByRole('button', { name: t.submit }).press('Enter');
      await page.getByRole('heading', { level: 1, name: t.of('clubs-de-la-rentrée.csv') }).waitFor();
      const ski = page.getByRole('checkbox', { name: `Ski ${t.what.changed}` });
      await ski.press('Space');
      const find = page.getByRole('searchbox', { name: ofSite.search.label });
      await find.fill('CLUB 159');
      await find.press('Enter');
      await page.getByRole('checkbox', { name: `Club 159 ${t.what.created}` }).waitFor();
      expect(await page.getByRole('checkbox').count()).toBe(1);
      await page.getByRole('button', { name: t.anyName }).press('Enter');
      await page.getByRole('button', { name: desk.nextClubs }).press('Enter');
      await page.getByText(desk.pageOf(2, 2)).waitFor();
      await page.getByRole('button', { name: t.confirm(t.counts.created(62)) }).press('Enter');
      await page.getByText(t.written).waitFor();
      const names = await site.database.sql<{ name: string; shortDescription: string }[]>`
          select name, short_description from club order by name`;
      expect(names).toHaveLength(65);
      expect(names.at(-1)).toEqual({ name: 'Ski', shortDescription: 'We meet every Sunday.' });
      await page.getByRole('link', { name: t.toStep }).press('Enter');
      await page.waitForURL(/\/history\/\d+\/$/);
      const step = Number(/(\d+)\/$/.exec(page.url())?.[1]);
      await page.getByRole('heading', { level: 1, name: desk.stepTitle(desk.kinds.import, step) }).waitFor();
      expect(problems).toEqual([]);
    },
  );

  test.each(LOCALES)('needs nothing but a file and the keys Tab, Space and Enter for it, in %s', async (locale) => {
    const { clubImport: t } = messages(locale);
    await prepare();
    const { page, problems } = await openAsBoard();
    await page.goto(site.url + pathsIn(locale).desk());
    await tabTo(page, page.getByRole('link', { name: t.title }));
    await page.keyboard.press('Enter');
    // The window in which files are chosen is the browser's own; it is kept from opening some moments after this.
    const chooser = page.waitForEvent('filechooser');
    await tabTo(page, page.getByLabel(t.file));
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(file(clubsCsv({ name: 'Ski', category: 'Snow' }, { name: 'Rowing' })));
    await tabTo(page, page.getByRole('button', { name: t.submit }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('checkbox', { name: `Ski ${t.what.changed}` }));
    await page.keyboard.press('Space');
    await tabTo(page, page.locator('.import-plan .last > button.button'));
    await page.keyboard.press('Enter');
    await page.getByText(t.written).waitFor();
    expect(
      await site.database.sql`select name, category from club where name in ('Ski', 'Rowing') order by name`,
    ).toEqual([
      { name: 'Rowing', category: '' },
      { name: 'Ski', category: '' },
    ]);
    expect(problems).toEqual([]);
  });

  test('keeps the place of who follows the work, and leads to what came of it', async () => {
    const { page, problems } = await openAsBoard({ viewport: { width: 360, height: 300 } });
    await page.clock.install();
    await page.goto(`${site.url}/desk/import/`);
    await page.getByLabel('CSV file').setInputFiles(changed());
    await page.getByRole('button', { name: 'Show what would change' }).click();
    await page.locator('.import-plan').waitFor();
    const say = (state: string, progress = 0) =>
      site.database.sql`update club_import set state = ${state}, progress = ${progress}, beat_at = now()`;
    const lookAgain = () => page.clock.runFor(2000);
    await say('reading', 0.42);
    await page.reload();
    await page.getByText('42%').waitFor();
    const link = page.getByRole('link', { name: 'Look again' });
    await link.focus();
    await page.evaluate(() => scrollTo(0, 60));
    const place = await page.evaluate(() => [scrollY, performance.timeOrigin]);
    expect(place[0]).toBe(60);
    await say('reading', 0.63);
    await lookAgain();
    await page.getByText('63%').waitFor();
    expect(await page.getByRole('progressbar').getAttribute('value')).toBe('63');
    await say('planning');
    // As of a site that is started again.
    await answerFor(page, '**/desk/import/*/', (route) => route.abort());
    await lookAgain();
    await page.getByText('The site does not answer just now.').waitFor({ state: 'attached' });
    await page.unroute('**/desk/import/*/');
    await lookAgain();
    await page.getByText('The file is being compared with the directory.').waitFor();
    expect(await page.getByRole('progressbar').getAttribute('value')).toBe(null);
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.evaluate(() => [scrollY, performance.timeOrigin])).toEqual(place);
    await say('planned');
    await lookAgain();
    await page.locator('.import-plan').waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    expect(await page.title()).toContain('waits for you to confirm it');
    expect(problems.filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([]);
  });

  test('finds boxes as they were left, when the page is loaded again, in the other language, and until they are sent', async () => {
    await prepare();
    const { page, problems } = await openAsBoard();
    await page.goto(`${site.url}/desk/import/`);
    await page.getByLabel('CSV file').setInputFiles(changed());
    await page.getByRole('button', { name: 'Show what would change' }).click();
    const unchecked = () =>
      page
        .locator('.import-plan input[type=checkbox]:not(:checked)')
        .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value));
    await page.getByRole('checkbox', { name: 'Ski is changed' }).uncheck();
    await page.getByRole('checkbox', { name: 'Club 100 is new' }).uncheck();
    await page.getByRole('checkbox', { name: 'Club 101 is new' }).uncheck();
    await page.getByRole('checkbox', { name: 'Club 101 is new' }).check();
    await page.reload();
    expect(await unchecked()).toEqual(['line-2', 'line-5']);
    await page.getByRole('link', { name: 'Français' }).click();
    await page.waitForURL(/\/fr\//);
    expect(await unchecked()).toEqual(['line-2', 'line-5']);
    // Somebody else has pressed a button first: what is checked was not taken, and stays.
    await site.database.sql`update club_import set plan_number = plan_number + 1`;
    await page.locator('.pages button').click();
    await page.getByRole('alert').waitFor();
    await page.locator('.pages button').click();
    await page.getByRole('checkbox', { name: 'Ski' }).waitFor();
    expect(await unchecked()).toEqual(['line-2', 'line-5']);
    // What is with the import is for everybody to change.
    await page.getByRole('checkbox', { name: 'Ski' }).check();
    await page.locator('button[name=keep]').click();
    await page.locator('main .notice').waitFor();
    expect(await unchecked()).toEqual(['line-5']);
    await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    // Told once.
    expect(new URL(page.url()).search).toBe('');
    await page.reload();
    expect(await page.locator('main .notice').count()).toBe(0);
    expect(problems.filter((problem) => !problem.includes('status of 409'))).toEqual([]);
  });

  test('leaves out what was unchecked also where what was sent with it has never arrived', async () => {
    await prepare();
    const { page, context, userId, problems } = await openAsBoard();
    await page.goto(`${site.url}/desk/import/`);
    await page.getByLabel('CSV file').setInputFiles(changed());
    await page.getByRole('button', { name: 'Show what would change' }).click();
    const box = (name: string) => page.getByRole('checkbox', { name });
    await box('Ski is changed').uncheck();
    const path = page.url();
    // The session has ended, whichever button it is.
    for (const button of [/^Import what is checked/, /^Clubs after these/, /^Keep what is checked/]) {
      await context.clearCookies();
      await page.getByRole('button', { name: button }).click();
      await page.waitForURL(/\/login\//);
      await signIn(context, site, userId);
      await page.goto(path);
      expect(await box('Ski').isChecked()).toBe(false);
    }
    await box('Club 100 is new').uncheck();
    await answerFor(page, '**/desk/import/*/', (route) => route.abort());
    await page.getByRole('button', { name: 'Import what is checked' }).click();
    await page.waitForURL('chrome-error://chromewebdata/');
    await page.unroute('**/desk/import/*/');
    // On another page the next form has them with it.
    await page.goto(`${path}?page=2`);
    await page.getByRole('button', { name: 'Import what is checked' }).click();
    await page.getByText('The import is done.').waitFor();
    const names = await site.database.sql<{ name: string; shortDescription: string }[]>`
        select name, short_description from club order by name`;
    expect(names.find(({ name }) => name === 'Ski')).toEqual({
      name: 'Ski',
      shortDescription: 'We meet every Sunday.',
    });
    expect(names.map(({ name }) => name)).not.toContain('Club 100');
    expect(names.map(({ name }) => name)).toContain('Club 101');
    expect(problems.filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([]);
  });

  test.each(['', '/fr'])(
    'has pages without a fault that axe knows, nor sideways scrolling, at any width: %s',
    async (prefix) => {
      await prepare();
      const { page, problems } = await openAsBoard();
      const look = async (what: string) => {
        expect(await findFaultsAtEveryWidth(page), what).toEqual([]);
      };
      const send = async (sent: ReturnType<typeof file>) => {
        await page.goto(`${site.url}${prefix}/desk/import/`);
        await page.locator('input[type=file]').setInputFiles(sent);
        await page.locator('main button').last().click();
      };
      await send(wrong());
      await page.locator('table.issues').waitFor();
      await look('mistakes');
      await page.setViewportSize({ width: 1280, height: 800 });
      const widths = await page.locator('td.problem').evaluateAll((cells) => cells.map((cell) => cell.clientWidth));
      expect(Math.min(...widths)).toBeGreaterThan(250);
      await send(changed());
      await page.locator('.import-plan').waitFor();
      await look('difference');
      await page.emulateMedia({ forcedColors: 'active' });
      const grounds = await page
        .locator('.filters button')
        .evaluateAll((buttons) => buttons.map((button) => getComputedStyle(button).backgroundColor));
      expect(new Set(grounds.slice(1)).size).toBe(1);
      expect(grounds[0]).not.toBe(grounds[1]);
      await page.emulateMedia({ forcedColors: 'none', media: 'print' });
      expect(await page.locator('main button').filter({ visible: true }).count()).toBe(0);
      await page.emulateMedia({ media: 'screen' });
      await page.goto(`${site.url}${prefix}/desk/import/`);
      await look('form');
      await page.locator('.begun a').first().click();
      await page.locator('main button').last().click();
      await page.locator('main .notice').waitFor();
      await look('result');
      expect(problems).toEqual([]);
    },
  );
});
