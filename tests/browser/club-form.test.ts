import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFaults, findFaultsAtEveryWidth } from '../support/accessibility.ts';
import { answerFor, openSignedIn, signIn, useBrowser } from '../support/browser.ts';
import { type NewPerson } from '../support/people.ts';
import { plain } from '../support/pictures.ts';
import { describeSite } from '../support/site.ts';

/** Each is told in the console, and is what a test asks for. */
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

  const openAs = (person: NewPerson, options: Parameters<typeof browser.newPage>[0] = {}) =>
    openSignedIn(browser, site, person, options);
  const openAsBoard = (options: Parameters<typeof browser.newPage>[0] = {}) => openAs({ roles: ['board'] }, options);

  const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();
  const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();
  const focusedText = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).innerText);
  const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });
  const readClub = async () => (await site.database.sql`select * from club order by id desc limit 1`)[0];
  /** The requests of the preview, from now on. */
  const watchPreviews = (page: Page) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/preview/')) asked.push(request.postData() ?? '');
    });
    return asked;
  };

  test.each([true, false])(
    'is shown again with what is wrong first, keeps all of it and is mended by keyboard, with JavaScript: %s',
    async (javaScriptEnabled) => {
      await site.database.insertClubs('Ski');
      const { page, problems } = await openAsBoard({ javaScriptEnabled });
      await page.goto(`${site.url}/club/new/`);
      await page.getByLabel('Name', { exact: true }).fill('Ski');
      await page.getByLabel('Website').fill('https://ski.example.org/');
      await page.getByLabel('Part of').fill('Nobody');
      await page.getByLabel('Short description').fill('Down\n**and** up');
      await page.getByLabel('Logo', { exact: true }).setInputFiles(logo);
      await page.getByLabel('Active').uncheck();
      await page.getByLabel('Name', { exact: true }).press('Enter');
      const wrong = page.getByRole('alert').filter({ hasText: 'Nothing was saved yet' });
      await wrong.waitFor();
      await expect.poll(() => focusedText(page)).toContain('Part of: There is no club with this name.');
      expect(await focusedText(page)).toContain('Name: Another club has this name.');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-parent_name');
      await page.keyboard.press('Control+A');
      await page.keyboard.press('Delete');
      await page.keyboard.press('Enter');
      await expect.poll(() => focusedText(page)).toContain('Name: Another club has this name.');
      expect(await page.getByLabel('Short description').inputValue()).toBe('Down\n**and** up');
      expect(await page.getByLabel('Active').isChecked()).toBe(false);
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

  test.each([true, false])(
    'makes one club when the button is pressed twice, and leads to it, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const { page, problems } = await openAsBoard({ javaScriptEnabled });
      await page.goto(`${site.url}/club/new/`);
      await page.getByLabel('Name', { exact: true }).fill('Ski');
      await page.getByRole('button', { name: 'Save' }).dblclick();
      await page.waitForURL(/\/club\/\d+\/(\?done=\w+)?$/);
      expect(await heading(page)).toBe('Ski');
      expect(await site.database.sql`select from club`).toHaveLength(1);
      expect(problems).toEqual([]);
    },
  );

  test.each([true, false])(
    'shows what would become of it at the press of a button, and saves nothing, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const { page, problems } = await openAsBoard({ javaScriptEnabled });
      await page.goto(`${site.url}/club/new/`);
      await page.getByLabel('Short description').fill('**Strong**');
      await page.getByLabel('Description', { exact: true }).fill('# Title\n\nText');
      await page.getByLabel('Logo', { exact: true }).setInputFiles(logo);
      // As the browser does it for who drags its corner.
      const box = page.getByLabel('Description', { exact: true });
      if (javaScriptEnabled) await box.evaluate((field) => (field.style.height = '321px'));
      await page.getByRole('button', { name: 'Preview' }).click();
      await preview(page).locator('img').first().waitFor();
      if (javaScriptEnabled) expect(await box.evaluate(({ style }) => style.height)).toBe('321px');
      expect(await preview(page).locator('[hx-ignore] strong').allInnerTexts()).toEqual(['Strong', 'Strong']);
      expect(await preview(page).locator('.prose h3').innerText()).toBe('Title');
      expect(await preview(page).getByRole('link').count()).toBe(0);
      await expect.poll(() => focusedText(page)).toBe('Preview');
      expect(await page.getByLabel('Short description').inputValue()).toBe('**Strong**');
      expect(await site.database.sql`select from club`).toHaveLength(0);
      if (javaScriptEnabled) expect(await findFaults(page)).toEqual([]);
      await page.getByLabel('Name', { exact: true }).fill('Ski');
      await save(page);
      await page.waitForURL(/\/club\/\d+\/(\?done=\w+)?$/);
      expect((await readClub())?.logo).toMatch(/^\/image\//);
      expect(problems.filter((problem) => !isRefusal(problem))).toEqual([]);
    },
  );

  test('saves while a preview is on its way, which nobody waits for', async () => {
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

  test('shows without JavaScript no preview that does not follow', async () => {
    const { page } = await openAsBoard({ javaScriptEnabled: false });
    await page.goto(`${site.url}/club/new/`);
    expect(await preview(page).count()).toBe(0);
    expect(await page.locator('.count').first().isVisible()).toBe(false);
  });

  test('shows while somebody types what would become of it, asked for once they pause', async () => {
    const id = await site.database.insertClub({ name: 'Ski', shortDescription: 'Snow' });
    const { page, problems } = await openAsBoard();
    const asked = watchPreviews(page);
    await page.goto(`${site.url}/club/${id}/edit/`);
    expect(await preview(page).locator('h4').allInnerTexts()).toEqual(['Ski', 'Ski']);
    const short = page.getByLabel('Short description');
    await short.pressSequentially(' and *ice*', { delay: 20 });
    await preview(page).locator('em').first().waitFor();
    expect(asked).toHaveLength(1);
    // Nothing else, for what is shown already.
    await short.press('x');
    await short.press('Backspace');
    await short.press('ArrowLeft');
    await page.getByLabel('Active').uncheck();
    await preview(page).getByText('(inactive)').first().waitFor();
    expect(asked).toHaveLength(2);
    await page.getByLabel('Website').fill('https://ski.example.org/');
    await preview(page).getByRole('link', { name: 'Website' }).waitFor();
    expect(asked).toHaveLength(3);
    expect(await preview(page).locator('[aria-live], [role=status], [role=alert]').count()).toBe(0);
    await short.fill('a'.repeat(1001));
    await preview(page).getByText('Short description: This is too long.').waitFor();
    expect(problems).toEqual([]);
  });

  test('shows to an officer the card with the name that is not theirs to change', async () => {
    const id = await site.database.insertClub({ name: 'Ski', isActive: false });
    const { page } = await openAs({ officerOf: [id] });
    await page.goto(`${site.url}/club/${id}/edit/`);
    await page.getByLabel('Short description').fill('*Snow*');
    await preview(page).locator('em').first().waitFor();
    expect(await preview(page).locator('h4').allInnerTexts()).toEqual(['Ski (inactive)', 'Ski (inactive)']);
  });

  test('shows of several answers the last, whatever comes when, and moves nothing that is typed in', async () => {
    const { page, problems } = await openAsBoard({ viewport: { width: 360, height: 700 } });
    await page.goto(`${site.url}/club/new/`);
    const held: (() => void)[] = [];
    await answerFor(page, '**/preview/', async (route) => {
      if (held.length === 0) await new Promise<void>((resolve) => held.push(resolve));
      await route.continue().catch(() => {});
    });
    const short = page.getByLabel('Short description');
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

  test('counts the characters that are left as the server does', async () => {
    const { page, problems } = await openAsBoard();
    await page.goto(`${site.url}/club/new/`);
    const count = (field: string) => page.locator(`[data-count-of='field-${field}']`).innerText();
    expect(await count('short_description')).toBe('1,000 characters left');
    const name = page.getByLabel('Name', { exact: true });
    // It is seldom so long that anybody wants to know.
    await name.fill('Ski');
    expect(await count('name')).toBe('');
    await name.fill(`  ${'e\u0301'.repeat(220)}😀  `);
    expect(await count('name')).toBe('34 characters left');
    await page.getByLabel('Short description').fill('😀\n'.repeat(500));
    expect(await count('short_description')).toBe('0 characters left');
    await expect
      .poll(() => page.locator('[data-count-announcement]').innerText())
      .toBe('Short description: 0 characters left');
    await page.getByLabel('Short description').press('a');
    expect(await count('short_description')).toBe('1 character too many');
    await save(page);
    await page.getByRole('link', { name: 'Short description: This is too long.' }).waitFor();
    expect(await count('short_description')).toBe('1 character too many');
    await page.getByLabel('Short description').fill('😀\n'.repeat(500));
    await save(page);
    await page.waitForURL(/\/club\/\d+\/(\?done=\w+)?$/);
    expect(problems.filter((problem) => !isRefusal(problem))).toEqual([]);
  });

  test('asks before it is left with what is not saved, and only then', async () => {
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
    await page.getByRole('alert').filter({ hasText: 'Nothing was saved yet' }).waitFor();
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

  test('keeps the text of somebody who is signed out meanwhile, who signs in beside it and saves', async () => {
    const id = await site.database.insertClub({ name: 'Ski' });
    const { page, context, userId } = await openAsBoard();
    await page.goto(`${site.url}/club/${id}/edit/`);
    await page.getByLabel('Short description').fill('A long text');
    await site.database.sql`delete from user_session`;
    await save(page);
    await page.getByText('You are not signed in any more.').waitFor();
    const link = page.getByRole('link', { name: 'Sign in in a new tab' });
    expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual(['/login/', '_blank']);
    expect(await findFaults(page)).toEqual([]);
    await signIn(context, site, userId);
    await save(page);
    await page.waitForURL(/\/club\/\d+\/(\?done=\w+)?$/);
    expect(await readClub()).toMatchObject({ shortDescription: 'A long text' });
  });

  test('has the text still without JavaScript when a session has ended, to be saved after signing in beside it', async () => {
    const id = await site.database.insertClub({ name: 'Ski' });
    const { page, context, userId, problems } = await openAsBoard({ javaScriptEnabled: false });
    await page.goto(`${site.url}/club/${id}/edit/`);
    await page.getByLabel('Short description').fill('A long text');
    await site.database.sql`delete from user_session`;
    await save(page);
    await page.getByRole('alert').filter({ hasText: 'You are not signed in any more.' }).waitFor();
    expect(await page.getByLabel('Short description').inputValue()).toBe('A long text');
    const beside = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Sign in in a new tab' }).click();
    await (await beside).waitForURL(/\/login\//);
    await signIn(context, site, userId);
    await save(page);
    await page.waitForURL(/\/club\/\d+\/(\?done=\w+)?$/);
    expect(await readClub()).toMatchObject({ shortDescription: 'A long text' });
    expect(problems.filter((problem) => !problem.includes('status of 403'))).toEqual([]);
  });

  test('keeps the text when the club is gone, when its keeper is no more, and when there is no answer', async () => {
    const id = await site.database.insertClub({ name: 'Ski' });
    const { page, userId } = await openAsBoard();
    await page.goto(`${site.url}/club/${id}/edit/`);
    const short = page.getByLabel('Short description');
    await answerFor(page, '**/edit/', (route) => route.abort());
    await short.fill('A long text');
    await save(page);
    await page.getByText('This could not be saved.').waitFor();
    // Nothing was to be saved, and what was shown is of an older text.
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('The preview could not be made.').waitFor();
    expect(await page.getByText('This could not be saved.').count()).toBe(0);
    expect(await page.locator('#preview').innerText()).toBe('There is no preview of what is typed now.');
    await page.unroute('**/edit/');
    await short.press('End');
    await short.pressSequentially('s');
    await page.locator('#preview').getByText('A long texts').first().waitFor();
    await short.press('Backspace');
    await site.database.sql`delete from user_role where user_id = ${userId}`;
    await save(page);
    await page.getByText('You may not change this any more.').waitFor();
    await site.database.sql`insert into user_role ${site.database.sql({ userId, role: 'board' })}`;
    await site.database.sql`delete from club`;
    await save(page);
    await page.getByText('This club is gone.').waitFor();
    expect(await short.inputValue()).toBe('A long text');
    // Where it can be brought back from; there is nothing to go back to.
    const deleted = page.getByRole('alert').getByRole('link', { name: 'Deleted clubs' });
    expect(await deleted.getAttribute('href')).toBe('/club/deleted/');
    expect(await deleted.getAttribute('target')).toBe('_blank');
    expect(await page.getByRole('link', { name: 'Back to the club' }).count()).toBe(0);
  });

  test('leads nobody to the deleted clubs who may not see them', async () => {
    const id = await site.database.insertClub({ name: 'Ski' });
    const { page } = await openAs({ permissions: ['club.change_club'] });
    await page.goto(`${site.url}/club/${id}/edit/`);
    await site.database.sql`delete from club`;
    await save(page);
    const told = page.getByText('This club is gone.');
    await told.waitFor();
    expect(await told.getByRole('link').count()).toBe(0);
  });

  test('keeps the text when a file is too large to be read', async () => {
    const large = join(folder, 'large.png');
    await writeFile(large, Buffer.alloc(3 * 1024 * 1024));
    const { page } = await openAsBoard();
    await page.goto(`${site.url}/club/new/`);
    await page.getByLabel('Name', { exact: true }).fill('Ski');
    await page.getByLabel('Active').uncheck();
    await page.getByLabel('Logo', { exact: true }).setInputFiles(large);
    await save(page);
    await page.getByRole('alert').filter({ hasText: 'Nothing was saved yet' }).waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ski');
    expect(await page.getByLabel('Active').isChecked()).toBe(false);
  });

  test('has a preview no higher than the window, in one step of the keyboard, and the way back before it', async () => {
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
    expect(await findFaults(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('shows no logo that a chosen file is to replace, and says where the new one is seen', async () => {
    const id = await site.database.insertClub({ name: 'Ski', logo: '/logos/chess.svg' });
    const { page } = await openAsBoard();
    await page.goto(`${site.url}/club/${id}/edit/`);
    await page.getByLabel('Take the logo away').check();
    await page.getByLabel('Logo', { exact: true }).setInputFiles(logo);
    await preview(page).getByText('The new logo is seen here').waitFor();
    expect(await preview(page).locator('img').count()).toBe(0);
    await preview(page).page().getByRole('button', { name: 'Preview' }).click();
    await expect.poll(() => preview(page).locator('img').first().getAttribute('src')).toMatch(/^\/image\//);
  });

  test('lets the second of two keep the logo of the first', async () => {
    const id = await site.database.insertClub({ name: 'Ski', logo: '/logos/chess.svg' });
    const { page, problems } = await openAsBoard();
    await page.goto(`${site.url}/club/${id}/edit/`);
    await site.database
      .sql`update club set logo = '/logos/theirs.svg', website = 'https://a.example/' where id = ${id}`;
    await page.getByLabel('Logo', { exact: true }).setInputFiles(logo);
    await save(page);
    await expect.poll(() => focusedText(page)).toContain('Taken over as they are now: Website.');
    expect(await findFaults(page)).toEqual([]);
    await page.getByLabel('Keep the logo that is there now').check();
    await expect.poll(() => preview(page).locator('img').first().getAttribute('src')).toBe('/logos/theirs.svg');
    await save(page);
    await page.waitForURL(/\/club\/\d+\/(\?done=\w+)?$/);
    expect(await readClub()).toMatchObject({ logo: '/logos/theirs.svg', website: 'https://a.example/' });
    expect(problems.filter((problem) => !isRefusal(problem))).toEqual([]);
  });

  test('says in its place what another has written meanwhile, and each text of the history comes back', async () => {
    const id = await site.database.insertClub({ name: 'Ski', shortDescription: 'Old' });
    const { page, problems } = await openAsBoard();
    await page.goto(`${site.url}/club/${id}/edit/`);
    await site.database.sql`update club set short_description = 'Theirs' where id = ${id}`;
    await page.getByLabel('Short description').fill('Mine');
    await save(page);
    await expect.poll(() => focusedText(page)).toContain('This club was changed meanwhile');
    expect(await page.locator('main .now').innerText()).toContain('Theirs');
    expect(await page.getByLabel('Short description').inputValue()).toBe('Mine');
    expect(await findFaults(page)).toEqual([]);
    await save(page);
    await page.waitForURL(/\/club\/\d+\/(\?done=\w+)?$/);
    await page.getByRole('link', { name: 'History' }).click();
    await page
      .getByRole('button', { name: /Restore/ })
      .last()
      .click();
    await page.waitForURL(/\/club\/\d+\/(\?done=\w+)?$/);
    expect(await readClub()).toMatchObject({ shortDescription: 'Old' });
    expect(problems.filter((problem) => !isRefusal(problem))).toEqual([]);
  });

  test('is printed with its whole history, also what is folded away', async () => {
    const id = await site.database.insertClub({ name: 'Ski', shortDescription: 'On the slopes' });
    const { page } = await openAsBoard();
    await page.goto(`${site.url}/club/${id}/history/`);
    const folded = page.getByText('On the slopes');
    const isSeen = () => folded.evaluate((element) => element.checkVisibility());
    expect(await isSeen()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await isSeen()).toBe(true);
  });

  test('has no fault that axe knows when something is wrong, at any width', async () => {
    const id = await site.database.insertClub({ name: 'Ski', description: '# Title\n\n- a\n- b' });
    const { page } = await openAsBoard();
    for (const path of [`/club/${id}/edit/`, `/fr/club/${id}/edit/`]) {
      await page.goto(site.url + path);
      await page.locator('#field-parent_name').fill('Nobody');
      await page.locator('#field-short_description').fill('a'.repeat(1001));
      await page.locator('button.button[type=submit]').click();
      await page.locator('[role=alert] li').first().waitFor();
      expect(await findFaultsAtEveryWidth(page), path).toEqual([]);
    }
  });
});
