import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { describeSite } from '../support/site.ts';

describeSite('The look of the list', (site) => {
  const browser = useBrowser();
  const LONG = 'words and more words '.repeat(40);
  test('shows four clubs on the first screen of a phone', async () => {
    for (let index = 0; index < 9; index += 1)
      await site.database.insertClub({ name: `Club ${index}`, shortDescription: LONG, confirmedOn: '2026-11-01' });
    const { page } = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await page.goto(`${site.url}/club/?page_size=24`);
    const fourth = await page.locator('article').nth(3).boundingBox();
    expect((fourth?.y ?? NaN) + (fourth?.height ?? NaN)).toBeLessThanOrEqual(740);
  });
});
