import { readdir } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { describeMachine } from '../bench/report.ts';
import { memoryOf } from '../bench/processes.ts';
import { startOnce } from './sites.ts';
import { formatVerdicts, type Verdict } from './verdicts.ts';

/** A site that tells what it takes of memory. */
export interface MeasuredSite {
  url: string;
  pid: number;
  /** After a collection, in bytes. */
  heap: () => Promise<number>;
  output: () => string;
  stop: () => Promise<void>;
}

export interface MemoryOptions {
  /** Requests before the first measure: whatever is bounded is full by then, and whatever runs often compiled. */
  warmUp: number;
  requests: number;
  /** The connections that stay, each with one request at a time. */
  connections: number;
  /** How many names are searched for, beside pages that are in the cache: one request of four is for such a search. */
  names: number;
}

/** Of a site. */
interface Taken {
  /** In MiB. */
  heap: number;
  rss: number;
  descriptors: number;
}

export interface MemoryResult {
  seconds: number;
  before: Taken;
  after: Taken;
  /** Answers by the status, 0 for none. */
  answers: Record<string, number>;
  /** Warnings of listeners that are too many. */
  warnings: number;
}

/** How much the heap may grow, as a share. */
const GROWTH = 0.1;
const MIB = 1024 * 1024;
/** There are so many pages of five active clubs at least. */
const PAGES = 8;

/** Starts a site, and answers when it has its database. */
export async function startMeasuredSite(settings: Record<string, string>): Promise<MeasuredSite> {
  const probe = new URL('../support/programs/tell-memory.mjs', import.meta.url);
  const { url, child, output, ended } = await startOnce(settings, { NODE_OPTIONS: `--import=${probe.href}` });
  return {
    url,
    pid: child.pid ?? 0,
    output,
    heap: () =>
      new Promise((resolve, reject) => {
        child.once('message', (message) => resolve((message as { memory: number }).memory));
        child.send('memory', (error) => {
          if (error) reject(error);
        });
      }),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Asks a site on connections that stay, for pages that are in its cache and for such as have to be made. */
export async function measureMemory(
  site: MeasuredSite,
  { warmUp, requests, connections, names }: MemoryOptions,
): Promise<MemoryResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const answers: Record<string, number> = {};
  let asked = 0;
  const askMany = async (count: number) => {
    const end = asked + count;
    const askNext = async (): Promise<void> => {
      while (asked < end) {
        const index = asked++;
        const page = index % 2 === 0 ? 'club_status=true' : 'club_status=';
        const path =
          index % 4 === 0
            ? `/club/?page_size=5&name=${(index / 4) % names}`
            : `/club/?page_size=5&page=${1 + (index % PAGES)}&${page}`;
        const status = await ask(agent, site.url + path, index % 3 === 0 ? { 'HX-Request': 'true' } : {});
        answers[status] = (answers[status] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, askNext));
  };
  const look = async (): Promise<Taken> => ({
    heap: (await site.heap()) / MIB,
    rss: (await memoryOf(site.pid)).rss,
    descriptors: (await readdir(`/proc/${site.pid}/fd`)).length,
  });
  await askMany(warmUp);
  const before = await look();
  const start = performance.now();
  await askMany(requests);
  const seconds = (performance.now() - start) / 1000;
  const after = await look();
  agent.destroy();
  return { seconds, before, after, answers, warnings: site.output().match(/MaxListenersExceeded/g)?.length ?? 0 };
}

const ask = (agent: Agent, address: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve) => {
    get(address, { agent, headers }, (answer) => {
      answer.resume().on('close', () => resolve(answer.complete ? (answer.statusCode ?? 0) : 0));
    }).on('error', () => resolve(0));
  });

/** What is wanted, and whether it is so. */
export function judgeMemory({ before, after, answers, warnings }: MemoryResult): Verdict[] {
  const growth = after.heap / before.heap - 1;
  const others = Object.keys(answers).filter((status) => status !== '200');
  return [
    [growth <= GROWTH, `the heap grows by no more than ${100 * GROWTH} %: by ${(100 * growth).toFixed(1)} %`],
    [
      after.descriptors <= before.descriptors,
      `there are no more file descriptors: ${before.descriptors} before, ${after.descriptors} after`,
    ],
    [warnings === 0, `no warning of too many listeners: ${warnings}`],
    [others.length === 0, `everything is answered 200: others are ${others.join(', ') || 'none'}`],
  ];
}

/** A run in Markdown. */
export function memoryToMarkdown(
  result: MemoryResult,
  { warmUp, requests, connections }: MemoryOptions,
  clubs: number,
  database: string,
): string {
  const number = (value: number) => Math.round(value).toLocaleString('en-US');
  const { before, after } = result;
  return [
    `# What ${number(requests)} requests leave in memory`,
    '',
    `${describeMachine(database)}; one site with its page cache, ${number(clubs)} clubs, ${connections} connections that stay. ` +
      'Three requests of four are for pages of the list that are in the cache, one is for a name that nobody has ' +
      `searched for; a third of them for the fragment. Before the first measure there were ${number(warmUp)} such requests: by then ` +
      'the page cache is as full as it may be.',
    '',
    '| | before | after |',
    '|---|--:|--:|',
    `| Heap after a collection | ${before.heap.toFixed(1)} MiB | ${after.heap.toFixed(1)} MiB |`,
    `| Memory of the process | ${before.rss.toFixed(0)} MiB | ${after.rss.toFixed(0)} MiB |`,
    `| File descriptors | ${before.descriptors} | ${after.descriptors} |`,
    '',
    `They took ${result.seconds.toFixed(0)} s.`,
    '',
    ...formatVerdicts(judgeMemory(result)),
  ].join('\n');
}
