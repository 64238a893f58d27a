import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { DatabaseFigures } from '../../db/client.ts';
import type { PoolFigures } from '../../db/pool.ts';
import type { SyncedClubStore } from '../clubs/list/change-feed.ts';
import { readVersion } from '../clubs/version.ts';
import { Failure } from '../failure.ts';
import { reasonOf } from '../system-reasons.ts';
import type { BuildInfo } from './build-info.ts';
import type { PageCache } from '../http/page-cache.ts';
import { GONE, type RequestFacts } from './request-log.ts';
import type { Workload } from '../http/load-shedding.ts';

/** Where an answer came from: it was made, or it was there. */
export type Origin = 'made' | 'cache' | 'image' | 'file';

/** What the figures are of, once the database is there. */
export interface Measured {
  directory: SyncedClubStore;
  database: () => DatabaseFigures;
  cache: PageCache | null;
  workload: Workload;
}

/** In seconds: pages take milliseconds, and are given up after two seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 20];

/** What a site counts of itself, as Prometheus reads it: names and what they mean are in docs/operating.md. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Counter({
    name: 'club_directory_requests_total',
    help: 'Requests, by origin of the response, route and status',
    labelNames: ['origin', 'route', 'status'],
    registers: [this.#registry],
  });
  readonly #seconds = new Histogram({
    name: 'club_directory_request_seconds',
    help: 'Duration of rendered requests',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers: [this.#registry],
  });

  constructor({ version, commit }: BuildInfo) {
    collectDefaultMetrics({ register: this.#registry });
    new Gauge({
      name: 'club_directory_build_info',
      help: 'Always 1; the labels are the version and commit of the site',
      labelNames: ['version', 'commit'],
      registers: [this.#registry],
    }).set({ version, commit }, 1);
  }

  /** Counts a request that is answered. */
  count(origin: Origin, route: string, status: number | typeof GONE): void {
    this.#requests.inc({ origin, route, status: String(status) });
  }

  /** Counts a request that has to be made, and how long it takes. `facts` are read when it is over. */
  follow(response: ServerResponse, facts: Pick<RequestFacts, 'route'>): void {
    const start = performance.now();
    response.once('close', () => {
      const { route } = facts;
      this.count('made', route, response.writableFinished ? response.statusCode : GONE);
      this.#seconds.observe({ route }, (performance.now() - start) / 1000);
    });
  }

  /** Adds the figures of what is there from now on. */
  watch({ directory, database, cache, workload }: Measured): void {
    const registers = [this.#registry];
    const gauge = (name: string, help: string, read: () => number) =>
      new Gauge({
        name: `club_directory_${name}`,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    const counter = (name: string, help: string, read: () => number) =>
      new Counter({
        name: `club_directory_${name}_total`,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    const ofPools = (name: string, help: string, read: (figures: PoolFigures) => number) =>
      new Gauge({
        name: `club_directory_database_${name}`,
        help,
        labelNames: ['pool'],
        registers,
        collect() {
          const figures = database();
          for (const pool of ['reading', 'writing'] as const) this.set({ pool }, read(figures[pool]));
        },
      });
    gauge('requests_under_way', 'Requests being rendered', () => workload.count);
    gauge('certain', '1 if the site is in sync with the database, else 0', () => (directory.isCertain() ? 1 : 0));
    gauge('version', 'Number of club changes in the current epoch', () => readVersion(directory.version()).number);
    gauge('names', 'Club names in the search index; 0 while searches query the database', () => {
      const { isCurrent, count } = directory.figures().names;
      return isCurrent ? count : 0;
    });
    ofPools('connections_used', 'Database connections in use', ({ used }) => used);
    ofPools('connections_waiting', 'Requests waiting for a database connection', ({ waiting }) => waiting);
    counter('database_wait_seconds', 'Total time spent waiting for a database connection', () => {
      const { reading, writing } = database();
      return (reading.waited + writing.waited) / 1000;
    });
    if (!cache) return;
    counter('cache_hits', 'Responses served from the cache', () => cache.counts.hits);
    counter('cache_misses', 'Responses that were not in the cache', () => cache.counts.misses);
    counter('cache_stale', 'Stale responses served because rendering failed', () => cache.counts.stale);
    gauge('cache_bytes', 'Memory used by the cache', () => cache.size);
  }

  /** All figures, in Prometheus' text format. */
  async text(): Promise<string> {
    return await this.#registry.metrics();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }
}

/** Serves the figures at `/metrics` of an address of their own; answers where that is, and how to stop it. */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Metrics are at /metrics.\n');
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      (error: unknown) => {
        console.error('Cannot collect metrics:', error);
        response.writeHead(500).end();
      },
    );
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new Failure(describeFailedListening(error, { host, port }), { cause: error });
  }
  const { port: bound } = server.address() as AddressInfo;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}/metrics`, stop };
}

function describeFailedListening(error: unknown, { host, port }: { host: string; port: number }): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return `METRICS_PORT ${port} is already in use on ${host}. Set METRICS_PORT to another port.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')
    return `HOST ${host} is not an address or host name of this machine.`;
  return `Cannot listen on METRICS_PORT ${port} of ${host}: ${reasonOf(error)}.`;
}
