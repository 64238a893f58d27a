import { createServer } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { DatabaseFigures } from '../../db/client.ts';
import type { SyncedClubStore } from '../clubs/list/change-feed.ts';
import { readVersion } from '../clubs/version.ts';
import type { ConcurrencyLimiter } from '../http/load-shedding.ts';
import type { ResponseCache } from '../http/response-cache.ts';
import type { BuildInfo } from './build-info.ts';
import { listen } from './listen.ts';
import type { RequestEvent } from './request-log.ts';

/** Sources that are available together with the database. */
export interface MetricSources {
  store: SyncedClubStore;
  database: () => DatabaseFigures;
  cache: ResponseCache;
  limiter: ConcurrencyLimiter;
}

/** In seconds: a page takes milliseconds and times out after two seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 20];
const PREFIX = 'club_directory_';

/** The metrics of the site for Prometheus; docs/operating.md lists them. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Counter({
    name: `${PREFIX}requests_total`,
    help: 'Requests, by origin of the response, route and status',
    labelNames: ['origin', 'route', 'status'],
    registers: [this.#registry],
  });
  readonly #seconds = new Histogram({
    name: `${PREFIX}request_seconds`,
    help: 'Duration of rendered requests',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers: [this.#registry],
  });

  constructor({ version, commit }: BuildInfo) {
    collectDefaultMetrics({ register: this.#registry });
    new Gauge({
      name: `${PREFIX}build_info`,
      help: 'Always 1; the labels are the version and commit of the site',
      labelNames: ['version', 'commit'],
      registers: [this.#registry],
    }).set({ version, commit }, 1);
  }

  recordRequest({ origin, route = '', status, ms }: RequestEvent): void {
    this.#requests.inc({ origin, route, status: String(status) });
    if (origin === 'made') this.#seconds.observe({ route }, ms / 1000);
  }

  watch({ store, database, cache, limiter }: MetricSources): void {
    const registers = [this.#registry];
    const add = (Metric: typeof Gauge | typeof Counter, name: string, help: string, read: () => number) =>
      new Metric({
        name: PREFIX + name,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    const addForPools = (name: 'used' | 'waiting', help: string) =>
      new Gauge({
        name: `${PREFIX}database_connections_${name}`,
        help,
        labelNames: ['pool'],
        registers,
        collect() {
          const figures = database();
          for (const pool of ['reading', 'writing'] as const) this.set({ pool }, figures[pool][name]);
        },
      });
    const countNames = () => {
      const { isCurrent, count } = store.figures().names;
      return isCurrent ? count : 0;
    };
    const waitSeconds = () => (database().reading.waited + database().writing.waited) / 1000;
    add(Gauge, 'requests_under_way', 'Requests being rendered', () => limiter.active);
    add(Gauge, 'certain', '1 if the site is in sync with the database, else 0', () => Number(store.isCertain()));
    add(Gauge, 'version', 'Number of club changes in the current epoch', () => readVersion(store.version()).number);
    add(Gauge, 'names', 'Club names in the search index; 0 while searches query the database', countNames);
    addForPools('used', 'Database connections in use');
    addForPools('waiting', 'Requests waiting for a database connection');
    add(Counter, 'database_wait_seconds_total', 'Total time spent waiting for a database connection', waitSeconds);
    add(Counter, 'cache_hits_total', 'Responses served from the cache', () => cache.counts.hits);
    add(Counter, 'cache_misses_total', 'Responses that were not in the cache', () => cache.counts.misses);
    add(Counter, 'cache_stale_total', 'Stale responses served because rendering failed', () => cache.counts.stale);
    add(Gauge, 'cache_bytes', 'Memory used by the cache', () => cache.size);
  }

  /** All metrics in the text format of Prometheus. */
  async text(): Promise<string> {
    return await this.#registry.metrics();
  }

  /** Serves `/metrics` on a separate port and returns the URL. */
  async serve(address: { host: string; port: number }): Promise<string> {
    const server = createServer((request, response) => {
      if (request.url !== '/metrics') {
        response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Metrics are at /metrics.\n');
        return;
      }
      this.text().then(
        (text) => response.writeHead(200, { 'Content-Type': this.#registry.contentType }).end(text),
        (error: unknown) => {
          console.error('Cannot collect metrics:', error);
          response.writeHead(500).end();
        },
      );
    });
    const { origin } = await listen(server, address, 'METRICS_PORT');
    return `${origin}/metrics`;
  }
}
