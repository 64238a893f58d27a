/*
 * npm run bench:lighthouse
 *
 * What Lighthouse says of the pages that visitors meet, with its settings for a phone, in the browser of the tests, of
 * the sample clubs. Lighthouse itself is no dependency (it brings 170 MB): npm fetches this one version of it when it is
 * first asked. Prints Markdown; exit code 1 when a score is less than 100.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import * as v from 'valibot';
import { startOnce } from '../soak/sites.ts';
import { findBrowser, launchOptions } from '../support/setup-browser.ts';
import { readOptions } from './options.ts';
import { describeMachine } from './report.ts';
import { exitOnSignals } from './signals.ts';
import { median, spread } from './statistics.ts';

const LIGHTHOUSE = 'lighthouse@13.5.0';
const PAGES = [
  { name: 'Home', path: '/' },
  { name: 'List, one by one', path: '/club/' },
  { name: 'List, grid', path: '/club/?page_size=24' },
  { name: 'Club', path: '/club/1/' },
];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const WANTED = 100;
/** More than any report has, in bytes. */
const MOST_OUTPUT = 64 * 1024 * 1024;

const ScoreSchema = v.object({
  score: v.number(),
  auditRefs: v.array(v.object({ id: v.string(), weight: v.number() })),
});
/** An audit without a score does not concern the page. */
const AuditSchema = v.object({
  title: v.string(),
  score: v.nullable(v.number()),
  numericValue: v.optional(v.number()),
});
const ReportSchema = v.object({
  categories: v.object({
    performance: ScoreSchema,
    accessibility: ScoreSchema,
    'best-practices': ScoreSchema,
    seo: ScoreSchema,
  }),
  audits: v.record(v.string(), AuditSchema),
});
type Report = v.InferOutput<typeof ReportSchema>;

const options = readOptions({
  script: 'bench:lighthouse',
  meaning: 'What Lighthouse says of the pages that visitors meet, on a phone. Prints Markdown.',
  options: {
    rounds: { value: 'NUMBER', meaning: 'how often each page is looked at', unset: '5' },
    out: { value: 'FOLDER', meaning: 'writes the report there as well' },
  },
});

exitOnSignals();
const folder = await mkdtemp(join(tmpdir(), 'club-directory-lighthouse-'));
// Its own address is what a site says of itself: a canonical link to elsewhere would be a fault.
const site = await startOnce({ DATA_DIR: folder, SAMPLE_DATA: 'on', SITE_URL: '' });
const port = await findFreePort();
const launch = launchOptions(await findBrowser());
const browser = await chromium.launch({
  ...launch,
  args: [...(launch.args ?? []), `--remote-debugging-port=${port}`],
});
try {
  const reports = new Map<string, Report[]>();
  for (let round = 0; round < Number(options.rounds); round += 1) {
    for (const { name, path } of PAGES) reports.set(name, [...(reports.get(name) ?? []), await look(path)]);
  }
  const report = toMarkdown(reports);
  console.log(report);
  if (options.out) {
    await mkdir(options.out, { recursive: true });
    await writeFile(join(options.out, 'lighthouse.md'), report);
  }
  const scores = [...reports.values()].flatMap((all) => CATEGORIES.map((category) => scoresOf(all, category)));
  if (scores.some((all) => median(all) < WANTED)) process.exitCode = 1;
} finally {
  await browser.close();
  site.child.kill('SIGTERM');
  await site.ended;
  await rm(folder, { recursive: true, force: true });
}

async function look(path: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    'npx',
    ['--yes', LIGHTHOUSE, site.url + path, `--port=${port}`, '--output=json', '--quiet', '--no-enable-error-reporting'],
    { maxBuffer: MOST_OUTPUT },
  );
  return v.parse(ReportSchema, JSON.parse(stdout));
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port: free } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return free;
}

function scoresOf(reports: Report[], category: (typeof CATEGORIES)[number]): number[] {
  return reports.map(({ categories }) => Math.round(categories[category].score * 100));
}

/** What a page has lost points for, but for how fast it was, each once. */
function findLosses(reports: Report[]): string[] {
  const losses = reports.flatMap(({ categories, audits }) =>
    CATEGORIES.filter((category) => category !== 'performance').flatMap((category) =>
      categories[category].auditRefs
        .map(({ id, weight }) => ({ audit: audits[id], weight }))
        .filter(({ audit, weight }) => weight > 0 && (audit?.score ?? 1) < 1)
        .map(({ audit }) => `${category}: ${audit?.title}`),
    ),
  );
  return [...new Set(losses)];
}

function toMarkdown(reports: Map<string, Report[]>): string {
  const figure = (all: Report[], name: string, scale = 1) =>
    spread(all.map(({ audits }) => (audits[name]?.numericValue ?? Number.NaN) / scale));
  return [
    '# Lighthouse',
    '',
    `${describeMachine('embedded database')}; ${LIGHTHOUSE}, its settings for a phone, Chromium ${browser.version()}, ` +
      `the sample clubs, browser and site on the same machine. Medians of ${options.rounds} with the least and the most.`,
    '',
    '| Page | Performance | Accessibility | Best practices | SEO | Largest paint, ms | Blocked, ms | Shift | KiB |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...[...reports].map(([name, all]) =>
      [
        `| ${name}`,
        ...CATEGORIES.map((category) => spread(scoresOf(all, category))),
        figure(all, 'largest-contentful-paint'),
        figure(all, 'total-blocking-time'),
        figure(all, 'cumulative-layout-shift'),
        `${figure(all, 'total-byte-weight', 1024)} |`,
      ].join(' | '),
    ),
    '',
    ...[...reports].flatMap(([name, all]) => findLosses(all).map((loss) => `- ${name}, ${loss}`)),
  ].join('\n');
}
