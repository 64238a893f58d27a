import { expect, test } from 'vitest';
import { messages } from '../../src/messages/messages.ts';
import { pathsIn } from '../../src/paths.ts';
import { findViolations } from '../support/accessibility.ts';
import { EVERY_WAY, openSignedIn, useBrowser } from '../support/browser.ts';
import { describeSite } from '../support/site.ts';

const LIST = `Associations de l’école;;;;;
;;;;;
Nom de l’association;Thème;Courriel;Président·e;Instagram;Local
Échecs;Jeux;echecs@example.org;A. Personne;https://instagram.com/echecs;B12
Ski;Sport;ski@example.org;B. Personne;;B13
`;

describeSite('A list with other columns', (site) => {
  const browser = useBrowser();

  test.each(EVERY_WAY)(
    'is imported after its columns are confirmed, in $locale, with JavaScript: $javaScriptEnabled',
    async ({ locale, javaScriptEnabled }) => {
      const { clubImport, importColumns: t, categories, clubFields } = messages(locale);
      const { page, problems } = await openSignedIn(
        browser,
        site,
        { roles: ['board'] },
        { javaScriptEnabled, viewport: { width: 360, height: 780 } },
      );
      const choiceOf = (column: string) => page.getByRole('combobox', { name: t.targetOf(column) });
      const upload = async () => {
        await page.goto(site.url + pathsIn(locale).boardImports);
        await page
          .getByLabel(clubImport.file)
          .setInputFiles({ name: 'clubs.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) });
        await page.getByRole('button', { name: clubImport.submit }).press('Enter');
      };
      await upload();
      await page.getByRole('heading', { level: 1, name: t.of('clubs.csv') }).waitFor();
      await page.waitForLoadState();
      expect(
        await page.locator('main select').evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value)),
      ).toEqual(['name', 'category', 'contact', '', 'link', '']);
      if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await choiceOf('Local').selectOption({ label: clubFields.category });
      await page.getByRole('button', { name: t.submit }).press('Enter');
      await page.getByRole('button', { name: categories.ofImport.submit }).press('Enter');
      await page.locator('main .toolbar button').press('Enter');
      await page.getByText(clubImport.written).waitFor();
      const stored = await site.database.sql`
        select name, category, contact, links->0->>'label' as link, is_active from club order by name`;
      expect(stored).toMatchObject([
        { name: 'Échecs', category: 'Jeux; B12', contact: 'echecs@example.org', link: 'Instagram', isActive: true },
        { name: 'Ski', category: 'Sport; B13', contact: 'ski@example.org', link: null, isActive: true },
      ]);
      await upload();
      await page.getByText(clubImport.nothing).waitFor();
      await page.getByRole('link', { name: t.change }).press('Enter');
      expect(await choiceOf('Local').inputValue()).toBe('category');
      expect(problems).toEqual([]);
    },
  );
});
