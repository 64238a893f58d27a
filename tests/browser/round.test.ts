import { expect, test } from 'vitest';
import { today } from '../../src/clubs/day.ts';
import { dayIn } from '../../src/clubs/round.ts';
import { messages } from '../../src/messages/messages.ts';
import { pathsIn } from '../../src/paths.ts';
import { findFaultsAtEveryWidth } from '../support/accessibility.ts';
import { EVERY_WAY, openSignedIn, useBrowser } from '../support/browser.ts';
import { insertPerson } from '../support/people.ts';
import { describeSite } from '../support/site.ts';

const LONG_WORD = 'Donaudampfschifffahrtsgesellschaft'.repeat(3);

describeSite('The yearly round in a browser', (site) => {
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
      await page.goto(site.url + paths.deskRound());
      await page.getByRole('button', { name: t.submitStart }).press('Enter');
      await page.getByText(t.answered(0, 3), { exact: true }).waitFor();
      const linkOf = (club: string) =>
        page.locator('#clubs li', { has: page.getByRole('link', { name: club, exact: true }) }).locator('.link');
      // The letter has both addresses.
      const addressOf = async (club: string) => {
        const [, token = ''] = /confirm\/([^/]+)\/$/.exec(await linkOf(club).inputValue()) ?? [];
        return site.url + paths.clubConfirmByLink(token);
      };
      const [go, ski] = [await addressOf('Go'), await addressOf('Ski')];

      const other = await browser.newPage(options);
      await other.page.goto(go);
      await other.page.getByRole('button', { name: t.link.stillRight }).press('Enter');
      await other.page.getByRole('heading', { level: 1, name: t.link.thanksTitle('Go') }).waitFor();
      await other.page.goto(ski);
      await other.page.getByRole('link', { name: t.link.mend }).press('Enter');
      // What is typed before the page hears of it, is shown with the next letter.
      if (javaScriptEnabled) await other.page.locator('#club-form[data-htmx-powered]').waitFor();
      await other.page.getByLabel(clubFields.description, { exact: true }).fill('Every **Sunday**');
      if (javaScriptEnabled) await other.page.locator('#preview strong', { hasText: 'Sunday' }).waitFor();
      await other.page.getByRole('button', { name: clubForm.save, exact: true }).press('Enter');
      await other.page.getByRole('heading', { level: 1, name: t.link.mendedTitle('Ski') }).waitFor();
      expect(await other.page.locator('article.club [hx-ignore] strong').innerText()).toBe('Sunday');
      expect(await other.context.cookies()).toEqual([]);
      expect(await site.database.sql`select name, confirmed_on::text from club order by name`).toEqual([
        { name: 'Chess', confirmedOn: null },
        { name: 'Go', confirmedOn: today() },
        { name: 'Ski', confirmedOn: today() },
      ]);

      await page.reload();
      expect(await page.getByRole('progressbar').getAttribute('value')).toBe('2');
      await page.getByRole('link', { name: t.toEnd }).press('Enter');
      await page.getByRole('radio', { name: t.end.fates.deactivate }).press('Space');
      await page.getByRole('button', { name: t.end.submit }).press('Enter');
      expect(await page.locator('main [role=status]').innerText()).toBe(done.roundEnded({ changed: 1, already: 0 }));
      expect((await other.page.goto(go))?.status()).toBe(410);
      expect(problems).toEqual([]);
      expect(other.problems.filter((problem) => !problem.includes('410'))).toEqual([]);
    },
  );

  test('lets a link be taken by keyboard, and prints no form', async () => {
    await site.database.insertClubs('Ski');
    const { page, problems } = await openAsBoard();
    await page.goto(`${site.url}/desk/round/`);
    await page.getByRole('button', { name: 'Start the round' }).click();
    const link = page.getByLabel('Link of Ski:');
    await page.getByRole('link', { name: 'Ski', exact: true }).focus();
    await page.keyboard.press('Tab');
    expect(await link.evaluate((field) => field === document.activeElement)).toBe(true);
    const url = await link.inputValue();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(url);

    const { pathname } = new URL(url);
    const left = () =>
      page.locator('main').locator('button, fieldset, input:not([readonly])').filter({ visible: true });
    for (const path of ['/desk/round/', '/desk/round/end/', pathname]) {
      await page.emulateMedia({ media: 'screen' });
      await page.goto(site.url + path);
      expect(await left().count(), path).toBeGreaterThan(0);
      await page.emulateMedia({ media: 'print' });
      expect(await left().count(), path).toBe(0);
      expect(await page.locator('main').getByText('Ski', { exact: true }).first().isVisible(), path).toBe(true);
    }
    expect(problems).toEqual([]);
  });

  test.each(['', '/fr'])(
    'breaks no number and no word of their heading, however large letters are: %s',
    async (prefix) => {
      await site.database.insertClubs(...Array.from({ length: 1132 }, (_, index) => `Club ${index}`));
      const { page } = await openAsBoard({ viewport: { width: 320, height: 800 } });
      await page.goto(`${site.url}${prefix}/desk/round/`);
      await page.locator('main form button').last().click();
      await page.locator('.progress').waitFor();
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      const linesOfWords = await page.locator('.progress :is(th, td)').evaluateAll((cells) =>
        cells.flatMap((cell) => {
          const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
          const found: string[] = [];
          while (walker.nextNode()) {
            const text = walker.currentNode;
            for (const { index, 0: word } of (text.textContent ?? '').matchAll(/[^ \n]+/g)) {
              const range = document.createRange();
              range.setStart(text, index);
              range.setEnd(text, index + word.length);
              found.push(`${word}: ${range.getClientRects().length}`);
            }
          }
          return found;
        }),
      );
      expect(linesOfWords).toContainEqual(expect.stringMatching(/^1\D132: /));
      expect(linesOfWords.filter((one) => !one.endsWith(': 1'))).toEqual([]);
    },
  );

  test('tells who mends too late that it is over, with what was typed', async () => {
    await site.database.insertClubs('Ski');
    const { page } = await openAsBoard();
    await page.goto(`${site.url}/desk/round/`);
    await page.getByRole('button', { name: 'Start the round' }).click();
    const { pathname } = new URL(await page.locator('#clubs .link').inputValue());
    const other = await browser.newPage();
    for (const [path, description, save, heading, why] of [
      [pathname, 'Description', 'Save', 'The round is over', 'Nothing was saved.'],
      [`/fr${pathname}`, 'Description longue', 'Enregistrer', 'La campagne est terminée', 'Rien n’a été enregistré.'],
    ] as const) {
      await site.database.sql`update confirmation_round set ends_on = ${dayIn(5)}`;
      await other.page.goto(`${site.url}${path}mend/`);
      await other.page.getByLabel(description, { exact: true }).fill('Every **Sunday**');
      await site.database.sql`update confirmation_round set started_on = ${dayIn(-9)}, ends_on = ${dayIn(-1)}`;
      await other.page.getByRole('button', { name: save, exact: true }).click();
      await other.page.getByRole('heading', { level: 1, name: heading }).waitFor();
      expect(await other.page.title()).toContain(heading);
      expect(await other.page.getByRole('alert').filter({ hasText: why }).count()).toBe(1);
      expect(await other.page.locator('main textarea').inputValue()).toBe('Every **Sunday**');
      expect(await other.page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    }
    expect(other.problems.filter((problem) => !problem.includes('410'))).toEqual([]);
  });

  test('has pages without a fault that axe knows, nor sideways scrolling, at any width', async () => {
    await site.database.insertClubs(...Array.from({ length: 52 }, (_, index) => `Club ${100 + index}`));
    const long = await site.database.insertClub({
      ...{ name: LONG_WORD, category: `Games; ${LONG_WORD}`, contact: `${LONG_WORD.toLowerCase()}@example.org` },
    });
    await insertPerson(site.database, { name: LONG_WORD, officerOf: [long] });
    const { page, problems } = await openAsBoard();
    const look = async (paths: readonly string[]) => {
      for (const path of [...paths, ...paths.map((one) => `/fr${one}`)]) {
        await page.goto(site.url + path);
        expect(await findFaultsAtEveryWidth(page), path).toEqual([]);
      }
    };
    await look(['/desk/round/', '/desk/change/?action=ask&which=filtered']);
    await page.goto(`${site.url}/desk/round/`);
    await page.getByRole('button', { name: 'Start the round' }).click();
    await page.getByText('0 of 53 clubs have answered', { exact: true }).waitFor();
    await page.goto(`${site.url}/desk/round/?state=silent`);
    const link = await page
      .locator('#clubs li', { has: page.getByRole('link', { name: LONG_WORD }) })
      .locator('.link')
      .inputValue();
    const { pathname } = new URL(link);
    await look(['/desk/round/?state=unreachable', '/desk/round/', '/desk/round/end/', pathname, `${pathname}mend/`]);
    await page.goto(link);
    await page.getByRole('button', { name: 'Still right' }).click();
    await page.getByText('Thank you: ').waitFor();
    await look([pathname]);
    await site.database.sql`update confirmation_round set started_on = ${dayIn(-9)}, ends_on = ${dayIn(-1)}`;
    await look(['/desk/round/']);
    await page.goto(`${site.url}/desk/round/end/`);
    await page.getByRole('radio', { name: 'They stay as they are' }).check();
    await page.getByRole('button', { name: 'End the round' }).click();
    await page.getByText('The round has ended.').waitFor();
    await look(['/desk/round/']);
    expect(problems).toEqual([]);
    await look([pathname]);
  });
});
