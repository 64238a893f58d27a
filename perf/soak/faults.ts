import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { PlainClient } from '../support/plain-client.ts';
import type { PostgresServer, StopSignal } from '../../tests/support/postgres-server.ts';
import type { SupervisedSite } from '../../tests/support/site-process.ts';
import type { Verdict } from '../support/verdict.ts';

/** Faults of the database while its site is asked for pages that it has rendered before. */
export interface FaultOptions {
  /** Requests per second, independent of the answers. */
  perSecond: number;
  /** Number of terminated connections, and the interval in ms. */
  kills: number;
  killEvery: number;
  /** Downtime of each restart, in ms. */
  restarts: number[];
  /** Duration of each pause (SIGSTOP), in ms. */
  pauses: number[];
  /** Time between a fault and the next, in ms. */
  calm: number;
}

/** The requests from the start of a kind of fault to the next fault. */
export interface FaultResult {
  asked: number;
  /** Answered 200: current, or stale (with an `Age` above 0). */
  fresh: number;
  old: number;
  /** Other answers by status. */
  others: Record<string, number>;
  /** Truncated answers. */
  cut: number;
  unanswered: number;
  /** The slowest answer, in ms. */
  longest: number;
  /** For each fault, from the return of the database until a page showed a new write, in ms. */
  untilFresh: number[];
}

export interface UnderFaults {
  seconds: number;
  /** By kind of fault. */
  faults: Record<string, FaultResult>;
  deaths: string[];
  examples: string[];
}

/** Goals: a share, and times in ms. */
export const FAULT_GOALS = { served: 0.999, longest: 3000, untilFresh: 1000 } as const;

/** For an answer, and for a current page, in ms. */
export const TIMEOUT_MS = 30_000;
/** For the retried writes and reads that measure freshness, in ms. */
const RETRY_AFTER_MS = 3000;
const EXAMPLES = 10;
/** Finds the club whose name contains the number of writes. */
const BEACON = '/club/?name=beacon&page_size=20';
const HTMX = { 'HX-Request': 'true' };

interface Address {
  path: string;
  headers: Record<string, string>;
  /** The last characters of a complete answer. */
  end: string;
}

interface Answered {
  status: number;
  age: string | undefined;
  body: string;
}

/** The requested addresses: pages of the list and of searches, each also as a fragment. */
export const PATHS = [
  ...Array.from({ length: 12 }, (_, index) => `/club/?page=${index + 1}&page_size=20`),
  ...['/club/', '/club/?page=2', '/club/?page=last', '/fr/club/?page_size=20', '/club/?page_size=100'],
  ...['a', 'chess', 'an', 'dance'].map((name) => `/club/?name=${name}&club_status=&page_size=20`),
];

/**
 * Asks a site for pages that it has rendered before, while connections to its database are terminated and the database
 * is restarted and paused. The directory has at least 300 clubs.
 */
export async function askUnderFaults(
  site: SupervisedSite,
  server: PostgresServer,
  { perSecond, kills, killEvery, restarts, pauses, calm }: FaultOptions,
  note: (line: string) => void = () => undefined,
): Promise<UnderFaults> {
  const result: UnderFaults = { seconds: 0, faults: {}, deaths: [], examples: [] };
  const start = performance.now();
  const agent = new Agent({ keepAlive: true });
  const report = (what: string) => {
    if (result.examples.length >= EXAMPLES) return;
    result.examples.push(`${((performance.now() - start) / 1000).toFixed(1)} s: ${what}`);
  };
  const startFault = (kind: string) =>
    (result.faults[kind] ??= {
      asked: 0,
      fresh: 0,
      old: 0,
      others: {},
      cut: 0,
      unanswered: 0,
      longest: 0,
      untilFresh: [],
    });
  await write(server.url, `insert into club (name) values ('Beacon 0')`);
  const addresses = await warmUp(agent, site);

  let fault = startFault('none');
  const isOver = { now: false as boolean };
  const askOne = async ({ path, headers, end }: Address) => {
    const counted = fault;
    const begun = performance.now();
    counted.asked += 1;
    const answer = await ask(agent, (site.url ?? '') + path, headers, TIMEOUT_MS);
    const took = performance.now() - begun;
    counted.longest = Math.max(counted.longest, took);
    if (took > FAULT_GOALS.longest) report(`${path} took ${took.toFixed(0)} ms`);
    if (typeof answer === 'string') {
      counted[answer] += 1;
      report(`${path} ${answer}`);
    } else if (answer.status !== 200) {
      counted.others[answer.status] = (counted.others[answer.status] ?? 0) + 1;
      report(`${path} ${answer.status}`);
    } else if (!answer.body.endsWith(end)) {
      counted.cut += 1;
      report(`${path} ends with ${JSON.stringify(answer.body.slice(-end.length))}`);
    } else counted[Number(answer.age ?? 0) > 0 ? 'old' : 'fresh'] += 1;
  };
  const asking = (async () => {
    const underWay = new Set<Promise<void>>();
    for (let index = 0; !isOver.now;) {
      for (; index < (perSecond * (performance.now() - start)) / 1000; index += 1) {
        const one = askOne(addresses[index % addresses.length] ?? { path: '/club/', headers: {}, end: '' });
        underWay.add(one);
        void one.then(() => underWay.delete(one));
      }
      await sleep(2);
    }
    await Promise.all(underWay);
  })();

  let written = 0;
  /** Measures from `isBack`, or from the first accepted write if that is later. */
  const awaitFresh = async (kind: string, isBack: number) => {
    written += 1;
    const taken = await write(server.url, `update club set name = 'Beacon ${written}' where name like 'Beacon %'`);
    const since = Math.max(isBack, taken);
    let took: number;
    let lastSeen = '';
    let isFresh: boolean;
    do {
      const answer = await ask(agent, (site.url ?? '') + BEACON, {}, RETRY_AFTER_MS);
      took = performance.now() - since;
      isFresh = typeof answer !== 'string' && withoutMarks(answer.body).includes(`Beacon ${written}<`);
      if (isFresh) break;
      lastSeen = typeof answer === 'string' ? answer : `${answer.status}, Age ${answer.age ?? 'none'}`;
      await sleep(5);
    } while (took < TIMEOUT_MS);
    fault.untilFresh.push(took);
    const waited = taken - isBack > 100 ? `, write accepted after ${(taken - isBack).toFixed(0)} ms` : '';
    const seen = `${isFresh ? 'fresh' : 'not fresh'} after ${took.toFixed(0)} ms (before: ${lastSeen || 'nothing'})${waited}`;
    note(`${kind}: ${seen}`);
    if (took > FAULT_GOALS.untilFresh) report(`${kind}: ${seen}`);
    await sleep(calm);
  };

  try {
    await sleep(calm);
    fault = startFault(`${kills} terminated connections, every ${killEvery} ms`);
    await awaitFresh('terminated connections', await cutOff(server.url, kills, killEvery));
    const ways: StopSignal[] = ['SIGINT', 'SIGQUIT', 'SIGTERM'];
    for (const [index, away] of restarts.entries()) {
      const kind = `restart, down for ${away / 1000} s`;
      fault = startFault(kind);
      // Every downtime occurs with every signal.
      await server.restart(ways[Math.floor(index / new Set(restarts).size) % ways.length] ?? 'SIGINT', away);
      await awaitFresh(kind, performance.now());
    }
    for (const pause of pauses) {
      const kind = `all processes paused for ${pause / 1000} s`;
      fault = startFault(kind);
      await server.pause();
      await sleep(pause);
      server.resume();
      await awaitFresh(kind, performance.now());
    }
  } finally {
    server.resume();
    isOver.now = true;
    await asking;
    agent.destroy();
  }
  result.deaths = [...site.deaths];
  result.seconds = (performance.now() - start) / 1000;
  return result;
}

/** Requests every page once and stores its last characters. */
async function warmUp(agent: Agent, site: SupervisedSite): Promise<Address[]> {
  await ask(agent, (site.url ?? '') + BEACON, {}, TIMEOUT_MS);
  const addresses: Address[] = [];
  for (const path of PATHS) {
    for (const headers of [{}, HTMX]) {
      const answer = await ask(agent, (site.url ?? '') + path, headers, TIMEOUT_MS);
      if (typeof answer === 'string' || answer.status !== 200) throw new Error(`${path} does not answer 200.`);
      addresses.push({ path, headers, end: answer.body.slice(-12) });
    }
  }
  return addresses;
}

/** Terminates connections and returns the time of the last one. */
async function cutOff(url: string, kills: number, every: number): Promise<number> {
  const client = await PlainClient.connect(url, RETRY_AFTER_MS);
  const start = performance.now();
  let last = start;
  for (let done = 0, round = 0; done < kills; round += 1) {
    await sleep(Math.max(0, start + round * every - performance.now()));
    const rows = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where pid = (
        select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
        order by random() limit 1)`,
    );
    done += rows.length;
    if (rows.length > 0) last = performance.now();
  }
  client.close();
  return last;
}

/** Search results mark the searched text in names. */
const withoutMarks = (html: string) => html.replace(/<\/?mark>/g, '');

/** Retries a write until it succeeds; returns the start of the successful attempt. */
async function write(url: string, text: string): Promise<number> {
  for (;;) {
    const begun = performance.now();
    try {
      const client = await PlainClient.connect(url, RETRY_AFTER_MS);
      await client.query(text);
      client.close();
      return begun;
    } catch {
      await sleep(5);
    }
  }
}

const ask = (
  agent: Agent,
  address: string,
  headers: Record<string, string>,
  limit: number,
): Promise<Answered | 'cut' | 'unanswered'> =>
  new Promise((resolve) => {
    const signal = AbortSignal.timeout(limit);
    const send = () => {
      const request = get(address, { agent, headers, signal }, (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
        answer.on('error', () => resolve('cut'));
        answer.on('close', () =>
          resolve(answer.complete ? { status: answer.statusCode ?? 0, age: answer.headers.age, body } : 'cut'),
        );
      });
      // Like browsers, retry when the server has just closed an idle connection.
      request.on('error', () => (request.reusedSocket && !signal.aborted ? send() : resolve('unanswered')));
    };
    send();
  });

const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);

/** Compares a result with the goals. */
export function judgeFaults({ faults, deaths }: UnderFaults): Verdict[] {
  const all = Object.values(faults);
  const asked = sum(all.map((one) => one.asked));
  const served = sum(all.map(({ fresh, old }) => fresh + old)) / asked;
  const longest = Math.max(...all.map((one) => one.longest));
  const cut = sum(all.map((one) => one.cut + one.unanswered));
  const untilFresh = Math.max(...all.flatMap((one) => one.untilFresh));
  return [
    [deaths.length === 0, `the process survives: it ended ${deaths.length} times`],
    [
      served >= FAULT_GOALS.served,
      `${100 * FAULT_GOALS.served} % of the requests are answered 200: ${(100 * served).toFixed(3)} % were`,
    ],
    [
      longest <= FAULT_GOALS.longest,
      `no answer takes more than 3 s: the slowest took ${(longest / 1000).toFixed(2)} s`,
    ],
    [cut === 0, `no answer is truncated or missing: ${cut} were`],
    [
      untilFresh <= FAULT_GOALS.untilFresh,
      `a page shows a write within 1 s after the database is back: at the latest after ${untilFresh.toFixed(0)} ms`,
    ],
  ];
}
