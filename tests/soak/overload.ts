import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { migrate } from '../../db/migrate.ts';
import { paths } from '../../src/paths.ts';
import { memoryOf } from '../bench/processes.ts';
import { seedClubs } from '../bench/seed.ts';
import { startSite } from '../bench/servers.ts';
import { quantile } from '../bench/statistics.ts';

/** How much a site is asked for beyond what it can make. */
export interface OverloadOptions {
  /** How long that lasts, in seconds. */
  seconds: number;
  /** How long it is measured before and after what it can make, in seconds. */
  calm: number;
}

/** A site whose page cache and limit of clients are off, and that makes few answers at once. */
export interface SiteUnderLoad {
  url: string;
  pid: number;
  /** What it is asked for meanwhile, by what it is. */
  beside: Record<string, string>;
  stop: () => Promise<void>;
}

/** Times in ms. */
export interface Times {
  count: number;
  p50: number;
  p99: number;
  most: number;
}

export interface OverloadResult {
  /**
   * Searches a second that the site makes when as many are asked for at once as it has room for, beside what else is asked
   * for, which takes of the same room: before, and after.
   */
  capacity: { before: number; after: number };
  /** Searches a second: what it was asked for, and what it made. */
  offered: number;
  served: number;
  /** Made, and refused. */
  made: Times;
  refused: Times;
  /** Neither, by their status; 0 for none at all. */
  others: Record<string, number>;
  /** What is asked for meanwhile beside searches, by what it is: how often it was refused, and how long answers took. */
  beside: Record<string, Times & { refused: number }>;
  /** Until five searches, one after the other, took no longer than before, in ms. */
  recovery: number;
  /** Of the site, in MiB: before, at its most meanwhile, and ten seconds after. */
  memory: { before: number; most: number; after: number };
}

/** A site is asked for so many times what it can make in a second. */
export const TIMES = 5;
/** What a site can make is measured again so often at most, until it is no longer so much more than the time before. */
const WARM_UPS = 6;
const STILL_RISES = 1.05;
/** The status of a refusal. */
const REFUSED = 503;
/** Who is refused when what it can make is measured asks again after so long, in ms. */
const ASK_AGAIN_AFTER = 1;

/** What is wanted of it then. */
export const GOALS = {
  /** Of what it can make. */
  served: 0.8,
  /** In ms. */
  refusal: 100,
  recovery: 5000,
  /** Beyond what it had before, in MiB. */
  memory: 200,
} as const;

/** As much of the room as searches may take (src/server/workload.ts) of a site with these settings. */
const ROOM = 2;
const OVERLOAD_SETTINGS = { PAGE_CACHE: 'off', RATE_LIMIT: 'off', MAX_CONCURRENT: '4' };

/** Pages of a hundred clubs: what makes them is the site, and not whoever asks. */
const search = (index: number) => `/club/?name=a&page_size=100&page=${1 + (index % 5)}`;

/** What is asked for beside searches that is never refused. */
const NEVER_REFUSED = ['how it is', 'a file'] as const;

/** A site on a server that is empty, with so many clubs: without its page cache, and with little room. */
export async function startOverloadedSite(url: string, dataDir: string, clubs: number): Promise<SiteUnderLoad> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await migrate(sql);
  await seedClubs(sql, clubs);
  const [club] = await sql<[{ id: number }]>`select min(id) as id from club`;
  await sql.end();
  const site = await startSite('off', { DATABASE_URL: url, DATA_DIR: dataDir, ...OVERLOAD_SETTINGS });
  const [health, file] = NEVER_REFUSED;
  const beside = {
    [health]: paths.health,
    [file]: '/robots.txt',
    'a page of the list': '/club/?page=3',
    'a club': `/club/${club.id}/`,
  };
  return { ...site, beside };
}

/** Asks a site for searches, much more than it can make, and sees what it does. It needs 500 active clubs with an "a" in their names. */
export async function overload(
  site: Omit<SiteUnderLoad, 'stop'>,
  { seconds, calm }: OverloadOptions,
): Promise<OverloadResult> {
  const capacityOf = async () => {
    const isOver = { now: false };
    const looked = lookBeside(site, isOver);
    const { made } = await askInTurn(site.url, ROOM, calm);
    isOver.now = true;
    await looked;
    return made.length / calm;
  };
  // Code that runs often is compiled only after a while.
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

/** How long searches took that were made, and that were refused; and other answers, by their status, 0 for none. */
interface Asked {
  made: number[];
  refused: number[];
  others: Record<string, number>;
}

/** Asks for one search after the other on so many connections, without a pause but after a refusal. */
async function askInTurn(url: string, connections: number, seconds: number): Promise<Asked> {
  const asked: Asked = { made: [], refused: [], others: {} };
  const agent = new Agent({ keepAlive: true });
  const end = performance.now() + seconds * 1000;
  let index = 0;
  const run = async () => {
    while (performance.now() < end) {
      const status = await askFor(agent, url + search((index += 1)), asked);
      if (status === REFUSED) await sleep(ASK_AGAIN_AFTER);
    }
  };
  await Promise.all(Array.from({ length: connections }, run));
  agent.destroy();
  return asked;
}

/** Asks for so many searches a second, one by one, whatever comes of those before: who visits a site does not wait for others. */
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

/** Answers the status; 0 for no answer at all. */
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
      // As browsers do with a connection that has rested, and that the server has ended in this very moment.
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

/** Asks for other things than searches until it is over, and looks at the memory of the site. */
async function lookBeside(
  site: Omit<SiteUnderLoad, 'stop'>,
  isOver: { now: boolean },
  seeMemory: (rss: number) => void = () => undefined,
): Promise<OverloadResult['beside']> {
  const seen = Object.entries(site.beside).map(([name, path]) => ({ name, path, took: [] as number[], refused: 0 }));
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

/** What was served of what the site could have made: of the lower of both measures, since others use the machine too. */
export const shareServed = ({ capacity, served }: OverloadResult): number =>
  served / Math.min(capacity.before, capacity.after);

/**
 * What is not as it is wanted, in words. On a machine that is `shared` a refusal may take as much longer as the smallest
 * answer of all does, which no site can do anything about.
 */
export function findLacks(result: OverloadResult, { isShared = false } = {}): string[] {
  const { refused, recovery, memory, others, offered, capacity } = result;
  const slack = isShared ? (result.beside[NEVER_REFUSED[0]]?.p99 ?? 0) : 0;
  const lacks: [boolean, string][] = [
    [offered < 0.8 * TIMES * capacity.before, `only ${offered.toFixed(0)} searches a second were asked for`],
    [shareServed(result) < GOALS.served, `only ${(100 * shareServed(result)).toFixed(0)} % of the capacity was served`],
    [refused.p99 > GOALS.refusal + slack, `one refusal in a hundred took ${refused.p99.toFixed(0)} ms or longer`],
    [recovery > GOALS.recovery, `it took ${(recovery / 1000).toFixed(1)} s until it was as before`],
    [memory.most - memory.before > GOALS.memory, `it took ${(memory.most - memory.before).toFixed(0)} MiB more`],
    [Object.keys(others).length > 0, `there were other answers: ${JSON.stringify(others)}`],
    ...NEVER_REFUSED.map((name): [boolean, string] => [result.beside[name]?.refused !== 0, `${name} was refused`]),
  ];
  return lacks.flatMap(([isLacking, text]) => (isLacking ? [text] : []));
}
