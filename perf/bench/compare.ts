import postgres from 'postgres';
import type { PostgresServer } from '../../tests/support/postgres-server.ts';
import { parentOf } from '../../tests/support/processes.ts';
import { createClubs } from '../../tests/support/seed-clubs.ts';
import { cpuOf, cpuOfPostgres, waitUntilIdle } from '../support/cpu.ts';
import { logProgress } from '../support/report.ts';
import { withServer } from '../support/resources.ts';
import { makeCells } from './cells.ts';
import { measureChanges } from './changes.ts';
import { measure, visit, type Load } from './load.ts';
import { startBare, startPeer, startSite } from './servers.ts';
import { SERVERS, type Cell, type CellResult, type ChangeId, type Run, type Sample } from './types.ts';

/** The first measured load is longer, so that the code is compiled. */
const FIRST_WARM_UP_S = 5;
const WARM_UP_S = 1;
/** Answers of a cell that the bare server repeats. */
const SAMPLES = 50;

export interface Place {
  cells: Cell[];
  database: PostgresServer;
  /** Settings of a site with these clubs. */
  place: Record<string, string>;
  /** The process id of PostgreSQL. */
  postmaster: number;
}

/** Runs `work` with a database of this number of clubs and some of its cells; undefined: all. */
export const withClubs = (clubs: number, ids: string[] | undefined, work: (place: Place) => Promise<void>) =>
  withServer(async (database, dataDir) => {
    logProgress(`Creating ${clubs} clubs …`);
    await createClubs(database.url, clubs);
    const sql = postgres(database.url, { onnotice: () => undefined });
    const cells = (await makeCells(sql)).filter(({ id }) => ids?.includes(id) ?? true);
    const [backend] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`;
    const postmaster = await parentOf(backend.pid);
    await sql.end();
    await work({ cells, database, place: { DATABASE_URL: database.url, DATA_DIR: dataDir }, postmaster });
  });

/** Measures each cell on all servers, which take turns. */
export async function compare(
  { cells, database, place, postmaster }: Place,
  { rounds, load, changes }: { rounds: number; load: Load; changes: ChangeId[] },
): Promise<Pick<Run, 'results' | 'changes'>> {
  logProgress('Starting the servers …');
  const bare = await startBare();
  const servers = {
    bare,
    warm: await startSite('warm', place),
    off: await startSite('off', { ...place, PAGE_CACHE: 'off' }),
    peer: await startPeer(database.url),
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

  const warmUp = async (name: (typeof SERVERS)[number], cell: Cell, seconds: number) =>
    await measure(servers[name], cell, { ...load, seconds }, postmaster);
  const [first] = cells;
  if (first) for (const name of first.servers ?? SERVERS) await warmUp(name, first, FIRST_WARM_UP_S);
  for (let round = 1; round <= rounds; round += 1) {
    for (const { cell, samples, result } of prepared) {
      await bare.send(samples);
      // Other cells may have evicted these pages.
      await visit(servers.warm, cell, cell.known, 0);
      for (const name of cell.servers ?? SERVERS) {
        await warmUp(name, cell, WARM_UP_S);
        await waitUntilIdle(totalCpu);
        const figures = await measure(servers[name], cell, load, postmaster);
        await waitUntilIdle(totalCpu);
        result.rounds[name].push(figures);
        const { perSecond, p50 } = figures;
        logProgress(`${round}/${rounds} ${cell.title}, ${name}: ${perSecond.toFixed(1)}/s, p50 ${p50.toFixed(2)} ms`);
      }
    }
  }
  const changed = changes.length > 0 ? await measureChanges(servers, cells, changes, database.url, postmaster) : [];
  for (const server of Object.values(servers)) await server.stop();
  return { results: prepared.map(({ result }) => result), changes: changed };
}
