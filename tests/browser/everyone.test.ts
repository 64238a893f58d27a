import { expect, test } from 'vitest';
import { STATES } from '../support/page-states.ts';
import { findViolationsAtEveryWidth } from '../support/accessibility.ts';
import { useBrowser } from '../support/browser.ts';
import { IS_FULL } from '../support/scope.ts';
import { describeSite } from '../support/site.ts';
import { findHtmlIssues } from '../support/valid-html.ts';

/** States that look like another one. */
const SIMILAR = ['page 2', 'filtered', 'category', 'no such page', 'club without text'];
const CHECKED = [
  ...STATES.filter(({ name }) => IS_FULL || !SIMILAR.includes(name)),
  { name: 'information', path: '/page/ae/', lead: undefined },
];

/** A role with a name, as a screen reader announces it; a summary is its text. */
const SPOKEN = /^- (?:\w+ ".+"|text: .+)/;

describeSite('The directory', (site) => {
  const browser = useBrowser();
  const fill = async () => {
    const parentId = await site.database.insertClub({
      name: 'Badminton',
      category: 'Sports; Student life',
      logo: '/logos/echecs.svg',
      shortDescription: 'Four *courts*, two evenings, and a [shuttlecock](https://example.org/).',
      description: '## When\n\n- Tuesday\n- Thursday\n\n`code`',
      website: 'https://badminton.example.org/',
      contact: 'badminton@example.org',
      links: [{ label: 'Discord', url: 'https://discord.gg/a' }],
      confirmedOn: '2026-03-01',
    });
    await site.database.insertClub({ name: 'Chess', parentId, category: 'Games' });
    await site.database.insertClub({ name: 'Théâtre (paused)', isActive: false, category: 'Arts' });
    await site.database.insertClubs(
      'Donaudampfschifffahrtsgesellschaft'.repeat(3),
      ...Array.from({ length: 30 }, (_, number) => `Club ${number}`),
    );
  };

  test.each(CHECKED)(
    'is valid and accessible, fits 320 px and text of 200 %, and keeps to its policy: $name',
    async ({ path, lead }) => {
      await fill();
      const issues: string[] = [];
      for (const prefix of IS_FULL ? ['', '/fr'] : ['']) {
        const { page, problems } = await browser.newPage({ reducedMotion: 'reduce' });
        await page.goto(site.url + prefix + path);
        await expect.poll(() => page.locator('script[data-island-id]').count()).toBe(0);
        await lead?.(page);
        const invalid = await findHtmlIssues(await page.content(), path);
        // The browser reports violations of the content security policy, and the expected error pages.
        const reported = problems.filter((problem) => !/status of (404|422|502)/.test(problem));
        const found = [...invalid, ...(await findViolationsAtEveryWidth(page)), ...reported];
        issues.push(...found.map((issue) => `${prefix}${path}: ${issue}`));
      }
      expect(issues).toEqual([]);
    },
  );

  test('leads by keyboard from a search on the home page to a club in three steps', async () => {
    await fill();
    const { page, problems } = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(site.url);
    /** The focused element as a screen reader announces it. */
    const spoken = async () => {
      const focused = page.locator(':focus');
      return (await focused.count()) === 0 ? '' : ((await focused.ariaSnapshot()).split('\n')[0] ?? '');
    };
    for (let stops = 0; !/searchbox|textbox/.test(await spoken()); stops += 1) {
      expect(stops).toBeLessThan(12);
      await page.keyboard.press('Tab');
      expect(await spoken()).toMatch(SPOKEN);
    }
    await page.keyboard.type('badminton');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/club/?*name=badminton*');
    await page.locator('h3:focus').waitFor();
    expect(await spoken()).toMatch(/^- heading ".*badminton.*" \[level=3\]/);
    const stops: string[] = [];
    while (stops.length < 3 && !stops.at(-1)?.includes('link "Badminton"')) {
      await page.keyboard.press('Tab');
      stops.push(await spoken());
    }
    expect(stops.at(-1)).toContain('link "Badminton"');
    for (const stop of stops) expect(stop).toMatch(SPOKEN);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/club/1/');
    expect(problems).toEqual([]);
  });
});
