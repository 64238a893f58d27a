/*
 * npm run bench
 *
 * Compares the site with a bare node:http server that sends the same bytes, and with a hand-written Fastify server on the
 * same database. Then measures the site again after changes of its clubs. Prints Markdown.
 */
import postgres from 'postgres';
import { startMeasuredSite } from '../support/memory-growth.ts';
import { memoryOf, parentOf } from '../../tests/support/processes.ts';
import { createClubs } from '../../tests/support/seed-clubs.ts';
import { cpuOf, cpuOfPostgres, waitUntilIdle } from '../support/cpu.ts';
import { readOptions } from '../support/options.ts';
import { logProgress, publish } from '../support/report.ts';
import { withServer } from '../support/resources.ts';
import { makeCells } from './cells.ts';
import { measureChanges } from './changes.ts';
import { measure, visit, type Load } from './load.ts';
import { toMarkdown } from './report.ts';
import { startBare, startPeer, startSite } from './servers.ts';
import { CHANGES, SERVERS, type Cell, type CellResult, type Memory, type Run, type Sample } from './types.ts';

const options = await readOptions({
  script: 'bench',
  meaning: 'Compares the site with a bare and a hand-written server, and measures it after changes. Prints Markdown.',
  options: {
    clubs: { value: 'NUMBER', meaning: 'clubs in the directory', unset: '10000' },
    rounds: { value: 'NUMBER', meaning: 'measurements of each cell', unset: '3' },
    seconds: { value: 'NUMBER', meaning: 'duration of a measurement', unset: '4' },
    cells: { value: 'IDS', meaning: 'only these cells, such as page1,random' },
    memory: { meaning: 'also measures the heap' },
    changes: { value: 'NAMES', meaning: 'changes to measure after, or none', unset: CHANGES.join() },
    out: { value: 'FOLDER', meaning: 'also writes the report to this folder' },
  },
});
const clubs = Number(options.clubs);
const rounds = Number(options.rounds);
const changes = CHANGES.filter((id) => options.changes.split(',').includes(id));
const load: Load = { connections: 32, seconds: Number(options.seconds) };
const WARM_UP: Load = { ...load, seconds: 1 };
/** The first measured load is longer, so that the code is compiled. */
const FIRST_WARM_UP: Load = { ...load, seconds: 5 };
/** Answers of a cell that the bare server repeats. */
const SAMPLES = 50;
const MIB = 2 ** 20;

await withServer(async (database, dataDir) => {
  const place = { DATABASE_URL: database.url, DATA_DIR: dataDir };
  logProgress(`Creating ${clubs} clubs …`);
  await createClubs(database.url, clubs);
  const sql = postgres(database.url, { onnotice: () => undefined });
  const wanted = options.cells?.split(',');
  const cells = (await makeCells(sql)).filter(({ id }) => wanted?.includes(id) ?? true);
  const [backend] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`;
  const postmaster = await parentOf(backend.pid);
  await sql.end();

  const compared = await compare(cells, database.url, place, postmaster);
  const memory = options.memory ? await measureMemory(cells, place, postmaster) : null;
  const { seconds } = load;
  const run: Run = { clubs, rounds, seconds, database: database.name, ...compared, memory };
  await publish(options.out, `clubs-${clubs}.md`, toMarkdown(run));
});

async function compare(
  cells: Cell[],
  databaseUrl: string,
  place: Record<string, string>,
  postmaster: number,
): Promise<Pick<Run, 'results' | 'changes'>> {
  logProgress('Starting the servers …');
  const bare = await startBare();
  const servers = {
    bare,
    warm: await startSite('warm', place),
    off: await startSite('off', { ...place, PAGE_CACHE: 'off' }),
    peer: await startPeer(databaseUrl),
  };
  const totalCpu = async () => {
    const pids = Object.values(servers).map(({ pid }) => pid);
    const times = await Promise.all([cpuOfPostgres(postmaster), ...pids.map(cpuOf)]);
    return times.reduce((sum, time) => sum + time, 0);
  };
  await waitUntilIdle(totalCpu);
  const prepared: { cell: Cell; samples: Sample[]; result: CellResult }[] = [];
  for (const cell of cells) {
    const paths = cell.known.length > 0 ? cell.known : Array.from({ length: SAMPLES }, () => cell.next('warm'));
    const samples = await visit(servers.warm, cell, paths, SAMPLES);
    const bytes = samples.reduce((sum, { body }) => sum + body.length, 0) / samples.length;
    prepared.push({ cell, samples, result: { cell, bytes, rounds: { bare: [], warm: [], off: [], peer: [] } } });
  }

  const [first] = cells;
  if (first)
    for (const name of first.servers ?? SERVERS) await measure(servers[name], first, FIRST_WARM_UP, postmaster);
  for (let round = 1; round <= rounds; round += 1) {
    for (const { cell, samples, result } of prepared) {
      await bare.send(samples);
      // Other cells may have evicted these pages.
      await visit(servers.warm, cell, cell.known, 0);
      for (const name of cell.servers ?? SERVERS) {
        await measure(servers[name], cell, WARM_UP, postmaster);
        await waitUntilIdle(totalCpu);
        const figures = await measure(servers[name], cell, load, postmaster);
        await waitUntilIdle(totalCpu);
        result.rounds[name].push(figures);
        const { perSecond, p50 } = figures;
        logProgress(`${round}/${rounds} ${cell.title}, ${name}: ${perSecond.toFixed(1)}/s, p50 ${p50.toFixed(2)} ms`);
      }
    }
  }
  const changed = changes.length > 0 ? await measureChanges(servers, cells, changes, databaseUrl, postmaster) : [];
  for (const server of Object.values(servers)) await server.stop();
  return { results: prepared.map(({ result }) => result), changes: changed };
}

/** Measures every cell again, on a site that reports its heap. */
async function measureMemory(cells: Cell[], place: Record<string, string>, postmaster: number): Promise<Memory> {
  logProgress('Memory …');
  const site = await startMeasuredSite(place);
  const heap = async () => {
    const { heapUsed, arrayBuffers } = await site.memory();
    return (heapUsed + arrayBuffers) / MIB;
  };
  await waitUntilIdle(() => cpuOf(site.pid));
  const idleHeap = await heap();
  for (const cell of cells) await measure({ ...site, name: 'warm' }, cell, load, postmaster);
  const { rss, peak } = await memoryOf(site.pid);
  const result = { idleHeap, heap: await heap(), rss, rssPeak: peak };
  await site.stop();
  return result;
}
