import type { MemoryOptions, MemoryResult } from '../support/memory-growth.ts';
import { PATHS, type UnderFaults } from './faults.ts';
import type { KillResult } from './killed-imports.ts';
import { GOALS as OVERLOAD_GOALS, shareServed, TIMES, type OverloadResult, type Times } from './overload.ts';
import { GOALS, type SoakResult, type Violation } from './writers.ts';
import { median } from '../../tests/support/statistics.ts';
import type { Verdict } from '../support/verdict.ts';
import { formatTable } from '../support/report.ts';

/** The report of one part, without the description of the machine. */
export interface Report {
  title: string;
  database: string;
  intro: string;
  /** Lines of Markdown. */
  table?: string[];
  verdicts: Verdict[];
  examples: string[];
}

const count = (value: number): string => Math.round(value).toLocaleString('en-US');
const ms = (value: number) => (Number.isFinite(value) ? `${value.toFixed(value < 10 ? 1 : 0)} ms` : '–');
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;

export function describeWriters(result: SoakResult, clubs: number, database: string): Report {
  const { restarts, kills, unknown, worst, deaths, wrong } = result;
  return {
    title: `${Math.round(result.seconds / 60)} minutes of writes, terminated connections and restarts`,
    database,
    intro: `Two sites with page caches, ${count(clubs)} clubs.`,
    table: formatTable(
      ['Figure', 'Value'],
      [
        ['Writes of four clubs, each with the next number', count(result.writes)],
        ['Other writes', count(result.otherWrites)],
        ['Writes with a lost connection: done / not done', `${count(unknown.done)} / ${count(unknown.notDone)}`],
        ['Terminated connections: listeners / others', `${count(kills.listeners)} / ${count(kills.others)}`],
        ['Restarts: SIGTERM / SIGINT / SIGQUIT', `${restarts.SIGTERM} / ${restarts.SIGINT} / ${restarts.SIGQUIT}`],
        ['Downtime of the database', `${result.secondsAway.toFixed(0)} of ${result.seconds.toFixed(0)} s`],
        ['Answers without an `Age`', count(result.fresh)],
        ['Answers with an `Age` of 0', count(result.overtaken)],
        ['Answers with a higher `Age`', count(result.old)],
        ['Errors (5xx)', count(result.errors)],
        ['Longest delay of a committed write', seconds(worst.late)],
        ['Latest stale answer after an outage', seconds(worst.old)],
        ['Latest error after an outage', seconds(worst.error)],
        ['Slowest answer', seconds(worst.answer)],
      ],
    ),
    verdicts: [
      [deaths.length === 0, `no process ends: ${deaths.length} did`],
      ...(Object.entries(GOALS) as [Violation, string][]).map(([kind, text]): Verdict => [
        wrong[kind] === 0,
        `${text}: ${count(wrong[kind])} violations`,
      ]),
    ],
    examples: [...deaths, ...result.examples],
  };
}

export function describeOverload(
  result: OverloadResult,
  missed: string[],
  intro: string,
  clubs: number,
  database: string,
): Report {
  const { capacity, memory } = result;
  const times = ({ p50, p99, most }: Times) => `${ms(p50)} / ${ms(p99)} / ${ms(most)}`;
  const { served, refusal, recovery, memory: growth } = OVERLOAD_GOALS;
  return {
    title: `Searches at ${TIMES} times the capacity`,
    database,
    intro: `One site with \`PAGE_CACHE=off\`, \`RATE_LIMIT=off\` and \`MAX_CONCURRENT=4\`; ${intro}; ${count(clubs)} clubs, 100 per page.`,
    table: formatTable(
      ['Figure', 'Value'],
      [
        ['Capacity, searches per second: before / after', `${count(capacity.before)} / ${count(capacity.after)}`],
        ['Offered, searches per second', count(result.offered)],
        ['Served, searches per second', count(result.served)],
        ['Share of the lower capacity', `${(100 * shareServed(result)).toFixed(0)} %`],
        ['Served searches: p50 / p99 / max', times(result.made)],
        ['Refused searches', count(result.refused.count)],
        ['Refusals: p50 / p99 / max', times(result.refused)],
        ...Object.entries(result.beside).map(([name, seen]) => [
          `Beside it ${name}, ${count(seen.count)} times, refused ${count(seen.refused)}: p50 / p99 / max`,
          times(seen),
        ]),
        ['Recovery', seconds(result.recovery)],
        [
          'Memory: before / peak / ten seconds after',
          [memory.before, memory.most, memory.after].map((value) => `${value.toFixed(0)} MiB`).join(' / '),
        ],
      ],
    ),
    verdicts: [
      [
        missed.length === 0,
        `${100 * served} % of the capacity served, refusals in ${refusal} ms (p99), recovery in ${recovery / 1000} s, at most ${growth} MiB more`,
      ],
    ],
    examples: missed,
  };
}

export function describeFaults(
  result: UnderFaults,
  verdicts: Verdict[],
  perSecond: number,
  clubs: number,
  database: string,
): Report {
  return {
    title: 'A site during faults of its database',
    database,
    intro:
      `One site with its page cache, ${count(clubs)} clubs; ${perSecond} requests per second for ${PATHS.length} cached ` +
      `addresses, as page and fragment, for ${result.seconds.toFixed(0)} s. Each row has the requests from such a fault to the next.`,
    table: formatTable(
      [
        'Fault',
        'times',
        'requests',
        'answered 200',
        'stale',
        'others',
        'slowest',
        'truncated, missing',
        'until current: median, worst',
      ],
      Object.entries(result.faults).map(([kind, seen]) => [
        kind,
        Math.max(1, seen.untilFresh.length),
        count(seen.asked),
        `${((100 * (seen.fresh + seen.old)) / seen.asked).toFixed(2)} %`,
        count(seen.old),
        Object.entries(seen.others)
          .map(([status, times]) => `${times} × ${status}`)
          .join(', ') || 'none',
        ms(seen.longest),
        `${seen.cut}, ${seen.unanswered}`,
        `${ms(median(seen.untilFresh))}, ${ms(Math.max(...seen.untilFresh))}`,
      ]),
    ),
    verdicts,
    examples: [...result.deaths, ...result.examples],
  };
}

export function describeMemory(
  { before, after, seconds: duration }: MemoryResult,
  verdicts: Verdict[],
  { warmUp, requests, connections }: MemoryOptions,
  clubs: number,
  database: string,
): Report {
  return {
    title: `Memory after ${count(requests)} requests`,
    database,
    intro:
      `One site with its page cache, ${count(clubs)} clubs, ${connections} keep-alive connections, ${count(warmUp)} requests before ` +
      `the first measurement; a quarter of the requests are new searches, a third fragments; ${duration.toFixed(0)} s.`,
    table: formatTable(
      ['Figure', 'before', 'after'],
      [
        ['Heap after a garbage collection', `${before.heap.toFixed(1)} MiB`, `${after.heap.toFixed(1)} MiB`],
        ['Resident memory', `${before.rss.toFixed(0)} MiB`, `${after.rss.toFixed(0)} MiB`],
        ['File descriptors', before.descriptors, after.descriptors],
      ],
    ),
    verdicts,
    examples: [],
  };
}

export function describeKills(results: Readonly<Record<string, KillResult>>, clubs: number): Report {
  const wrong = Object.values(results).flatMap((one) => one.wrong);
  return {
    title: 'Killed imports',
    database: 'PostgreSQL and PGlite',
    intro: `Each import changes ${count(clubs)} clubs and is killed by SIGKILL at a random moment, beside other writes.`,
    table: formatTable(
      [
        'Database',
        'killed: command / browser',
        'changed nothing',
        'changed everything',
        'ended before',
        'other writes',
        'wrong',
      ],
      Object.entries(results).map(([name, one]) => [
        name,
        `${one.commands} / ${one.browser}`,
        one.nothing,
        one.everything,
        one.tooLate,
        count(one.acknowledged),
        one.wrong.length,
      ]),
    ),
    verdicts: [
      [
        wrong.length === 0,
        `each changes everything or nothing and no acknowledged write is lost: ${wrong.length} violations`,
      ],
    ],
    examples: wrong,
  };
}
