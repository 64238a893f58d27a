import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { describeSite } from '../support/site.ts';

describeSite('The picture of a club', (site) => {
  const browser = useBrowser();
  const open = async (path: string, reducedMotion: 'reduce' | 'no-preference' = 'no-preference') => {
    const opened = await browser.newPage({ reducedMotion });
    // What moved as the page came, by its name. A page may be loaded before it is first drawn, and is asked then: it
    // answers once it is drawn.
    await opened.page.addInitScript(() => {
      (window as unknown as { moved: Promise<string[]> }).moved = new Promise((resolve) => {
        addEventListener('pagereveal', ({ viewTransition }) => {
          if (!viewTransition) {
            resolve([]);
            return;
          }
          viewTransition.ready.then(
            () =>
              resolve(
                document
                  .getAnimations()
                  .map(({ effect }) => (effect as KeyframeEffect | null)?.pseudoElement ?? '')
                  .filter((name) => name.startsWith('::view-transition-group(club')),
              ),
            () => resolve([]),
          );
        });
      });
    });
    await opened.page.goto(site.url + path);
    return opened;
  };
  const moved = (page: Page) => page.evaluate(() => (window as unknown as { moved: Promise<string[]> }).moved);
  const MOVES = ['::view-transition-group(club-picture)'];

  test('goes from its card to its page', async () => {
    await site.database.insertClubs('Chess', 'Go', 'Ski');
    const { page, problems } = await open('/club/?page_size=24');
    await page.locator('.club-card-name[href="/club/2/"]').click();
    await page.waitForURL('**/club/2/');
    expect(await moved(page)).toEqual(MOVES);
    await page.goBack();
    await page.waitForURL('**/club/?page_size=24');
    expect(await moved(page)).toEqual([]);
    // A card has the name for that moment only.
    await page.waitForFunction(() => !document.querySelector('[style*="view-transition-name: c"]'));
    expect(problems).toEqual([]);
  });

  test('stays where it is on all other ways, and where nothing is to move', async () => {
    await site.database.insertClubs('Chess', 'Go', 'Ski');
    const { page, problems } = await open('/club/2/');
    await page.locator('main a[href="/club/3/"]').click();
    await page.waitForURL('**/club/3/');
    expect(await moved(page)).toEqual([]);
    await page.getByRole('link', { name: 'Something wrong here?' }).click();
    await page.waitForURL('**/suggest/');
    expect(await moved(page)).toEqual([]);
    expect(problems).toEqual([]);

    const still = await open('/club/?page_size=24', 'reduce');
    await still.page.locator('.club-card-name[href="/club/2/"]').click();
    await still.page.waitForURL('**/club/2/');
    expect(await moved(still.page)).toEqual([]);
  });
});
