import { expect, test } from 'vitest';
import { importClubs } from '../../src/clubs/csv/import.ts';
import { messages } from '../../src/messages/messages.ts';
import { pathsIn } from '../../src/paths.ts';
import { findFaultsAtEveryWidth } from '../support/accessibility.ts';
import { answerFor, EVERY_WAY, openSignedIn, signIn, useBrowser } from '../support/browser.ts';
import { clubsCsv, inPieces } from '../support/clubs-csv.ts';
import { IS_FULL } from '../support/scope.ts';
import { describeSite } from '../support/site.ts';

describeSite('The import of a file by the board', (site) => {
  const browser = useBrowser();

  const prepare = () =>
    importClubs(
      site.database.client,
      inPieces(
        clubsCsv({ name: 'Ski', short_description: 'We meet every Sunday.' }, { name: 'Échecs' }, { name: 'Go' }),
      ),
    );
  const file = (buffer: Buffer) => ({ name: 'clubs-de-la-rentrée.csv', mimeType: 'text/csv', buffer });
  /** Changes a club, keeps one, and creates a number of others. */
  const changed = (count = 3) =>
    file(
      clubsCsv(
        { name: 'Ski', short_description: 'We meet every Monday, and go where there is snow.' },
        { name: 'Echecs' },
        { name: 'Donaudampfschifffahrtsgesellschaft'.repeat(3) },
        ...Array.from({ length: count }, (_, index) => ({ name: `Club ${100 + index}` })),
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
  /** Opens the plan of the changed file. */
  const openPlan = async () => {
    const opened = await openAsBoard();
    await opened.page.goto(`${site.url}/desk/import/`);
    await opened.page.getByLabel('CSV file').setInputFiles(changed());
    await opened.page.getByRole('button', { name: 'Preview import' }).click();
    await opened.page.locator('.import-plan').waitFor();
    return opened;
  };

  test.each(EVERY_WAY)(
    'shows the changes, leaves a club out and writes the others by keyboard, in $locale, with JavaScript: $javaScriptEnabled',
    async ({ locale, javaScriptEnabled }) => {
      const { clubImport: t, clubList, desk, site: ofSite } = messages(locale);
      await prepare();
      const { page, problems } = await openAsBoard({ javaScriptEnabled, viewport: { width: 360, height: 780 } });
      await page.goto(site.url + pathsIn(locale).desk());
      await page.getByRole('link', { name: t.title }).press('Enter');
      await page.getByLabel(t.file).setInputFiles(changed(60));
      await page.getByRole('button', { name: t.submit }).press('Enter');
      await page.getByRole('heading', { level: 1, name: t.of('clubs-de-la-rentrée.csv') }).waitFor();
      await page.getByRole('checkbox', { name: `Ski ${t.what.changed}` }).press('Space');
      const find = page.getByRole('searchbox', { name: ofSite.search.label });
      await find.fill('CLUB 159');
      await find.press('Enter');
      await page.getByRole('checkbox', { name: `Club 159 ${t.what.created}` }).waitFor();
      await expect.poll(() => page.getByRole('checkbox').count()).toBe(1);
      await page.getByRole('button', { name: clubList.clearName }).press('Enter');
      await page.getByRole('button', { name: desk.nextClubs }).press('Enter');
      await page.getByText(desk.pageOf(2, 2)).waitFor();
      await page.getByRole('button', { name: t.confirm(t.counts.created(62)).join('') }).press('Enter');
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

  test('updates its progress in place, over a failed request, and leads to the plan', async () => {
    const { page, problems } = await openAsBoard({ viewport: { width: 360, height: 300 } });
    await page.clock.install();
    await page.goto(`${site.url}/desk/import/`);
    await page.getByLabel('CSV file').setInputFiles(changed());
    await page.getByRole('button', { name: 'Preview import' }).click();
    await page.locator('.import-plan').waitFor();
    const setState = (state: string, progress = 0) =>
      site.database.sql`update club_import set state = ${state}, progress = ${progress}, beat_at = now()`;
    const pollAgain = () => page.clock.runFor(2000);
    await setState('reading', 0.42);
    await page.reload();
    await page.getByText('42%').waitFor();
    const link = page.getByRole('link', { name: 'Refresh' });
    await link.focus();
    await page.evaluate(() => scrollTo(0, 60));
    const place = await page.evaluate(() => [scrollY, performance.timeOrigin]);
    expect(place[0]).toBe(60);
    await setState('reading', 0.63);
    await pollAgain();
    await page.getByText('63%').waitFor();
    expect(await page.getByRole('progressbar').getAttribute('value')).toBe('63');
    await setState('planning');
    // The site restarts.
    await answerFor(page, '**/desk/import/*/', (route) => route.abort());
    await pollAgain();
    await page.getByText('The site is not responding.').waitFor({ state: 'attached' });
    await page.unroute('**/desk/import/*/');
    await pollAgain();
    await page.getByText('Comparing with the directory').waitFor();
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.evaluate(() => [scrollY, performance.timeOrigin])).toEqual(place);
    await setState('planned');
    await pollAgain();
    await page.locator('.import-plan').waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    expect(problems.filter((problem) => !/ERR_FAILED|Failed to fetch/.test(problem))).toEqual([]);
  });

  test('keeps unchecked clubs over a reload and in another language', async () => {
    await prepare();
    const { page, problems } = await openPlan();
    const unchecked = () =>
      page
        .locator('.import-plan input[type=checkbox]:not(:checked)')
        .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value));
    await page.getByRole('checkbox', { name: 'Ski will be changed' }).uncheck();
    await page.getByRole('checkbox', { name: 'Club 100 will be created' }).uncheck();
    await page.reload();
    await expect.poll(unchecked).toEqual(['line-2', 'line-5']);
    await page.getByRole('link', { name: 'Français' }).click();
    await page.waitForURL(/\/fr\//);
    await expect.poll(unchecked).toEqual(['line-2', 'line-5']);
    // Sent checkboxes are stored with the import, and no longer in the tab.
    await page.getByRole('checkbox', { name: 'Ski' }).check();
    await page.locator('button[name=keep]').click();
    await page.locator('main .notice').waitFor();
    await expect.poll(unchecked).toEqual(['line-5']);
    await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    expect(new URL(page.url()).search).toBe('');
    expect(problems).toEqual([]);
  });

  test('leaves unchecked clubs out although the form that had them was lost', async () => {
    await prepare();
    const { page, context, userId, problems } = await openPlan();
    const box = (name: string) => page.getByRole('checkbox', { name });
    const submit = page.getByRole('button', { name: 'Import selected clubs' });
    await box('Ski will be changed').uncheck();
    const path = page.url();
    await context.clearCookies();
    await submit.click();
    await page.waitForURL(/\/login\//);
    await signIn(context, site, userId);
    await page.goto(path);
    expect(await box('Ski').isChecked()).toBe(false);
    await box('Club 100 will be created').uncheck();
    await answerFor(page, '**/desk/import/*/', (route) => route.abort());
    await submit.click();
    await page.waitForURL('chrome-error://chromewebdata/');
    await page.unroute('**/desk/import/*/');
    // The next form sends them.
    await page.goto(path);
    await submit.click();
    await page.getByText('Import complete.').waitFor();
    const clubs = await site.database.sql<{ name: string }[]>`
      select name from club where name in ('Club 100', 'Club 101') or short_description like '%Monday%'`;
    expect(clubs).toEqual([{ name: 'Club 101' }]);
    expect(problems.filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([]);
  });

  test.runIf(IS_FULL).each(['', '/fr'])(
    'has accessible pages that fit 320 px and text of 200 %%: %s/desk/import/',
    async (prefix) => {
      await prepare();
      const { page, problems } = await openAsBoard();
      const send = async (sent: ReturnType<typeof file>) => {
        await page.goto(`${site.url}${prefix}/desk/import/`);
        await page.locator('input[type=file]').setInputFiles(sent);
        await page.locator('main button').last().click();
      };
      await send(wrong());
      await page.locator('table.issues').waitFor();
      expect(await findFaultsAtEveryWidth(page), 'issues').toEqual([]);
      await send(changed());
      await page.locator('.import-plan').waitFor();
      expect(await findFaultsAtEveryWidth(page), 'plan').toEqual([]);
      await page.goto(`${site.url}${prefix}/desk/import/`);
      expect(await findFaultsAtEveryWidth(page), 'form').toEqual([]);
      await page.locator('.begun a').first().click();
      await page.locator('.import-plan').waitFor();
      await page.locator('main button').last().click();
      await page.locator('main .notice').waitFor();
      expect(await findFaultsAtEveryWidth(page), 'result').toEqual([]);
      expect(problems).toEqual([]);
    },
  );
});
