import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { describeSite } from '../support/site.ts';

const countPages = async (page: Page) =>
  (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length;

describeSite('Print and share', (site) => {
  const browser = useBrowser();
  const LONG = 'The Society for the Gentle Completion of Unfinished Projects and Other Good Intentions of Student Life';

  test('A poster is one page and shows all its parts, also of a long name', async () => {
    for (const name of ['Ski', LONG])
      await site.database.insertClub({
        name,
        shortDescription: 'We write long sentences and nobody can stop us from writing more of them. '.repeat(3),
        meetingTimes: 'Every second Wednesday of the month from 6 pm until very late',
        meetingPlace: 'Main building, room 204, second floor on the left behind the library',
        contact: 'a.very.long.address.of.a.club@student.union.example.org',
      });
    const { page } = await browser.newPage({ viewport: { width: 360, height: 800 } });
    await page.goto(`${site.url}/booklet/?layout=posters`);
    expect(await countPages(page)).toBe(2);
    const overlaps = await page.locator('article > .stack').evaluateAll((posters) =>
      posters.flatMap((poster) => {
        const bottoms = [...poster.children].map((part) => part.getBoundingClientRect());
        const end = poster.getBoundingClientRect().bottom;
        return bottoms.filter((box, at) => box.bottom > (bottoms[at + 1]?.top ?? end) + 1).length;
      }),
    );
    expect(overlaps).toEqual([0, 0]);
  });

  test('A printed list and booklet have whole cards, and no controls', async () => {
    await site.database.insertClubs('Chess', 'Go');
    const { page } = await browser.newPage();
    for (const path of ['/club/?page_size=24', '/booklet/']) {
      await page.goto(site.url + path);
      await page.emulateMedia({ media: 'print' });
      for (const part of await page.locator('header, footer, button, .no-print, .way').all())
        expect(await part.isVisible(), path).toBe(false);
      const breaks = await page
        .locator('.club-cards > li')
        .evaluateAll((cards) => cards.map((card) => getComputedStyle(card).breakInside));
      expect(new Set(breaks)).toEqual(new Set(['avoid']));
    }
    // Cover, contents, clubs and index.
    expect(await countPages(page)).toBe(4);
  });

  test('A club is shared by its address: with other apps, else by copying it', async () => {
    const [id = 0] = await site.database.insertClubs('Chess');
    const { page, context, problems } = await browser.newPage();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${site.url}/club/${id}/?utm_source=x`);
    const share = page.getByRole('button', { name: 'Share' });
    await share.click();
    await page.getByText('Link copied').waitFor();
    const address = await page.locator('link[rel=canonical]').getAttribute('href');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    await page.addInitScript(() => {
      navigator.share = async (data) => document.documentElement.setAttribute('title', data?.url ?? '');
    });
    await page.reload();
    await share.click();
    await expect.poll(() => page.locator('html').getAttribute('title')).toBe(address);
    expect(problems).toEqual([]);
  });
});
