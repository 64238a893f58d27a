import { expect, test } from 'vitest';
import { STATES } from '../support/page-states.ts';
import { findFaults } from '../support/accessibility.ts';
import { useBrowser } from '../support/browser.ts';
import { describeSite } from '../support/site.ts';
import { findHtmlFaults } from '../support/valid-html.ts';

/** How a page may look: in light, dark and in colours of the visitor's own, on a small phone and on a desk. */
const LOOKS = [
  { colorScheme: 'light', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'none' },
  { colorScheme: 'light', forcedColors: 'active' },
] as const;
const WIDTHS = [320, 1280];
/** A role with a name, as a screen reader says it; what opens a menu is its text. */
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
    await site.database.insertClubs(...Array.from({ length: 30 }, (_, number) => `Club ${number}`));
  };

  test.each(STATES)(
    'is valid HTML with its scripts, and has no fault that axe knows, however it is looked at, in either language: $name',
    async ({ path, lead }) => {
      await fill();
      const faults: string[] = [];
      for (const prefix of ['', '/fr']) {
        const { page } = await browser.newPage({ reducedMotion: 'reduce' });
        await page.goto(site.url + prefix + path);
        await page.waitForLoadState('networkidle');
        await lead?.(page);
        const invalid = await findHtmlFaults(await page.content(), path);
        faults.push(...invalid.map((fault) => `${prefix}${path}: ${fault}`));
        for (const look of LOOKS) {
          await page.emulateMedia(look);
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 800 });
            const found = await findFaults(page);
            faults.push(...found.map((fault) => `${prefix}${path}: ${fault}, ${JSON.stringify(look)} at ${width} px`));
          }
        }
      }
      expect(faults).toEqual([]);
    },
  );

  test.each([
    ['/', 360, 'Badminton'],
    ['/', 1280, 'Badminton'],
    ['/fr/', 1280, 'Badminton'],
  ])(
    'leads by keyboard from a search on the home page to the club in three Tabs: %s at %i px',
    async (path, width, name) => {
      await fill();
      const { page, problems } = await browser.newPage({ viewport: { width, height: 800 } });
      await page.goto(site.url + path);
      /** What has the focus, as a screen reader says it. */
      const spoken = async () => {
        const focused = page.locator(':focus');
        return (await focused.count()) === 0 ? '' : (await focused.ariaSnapshot()).split('\n')[0];
      };
      // Tab to the field: each stop on the way says what it is.
      for (let stops = 0; !/searchbox|textbox/.test((await spoken()) ?? ''); stops += 1) {
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
      while (stops.length < 3 && !stops.at(-1)?.includes(`link "${name}"`)) {
        await page.keyboard.press('Tab');
        stops.push((await spoken()) ?? '');
      }
      expect(stops.at(-1)).toContain(`link "${name}"`);
      for (const stop of stops) expect(stop).toMatch(SPOKEN);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/club/1/');
      expect(problems).toEqual([]);
    },
  );
});
