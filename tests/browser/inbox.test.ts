import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { messages } from '../../src/messages/messages.ts';
import { keepMessage } from '../../src/clubs/inbox/queries.ts';
import { findFaultsAtEveryWidth } from '../support/accessibility.ts';
import { openSignedIn, useBrowser } from '../support/browser.ts';
import { describeSite } from '../support/site.ts';

const LONG_WORD = 'Donaudampfschifffahrtsgesellschaft'.repeat(3);

describeSite('What visitors write to the board, in a browser', (site) => {
  const browser = useBrowser();

  test.each([true, false])(
    'is written by keyboard from the page of a club, and becomes a club by one press, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const [id = 0] = await site.database.insertClubs('Chess');
      const options = { javaScriptEnabled, viewport: { width: 360, height: 780 } };
      const { page, context, problems } = await browser.newPage(options);
      await page.goto(`${site.url}/club/${id}/`);
      await page.getByRole('link', { name: 'Something wrong here?' }).press('Enter');
      // What the topic alone does not say is asked for, and what was typed stays.
      await page.getByRole('radio', { name: 'Something else' }).press('Space');
      await page.getByLabel('Your e-mail address').fill('eve@example.org');
      await page.getByRole('button', { name: 'Send' }).press('Enter');
      await page.getByText('Please fill this in.').waitFor();
      expect(await page.getByLabel('Your e-mail address').inputValue()).toBe('eve@example.org');
      expect(await page.getByRole('radio', { name: 'Something else' }).isChecked()).toBe(true);
      await page.getByLabel('In your words').fill('It meets elsewhere.');
      await page.getByRole('button', { name: 'Send' }).press('Enter');
      await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
      await page.getByRole('link', { name: 'Back to the club' }).press('Enter');
      await page.getByRole('heading', { name: 'Chess' }).waitFor();

      await page.goto(`${site.url}/club/?name=zen`);
      await page.locator('.club-suggestions').getByRole('link', { name: 'Propose a club' }).press('Enter');
      const name = page.getByRole('textbox', { name: 'Name', exact: true });
      await name.waitFor();
      expect(await name.inputValue()).toBe('zen');
      await name.fill('Zen');
      await name.press('Enter');
      await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
      expect(await context.cookies()).toEqual([]);
      // What a browser says of the form that lacked something.
      expect(problems).toEqual([expect.stringContaining('422')]);

      const board = await openSignedIn(browser, site, { roles: ['board'] }, options);
      await board.page.goto(`${site.url}/inbox/`);
      expect(await board.page.locator('h1').innerText()).toBe('Inbox (2)');
      // Enter at a box means those that are chosen, and makes no club.
      await board.page.getByRole('checkbox', { name: 'Choose the message on Chess' }).press('Space');
      await board.page.getByRole('checkbox', { name: 'Choose the message on Chess' }).press('Enter');
      await board.page.getByRole('heading', { name: 'Inbox (1)' }).waitFor();
      await board.page.getByRole('button', { name: 'Make it a club (Zen)' }).press('Enter');
      await board.page.getByRole('heading', { name: 'Zen' }).waitFor();
      expect(await board.page.locator('main [role=status]').innerText()).toContain('It is a club now.');
      expect(board.problems).toEqual([]);
    },
  );

  test.each(['', '/fr'])(
    'stays where it was typed while no answer comes, and is sent by the next press: %s',
    async (prefix) => {
      const [id = 0] = await site.database.insertClubs('Chess');
      const t = messages(prefix === '' ? 'en' : 'fr').notes;
      const { page } = await browser.newPage({ viewport: { width: 360, height: 780 } });
      for (const [path, field] of [
        [`/club/${id}/suggest/`, 'message'],
        ['/club/propose/', 'name'],
      ] as const) {
        await page.goto(site.url + prefix + path);
        if (field === 'message') await page.locator('[name=topic]').last().check();
        const typed = page.locator(`main [name=${field}]`);
        await typed.fill('Zen');
        for (const answer of [
          (route: Route) => route.abort(),
          (route: Route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
        ]) {
          await page.route('**/*', (route) => (route.request().method() === 'POST' ? answer(route) : route.fallback()));
          await page.getByRole('button', { name: t.send }).press('Enter');
          await page.locator('.error-box:focus').waitFor();
          expect(await page.locator('.error-box').innerText()).toBe(t.notSent);
          expect(await typed.inputValue()).toBe('Zen');
          await page.unroute('**/*');
        }
        await page.getByRole('button', { name: t.send }).press('Enter');
        await page.getByRole('heading', { name: t.sentTitle }).waitFor();
        expect(new URL(page.url()).search).toBe('?sent');
      }
      const kept = await site.database.sql`select from inbox_message`;
      expect(kept).toHaveLength(2);
    },
  );

  test('finds a proposal as it was typed when coming back to it', async () => {
    const { page } = await browser.newPage();
    await page.goto(`${site.url}/club/propose/`);
    const typed = { name: 'Zen', category: 'Games', website: 'https://zen.example.org', contact: 'zen@example.org' };
    for (const [field, text] of Object.entries(typed)) await page.locator(`main [name=${field}]`).fill(text);
    await page.locator('footer a').first().click();
    await page.locator('main [name=category]').waitFor({ state: 'detached' });
    await page.goBack();
    for (const [field, text] of Object.entries(typed)) {
      const control = page.locator(`main [name=${field}]`);
      await expect.poll(() => control.inputValue(), { message: field }).toBe(text);
    }
  });

  test('has pages without a fault that axe knows, nor sideways scrolling, at any width', async () => {
    const [id = 0] = await site.database.insertClubs(`Chess ${LONG_WORD}`);
    const texts = { name: LONG_WORD, short_description: LONG_WORD, website: `https://example.org/${LONG_WORD}` };
    const { client } = site.database;
    const note = { message: `${LONG_WORD}\nשלום`, sender: `${'e'.repeat(60)}@example.org` };
    const about = { clubName: LONG_WORD, ...note };
    await keepMessage(client, { kind: 'suggestion', clubId: id, topic: 'twice', ...about });
    await keepMessage(client, { kind: 'suggestion', clubId: id + 1, topic: 'inactive', ...about });
    await keepMessage(client, { kind: 'proposal', texts, ...about });
    const { page } = await browser.newPage();
    const board = await openSignedIn(browser, site, { roles: ['board'], name: LONG_WORD });
    for (const prefix of ['', '/fr']) {
      await page.goto(`${site.url}${prefix}/club/${id}/suggest/?sent`);
      expect(await findFaultsAtEveryWidth(page)).toEqual([]);
      await page.goto(`${site.url}${prefix}/club/${id}/suggest/`);
      expect(await findFaultsAtEveryWidth(page)).toEqual([]);
      await page.goto(`${site.url}${prefix}/club/propose/`);
      await page.locator('form.plain-form').evaluate((form: HTMLFormElement) => (form.noValidate = true));
      await page.locator('[name=sender]').fill(LONG_WORD);
      await page.locator('[name=website]').fill(LONG_WORD);
      await page.locator('main button').press('Enter');
      await page.locator('#field-sender-error').waitFor();
      expect(await findFaultsAtEveryWidth(page)).toEqual([]);
      await board.page.goto(`${site.url}${prefix}/inbox/`);
      expect(await findFaultsAtEveryWidth(board.page)).toEqual([]);
    }
    await board.page.locator('[name=message]').first().check();
    await board.page.locator('[name=action][value=close]').press('Enter');
    await board.page.locator('main [role=status]').waitFor();
    await board.page.goto(`${site.url}/inbox/?state=closed`);
    expect(await findFaultsAtEveryWidth(board.page)).toEqual([]);
  });
});
