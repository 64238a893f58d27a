import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { createRandom } from '../../tests/support/random.ts';
import { logProgress } from '../support/report.ts';
import { measure, type Load } from './load.ts';
import {
  CHANGES,
  SITE_SERVERS,
  type Cell,
  type ChangedCell,
  type ChangeId,
  type Server,
  type SiteServer,
} from './types.ts';

const MANY = 4000;

/** For each change, its title and the wait before the measurement, in seconds. */
export const CHANGE_INFO: Record<ChangeId, { title: string; wait: number }> = {
  text: { title: 'after a text', wait: 3 },
  names: { title: 'after ten names', wait: 3 },
  many: { title: `after ${MANY.toLocaleString('en-US')} names at once`, wait: 8 },
  listener: { title: 'after a lost listener', wait: 5 },
  idle: { title: 'after an idle minute', wait: 60 },
};
/** The cells that depend most on the name index are measured first. */
const FIRST: Cell['id'][] = ['random', 'pair', 'last'];
const ROUNDS = 2;
export const CHANGE_LOAD: Load = { connections: 4, seconds: 1 };

/**
 * Measures every cell of the site before all changes and after each of them. All measurements before come first, so that
 * a lasting effect of one change does not become the baseline of the next.
 */
export async function measureChanges(
  servers: Record<SiteServer, Server>,
  cells: Cell[],
  changes: ChangeId[],
  databaseUrl: string,
  postmaster: number,
): Promise<ChangedCell[]> {
  const rank = ({ id }: Cell) => (FIRST.includes(id) ? FIRST.indexOf(id) : FIRST.length);
  const results = cells
    .toSorted((a, b) => rank(a) - rank(b))
    .map((cell): ChangedCell & { cell: Cell } => ({ cell, before: { warm: [], off: [] }, after: {} }));
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });

  const measureAll = async (title: string, select: (result: ChangedCell) => Record<SiteServer, number[]>) => {
    for (const result of results) {
      for (const name of SITE_SERVERS) {
        const p50 = await measureMedian(servers[name], result.cell, postmaster);
        select(result)[name].push(p50);
        logProgress(`${title}: ${result.cell.title}, ${name}: p50 ${p50.toFixed(2)} ms`);
      }
    }
  };
  try {
    for (let round = 0; round < ROUNDS; round += 1) await measureAll('before changes', ({ before }) => before);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const change of CHANGES.filter((id) => changes.includes(id))) {
        if (change === 'idle' && round > 0) continue;
        await applyChange(sql, change, round);
        await sleep(CHANGE_INFO[change].wait * 1000);
        await measureAll(CHANGE_INFO[change].title, ({ after }) => (after[change] ??= { warm: [], off: [] }));
      }
    }
  } finally {
    await sql.end();
  }
  return results;
}

/** The median latency; NaN if a request failed. */
async function measureMedian(server: Server, cell: Cell, postmaster: number): Promise<number> {
  try {
    // The first load fills the page cache again.
    if (server.name === 'warm') await measure(server, cell, CHANGE_LOAD, postmaster);
    return (await measure(server, cell, CHANGE_LOAD, postmaster)).p50;
  } catch (error) {
    console.error(error);
    return Number.NaN;
  }
}

async function applyChange(sql: postgres.Sql, change: ChangeId, round: number): Promise<void> {
  const [range] = await sql<[{ least: number; most: number }]>`select min(id) as least, max(id) as most from club`;
  const random = createRandom(100 + round);
  const someId = () => range.least + Math.floor(random() * (range.most - range.least + 1));
  if (change === 'text') {
    await sql`update club set short_description = ${`Changed ${round} times.`} where id = ${someId()}`;
  } else if (change === 'names') {
    for (let count = 0; count < 10; count += 1)
      await sql`update club set name = name || ' II', is_active = not is_active where id = ${someId()}`;
  } else if (change === 'many') {
    const first = Math.max(range.least, someId() - MANY);
    await sql`update club set name = name || ' III' where id >= ${first} and id < ${first + MANY}`;
  } else if (change === 'listener') {
    const ended = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'club-directory-listener'`;
    if (ended.length < SITE_SERVERS.length) throw new Error(`Found only ${ended.length} listeners to terminate.`);
  }
}
