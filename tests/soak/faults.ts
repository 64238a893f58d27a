import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeMachine } from '../bench/report.ts';
import { median } from '../bench/statistics.ts';
import { PlainClient } from '../support/plain-client.ts';
import type { PostgresServer, StopSignal } from '../support/postgres-server.ts';
import type { SoakedSite } from './sites.ts';
import { formatVerdicts, type Verdict } from './verdicts.ts';

/** What becomes of the database while its site is asked for pages that were seen before. */
export interface FaultOptions {
  /** Requests a second, one by one, whatever becomes of those before. */
  perSecond: number;
  /** How many of its connections are cut off, one after the other, and the time between two, in ms. */
  kills: number;
  killEvery: number;
  /** How long it is away at each restart, in ms. */
  restarts: number[];
  /** How long its processes stand still, each time, in ms. */
  pauses: number[];
  /** The time after each fault in which nothing else happens, in ms. */
  calm: number;
}

/** What was asked for from the beginning of a fault of a kind to the next fault, and what came of it. */
export interface FaultResult {
  asked: number;
  /** Answered 200: of the clubs as they are, or as they were (with an `Age` above 0). */
  fresh: number;
  old: number;
  /** Answered otherwise, by the status. */
  others: Record<string, number>;
  /** Answers that ended before their end. */
  cut: number;
  /** Requests without an answer. */
  unanswered: number;
  /** In ms. */
  longest: number;
  /** In ms, for each fault: from when the database was back until a page showed what was written only then. */
  untilFresh: number[];
}

export interface UnderFaults {
  seconds: number;
  /** By the kind of the fault. */
  faults: Record<string, FaultResult>;
  deaths: string[];
  examples: string[];
}

/** What is wanted: shares, and times in ms. */
export const FAULT_GOALS = { served: 0.999, longest: 3000, untilFresh: 1000 } as const;

/** Longer nobody waits for an answer, nor for a page that is fresh, in ms. */
const LIMIT = 30_000;
/** Who looks when a page is fresh tries again after so long without an answer, in ms, of the database and of the site. */
const HELPER_LIMIT = 3000;
const EXAMPLES = 10;
/** What a page has for its club whose name says how often it was written. */
const BEACON = '/club/?name=beacon&page_size=20';
const HTMX = { 'HX-Request': 'true' };

interface Address {
  path: string;
  headers: Record<string, string>;
  /** What its answers end with, which says that they are whole. */
  end: string;
}

interface Answered {
  status: number;
  /** As the header says it. */
  age: string | undefined;
  body: string;
}

/** What is asked for, in turn: pages of the list and of searches, each also as the fragment. */
const PATHS = [
  ...Array.from({ length: 12 }, (_, index) => `/club/?page=${index + 1}&page_size=20`),
  ...['/club/', '/club/?page=2', '/club/?page=last', '/fr/club/?page_size=20', '/club/?page_size=100'],
  ...['a', 'chess', 'an', 'dance'].map((name) => `/club/?name=${name}&club_status=&page_size=20`),
];

/**
 * Asks a site on this server for pages that it has shown before, while the connections of its database are cut off, the
 * database is restarted and stands still. The directory has at least 300 clubs.
 */
export async function askUnderFaults(
  site: SoakedSite,
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
    const answer = await ask(agent, (site.url ?? '') + path, headers, LIMIT);
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
  /** Since the database was back, at `isBack`: that is no sooner than it takes a write. */
  const awaitFresh = async (kind: string, isBack: number) => {
    written += 1;
    const taken = await write(server.url, `update club set name = 'Beacon ${written}' where name like 'Beacon %'`);
    const since = Math.max(isBack, taken);
    let took: number;
    let lastSeen = '';
    let isFresh: boolean;
    do {
      const answer = await ask(agent, (site.url ?? '') + BEACON, {}, HELPER_LIMIT);
      took = performance.now() - since;
      isFresh = typeof answer !== 'string' && withoutMarks(answer.body).includes(`Beacon ${written}<`);
      if (isFresh) break;
      lastSeen = typeof answer === 'string' ? answer : `${answer.status}, Age ${answer.age ?? 'none'}`;
      await sleep(5);
    } while (took < LIMIT);
    fault.untilFresh.push(took);
    const waited =
      taken - isBack > 100 ? `, the write was taken ${(taken - isBack).toFixed(0)} ms after it was back` : '';
    const seen = `${isFresh ? 'fresh' : 'not fresh'} after ${took.toFixed(0)} ms (before: ${lastSeen || 'nothing'})${waited}`;
    note(`${kind}: ${seen}`);
    if (took > FAULT_GOALS.untilFresh) report(`${kind}: ${seen}`);
    await sleep(calm);
  };

  try {
    await sleep(calm);
    fault = startFault(`${kills} connections cut off, ${killEvery} ms apart`);
    await awaitFresh('cut off', await cutOff(server.url, kills, killEvery));
    const ways: StopSignal[] = ['SIGINT', 'SIGQUIT', 'SIGTERM'];
    for (const [index, away] of restarts.entries()) {
      const kind = `restart, away for ${away / 1000} s`;
      fault = startFault(kind);
      // Every kind of restart comes in all ways.
      await server.restart(ways[Math.floor(index / new Set(restarts).size) % ways.length] ?? 'SIGINT', away);
      await awaitFresh(kind, performance.now());
    }
    for (const pause of pauses) {
      const kind = `all processes stopped for ${pause / 1000} s`;
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

/** Sees every page once, and what it ends with. */
async function warmUp(agent: Agent, site: SoakedSite): Promise<Address[]> {
  await ask(agent, (site.url ?? '') + BEACON, {}, LIMIT);
  const addresses: Address[] = [];
  for (const path of PATHS) {
    for (const headers of [{}, HTMX]) {
      const answer = await ask(agent, (site.url ?? '') + path, headers, LIMIT);
      if (typeof answer === 'string' || answer.status !== 200) throw new Error(`${path} is not there.`);
      addresses.push({ path, headers, end: answer.body.slice(-12) });
    }
  }
  return addresses;
}

/** Cuts off connections, other than its own, and answers when it was done with the last. */
async function cutOff(url: string, kills: number, every: number): Promise<number> {
  const client = await PlainClient.connect(url, HELPER_LIMIT);
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

/** What was searched for is marked in the names. */
const withoutMarks = (html: string) => html.replace(/<\/?mark>/g, '');

/** Writes as soon as the database takes it; answers when the attempt began that it took. */
async function write(url: string, text: string): Promise<number> {
  for (;;) {
    const begun = performance.now();
    try {
      const client = await PlainClient.connect(url, HELPER_LIMIT);
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
      // As browsers do with a connection that has rested, and that the server has ended in this very moment.
      request.on('error', () => (request.reusedSocket && !signal.aborted ? send() : resolve('unanswered')));
    };
    send();
  });

const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);

/** What is wanted, and whether it is so. */
export function judgeFaults({ faults, deaths }: UnderFaults): Verdict[] {
  const all = Object.values(faults);
  const asked = sum(all.map((one) => one.asked));
  const served = sum(all.map(({ fresh, old }) => fresh + old)) / asked;
  const longest = Math.max(...all.map((one) => one.longest));
  const cut = sum(all.map((one) => one.cut + one.unanswered));
  const untilFresh = Math.max(...all.flatMap((one) => one.untilFresh));
  return [
    [deaths.length === 0, `the process lives: it ended ${deaths.length} times`],
    [
      served >= FAULT_GOALS.served,
      `${100 * FAULT_GOALS.served} % of the requests are answered 200: ${(100 * served).toFixed(3)} % were`,
    ],
    [longest <= FAULT_GOALS.longest, `no answer comes after 3 s: the longest took ${(longest / 1000).toFixed(2)} s`],
    [cut === 0, `no answer is cut short or missing: ${cut} were`],
    [
      untilFresh <= FAULT_GOALS.untilFresh,
      `a page shows what was written within 1 s after the database is back: at the latest after ${untilFresh.toFixed(0)} ms`,
    ],
  ];
}

/** A run in Markdown. */
export function faultsToMarkdown(result: UnderFaults, options: FaultOptions, clubs: number, database: string): string {
  const number = (value: number) => value.toLocaleString('en-US');
  const ms = (values: number[], of: (values: number[]) => number) =>
    values.length === 0 ? '–' : `${of(values).toFixed(0)} ms`;
  return [
    '# A site whose database is cut off, restarted and stopped',
    '',
    `${describeMachine(database)}; one site with its page cache, the database and whoever asks on the same machine, ` +
      `${number(clubs)} clubs; ${options.perSecond} requests a second for ${number(PATHS.length)} addresses that were seen before, each ` +
      `as page and as fragment, for ${result.seconds.toFixed(0)} s.`,
    '',
    '| Fault | times | requests | answered 200 | of these old | other answers | longest answer | cut short, missing | until fresh: median | worst |',
    '|---|--:|--:|--:|--:|---|--:|--:|--:|--:|',
    ...Object.entries(result.faults).map(([kind, seen]) => {
      const others = Object.entries(seen.others).map(([status, times]) => `${times} × ${status}`);
      const cells = [
        kind,
        Math.max(1, seen.untilFresh.length),
        number(seen.asked),
        `${((100 * (seen.fresh + seen.old)) / seen.asked).toFixed(2)} %`,
        number(seen.old),
        others.join(', ') || 'none',
        `${seen.longest.toFixed(0)} ms`,
        `${seen.cut}, ${seen.unanswered}`,
        ms(seen.untilFresh, median),
        ms(seen.untilFresh, (values) => Math.max(...values)),
      ];
      return `| ${cells.join(' | ')} |`;
    }),
    '',
    'Each row has what was asked for from the beginning of such a fault to the beginning of the next. A database is back ' +
      'when it takes connections (after a restart), goes on (SIGCONT) or was cut off for the last time; from then it counts ' +
      'until a page shows a name that was written after that. Restarts are in turn at once, by a crash and in order.',
    '',
    ...formatVerdicts(judgeFaults(result), [...result.deaths, ...result.examples]),
  ].join('\n');
}
