/* npm run screenshots: every state of the public pages at three widths, in light and dark. */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { connectToOwner } from '../db/embedded/database.ts';
import { connect } from '../tests/support/client.ts';
import { waitUntilLoaded } from '../tests/support/browser.ts';
import { STATES } from '../tests/support/page-states.ts';
import { findBrowser, launchOptions } from '../tests/support/setup-browser.ts';
import { startSite } from '../tests/support/site-process.ts';
import { readOptions } from './support/options.ts';
import { withFolder } from './support/resources.ts';

const { out, only } = await readOptions({
  script: 'screenshots',
  meaning: 'Takes screenshots of every state of the public pages, with the sample clubs.',
  options: {
    out: { value: 'FOLDER', meaning: 'where to write them', unset: 'data/screenshots' },
    only: { value: 'TEXT', meaning: 'only states with this text in their name', unset: '' },
  },
});
const WIDTHS = [360, 768, 1280];

const folder = resolve(out);
await mkdir(folder, { recursive: true });
await withFolder(async (dataDir) => {
  const site = await startSite({ DATA_DIR: dataDir, SAMPLE_DATA: 'on' });
  await emptySecondClub(dataDir);
  const browser = await chromium.launch(launchOptions(await findBrowser()));
  try {
    for (const { name, path, lead } of STATES.filter((state) => state.name.includes(only))) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
        const page = await context.newPage();
        await page.goto(site.url + path);
        await waitUntilLoaded(page);
        await lead?.(page);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          const file = join(folder, `${name.replaceAll(' ', '-')}-${width}-${colorScheme}.png`);
          await page.screenshot({ path: file, fullPage: true });
          console.log(file);
        }
        await context.close();
      }
    }
  } finally {
    await browser.close();
    await site.stop();
  }
});

/** All sample clubs have texts; the states need one without. */
async function emptySecondClub(dataDir: string): Promise<void> {
  const openStream = async () => {
    const socket = await connectToOwner(dataDir);
    if (!socket) throw new Error('The site does not listen on its socket.');
    return socket;
  };
  const sql = connect({ openStream });
  await sql`
    update club set logo = null, short_description = '', description = '', category = '', website = null, contact = null,
      links = '[]', confirmed_on = null, parent_id = null
    where id = 2`;
  await sql.end();
}
