import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { paths } from '../../src/paths.ts';
import { memoryOf } from '../../tests/support/processes.ts';
import { createClubs } from '../../tests/support/seed-clubs.ts';
import { startSite, type Site } from '../../tests/support/site-process.ts';
import { quantile } from '../../tests/support/statistics.ts';

export interface OverloadOptions {
  /** Duration of the overload, in seconds. */
  seconds: number;
  /** Duration of each measurement of the capacity, in seconds. */
  calm: number;
}

/** Times in ms. */
export interface Times {
  count: number;
  p50: number;
  p99: number;
  most: number;
}

export interface OverloadResult {
  /** Searches per second at the concurrency limit, with the other requests under way: before and after. */
  capacity: { before: number; after: number };
  /** Searches per second under overload. */
  offered: number;
  served: number;
  made: Times;
  refused: Times;
  /** Other answers by status; 0 for no answer. */
  others: Record<string, number>;
  /** Other requests during the overload, by name. */
  beside: Record<string, Times & { refused: number }>;
  /** Time until searches were as fast as before, in ms. */
  recovery: number;
  /** Memory of the site in MiB: before, at its peak, and ten seconds after. */
  memory: { before: number; most: number; after: number };
}

/** The overload, as a multiple of the capacity. */
export const TIMES = 5;
/** The capacity is measured again while it still rises by more than 5 %, because code is compiled first. */
const WARM_UPS = 6;
const STILL_RISES = 1.05;
const REFUSED = 503;
const RETRY_AFTER_MS = 1;

export const GOALS = {
  /** Share of the capacity. */
  served: 0.8,
  /** In ms. */
  refusal: 100,
  recovery: 5000,
  /** Growth in MiB. */
  memory: 200,
} as const;

/** Concurrent renderings. */
const CONCURRENCY = 4;
const OVERLOAD_SETTINGS = { PAGE_CACHE: 'off', RATE_LIMIT: 'off', MAX_CONCURRENT: String(CONCURRENCY) };

/** Pages of 100 clubs, so that the site and not the client is the bottleneck. */
const search = (index: number) => `/club/?name=a&page_size=100&page=${1 + (index % 5)}`;

/** Other requests that are never refused. */
const NEVER_REFUSED = ['the health check', 'a file'] as const;

export type SiteUnderLoad = Pick<Site, 'url' | 'pid'>;

const OTHER_REQUESTS = {
  [NEVER_REFUSED[0]]: paths.health,
  [NEVER_REFUSED[1]]: '/robots.txt',
  'a page of the list': '/club/?page=3',
  'a club': '/club/1/',
};

/** Fills an empty database and starts a site on it without page cache, and with a low concurrency limit. */
export async function startOverloadedSite(url: string, dataDir: string, clubs: number): Promise<Site> {
  await createClubs(url, clubs);
  return await startSite({ DATABASE_URL: url, DATA_DIR: dataDir, ...OVERLOAD_SETTINGS });
}

/** Overloads a site with searches and measures its answers. It needs 500 active clubs with an "a" in their names. */
export async function overload(site: SiteUnderLoad, { seconds, calm }: OverloadOptions): Promise<OverloadResult> {
  const capacityOf = async () => {
    const isOver = { now: false };
    const looked = lookBeside(site, isOver);
    const { made } = await askInTurn(site.url, CONCURRENCY, calm);
    isOver.now = true;
    await looked;
    return made.length / calm;
  };
  let [last, before] = [0, await capacityOf()];
  for (let more = WARM_UPS; more > 0 && before > STILL_RISES * last; more -= 1)
    [last, before] = [before, await capacityOf()];
  const usual = Math.max(...(await inTurn(site.url, 20)).map(({ took }) => took));
  const memory = { before: (await memoryOf(site.pid)).rss, most: 0, after: 0 };

  const isOver = { now: false };
  const looked = lookBeside(site, isOver, (rss) => (memory.most = Math.max(memory.most, rss)));
  const load = await askAtRate(site.url, before * TIMES, seconds);
  const ended = performance.now();
  isOver.now = true;
  const recovery = await waitUntilUsual(site.url, usual, ended);
  const after = await capacityOf();
  await sleep(Math.max(0, ended + Math.min(10_000, seconds * 1000) - performance.now()));
  memory.after = (await memoryOf(site.pid)).rss;
  return {
    capacity: { before, after },
    offered: (load.made.length + load.refused.length) / seconds,
    served: load.made.length / seconds,
    made: timesOf(load.made),
    refused: timesOf(load.refused),
    others: load.others,
    beside: await looked,
    recovery,
    memory,
  };
}

/** Durations of successful and refused searches, and other answers by status. */
interface Asked {
  made: number[];
  refused: number[];
  others: Record<string, number>;
}

/** Searches without a pause on each connection, except after a refusal. */
async function askInTurn(url: string, connections: number, seconds: number): Promise<Asked> {
  const asked: Asked = { made: [], refused: [], others: {} };
  const agent = new Agent({ keepAlive: true });
  const end = performance.now() + seconds * 1000;
  let index = 0;
  const run = async () => {
    while (performance.now() < end) {
      const status = await askFor(agent, url + search((index += 1)), asked);
      if (status === REFUSED) await sleep(RETRY_AFTER_MS);
    }
  };
  await Promise.all(Array.from({ length: connections }, run));
  agent.destroy();
  return asked;
}

/** Starts searches at a constant rate, independent of the answers. */
async function askAtRate(url: string, rate: number, seconds: number): Promise<Asked> {
  const asked: Asked = { made: [], refused: [], others: {} };
  const agent = new Agent({ keepAlive: true });
  const start = performance.now();
  const underWay = new Set<Promise<number>>();
  for (let index = 0; index < rate * seconds;) {
    const due = Math.min(rate * seconds, (rate * (performance.now() - start)) / 1000);
    for (; index < due; index += 1) {
      const one = askFor(agent, url + search(index), asked);
      underWay.add(one);
      void one.then(() => underWay.delete(one));
    }
    await sleep(1);
  }
  await Promise.all(underWay);
  agent.destroy();
  return asked;
}

/** Returns the status; 0 for no answer. */
const askFor = (agent: Agent, address: string, asked: Asked): Promise<number> =>
  new Promise((done) => {
    const begun = performance.now();
    const count = (status: number) => {
      const took = performance.now() - begun;
      if (status === 200) asked.made.push(took);
      else if (status === REFUSED) asked.refused.push(took);
      else asked.others[status] = (asked.others[status] ?? 0) + 1;
      done(status);
    };
    const ask = () => {
      const request = get(address, { agent }, (answer) => {
        answer.resume().on('end', () => count(answer.statusCode ?? 0));
      });
      // Like browsers, retry when the server has just closed an idle connection.
      request.on('error', () => (request.reusedSocket ? ask() : count(0)));
    };
    ask();
  });

const fetchIn = async (address: string) => {
  const begun = performance.now();
  const answer = await fetch(address);
  await answer.arrayBuffer();
  return { status: answer.status, took: performance.now() - begun };
};

async function inTurn(url: string, count: number) {
  const answers = [];
  for (let index = 0; index < count; index += 1) answers.push(await fetchIn(url + search(index)));
  return answers;
}

/** Sends the other requests until the load is over, and samples the memory of the site. */
async function lookBeside(
  site: SiteUnderLoad,
  isOver: { now: boolean },
  seeMemory: (rss: number) => void = () => undefined,
): Promise<OverloadResult['beside']> {
  const seen = Object.entries(OTHER_REQUESTS).map(([name, path]) => ({ name, path, took: [] as number[], refused: 0 }));
  while (!isOver.now) {
    for (const one of seen) {
      const { status, took } = await fetchIn(site.url + one.path);
      if (status === 200) one.took.push(took);
      else one.refused += 1;
    }
    seeMemory((await memoryOf(site.pid)).rss);
    await sleep(50);
  }
  return Object.fromEntries(seen.map(({ name, took, refused }) => [name, { ...timesOf(took), refused }]));
}

const IN_A_ROW = 5;

async function waitUntilUsual(url: string, usual: number, since: number): Promise<number> {
  for (let row = 0, index = 0; ; index += 1) {
    const { status, took } = await fetchIn(url + search(index));
    row = status === 200 && took <= 2 * usual ? row + 1 : 0;
    const passed = performance.now() - since;
    if (row === IN_A_ROW || passed > 60_000) return passed;
  }
}

function timesOf(took: number[]): Times {
  const sorted = Float64Array.from(took).sort();
  return { count: sorted.length, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), most: sorted.at(-1) ?? 0 };
}

/** Share of the capacity that was served: of the lower measurement, because the machine is shared. */
export const shareServed = ({ capacity, served }: OverloadResult): number =>
  served / Math.min(capacity.before, capacity.after);

/**
 * Missed goals in words. On a shared machine, refusals may take longer by the p99 of the health check.
 */
export function findMissedGoals(result: OverloadResult, { isShared = false } = {}): string[] {
  const { refused, recovery, memory, others, offered, capacity } = result;
  const slack = isShared ? (result.beside[NEVER_REFUSED[0]]?.p99 ?? 0) : 0;
  const missed: [boolean, string][] = [
    [offered < 0.8 * TIMES * capacity.before, `only ${offered.toFixed(0)} searches per second were sent`],
    [shareServed(result) < GOALS.served, `only ${(100 * shareServed(result)).toFixed(0)} % of the capacity was served`],
    [refused.p99 > GOALS.refusal + slack, `refusals: p99 ${refused.p99.toFixed(0)} ms`],
    [recovery > GOALS.recovery, `recovery took ${(recovery / 1000).toFixed(1)} s`],
    [memory.most - memory.before > GOALS.memory, `memory grew by ${(memory.most - memory.before).toFixed(0)} MiB`],
    [Object.keys(others).length > 0, `other answers: ${JSON.stringify(others)}`],
    ...NEVER_REFUSED.map((name): [boolean, string] => [result.beside[name]?.refused !== 0, `${name} was refused`]),
  ];
  return missed.flatMap(([isMissed, text]) => (isMissed ? [text] : []));
}
