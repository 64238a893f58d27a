import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { describeSite } from '../support/site.ts';

/** What the page says of how an element looks. */
const styleOf = (element: Locator, property: string) =>
  element.evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), property);

/** How many lines are seen of a text, and whether there are more of them. */
const linesOf = (element: Locator) =>
  element.evaluate((one) => {
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(one);
    const height = one.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
    return { seen: Math.round(height / parseFloat(lineHeight)), hasMore: one.scrollHeight > one.clientHeight + 4 };
  });

/** Where the columns of what is listed begin. */
const columnsOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll(
      (elements) => [...new Set(elements.map((one) => Math.round(one.getBoundingClientRect().left)))].length,
    );

describeSite('What visitors see', (site) => {
  const browser = useBrowser();
  const LONG = 'words and more words '.repeat(40);
  const fill = async () => {
    await site.database.insertClub({
      name: 'Badminton',
      category: 'Sports; Student life; Evenings; Courts',
      shortDescription: 'Four courts and a [shuttlecock](https://shuttle.example.org/).',
      website: 'https://www.badminton.example.org/join',
    });
    await site.database.insertClub({ name: `Chess ${LONG.slice(0, 240).trim()}`, shortDescription: LONG });
    await site.database.insertClub({ name: 'Debate', isActive: false });
    await site.database.insertClubs(...Array.from({ length: 21 }, (_, number) => `Zoo ${number}`));
  };

  test.each([
    ['no-preference', 'club-comes'],
    ['reduce', 'none'],
  ] as const)('slides a club in only for who wants motion: %s', async (reducedMotion, animation) => {
    await fill();
    const { page } = await browser.newPage({ reducedMotion });
    await page.goto(`${site.url}/club/`);
    const card = page.locator('.single > li');
    expect(await styleOf(card, 'animation-name')).toBe('none');
    await page.locator('a.step[rel="next"]').first().click();
    await page.waitForURL('**/club/?page=2');
    await page.locator('.single h4', { hasText: 'Chess' }).waitFor();
    expect(await page.locator('#paginated').getAttribute('data-turned')).toBe('next');
    expect(await styleOf(card, 'animation-name')).toMatch(new RegExp(`^${animation}`));
  });

  test('has on the card of one club its website, its categories and the way to it', async () => {
    await fill();
    const { page } = await browser.newPage();
    await page.goto(`${site.url}/club/`);
    const card = page.locator('.single .club-card');
    expect(await card.getByRole('link', { name: 'badminton.example.org' }).getAttribute('href')).toBe(
      'https://www.badminton.example.org/join',
    );
    expect(await card.locator('.club-card-categories li').allTextContents()).toHaveLength(3);
    const way = card.getByText('See the club');
    expect(await way.isVisible()).toBe(true);
    // What is pressed there is the link of the whole card, which lies above.
    await way.click({ force: true });
    await page.waitForURL('**/club/1/');
    expect(await page.locator('.facts .host').innerText()).toBe('badminton.example.org');
  });

  test('has in the grid three columns of cards at 80 rem, with names and texts of three lines at the most', async () => {
    await fill();
    const { page } = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${site.url}/club/?club_status=&page_size=24`);
    expect(await columnsOf(page, '.club-cards > li')).toBe(3);
    const chess = page.locator('.club-card', { hasText: 'Chess' });
    expect(await linesOf(chess.locator('h4'))).toEqual({ seen: 3, hasMore: true });
    expect(await linesOf(chess.locator('.club-card-description'))).toEqual({ seen: 3, hasMore: true });
    const chip = page.locator('.club-card-categories li').first();
    expect(await styleOf(chip, 'background-color')).not.toBe('rgba(0, 0, 0, 0)');
    expect(parseFloat(await styleOf(chip, 'border-start-start-radius'))).toBeGreaterThan(8);
    const debate = page.locator('.club-card', { hasText: 'Debate' });
    expect(await debate.locator('.club-state').textContent()).toMatch(/inactive/i);
    expect(await styleOf(debate.locator('.club-card-logo'), 'filter')).toBe('grayscale(1)');
    expect(await styleOf(chess.locator('.club-card-logo'), 'filter')).toBe('none');
    expect(await debate.locator('.club-card-none').textContent()).toBe('No description yet');
    expect(await chess.locator('.club-card-none').count()).toBe(0);
  });

  test('prints cards in several columns, with where the links of their texts lead', async () => {
    await fill();
    await site.database.sql`
      update club set short_description_html = '<p><a href="https://shuttle.example.org/">A shuttlecock</a></p>',
        description_html = '', html_rules = 1, html_digest = club_text_digest(short_description, '')
      where name = 'Badminton'`;
    const { page } = await browser.newPage({ viewport: { width: 794, height: 1123 } });
    await page.goto(`${site.url}/club/?page_size=24`);
    await page.emulateMedia({ media: 'print' });
    expect(await columnsOf(page, '.club-cards > li')).toBeGreaterThan(1);
    const link = page.locator('.club-card-description a').first();
    expect(await link.evaluate((one) => getComputedStyle(one, '::after').content)).toContain(
      'https://shuttle.example.org/',
    );
  });

  test.each([
    [360, true],
    [1280, false],
  ])(
    'has on the home page the search before the words on a phone alone, and a way by chance: %i px',
    async (width, isFirst) => {
      await fill();
      const { page } = await browser.newPage({ viewport: { width, height: 800 } });
      await page.goto(site.url);
      const topOf = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? NaN;
      expect((await topOf('main search')) < (await topOf('.welcome'))).toBe(isFirst);
      await page.getByRole('link', { name: 'Surprise me' }).click();
      await page.waitForURL(/\/club\/\d+\/$/);
    },
  );
});
