import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { compare, shrink } from '../support/compare-pictures.ts';
import { useBrowser, waitUntilLoaded } from '../support/browser.ts';
import { describeSite } from '../support/site.ts';

/*
 * Visual regression of a few pages. After an intended change, check the pages (npm run screenshots) and update the
 * pictures: KEEP_PICTURES=on npx vitest run --mode full tests/full/pictures.browser.test.ts
 */
const PICTURES = resolve(import.meta.dirname, 'pictures');

/** Edges of letters differ by less between machines; a missing card, or another colour, by more. */
const MAX_DIFFERENCE = { mean: 1.5, worst: 16 };

describeSite('The look of a page', (site) => {
  const browser = useBrowser();

  test.each([
    { name: 'deck', path: '/club/', width: 360, colorScheme: 'light' },
    { name: 'grid', path: '/club/?page_size=24', width: 1280, colorScheme: 'light' },
    { name: 'grid', path: '/club/?page_size=24', width: 768, colorScheme: 'dark' },
    { name: 'club', path: '/club/1/', width: 1280, colorScheme: 'light' },
    { name: 'shortlist', path: '/fr/club/shortlist/?ids=3,1', width: 360, colorScheme: 'dark' },
  ] as const)('matches its picture: $name at $width px in $colorScheme', async ({ name, path, width, colorScheme }) => {
    await site.database.insertClub({
      name: 'Astronomie',
      category: 'Science; Culture',
      logo: '/logos/astronomie.svg',
      shortDescription: 'A *telescope*, a dark hill and hot chocolate.',
      description: '## When\n\nEvery new moon.',
      website: 'https://astro.example.org/',
      contact: 'astro@example.org',
      confirmedOn: '2026-03-01',
    });
    const category = ['Sports', 'Music', 'Games', ''];
    for (const [index, club] of ['Badminton', 'Big Band', 'Board Games', 'Choir', 'Debate', 'Film'].entries()) {
      const text = index % 3 === 2 ? '' : `${club} for everybody. `.repeat(index + 2);
      await site.database.insertClub({ name: club, category: category[index % 4] ?? '', shortDescription: text });
    }
    // One font for all text, since others depend on the machine.
    const { page } = await browser.newPage({
      viewport: { width, height: 800 },
      colorScheme,
      reducedMotion: 'reduce',
      bypassCSP: true,
    });
    await page.goto(site.url + path);
    await page.addStyleTag({ content: ':root { --font: "Figtree Variable" !important }' });
    await waitUntilLoaded(page);
    const seen = await shrink(await page.screenshot());
    const file = join(PICTURES, `${name}-${width}-${colorScheme}.png`);
    if (process.env.KEEP_PICTURES === 'on') {
      await mkdir(PICTURES, { recursive: true });
      await writeFile(file, seen);
    }
    const difference = await compare(seen, await readFile(file));
    expect(difference?.mean, file).toBeLessThan(MAX_DIFFERENCE.mean);
    expect(difference?.worst, file).toBeLessThan(MAX_DIFFERENCE.worst);
    // The limits detect a missing heading.
    await page
      .locator('main h4, main h1')
      .first()
      .evaluate((heading) => heading.remove());
    const other = await compare(await shrink(await page.screenshot()), seen);
    expect(other?.worst).toBeGreaterThan(MAX_DIFFERENCE.worst);
  });
});
