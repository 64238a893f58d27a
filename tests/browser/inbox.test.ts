import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { saveMessage } from '../../src/clubs/board/inbox/queries.ts';
import { findViolationsAtEveryWidth } from '../support/accessibility.ts';
import { answerFor, openSignedIn, useBrowser } from '../support/browser.ts';
import { IS_FULL } from '../support/scope.ts';
import { describeSite } from '../support/site.ts';

const LONG_WORD = 'Donaudampfschifffahrtsgesellschaft'.repeat(3);

describeSite('Messages of visitors to the board', (site) => {
  const browser = useBrowser();

  test.each([true, false])(
    'are written by keyboard, and a proposal becomes a club, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const [id = 0] = await site.database.insertClubs('Chess');
      const options = { javaScriptEnabled, viewport: { width: 360, height: 780 } };
      const { page, context, problems } = await browser.newPage(options);
      await page.goto(`${site.url}/club/${id}/`);
      await page.getByRole('link', { name: 'Report a problem' }).press('Enter');
      // This topic needs a text; the other fields keep their values.
      await page.getByRole('radio', { name: 'Something else' }).press('Space');
      await page.getByLabel('Your e-mail address').fill('eve@example.org');
      await page.getByRole('button', { name: 'Send' }).press('Enter');
      await page.getByText('Fill in this field.').waitFor();
      expect(await page.getByLabel('Your e-mail address').inputValue()).toBe('eve@example.org');
      expect(await page.getByRole('radio', { name: 'Something else' }).isChecked()).toBe(true);
      await page.getByLabel('Details').fill('It meets elsewhere.');
      await page.getByRole('button', { name: 'Send' }).press('Enter');
      await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
      await page.getByRole('link', { name: 'Back to the club' }).press('Enter');
      await page.getByRole('heading', { name: 'Chess' }).waitFor();

      await page.goto(`${site.url}/club/?name=zen`);
      await page
        .locator('.club-suggestions')
        .getByRole('link', { name: 'Tell us about a missing club' })
        .press('Enter');
      const name = page.getByRole('textbox', { name: 'Name', exact: true });
      await name.waitFor();
      expect(await name.inputValue()).toBe('zen');
      await name.fill('Chess Club');
      await name.press('Enter');
      await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
      expect(await context.cookies()).toEqual([]);
      // The browser reports the form with a missing text.
      expect(problems).toEqual([expect.stringContaining('422')]);

      const board = await openSignedIn(browser, site, { roles: ['board'] }, options);
      await board.page.goto(`${site.url}/inbox/`);
      await board.page.getByRole('button', { name: 'Done' }).first().press('Enter');
      await board.page.getByText('1 message', { exact: true }).waitFor();
      await board.page.waitForLoadState();
      // For a club like another one, the key only moves the focus.
      if (javaScriptEnabled) for (const key of ['j', 'e']) await board.page.keyboard.press(key);
      const create = board.page.getByRole('button', { name: 'Create and publish' });
      if (javaScriptEnabled) expect(await create.evaluate((it) => it === document.activeElement)).toBe(true);
      await create.press('Enter');
      await board.page.locator('.toast').getByRole('link', { name: 'View page' }).click();
      await board.page.getByRole('heading', { name: 'Chess Club' }).waitFor();
      expect(board.problems).toEqual([]);
    },
  );

  test('keep their text while sending fails, and are sent by the next press', async () => {
    const { page } = await browser.newPage({ viewport: { width: 360, height: 780 } });
    await page.goto(`${site.url}/club/propose/`);
    const name = page.locator('main [name=name]');
    await name.fill('Zen');
    for (const answer of [
      (route: Route) => route.abort(),
      (route: Route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    ]) {
      await answerFor(page, '**/club/propose/', answer);
      await page.getByRole('button', { name: 'Send' }).press('Enter');
      await page.locator('.notice:focus').waitFor();
      expect(await name.inputValue()).toBe('Zen');
      await page.unroute('**/club/propose/');
    }
    await page.getByRole('button', { name: 'Send' }).press('Enter');
    await page.waitForURL((url) => url.search === '?sent');
    expect(await site.database.sql`select from inbox_message`).toHaveLength(1);
  });

  test('show their time in the time zone of the browser', async () => {
    const { client } = site.database;
    await saveMessage(client, { kind: 'proposal', clubName: 'Zen', texts: { name: 'Zen' }, message: '', sender: '' });
    await site.database.sql`update inbox_message set sent_at = '2026-11-22 20:00Z'`;
    const { page } = await openSignedIn(browser, site, { roles: ['board'] }, { timezoneId: 'Asia/Tokyo' });
    await page.goto(`${site.url}/inbox/`);
    await expect.poll(() => page.locator('main time').innerText()).toMatch(/23 November 2026.*05:00/);
  });

  test('have accessible pages that fit 320 px and text of 200 %', async () => {
    const [id = 0] = await site.database.insertClubs(`Chess ${LONG_WORD}`);
    const texts = { name: LONG_WORD, short_description: LONG_WORD, website: `https://example.org/${LONG_WORD}` };
    const { client } = site.database;
    const about = { clubName: LONG_WORD, message: `${LONG_WORD}\nשלום`, sender: `${'e'.repeat(60)}@example.org` };
    await saveMessage(client, { kind: 'report', clubId: id, topic: 'twice', ...about });
    await saveMessage(client, { kind: 'report', clubId: id + 1, topic: 'inactive', ...about });
    await saveMessage(client, { kind: 'proposal', texts, ...about });
    const { page } = await browser.newPage();
    const board = await openSignedIn(browser, site, { roles: ['board'], name: LONG_WORD });
    for (const prefix of IS_FULL ? ['', '/fr'] : ['']) {
      await page.goto(`${site.url}${prefix}/club/${id}/suggest/?sent`);
      expect(await findViolationsAtEveryWidth(page)).toEqual([]);
      await page.goto(`${site.url}${prefix}/club/propose/`);
      await page.locator('form.plain-form').evaluate((form: HTMLFormElement) => (form.noValidate = true));
      await page.locator('[name=sender]').fill(LONG_WORD);
      await page.locator('[name=website]').fill(LONG_WORD);
      await page.locator('main button').press('Enter');
      await page.locator('#field-sender-error').waitFor();
      expect(await findViolationsAtEveryWidth(page)).toEqual([]);
      await board.page.goto(`${site.url}${prefix}/inbox/`);
      expect(await findViolationsAtEveryWidth(board.page)).toEqual([]);
    }
  });
});
