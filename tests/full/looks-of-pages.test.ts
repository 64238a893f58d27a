import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { describeSite } from '../support/site.ts';

describeSite('Of pages beside the list', (site) => {
  const browser = useBrowser();

  describe('the home page', () => {
    test('shows no empty places where nothing comes into them, but the way to the list', async () => {
      const { page } = await browser.newPage({ javaScriptEnabled: false });
      await page.goto(site.url);
      expect(await homeOf(page)).toEqual({ places: false, instead: true });
    });

    test.each([400, 404, 503])('gives up waiting for its clubs when their island answers %i', async (status) => {
      const { page } = await browser.newPage();
      await page.route('**/_server-islands/HomeClubs?*', (route) => route.fulfill({ status, body: '' }));
      await page.goto(site.url);
      expect(await homeOf(page)).toEqual({ places: true, instead: false });
      await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
      expect(await homeOf(page)).toEqual({ places: false, instead: true });
    });

    test.each([360, 768, 1024, 1280, 1600])('breaks no word of a category at %i px', async (width) => {
      const categories = ['Multiculturalism', 'Performance', 'Environnement', 'Entrepreneuriat', 'Arts'];
      for (const category of categories) await site.database.insertClub({ name: category, category });
      const { page } = await browser.newPage({ viewport: { width, height: 800 } });
      await page.goto(site.url);
      await expect.poll(() => page.locator('.kinds a').count()).toBe(5);
      expect(await linesOf(page, '.kinds a bdi')).toEqual([1, 1, 1, 1, 1]);
    });
  });

  test.each(['short', 'long', 'no'])(
    'the page of a club has what one wants to know beside its text from 64rem on: %s text',
    async (kind) => {
      const id = await site.database.insertClub({
        ...{ name: 'Chess', website: 'https://chess.example.org/', contact: 'chess@example.org', category: 'Games' },
        links: [{ label: 'Discord', url: 'https://discord.gg/chess' }],
        confirmedOn: '2026-11-22',
        parentId: await site.database.insertClub({ name: 'Games' }),
        shortDescription: kind === 'no' ? '' : 'We play.',
        description: kind === 'long' ? 'We play all day. '.repeat(50) : '',
      });
      const { page } = await browser.newPage({ viewport: { width: 1024, height: 800 } });
      await page.goto(`${site.url}/club/${id}/`);
      const places = () =>
        page.evaluate(() => {
          const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
          const [text, facts] = [boxOf('.club .text'), boxOf('.club aside')];
          if (!text || !facts) return null;
          return {
            isBeside: facts.left >= text.right && facts.top === text.top,
            isOneColumn: facts.left === text.left,
          };
        });
      expect(await places()).toEqual({ isBeside: true, isOneColumn: false });
      for (const one of ['.status', '.website', '.contact', '.links', '.categories', '.confirmed', '.family'])
        expect(await page.locator(`.club aside ${one}`).isVisible(), one).toBe(true);
      await page.setViewportSize({ width: 1023, height: 800 });
      expect(await places()).toEqual({ isBeside: false, isOneColumn: true });
    },
  );

  test('the number of clubs of a category stands on one line, however long its words are', async () => {
    const category = 'Associations of former students and of their many friends';
    for (let club = 0; club < 12; club += 1) await site.database.insertClub({ name: `Club ${club}`, category });
    const { page } = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await expect
      .poll(async () => {
        await page.goto(`${site.url}/club/`);
        return await page.locator('.category-links [data-count]:visible').allTextContents();
      })
      .toEqual(['12']);
    expect(await linesOf(page, '.category-links [data-count]:visible')).toEqual([1]);
  });

  test('cards of a shortlist end at one level in their row, and so do the boxes below them', async () => {
    const ids = await site.database.insertClubs('Chess', 'Go');
    const shortDescription = 'We have much to say of ourselves. '.repeat(9);
    ids.push(await site.database.insertClub({ name: 'Ski', shortDescription, category: 'Sports' }));
    const { page } = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${site.url}/club/shortlist/?ids=${ids.join()}`);
    for (const selector of ['.club-card', '.choice input']) {
      const ends = await page
        .locator(selector)
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().bottom)));
      expect(ends, selector).toEqual(Array(3).fill(ends[0]));
    }
  });

  test('links that stand alone are large enough to be hit', async () => {
    const [id = 0, other = 0] = await site.database.insertClubs('Chess', 'Go');
    const { page } = await browser.newPage({ viewport: { width: 360, height: 800 } });
    for (const [path, name] of [
      [`/club/compare/?ids=${id},${other}`, 'Back to the shortlist'],
      ['/club/propose/', 'All clubs'],
      [`/club/${id}/suggest/`, 'Back to the club'],
    ] as const) {
      await page.goto(site.url + path);
      const box = await page.locator('main').getByRole('link', { name }).boundingBox();
      expect(box?.height, name).toBeGreaterThanOrEqual(24);
    }
  });

  test('a form that is refused has the focus on the first field that is wrong', async () => {
    const id = await site.database.insertClub({ name: 'Chess' });
    const { page } = await browser.newPage();
    const send = async (path: string, fields: Record<string, string>) => {
      await page.goto(site.url + path);
      // Past what the browser itself asks for.
      await page.locator('form.plain-form').evaluate((form) => form.setAttribute('novalidate', ''));
      for (const [name, text] of Object.entries(fields)) await page.locator(`main [name=${name}]`).fill(text);
      await page.locator('form.plain-form button[type=submit]').click();
      await page.locator('.error').first().waitFor();
      return await page.evaluate(() => document.activeElement?.getAttribute('name'));
    };
    expect(await send(`/club/${id}/suggest/`, {})).toBe('topic');
    expect(await send(`/club/${id}/suggest/`, { sender: 'x' })).toBe('topic');
    const long = 'x'.repeat(1001);
    expect(await send('/club/propose/', { name: 'Zen', short_description: long, website: 'x' })).toBe(
      'short_description',
    );
  });

  describe('clubs side by side', () => {
    const insertFour = async () => {
      const long = 'We have very much to say of ourselves, and do not stop. '.repeat(17);
      const ids: number[] = [];
      for (const name of ['Chess', 'Go', 'Ski', 'Zen'])
        ids.push(
          await site.database.insertClub({
            name,
            shortDescription: name === 'Zen' ? long : 'We play.',
            website: `https://engage.example.org/organization/${name.toLowerCase()}/`,
          }),
        );
      return `${site.url}/club/compare/?ids=${ids.join()}`;
    };
    const rightEdges = (page: Page) =>
      page.locator('thead th[scope=col]').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));

    test('are seen as far as there is room, and one that says much makes no blank row of the others', async () => {
      const { page } = await browser.newPage({ viewport: { width: 768, height: 800 } });
      await page.goto(await insertFour());
      expect((await rightEdges(page)).filter((right) => right <= 768)).toHaveLength(4);
      await page.setViewportSize({ width: 360, height: 800 });
      const [first = 0] = await rightEdges(page);
      // A part of the second is seen.
      expect(first).toBeLessThan(300);
      const row = await page.locator('tbody tr').nth(1).boundingBox();
      expect(row?.height).toBeLessThan(250);
    });

    test('are printed whole on two pages at most, with where their websites are', async () => {
      const { page } = await browser.newPage();
      await page.goto(await insertFour());
      for (const landscape of [false, true]) {
        const pdf = (await page.pdf({ format: 'A4', landscape })).toString('latin1');
        expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(2);
      }
      await page.emulateMedia({ media: 'print' });
      const website = page.locator('tbody td a[rel]').first();
      expect(await website.evaluate((link) => getComputedStyle(link, '::after').content)).toBe(
        '"engage.example.org/organization/chess"',
      );
      const cut = await page
        .locator('.short')
        .last()
        .evaluate((text) => text.scrollHeight - text.clientHeight);
      expect(cut).toBe(0);
    });
  });

  test('cards on paper have their whole names, and the whole address of their websites', async () => {
    const name = 'The Society for Very Long Names and for Those Who Read Them to the End '.repeat(3).trim();
    await site.database.insertClub({ name, website: 'https://engage.example.org/organization/names/' });
    const { page } = await browser.newPage({ viewport: { width: 794, height: 1123 } });
    await expect
      .poll(async () => {
        await page.goto(`${site.url}/club/?page_size=24`);
        return await page.locator('.club-card').count();
      })
      .toBe(1);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.club-card-site').innerText()).toBe('engage.example.org/organization/names');
    expect(await page.locator('h4').evaluate((heading) => heading.scrollHeight - heading.clientHeight)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(site.url);
    expect(await page.locator('.home > svg').first().isVisible()).toBe(false);
  });

  test('placeholders keep their pattern and links their shape where colours are forced', async () => {
    await site.database.insertClub({ name: 'Chess', category: 'Games' });
    const { page } = await browser.newPage({ forcedColors: 'active', viewport: { width: 1280, height: 800 } });
    await expect
      .poll(async () => {
        await page.goto(`${site.url}/club/?page_size=24`);
        return await page.locator('.category-links a:visible').count();
      })
      .toBe(1);
    const styleOf = (selector: string, property: string, pseudo?: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element, [name, part]) => getComputedStyle(element, part).getPropertyValue(name), [
          property,
          pseudo,
        ] as const);
    expect(await styleOf('.placeholder', 'background-image', '::before')).toContain('gradient');
    expect(await styleOf('.category-links a', 'border-top-style')).toBe('solid');
    // The star's edge is seen there, and stands apart from that of the card and from the name.
    const apart = await page.locator('.club-card').evaluate((card) => {
      const [star, name] = ['[data-star] > button', 'h4'].map((selector) => card.querySelector(selector));
      if (!star || !name) return [];
      const [edge, button, heading] = [card, star, name].map((element) => element.getBoundingClientRect());
      if (!edge || !button || !heading) return [];
      const nameEnd = heading.right - parseFloat(getComputedStyle(name).paddingRight);
      return [edge.right - button.right, button.top - edge.top, button.left - nameEnd];
    });
    expect(apart).toHaveLength(3);
    expect(Math.min(...apart)).toBeGreaterThanOrEqual(8);
  });
});

/** On how many lines each of some texts stands. */
const linesOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size;
    }),
  );

/** Whether the empty places of clubs are seen on the home page, and the way to the list that takes their place. */
async function homeOf(page: Page) {
  return {
    places: await page.locator('.places .tile').first().isVisible(),
    instead: await page.locator('.instead a').isVisible(),
  };
}
