import { describe, expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { describeSite } from '../support/site.ts';

describeSite('Pages beside the list', (site) => {
  const browser = useBrowser();

  test.each(['long', 'no'])('The page of a club shows facts beside its text from 56rem on: %s text', async (kind) => {
    const id = await site.database.insertClub({
      name: 'Chess',
      website: 'https://chess.example.org/',
      contact: 'chess@example.org',
      category: 'Games',
      links: [{ label: 'Discord', url: 'https://discord.gg/chess' }],
      confirmedOn: '2026-11-22',
      parentId: await site.database.insertClub({ name: 'Games' }),
      shortDescription: kind === 'no' ? '' : 'We play.',
      description: kind === 'long' ? 'We play all day. '.repeat(50) : '',
    });
    const { page } = await browser.newPage({ viewport: { width: 896, height: 800 } });
    await page.goto(`${site.url}/club/${id}/`);
    const places = () =>
      page.evaluate(() => {
        const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
        const [text, facts] = [boxOf('.club .description') ?? boxOf('.club header'), boxOf('.club aside')];
        if (!text || !facts) return null;
        return {
          isBeside: facts.left >= text.right && facts.top === text.top,
          isOneColumn: facts.left === text.left,
        };
      });
    expect(await places()).toEqual({ isBeside: true, isOneColumn: false });
    for (const one of ['.website', '.contact', '.links', '.confirmed', '.family'])
      expect(await page.locator(`.club aside ${one}`).isVisible(), one).toBe(true);
    await page.setViewportSize({ width: 895, height: 800 });
    expect(await places()).toEqual({ isBeside: false, isOneColumn: true });
  });

  describe('A comparison', () => {
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
    test('prints on two pages at most, with whole texts', async () => {
      const { page } = await browser.newPage();
      await page.goto(await insertFour());
      for (const landscape of [false, true]) {
        const pdf = (await page.pdf({ format: 'A4', landscape })).toString('latin1');
        expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(2);
      }
      await page.emulateMedia({ media: 'print' });
      const cut = await page
        .locator('.short')
        .last()
        .evaluate((text) => text.scrollHeight - text.clientHeight);
      expect(cut).toBe(0);
    });
  });

  test('Posters keep their letters, and links their edges, in forced colours', async () => {
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
    expect(await styleOf('.poster', 'border-top-style')).toBe('solid');
    expect(await styleOf('.poster', 'content', '::after')).toContain('"Ch"');
    expect(await styleOf('.club-card .tag', 'mask-image', '::before')).toContain('dice');
    expect(await styleOf('.category-links a', 'border-top-style')).toBe('solid');
    // The star does not cover the name.
    const [star, name] = await Promise.all(
      ['.club-card [data-star]', '.club-card h4'].map((part) => page.locator(part).boundingBox()),
    );
    expect((star?.x ?? 0) - (name?.x ?? 0) - (name?.width ?? 0)).toBeGreaterThanOrEqual(8);
  });
});
