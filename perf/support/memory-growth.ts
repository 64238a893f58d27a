import { readdir } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { memoryOf } from '../../tests/support/processes.ts';
import { startSite, type Site } from '../../tests/support/site-process.ts';

/** A site that reports its heap. */
export interface MeasuredSite extends Site {
  /** After a garbage collection, in bytes. */
  memory: () => Promise<NodeJS.MemoryUsage>;
}

export interface MemoryOptions {
  /** Requests before the first measurement, which fill caches and let the code be compiled. */
  warmUp: number;
  requests: number;
  /** Keep-alive connections, each with one request at a time. */
  connections: number;
  /** The number of different searches. A quarter of the requests are searches, the others are for cached pages. */
  names: number;
}

/** Memory in MiB. */
interface Usage {
  heap: number;
  rss: number;
  descriptors: number;
}

export interface MemoryResult {
  seconds: number;
  before: Usage;
  after: Usage;
  /** Counts by status, 0 for no answer. */
  answers: Record<string, number>;
  /** MaxListenersExceededWarning. */
  warnings: number;
}

const MAX_GROWTH = 0.1;
const MIB = 1024 * 1024;
/** The list has at least this number of pages with five clubs. */
const PAGES = 8;

export async function startMeasuredSite(settings: Record<string, string>): Promise<MeasuredSite> {
  const probe = new URL('./programs/tell-memory.mjs', import.meta.url);
  const site = await startSite(settings, { more: { NODE_OPTIONS: `--import=${probe.href}` } });
  return {
    ...site,
    memory: () =>
      new Promise((resolve, reject) => {
        site.child.once('message', (message) => resolve((message as { memory: NodeJS.MemoryUsage }).memory));
        site.child.send('memory', (error) => {
          if (error) reject(error);
        });
      }),
  };
}

/** Measures the memory of a site before and after many requests on keep-alive connections. */
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
  const look = async (): Promise<Usage> => ({
    heap: (await site.memory()).heapUsed / MIB,
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

/** Compares a result with the goals. */
export function judgeMemory({ before, after, answers, warnings }: MemoryResult): [isMet: boolean, text: string][] {
  const growth = after.heap / before.heap - 1;
  const others = Object.keys(answers).filter((status) => status !== '200');
  return [
    [growth <= MAX_GROWTH, `the heap grows by at most ${100 * MAX_GROWTH} %: by ${(100 * growth).toFixed(1)} %`],
    [
      after.descriptors <= before.descriptors,
      `no additional file descriptors: ${before.descriptors} before, ${after.descriptors} after`,
    ],
    [warnings === 0, `no MaxListenersExceededWarning: ${warnings}`],
    [others.length === 0, `every status is 200: others are ${others.join(', ') || 'none'}`],
  ];
}
