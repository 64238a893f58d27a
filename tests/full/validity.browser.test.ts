import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { dayIn } from '../../src/clubs/round/queries.ts';
import { findViolationsAtEveryWidth } from '../support/accessibility.ts';
import { openSignedIn, useBrowser } from '../support/browser.ts';
import { clubsCsv } from '../support/clubs-csv.ts';
import { readHtml } from '../support/html.ts';
import { insertPassword, insertPerson, insertResetToken } from '../support/people.ts';
import { describeSite } from '../support/site.ts';
import { findHtmlIssues } from '../support/valid-html.ts';

/** A test looks at thirty pages, each at several widths. */
const MANY_PAGES_MS = 300_000;
const LONG_WORD = 'Donaudampfschifffahrt'.repeat(4);

describeSite('Every page', (site) => {
  const browser = useBrowser();

  /** Checks the HTML of a response, and returns it. */
  const check = async (answer: Pick<Response, 'status' | 'text'>, what: string): Promise<string> => {
    const html = await answer.text();
    expect(answer.status, what).toBeLessThan(500);
    expect(html, what).toMatch(/^<!doctype html>/i);
    expect(await findHtmlIssues(html, what), what).toEqual([]);
    return html;
  };
  /** Checks the HTML of a page, and how it looks in the browser. Returns its HTML. */
  const look = async (page: Page, path: string): Promise<string> => {
    const answer = await page.goto(site.url + path);
    const html = await check({ status: answer?.status() ?? 0, text: async () => (await answer?.text()) ?? '' }, path);
    expect(await findViolationsAtEveryWidth(page), path).toEqual([]);
    return html;
  };
  /** Opens a page of a signed-in user, and returns it with a function that submits forms. */
  const open = async (roles: ('board' | 'administrator')[], officerOf: number[] = []) => {
    const person = { name: LONG_WORD, email: 'lovelace@example.org', roles, officerOf };
    const { page, userId } = await openSignedIn(browser, site, person);
    const post = async (
      path: string,
      sent: Pick<Parameters<typeof page.request.post>[1] & object, 'form' | 'multipart'>,
    ) => {
      const headers = { 'Sec-Fetch-Site': 'same-origin' };
      const answer = await page.request.post(site.url + path, { ...sent, headers, maxRedirects: 0 });
      return { status: answer.status(), text: () => answer.text(), location: answer.headers().location ?? '' };
    };
    return { page, userId, post };
  };

  test('is valid HTML for visitors', async () => {
    const parent = await site.database.insertClub({ name: 'Sports & <b>' });
    await site.database.insertClub({
      name: 'Zen',
      parentId: parent,
      logo: '/logos/zen.svg',
      description: 'Quiet.',
      contact: "o'z+e@zen.example",
      links: [
        { label: 'Discord "<', url: 'https://discord.gg/"<' },
        { label: 'Wiki', url: 'https://wiki.example/' },
      ],
      confirmedOn: '2026-11-22',
    });
    await site.database.insertClub({
      name: `العربية ${LONG_WORD}`,
      category: `Games; ${LONG_WORD}`,
      isActive: false,
      description: `## One\n\n    ${LONG_WORD}`,
    });
    for (const path of [
      ...['/', '/page/ae/', '/page/privacy/', '/nothing/', '/fr/', '/fr/nothing/'],
      ...['/club/?page_size=24&name=%3C', '/club/?club_status=x', '/club/?page=99', '/club/?name=nothing'],
      ...['/club/?club_status=&page_size=24', '/fr/club/?page=2', '/club/1/', '/club/2/', '/fr/club/3/'],
      ...['/club/shortlist/', '/fr/club/shortlist/?ids=1,3,99', '/club/compare/?ids=1,2,3', '/club/embed/'],
      ...['/club/1/suggest/', '/club/1/suggest/?sent', '/fr/club/propose/?name=%3C'],
    ]) {
      await check(await site.get(path), path);
    }
  });

  test('is valid and accessible, and fits every width, for accounts', { timeout: MANY_PAGES_MS }, async () => {
    const [id = 0] = await site.database.insertClubs(LONG_WORD);
    const { page, userId, post } = await open(['administrator'], [id]);
    await insertPassword(site.database, userId);
    await insertPerson(site.database, { name: LONG_WORD, email: 'ada@example.org' });
    await post(`/club/${id}/officers/`, { form: { email: 'ada@example.org' } });
    const email = `${'donau'.repeat(12)}@example.org`;
    const invited = await post('/users/', { form: { action: 'invite', email, role: 'board' } });
    const link = new URL(readHtml(await invited.text()).one('.notice .link').text).pathname;
    const reset = `/password-reset/${await insertResetToken(site.database, 'lovelace@example.org')}/`;
    for (const path of [
      ...['/users/', '/fr/users/', '/users/?page=99', `/users/${userId}/?done=cellSaved`, `/fr/users/${userId}/`],
      ...['/account/?done=passwordChanged', '/fr/account/', '/desk/start/', '/fr/desk/start/', link, `/fr${link}`],
      ...[`/club/${id}/officers/?done=invitationWithdrawn`, `/fr/club/${id}/officers/`, reset, '/invitation/x/'],
    ]) {
      await look(page, path);
    }
    const visitor = await browser.newPage();
    for (const path of ['/login/', '/fr/login/', '/password-reset/', '/fr/password-reset/', `/fr${reset}`])
      await look(visitor.page, path);
  });

  test('is valid and accessible, and fits every width, for the board', { timeout: MANY_PAGES_MS }, async () => {
    const [id = 0, gone = 0, other = 0] = await site.database.insertClubs('Ski', 'Chess', 'Snow');
    const { page, post } = await open(['administrator'], [id]);
    await site.database.sql`update club set description = 'Every <b> Sunday', is_active = false where id = ${id}`;
    await site.database.sql`update club set description = ${`Every <b> ${LONG_WORD}`} where id = ${id}`;
    await site.database.sql`delete from club where id = ${gone}`;
    for (const path of [
      ...['/club/deleted/', '/fr/club/deleted/', '/club/', '/club/new/'],
      ...['', 'edit/', 'delete/', 'history/'].flatMap((part) => [`/club/${id}/${part}`, `/fr/club/${id}/${part}`]),
      ...[`/club/${gone}/history/`, '/inbox/'],
      ...[
        '/desk/',
        '/fr/desk/clubs/?name=ski&missing=logo&sort=-confirmed',
        '/desk/clubs/?page=99',
        '/desk/clubs/?chosen=page',
      ],
      ...[`/desk/cell/?club=${id}&field=is_active`, '/desk/change/?action=set_category&to_category=New&which=filtered'],
      ...[`/desk/merge/?club=${id}`, `/desk/merge/?club=${id}&club=${other}`],
      ...['/desk/history/', '/desk/history/1/', '/desk/history/1/undo/', '/desk/history/3/undo/', '/desk/missed/'],
      ...['/fr/desk/history/', '/fr/desk/history/1/', '/fr/desk/history/3/undo/'],
    ]) {
      await look(page, path);
    }
    for (const path of ['/desk/history/1/undo/', `/club/${id}/history/`, `/club/${id}/officers/`, '/club/deleted/']) {
      await check(await post(path, { form: { nothing: '' } }), `an empty form to ${path}`);
    }
    const wrong = await post(`/desk/cell/?club=${id}&field=contact`, { form: { contact: 'none' } });
    await check(wrong, 'an invalid contact');
  });

  test(
    'is valid and accessible, and fits every width, in the yearly confirmation',
    { timeout: MANY_PAGES_MS },
    async () => {
      await site.database.insertClub({ name: `Ski <b> ${LONG_WORD}`, contact: 'https://ski.example/' });
      await site.database.insertClub({ name: 'Go', contact: `${LONG_WORD.toLowerCase()}@example.org` });
      const { page, post } = await open(['board'], [1]);
      await check(await post('/desk/round/', { form: { action: 'start', ends_on: 'soon' } }), 'an invalid day');
      for (const path of ['/desk/round/', '/fr/desk/round/', '/desk/change/?action=ask&which=filtered'])
        await look(page, path);
      await post('/desk/round/', { form: { action: 'start', ends_on: dayIn(9) } });
      const [, link = ''] = /(\/confirm\/[\w-]+\/)/.exec(await look(page, '/desk/round/')) ?? [];
      for (const path of [link, `${link}edit/`, '/desk/round/?state=unanswered', '/desk/round/end/', '/club/1/'])
        for (const prefix of ['', '/fr']) await look(page, prefix + path);
      await check(await post(link, { form: { revision: '0' } }), 'an outdated confirmation');
      expect((await post('/desk/round/end/', { form: {} })).status).toBe(303);
      for (const path of ['/desk/round/', link]) await look(page, path);
    },
  );

  test('is valid and accessible, and fits every width, in an import', async () => {
    await site.database.insertClub({ name: `Échecs <b> ${LONG_WORD}` });
    const { page, post } = await open(['board']);
    for (const csv of [
      clubsCsv(
        { name: 'Chess', category: LONG_WORD },
        { name: 'Echecs & <b>' },
        { name: `Club d'échecs <b> ${LONG_WORD}` },
      ),
      clubsCsv({ name: 'Go', is_active: 'maybe', short_description: 'Every Sunday. '.repeat(99) }),
    ]) {
      const file = { name: '<b>.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
      const { location } = await post('/desk/import/', { multipart: { file } });
      for (const prefix of ['', '/fr']) await look(page, prefix + location);
    }
    for (const path of ['/desk/import/', '/fr/desk/import/', '/fr/desk/import/999/']) await look(page, path);
    await page.goto(`${site.url}/desk/import/`);
    await page.locator('.begun li:has(.tag) a').last().click();
    await page.locator('.import-plan button').last().click();
    await page.locator('main .notice').waitFor();
    expect(await findViolationsAtEveryWidth(page), 'the result').toEqual([]);
  });
});
