import { expect, test } from 'vitest';
import { today } from '../../src/clubs/record/day.ts';
import { dayIn } from '../../src/clubs/round/queries.ts';
import { messages } from '../../src/messages/messages.ts';
import { pathsIn } from '../../src/paths.ts';
import { EVERY_WAY, openSignedIn, useBrowser } from '../support/browser.ts';
import { describeSite } from '../support/site.ts';

const LONG_WORD = 'Donaudampfschifffahrtsgesellschaft'.repeat(3);

describeSite('The yearly confirmation', (site) => {
  const browser = useBrowser();
  const openAsBoard = (options: Parameters<typeof browser.newPage>[0] = {}) =>
    openSignedIn(browser, site, { roles: ['board'], name: LONG_WORD }, options);

  test.each(EVERY_WAY)(
    'is started, answered by a link without an account, and ended by keyboard, in $locale, with JavaScript: $javaScriptEnabled',
    async ({ locale, javaScriptEnabled }) => {
      const { round: t, clubFields, clubForm, done } = messages(locale);
      const paths = pathsIn(locale);
      await site.database.insertClubs('Chess', 'Go', 'Ski');
      const options = { javaScriptEnabled, viewport: { width: 360, height: 780 } };
      const { page, problems } = await openAsBoard(options);
      await page.goto(site.url + paths.boardRound());
      await page.getByRole('button', { name: t.start }).press('Enter');
      await page.getByText(t.answered(0, 3), { exact: true }).waitFor();
      const linkOf = (club: string) =>
        page.locator('.row-list li', { has: page.getByRole('link', { name: club, exact: true }) }).locator('.link');
      const addressOf = async (club: string) => {
        const [, token = ''] = /confirm\/([^/]+)\/\s*$/.exec((await linkOf(club).textContent()) ?? '') ?? [];
        return site.url + paths.clubConfirmByLink(token);
      };
      const [go, ski] = [await addressOf('Go'), await addressOf('Ski')];

      const other = await browser.newPage(options);
      await other.page.goto(go);
      await other.page.getByRole('button', { name: t.link.stillRight }).press('Enter');
      await other.page.getByRole('heading', { level: 1, name: t.link.thanksTitle('Go') }).waitFor();
      await other.page.goto(ski);
      await other.page.getByRole('link', { name: t.link.edit }).press('Enter');
      if (javaScriptEnabled) await other.page.locator('#club-form[data-htmx-powered]').waitFor();
      await other.page
        .getByLabel(clubFields[locale === 'en' ? 'description' : 'description_fr'], { exact: true })
        .fill('Every **Sunday**');
      if (javaScriptEnabled) await other.page.locator('#preview strong', { hasText: 'Sunday' }).waitFor();
      await other.page.getByRole('button', { name: clubForm.save, exact: true }).press('Enter');
      await other.page.getByRole('heading', { level: 1, name: t.link.updatedTitle('Ski') }).waitFor();
      expect(await other.page.locator('article.club [hx-ignore] strong').innerText()).toBe('Sunday');
      expect(await other.context.cookies()).toEqual([]);
      expect(await site.database.sql`select name, confirmed_on::text from club order by name`).toEqual([
        { name: 'Chess', confirmedOn: null },
        { name: 'Go', confirmedOn: today() },
        { name: 'Ski', confirmedOn: today() },
      ]);

      await page.reload();
      expect(await page.getByRole('progressbar').getAttribute('value')).toBe('2');
      await page.getByRole('link', { name: t.end.heading }).press('Enter');
      await page.getByRole('button', { name: t.end.heading }).press('Enter');
      await page.locator('.toast', { hasText: done.roundEnded }).waitFor();
      expect((await other.page.goto(go))?.status()).toBe(410);
      expect(problems).toEqual([]);
      expect(other.problems.filter((problem) => !problem.includes('410'))).toEqual([]);
    },
  );

  test('keeps the text of a visitor who saves after its end', async () => {
    await site.database.insertClubs('Ski');
    const { page } = await openAsBoard();
    await page.goto(`${site.url}/desk/round/`);
    await page.getByRole('button', { name: 'Start the yearly check' }).click();
    const { pathname } = new URL((await page.locator('.row-list .link').textContent())?.trim() ?? '');
    const other = await browser.newPage();
    await other.page.goto(`${site.url}${pathname}edit/`);
    await other.page.getByLabel('Description', { exact: true }).fill('Every **Sunday**');
    await site.database.sql`update confirmation_round set started_on = ${dayIn(-9)}, ends_on = ${dayIn(-1)}`;
    await other.page.getByRole('button', { name: 'Save', exact: true }).click();
    await other.page.locator('[role=alert]:focus', { hasText: 'This link has expired' }).waitFor();
    expect(await other.page.getByLabel('Description', { exact: true }).inputValue()).toBe('Every **Sunday**');
    expect(other.problems.filter((problem) => !problem.includes('410'))).toEqual([]);
  });
});
