/*
 * npm run bench:lighthouse
 *
 * Lighthouse scores of the public pages with its settings for phones, in the browser of the tests, with the sample clubs.
 * Prints Markdown. Exits with 1 when a score is below 100.
 */
import { createServer, type AddressInfo } from 'node:net';
import lighthouse, { type Result } from 'lighthouse';
import { chromium } from 'playwright-core';
import { findBrowser, launchOptions } from '../../tests/support/setup-browser.ts';
import { startSite } from '../../tests/support/site-process.ts';
import { median } from '../../tests/support/statistics.ts';
import { readOptions } from '../support/options.ts';
import { describeMachine, formatTable, publish } from '../support/report.ts';
import { withFolder } from '../support/resources.ts';
import { spread } from '../support/statistics.ts';

const PAGES = {
  Home: '/',
  'List, one by one': '/club/',
  'List, grid': '/club/?page_size=24',
  Club: '/club/1/',
};
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const AUDITS = {
  'Largest paint, ms': 'largest-contentful-paint',
  'Blocked, ms': 'total-blocking-time',
  Shift: 'cumulative-layout-shift',
  Bytes: 'total-byte-weight',
};

const options = await readOptions({
  script: 'bench:lighthouse',
  meaning: 'Lighthouse scores of the public pages on a phone. Prints Markdown.',
  options: {
    rounds: { value: 'NUMBER', meaning: 'measurements of each page', unset: '5' },
    out: { value: 'FOLDER', meaning: 'also writes the report to this folder' },
  },
});

await withFolder(async (folder) => {
  // Without SITE_URL, canonical links name the address of the site itself.
  const site = await startSite({ DATA_DIR: folder, SAMPLE_DATA: 'on', SITE_URL: '' });
  const port = await findFreePort();
  const launch = launchOptions(await findBrowser());
  const args = [...(launch.args ?? []), `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ ...launch, args });
  try {
    const results: Record<string, Result[]> = {};
    for (let round = 0; round < Number(options.rounds); round += 1) {
      for (const [name, path] of Object.entries(PAGES)) {
        const run = await lighthouse(site.url + path, { port, logLevel: 'error' });
        if (!run) throw new Error(`No result for ${path}.`);
        (results[name] ??= []).push(run.lhr);
      }
    }
    const scores = Object.values(results).flatMap((all) => CATEGORIES.map((category) => scoresOf(all, category)));
    if (scores.some((all) => median(all) < 100)) process.exitCode = 1;
    await publish(options.out, 'lighthouse.md', toMarkdown(results, browser.version()));
  } finally {
    await browser.close();
    await site.stop();
  }
});

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

function scoresOf(results: Result[], category: string): number[] {
  return results.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100));
}

/** The failed audits outside of performance. */
function findFailedAudits(results: Result[]): string[] {
  const failed = results.flatMap(({ categories, audits }) =>
    Object.values(categories)
      .filter(({ id }) => id !== 'performance')
      .flatMap(({ id, auditRefs }) =>
        auditRefs
          .filter((audit) => audit.weight > 0 && (audits[audit.id]?.score ?? 1) < 1)
          .map((audit) => `${id}: ${audits[audit.id]?.title ?? audit.id}`),
      ),
  );
  return [...new Set(failed)];
}

function toMarkdown(results: Record<string, Result[]>, browserVersion: string): string {
  const pages = Object.entries(results);
  const version = pages[0]?.[1][0]?.lighthouseVersion ?? '';
  return [
    '# Lighthouse',
    '',
    `${describeMachine('embedded database')}; Lighthouse ${version}, its settings for phones, Chromium ${browserVersion}, the ` +
      `sample clubs, browser and site on the same machine. Medians of ${options.rounds} with minimum and maximum.`,
    '',
    ...formatTable(
      ['Page', 'Performance', 'Accessibility', 'Best practices', 'SEO', ...Object.keys(AUDITS)],
      pages.map(([name, all]) => [
        name,
        ...CATEGORIES.map((category) => spread(scoresOf(all, category))),
        ...Object.values(AUDITS).map((id) => spread(all.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN))),
      ]),
    ),
    ...pages.flatMap(([name, all]) => findFailedAudits(all).map((audit) => `- ${name}, ${audit}`)),
    '',
  ].join('\n');
}
