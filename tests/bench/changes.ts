import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { measure, type Load } from './load.ts';
import { createRandom } from './random.ts';
import {
  CHANGES,
  SITE_SERVERS,
  type AfterChanges,
  type Brief,
  type Cell,
  type ChangedCell,
  type ChangeId,
  type Server,
  type SiteServer,
} from './types.ts';

/** So long after a change all is as before, in ms. */
export const SETTLED_AFTER: Record<ChangeId, number> = {
  text: 3000,
  names: 3000,
  many: 8000,
  listener: 5000,
  idle: 60_000,
};
const MANY = 4000;

/** As a table calls them. */
export const CHANGE_LABELS: Record<ChangeId, string> = {
  text: 'after a text',
  names: 'after ten names',
  many: `after ${MANY.toLocaleString('en-US')} names at once`,
  listener: 'after a lost listener',
  idle: 'after an idle minute',
};
/** What depends most on the names in memory comes first, while the change is young. */
const FIRST: Cell['id'][] = ['random', 'pair', 'last'];
const ROUNDS = 2;
const LOAD: Load = { connections: 4, seconds: 1 };

/**
 * Measures every cell of the site before the clubs change and after each change. All that is measured before comes
 * before the first change: what this breaks for good would otherwise be the measure of the next.
 */
export async function measureChanges(
  servers: Record<SiteServer, Server>,
  cells: Cell[],
  wanted: ChangeId[],
  databaseUrl: string,
  postmaster: number,
  note: (line: string) => void,
): Promise<AfterChanges> {
  const ordered = cells.toSorted((a, b) => rank(a) - rank(b));
  const results = ordered.map((cell) => ({ cell, result: createResult(cell) }));
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });

  const measureAll = async (title: string, keep: (result: ChangedCell) => Record<SiteServer, Brief[]>) => {
    for (const { cell, result } of results) {
      for (const name of SITE_SERVERS) {
        const figures = await measureBriefly(servers[name], cell, postmaster);
        keep(result)[name].push(figures);
        note(`${title}: ${cell.title}, ${name}: p50 ${figures.p50.toFixed(2)} ms`);
      }
    }
  };
  try {
    for (let round = 0; round < ROUNDS; round += 1) await measureAll('before changes', ({ before }) => before);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const change of CHANGES.filter((id) => wanted.includes(id))) {
        // A minute is long.
        if (change === 'idle' && round > 0) continue;
        await makeChange(sql, change, round);
        await sleep(SETTLED_AFTER[change]);
        await measureAll(`after ${change}`, ({ after }) => (after[change] ??= { warm: [], off: [] }));
      }
    }
  } finally {
    await sql.end();
  }
  return { ...LOAD, results: results.map(({ result }) => result) };
}

const rank = ({ id }: Cell) => (FIRST.includes(id) ? FIRST.indexOf(id) : FIRST.length);

const createResult = ({ id, title, connections }: Cell): ChangedCell => ({
  cell: { id, title, connections },
  before: { warm: [], off: [] },
  after: {},
});

async function measureBriefly(server: Server, cell: Cell, postmaster: number): Promise<Brief> {
  try {
    // What is sent from the page cache is measured once it is there again.
    if (server.name === 'warm') await measure(server, cell, LOAD, postmaster);
    const { p50, p99, perSecond } = await measure(server, cell, LOAD, postmaster);
    return { p50, p99, perSecond };
  } catch (error) {
    // An answer that is none is a finding, not the end of the run.
    console.error(error);
    return { p50: Number.NaN, p99: Number.NaN, perSecond: Number.NaN };
  }
}

async function makeChange(sql: postgres.Sql, change: ChangeId, round: number): Promise<void> {
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
    if (ended.length < SITE_SERVERS.length) throw new Error(`${ended.length} listeners were there to be cut off.`);
  }
}
