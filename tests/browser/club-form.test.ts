import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations, findViolationsAtEveryWidth } from '../support/accessibility.ts';
import { answerFor, openSignedIn, signIn, useBrowser } from '../support/browser.ts';
import { plain } from '../support/pictures.ts';
import { IS_FULL } from '../support/scope.ts';
import { describeSite } from '../support/site.ts';

/** Refusals that the tests provoke, and the browser logs. */
const isRefusal = (problem: string) => /status of (404|409|413|415|422)/.test(problem);

describeSite('The form of a club', (site) => {
  const browser = useBrowser();
  let folder: string;
  let logo: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'club-directory-form-'));
    logo = join(folder, 'logo.png');
    await writeFile(logo, await plain(300, 300, 'teal').png().toBuffer());
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const openAsBoard = (options: Parameters<typeof browser.newPage>[0] = {}) =>
    openSignedIn(browser, site, { roles: ['board'] }, options);

  const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();
  const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();
  const focusedText = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).innerText);
  const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });
  const isPreview = (request: Request) => /preview=true|name="preview"/.test(request.postData() ?? '');
  const readClub = async () => (await site.database.sql`select * from club order by id desc limit 1`)[0];
  /** Collects the requests for a preview from now on. */
  const recordPreviews = (page: Page) => {
    const requests: string[] = [];
    page.on('request', (request) => {
      if (isPreview(request)) requests.push(request.url());
    });
    return requests;
  };

  test.each([true, false])('has the texts in each language, with JavaScript: %s', async (javaScriptEnabled) => {
    const { page } = await openAsBoard({ javaScriptEnabled });
    await page.goto(`${site.url}/fr/club/new/`);
    const french = page.getByLabel('Description courte (français)');
    const english = page.getByLabel('Description courte', { exact: true });
    await page.getByLabel('Nom', { exact: true }).fill('Ski');
    await french.fill('Neige');
    expect(await english.isVisible()).toBe(!javaScriptEnabled);
    if (javaScriptEnabled) await page.getByRole('tab', { name: 'Français' }).first().press('ArrowLeft');
    else await page.getByRole('heading', { name: 'English' }).first().waitFor();
    await english.fill('Snow');
    // The preview is in the language of the tab.
    if (javaScriptEnabled) await page.getByRole('heading', { name: 'Preview in English' }).waitFor();
    expect(await french.isVisible()).toBe(!javaScriptEnabled);
    if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.waitForURL(/\/club\/\d+\//);
    expect(await readClub()).toMatchObject({ shortDescription: 'Snow', shortDescriptionFr: 'Neige' });
  });

  test.each([true, false])(
    'shows errors first, keeps the input, and is corrected by keyboard, with JavaScript: %s',
    async (javaScriptEnabled) => {
      await site.database.insertClubs('Ski');
      const { page, problems } = await openAsBoard({ javaScriptEnabled });
      await page.goto(`${site.url}/club/new/`);
      await page.getByLabel('Name', { exact: true }).fill('Ski');
      await page.getByLabel('Website').fill('https://ski.example.org/');
      await page.getByLabel('Part of').fill('Nobody');
      await page.getByLabel('Short description', { exact: true }).fill('Down\n**and** up');
      await page.getByLabel('Logo', { exact: true }).setInputFiles(logo);
      await page.getByLabel('Status').selectOption('false');
      await page.getByLabel('Name', { exact: true }).press('Enter');
      const wrong = page.getByRole('alert').filter({ hasText: 'Not saved' });
      await wrong.waitFor();
      await expect.poll(() => focusedText(page)).toContain('Part of: No club has this name.');
      expect(await focusedText(page)).toContain('Name: Another club already has this name.');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-parent_name');
      await page.keyboard.press('Control+A');
      await page.keyboard.press('Delete');
      await page.keyboard.press('Enter');
      await expect.poll(() => focusedText(page)).toContain('Name: Another club already has this name.');
      expect(await page.getByLabel('Short description', { exact: true }).inputValue()).toBe('Down\n**and** up');
      expect(await page.getByLabel('Status').inputValue()).toBe('false');
      await page.getByLabel('Name', { exact: true }).fill('Ski down');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/club\/\d+\/(\?done=\w+)?$/);
      expect(await heading(page)).toBe('Ski down (inactive)');
      const club = await readClub();
      expect(club).toMatchObject({ website: 'https://ski.example.org/', isActive: false });
      expect(club?.logo).toMatch(/^\/image\//);
      // Without JavaScript the browser asks whether to send the form again.
      if (javaScriptEnabled) {
        await page.goBack();
        expect(new URL(page.url()).pathname).toBe('/club/new/');
      }
      expect(problems.filter((problem) => !isRefusal(problem))).toEqual([]);
    },
  );

  test('shows a preview on request without saving', async () => {
    const { page, problems } = await openAsBoard();
    await page.goto(`${site.url}/club/new/`);
    await page.getByLabel('Short description', { exact: true }).fill('**Strong**');
    const description = page.getByLabel('Description', { exact: true });
    await description.fill('# Title\n\nText');
    await page.getByLabel('Logo', { exact: true }).setInputFiles(logo);
    await page.getByRole('button', { name: 'Preview' }).click();
    await preview(page).locator('img').first().waitFor();
    expect(await preview(page).locator('[hx-ignore] strong').allInnerTexts()).toEqual(['Strong', 'Strong']);
    expect(await preview(page).locator('.prose h3').innerText()).toBe('Title');
    expect(await preview(page).getByRole('link').count()).toBe(0);
    await expect.poll(() => focusedText(page)).toBe('Preview in English');
    expect(await page.getByLabel('Short description', { exact: true }).inputValue()).toBe('**Strong**');
    expect(await site.database.sql`select from club`).toHaveLength(0);
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel('Name', { exact: true }).fill('Ski');
    await save(page);
    await page.waitForURL(/\/club\/\d+\/(\?done=\w+)?$/);
    expect((await readClub())?.logo).toMatch(/^\/image\//);
    expect(problems.filter((problem) => !isRefusal(problem))).toEqual([]);
  });

  test('saves while a preview is loading', async () => {
    const { page, problems } = await openAsBoard();
    await page.goto(`${site.url}/club/new/`);
    await page.getByLabel('Name', { exact: true }).fill('Ski');
    let held = 0;
    await answerFor(page, '**/club/new/', async (route) => {
      if (route.request().postData()?.includes('name="preview"')) held += 1;
      else await route.continue();
    });
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect.poll(() => held).toBe(1);
    await save(page);
    await page.waitForURL(/\/club\/\d+\/(\?done=\w+)?$/);
    expect(problems).toEqual([]);
  });

  test('updates the preview once typing pauses, and only for changes', async () => {
    const id = await site.database.insertClub({ name: 'Ski', shortDescription: 'Snow' });
    const { page, problems } = await openAsBoard();
    await page.clock.install({ time: 0 });
    const requests = recordPreviews(page);
    await page.goto(`${site.url}/club/${id}/edit/`);
    await page.locator('#club-form[data-htmx-powered]').waitFor();
    expect(await preview(page).locator('h4').allInnerTexts()).toEqual(['Ski', 'Ski']);
    const short = page.getByLabel('Short description', { exact: true });
    await page.clock.pauseAt(3_600_000);
    await short.press('End');
    await short.pressSequentially(' and *ice*');
    expect(requests).toEqual([]);
    await page.clock.runFor(300);
    await page.clock.resume();
    await preview(page).locator('em').first().waitFor();
    expect(requests).toHaveLength(1);
    await short.press('ArrowLeft');
    await page.getByLabel('Status').selectOption('false');
    await preview(page).getByText('(inactive)').first().waitFor();
    expect(requests).toHaveLength(2);
    expect(await preview(page).locator('[aria-live], [role=status], [role=alert]').count()).toBe(0);
    await short.fill('a'.repeat(1001));
    await preview(page).getByText('Short description: Enter at most 1,000 characters.').waitFor();
    expect(problems).toEqual([]);
  });

  test('shows similar clubs below the name of a new one', async () => {
    await site.database.insertClubs('Acroyoga', 'Chess');
    const { page, problems } = await openAsBoard();
    await page.goto(`${site.url}/club/new/`);
    await page.getByLabel('Name', { exact: true }).fill('Acro-Yoga Club');
    await page.getByText('Similar clubs: Acroyoga').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Film');
    await page.getByText('Similar clubs:').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  test('shows the preview of the last input, however late earlier answers are, without moving the field', async () => {
    const { page, problems } = await openAsBoard({ viewport: { width: 360, height: 700 } });
    await page.goto(`${site.url}/club/new/`);
    const held: (() => void)[] = [];
    await answerFor(page, '**/club/new/', async (route) => {
      if (held.length === 0 && isPreview(route.request())) await new Promise<void>((resolve) => held.push(resolve));
      await route.continue().catch(() => {});
    });
    const short = page.getByLabel('Short description', { exact: true });
    await short.fill('*first*');
    await expect.poll(() => held.length).toBe(1);
    const before = await short.boundingBox();
    await short.fill('*second*');
    await preview(page).getByText('second').first().waitFor();
    for (const release of held) release();
    await short.fill('*third*\n\n'.repeat(30));
    await preview(page).getByText('third').last().waitFor();
    expect(await preview(page).getByText('first').count()).toBe(0);
    expect(await short.boundingBox()).toEqual(before);
    expect(problems).toEqual([]);
  });

  test('counts the remaining characters as the server does', async () => {
    const { page, problems } = await openAsBoard();
    await page.goto(`${site.url}/club/new/`);
    const count = (field: string) => page.locator(`[data-count-of='field-${field}']`).innerText();
    expect(await count('short_description')).toBe('');
    const name = page.getByLabel('Name', { exact: true });
    // A counter appears near the limit.
    await name.fill('Ski');
    expect(await count('name')).toBe('');
    await name.fill(`  ${'e\u0301'.repeat(220)}😀  `);
    expect(await count('name')).toBe('34 characters left');
    await page.getByLabel('Short description', { exact: true }).fill('😀\n'.repeat(500));
    expect(await count('short_description')).toBe('0 characters left');
    await expect
      .poll(() => page.locator('[data-count-announcement]').innerText())
      .toBe('Short description: 0 characters left');
    await page.getByLabel('Short description', { exact: true }).press('a');
    expect(await count('short_description')).toBe('1 character too many');
    await save(page);
    await page.getByRole('link', { name: 'Short description: Enter at most 1,000 characters.' }).waitFor();
    expect(await count('short_description')).toBe('1 character too many');
    await page.getByLabel('Short description', { exact: true }).fill('😀\n'.repeat(500));
    await save(page);
    await page.waitForURL(/\/club\/\d+\/(\?done=\w+)?$/);
    expect(problems.filter((problem) => !isRefusal(problem))).toEqual([]);
  });

  test('asks for confirmation before the page is left with unsaved changes, and only then', async () => {
    const id = await site.database.insertClub({ name: 'Ski', description: 'a\r\nb' });
    const { page } = await openAsBoard();
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type());
      void dialog.accept();
    });
    await page.goto(`${site.url}/club/${id}/edit/`);
    await page.getByLabel('Name', { exact: true }).fill('Snow');
    await page.getByLabel('Name', { exact: true }).fill('Ski');
    await page.getByRole('link', { name: 'Back to the club' }).click();
    await page.waitForURL(/\/club\/\d+\/(\?done=\w+)?$/);
    expect(dialogs).toEqual([]);
    await page.goto(`${site.url}/club/${id}/edit/`);
    await page.getByLabel('Website').fill('https://x');
    await page.getByLabel('Part of').fill('Nobody');
    await save(page);
    await page.getByRole('alert').filter({ hasText: 'Not saved' }).waitFor();
    await page.getByRole('link', { name: 'Back to the club' }).click();
    await page.waitForURL(/\/club\/\d+\/(\?done=\w+)?$/);
    expect(dialogs).toEqual(['beforeunload']);
    await page.goto(`${site.url}/club/${id}/edit/`);
    await page.getByLabel('Name', { exact: true }).fill('Snow');
    await save(page);
    await page.waitForURL(/\/club\/\d+\/(\?done=\w+)?$/);
    expect(await heading(page)).toBe('Snow');
    expect(dialogs).toEqual(['beforeunload']);
  });

  test('keeps the text when the session has ended, to save it after signing in in another tab', async () => {
    const id = await site.database.insertClub({ name: 'Ski' });
    const { page, context, userId } = await openAsBoard();
    await page.goto(`${site.url}/club/${id}/edit/`);
    await page.getByLabel('Short description', { exact: true }).fill('A long text');
    await site.database.sql`delete from user_session`;
    await save(page);
    const link = page.getByRole('link', { name: 'Sign in (opens in a new tab)' });
    expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual([
      `/login/?next=${encodeURIComponent(`/club/${id}/edit/`)}`,
      '_blank',
    ]);
    expect(await findViolations(page)).toEqual([]);
    await signIn(context, site, userId);
    await save(page);
    await page.waitForURL(/\/club\/\d+\/(\?done=\w+)?$/);
    expect(await readClub()).toMatchObject({ shortDescription: 'A long text' });
  });

  test('keeps the text when the club is deleted, the permission revoked, or the request fails', async () => {
    const id = await site.database.insertClub({ name: 'Ski' });
    const { page, userId } = await openAsBoard();
    await page.goto(`${site.url}/club/${id}/edit/`);
    const short = page.getByLabel('Short description', { exact: true });
    await answerFor(page, '**/edit/', (route) => route.abort());
    await short.fill('A long text');
    await save(page);
    await page.getByText('We could not confirm').waitFor();
    // A failed preview replaces the message.
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.locator('[data-failure]', { hasText: 'The preview could not be loaded.' }).waitFor();
    expect(await page.getByText('We could not confirm').count()).toBe(0);
    await page.unroute('**/edit/');
    await short.press('End');
    await short.pressSequentially('s');
    await page.locator('#preview').getByText('A long texts').first().waitFor();
    await short.press('Backspace');
    await site.database.sql`delete from user_role where user_id = ${userId}`;
    await save(page);
    await page.getByText('You no longer have permission').waitFor();
    await site.database.sql`insert into user_role ${site.database.sql({ userId, role: 'board' })}`;
    await site.database.sql`delete from club`;
    await save(page);
    await page.getByText('This club was deleted.').waitFor();
    expect(await short.inputValue()).toBe('A long text');
    const deleted = page.getByRole('alert').getByRole('link', { name: 'Deleted clubs' });
    expect(await deleted.getAttribute('href')).toBe('/club/deleted/');
    expect(await deleted.getAttribute('target')).toBe('_blank');
  });

  test('has a preview that fits the window and is one tab stop', async () => {
    const links = Array.from({ length: 60 }, (_, index) => `[a ${index}](https://a.example/${index})\n\n`).join('');
    const id = await site.database.insertClub({ name: 'Ski', description: 'old' });
    const { page, problems } = await openAsBoard({ viewport: { width: 1280, height: 700 } });
    await page.goto(`${site.url}/club/${id}/edit/`);
    await page.getByLabel('Description', { exact: true }).fill(links);
    await preview(page).getByRole('link', { name: 'a 59' }).waitFor();
    const box = await preview(page).boundingBox();
    expect(box?.height).toBeLessThanOrEqual(700);
    const focused = () =>
      page.evaluate(() => {
        const { innerText, className, localName } = document.activeElement as HTMLElement;
        return localName === 'section' ? className.split(' ')[0] : innerText;
      });
    await expect.poll(() => preview(page).getAttribute('tabindex')).toBe('0');
    await page.getByRole('button', { name: 'Preview' }).focus();
    const stops: unknown[] = [];
    for (let stop = 0; stop < 4; stop += 1) {
      await page.keyboard.press('Tab');
      stops.push(await focused());
    }
    expect(stops.slice(0, 3)).toEqual(['Save', 'Back to the club', 'preview']);
    expect(stops[3]).not.toMatch(/^a \d/);
    expect(await findViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('shows the text that another editor has saved beside the own one', async () => {
    const id = await site.database.insertClub({ name: 'Ski', shortDescription: 'Old' });
    const { page, problems } = await openAsBoard();
    await page.goto(`${site.url}/club/${id}/edit/`);
    await site.database.sql`update club set short_description = 'Theirs' where id = ${id}`;
    await page.getByLabel('Short description', { exact: true }).fill('Mine');
    await save(page);
    await expect.poll(() => focusedText(page)).toContain('This club has changed since you opened it');
    expect(await page.locator('main .now').innerText()).toContain('Theirs');
    expect(await page.getByLabel('Short description', { exact: true }).inputValue()).toBe('Mine');
    expect(await findViolations(page)).toEqual([]);
    await save(page);
    await page.waitForURL(/\/club\/\d+\/(\?done=\w+)?$/);
    expect(await readClub()).toMatchObject({ shortDescription: 'Mine' });
    expect(problems.filter((problem) => !isRefusal(problem))).toEqual([]);
  });

  test('is accessible with errors, and fits 320 px and text of 200 %', async () => {
    const id = await site.database.insertClub({ name: 'Ski', description: '# Title\n\n- a\n- b' });
    const { page } = await openAsBoard();
    for (const prefix of IS_FULL ? ['', '/fr'] : ['']) {
      await page.goto(`${site.url}${prefix}/club/${id}/edit/`);
      await page.locator('#field-parent_name').fill('Nobody');
      // The tab of the only texts is open.
      if (prefix !== '') await page.locator('#group-texts-fr-tab').click();
      await page.locator(`#field-short_description${prefix.replace('/', '_')}`).fill('a'.repeat(1001));
      await page.locator('.actions .button:not(.secondary)').click();
      await page.locator('[role=alert] li').first().waitFor();
      expect(await findViolationsAtEveryWidth(page), prefix).toEqual([]);
    }
  });
});
