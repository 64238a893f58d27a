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

  test('says of every inactive club that it is, however long its name', async () => {
    await site.database.insertClub({ name: `Chess ${LONG.slice(0, 200).trim()}`, isActive: false });
    await site.database.insertClub({ name: 'Deb', isActive: false });
    const { page } = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    for (const [width, query] of [
      [1280, 'page_size=24'],
      [320, 'page_size=24'],
      [320, 'page_size=1'],
    ] as const) {
      await page.setViewportSize({ width, height: 700 });
      for (const name of ['', 'words', 'Deb']) {
        await page.goto(`${site.url}/club/?club_status=false&${query}&name=${name}`);
        const states = page.locator('.club-state');
        expect(await states.count()).toBeGreaterThan(0);
        for (const state of await states.all()) {
          // Nothing around it cuts any of it off.
          const cut = await state.evaluate((one) => {
            const { top, bottom, left, right } = one.getBoundingClientRect();
            const card = one.closest('.club-card') ?? one;
            let around: Element | null = one.parentElement;
            while (around && around !== card.parentElement) {
              const box = around.getBoundingClientRect();
              const cuts = getComputedStyle(around).overflowY !== 'visible';
              if (cuts && (top < box.top || bottom > box.bottom || left < box.left || right > box.right)) return true;
              around = around.parentElement;
            }
            return false;
          });
          expect(cut).toBe(false);
        }
      }
    }
    await page.goto(`${site.url}/club/?club_status=false&page_size=24`);
    const [, short] = await page.locator('h4').all();
    expect(await short?.innerText()).toBe('Deb (inactive)');
    // The badge stands beside a name that leaves room for it.
    const tops = await short
      ?.locator('> *')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().y));
    expect(Math.abs(Number(tops?.[0]) - Number(tops?.[1]))).toBeLessThan(8);
  });

  test('shows the whole name of a club that stands alone', async () => {
    await site.database.insertClub({ name: `Chess ${LONG.slice(0, 240).trim()}` });
    const { page } = await browser.newPage({ viewport: { width: 320, height: 700 } });
    await page.goto(`${site.url}/club/`);
    expect(await linesOf(page.locator('.single h4'))).toMatchObject({ hasMore: false });
    await page.goto(`${site.url}/club/?page_size=24`);
    expect(await linesOf(page.locator('h4'))).toEqual({ seen: 3, hasMore: true });
  });

  test('keeps the position between the steps of a long list at the lower edge of a phone', async () => {
    await site.database.insertClubs(...Array.from({ length: 1200 }, (_, number) => `Society of letters ${number}`));
    const { page } = await browser.newPage({ viewport: { width: 320, height: 700 } });
    for (const [width, path] of [
      [320, '/club/?page=1100'],
      [360, '/fr/club/?page=1100'],
      [390, '/fr/club/?page=1100'],
    ] as const) {
      await page.setViewportSize({ width, height: 700 });
      await page.goto(site.url + path);
      const boxes = await page.evaluate(() =>
        ['.named .previous', '.named .position', '.named .next'].map((selector) => {
          const range = document.createRange();
          range.selectNodeContents(document.querySelector(selector) ?? document.body);
          const rects = Array.from(range.getClientRects()).filter(({ width }) => width > 1);
          return {
            left: Math.min(...rects.map((rect) => rect.left)),
            right: Math.max(
              ...rects.map((rect) =>
                Math.min(rect.right, document.querySelector(selector)?.getBoundingClientRect().right ?? 0),
              ),
            ),
          };
        }),
      );
      // What a step cuts off of a name does not reach beyond it.
      const steps = await page
        .locator('.named .step')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
      expect(Number(boxes[1]?.left)).toBeGreaterThan(Number(steps[0]?.right));
      expect(Number(boxes[1]?.right)).toBeLessThan(Number(steps[1]?.left));
    }
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
