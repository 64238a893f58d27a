import { expect, test } from 'vitest';
import { messages } from '../../src/messages/messages.ts';
import { pathsIn } from '../../src/paths.ts';
import { findViolationsAtEveryWidth } from '../support/accessibility.ts';
import { EVERY_WAY, openSignedIn, useBrowser } from '../support/browser.ts';
import { describeSite } from '../support/site.ts';

describeSite('Merging two clubs', (site) => {
  const browser = useBrowser();

  test.each(EVERY_WAY)(
    'starts in the table and ends on the club that stays, in $locale, with JavaScript: $javaScriptEnabled',
    async ({ locale, javaScriptEnabled }) => {
      const t = messages(locale);
      const [ski = 0, snow = 0] = await site.database.insertClubs('Ski', 'Snow');
      await site.database.sql`
        update club set contact = name || '@example.org', category = name, description = 'Slopes'`;
      const person = { roles: ['board'] } as const;
      const { page, problems } = await openSignedIn(browser, site, person, { javaScriptEnabled });
      await page.goto(site.url + pathsIn(locale).board());
      for (const name of ['Ski', 'Snow']) await page.getByRole('checkbox', { name: t.clubTable.choose(name) }).check();
      await page.locator('#bulk [name=action]').selectOption('merge');
      await page.getByRole('button', { name: t.clubTable.bulk.goOn, exact: true }).click();
      await page.getByRole('heading', { name: t.merge.title('Ski', 'Snow') }).waitFor();
      if (javaScriptEnabled) expect(await findViolationsAtEveryWidth(page)).toEqual([]);
      await page.getByRole('link', { name: t.merge.swap('Snow') }).click();
      const contact = page.getByRole('group', { name: t.clubFields.contact });
      await contact.getByRole('radio', { name: 'Ski' }).check();
      await page.getByRole('button', { name: t.merge.submit('Snow') }).click();
      await page.locator('main .notice', { hasText: t.done.clubsMerged }).waitFor();
      expect(await site.database.sql`select name, aliases, contact, category from club`).toEqual([
        { name: 'Snow', aliases: 'Ski', contact: 'Ski@example.org', category: 'Snow; Ski' },
      ]);
      if (javaScriptEnabled) {
        const stored = () => page.evaluate(() => localStorage.getItem('shortlist'));
        await page.evaluate((id) => localStorage.setItem('shortlist', String(id)), ski);
        await page.goto(site.url + pathsIn(locale).clubShortlist([ski]));
        await expect.poll(stored).toBe(String(snow));
        await page.locator('.shortlist-page[data-own]').waitFor();
      }
      expect(problems).toEqual([]);
    },
  );
});
