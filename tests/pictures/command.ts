/*
 * npm run screenshots
 *
 * A picture of every state of the pages that visitors meet, on a phone, a tablet and a desk, in light and dark, to be
 * looked at. Not a test: what a few of them must look like is in tests/browser/pictures.test.ts.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { connectToOwner } from '../../db/embedded.ts';
import { readOptions } from '../bench/options.ts';
import { exitOnSignals } from '../bench/signals.ts';
import { startOnce } from '../soak/sites.ts';
import { connect } from '../support/client.ts';
import { findBrowser, launchOptions } from '../support/setup-browser.ts';
import { STATES } from './states.ts';

const { out, only } = readOptions({
  script: 'screenshots',
  meaning: 'A picture of every state of the pages that visitors meet, of the sample clubs.',
  options: {
    out: { value: 'FOLDER', meaning: 'where they are written', unset: 'data/screenshots' },
    only: { value: 'TEXT', meaning: 'only states whose name has this in it', unset: '' },
  },
});
const WIDTHS = [360, 768, 1280];

exitOnSignals();
const folder = resolve(out);
await mkdir(folder, { recursive: true });
const dataDir = await mkdtemp(join(tmpdir(), 'club-directory-screenshots-'));
const site = await startOnce({ DATA_DIR: dataDir, SAMPLE_DATA: 'on' });
await emptySecondClub();
const browser = await chromium.launch(launchOptions(await findBrowser()));
try {
  for (const { name, path, lead } of STATES.filter((state) => state.name.includes(only))) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await page.goto(site.url + path);
      await page.waitForLoadState('networkidle');
      await lead?.(page);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const file = `${name.replaceAll(' ', '-')}-${width}-${colorScheme}.png`;
        await page.screenshot({ path: join(folder, file), fullPage: true });
        console.log(join(folder, file));
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  site.child.kill('SIGTERM');
  await site.ended;
  await rm(dataDir, { recursive: true, force: true });
}

/** The sample clubs all have a text; the states are those of a directory whose second club has nothing. */
async function emptySecondClub(): Promise<void> {
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
