import { subscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, register } from 'prom-client';
import { findLastBackup } from '../../db/backup.ts';
import { readFreeBytes } from '../../db/embedded/disk-space.ts';
import { readVersion } from '../lib/version.ts';
import type { ConcurrencyLimiter } from '../http/load-shedding.ts';
import type { ResponseCache } from '../http/response-cache.ts';
import type { RequestEvent } from '../http/site.ts';
import type { BuildInfo } from '../lib/build-info.ts';
import { listen } from './listen.ts';
import type { OpenSite } from './open-site.ts';

/* The metrics for Prometheus; docs/operating.md lists them. Loaded only with METRICS_PORT. */

const PREFIX = 'club_directory_';
collectDefaultMetrics();
const requests = new Counter({
  name: `${PREFIX}requests_total`,
  help: 'Requests, by origin of the response, route and status',
  labelNames: ['origin', 'route', 'status'],
});
const seconds = new Histogram({
  name: `${PREFIX}request_seconds`,
  help: 'Duration of rendered requests',
  labelNames: ['route'],
  // A page takes milliseconds and times out after two seconds.
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 20],
});

// The bundle of the pages cannot share a counter with this module, but channels.
const FAILURES = { emails: 'Attempts to send an e-mail that failed', sign_ins: 'Refused sign-ins' };
for (const [what, help] of Object.entries(FAILURES)) {
  const name = `${PREFIX}failed_${what}_total`;
  const failures = new Counter({ name, help });
  subscribe(name, () => failures.inc());
}

export function recordRequest({ origin, route = '', status, ms }: RequestEvent): void {
  requests.inc({ origin, route, status: String(status) });
  if (origin === 'rendered') seconds.observe({ route }, ms / 1000);
}

/** Serves the metrics on a separate port, and returns their URL. */
export async function serveMetrics(address: { host: string; port: number }, info: BuildInfo): Promise<string> {
  new Gauge({
    name: `${PREFIX}build_info`,
    help: 'Always 1; the labels are the version and commit of the site',
    labelNames: ['version', 'commit'],
  }).set({ ...info }, 1);
  const server = createServer((_request, response) => {
    register.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': register.contentType }).end(text),
      (error: unknown) => {
        console.error('Cannot collect metrics:', error);
        response.writeHead(500).end();
      },
    );
  });
  const { origin } = await listen(server, address, 'METRICS_PORT');
  return `${origin}/metrics`;
}

interface MetricSources extends Pick<OpenSite, 'sql' | 'watch' | 'directory'> {
  cache: ResponseCache;
  limiter: ConcurrencyLimiter;
  /** The folder of the embedded database; null with a server. */
  dataDir: string | null;
}

type ReadMetric = () => number | null | Promise<number | null>;

/** Adds the metrics that are computed for each request. */
export function watchMetrics({ sql, watch, directory, cache, limiter, dataDir }: MetricSources): void {
  /** Leaves the metric out if `read` returns null or fails. */
  const add = (Metric: typeof Gauge | typeof Counter, name: string, help: string, read: ReadMetric) =>
    new Metric({
      name: PREFIX + name,
      help,
      async collect() {
        const value = await Promise.resolve()
          .then(read)
          .catch(() => null);
        this.remove();
        if (value !== null) this.inc(value);
      },
    });
  const addForPools = (name: 'used' | 'waiting', help: string) =>
    new Gauge({
      name: `${PREFIX}database_connections_${name}`,
      help,
      labelNames: ['pool'],
      collect() {
        for (const pool of ['reading', 'writing'] as const) this.set({ pool }, sql.figures()[pool][name]);
      },
    });
  const countNames = () => {
    const { isCurrent, count } = directory.figures();
    return isCurrent ? count : 0;
  };
  add(Gauge, 'requests_under_way', 'Requests being rendered', () => limiter.active);
  add(Gauge, 'certain', '1 if the site is in sync with the database, else 0', () => Number(watch.isCertain()));
  add(Gauge, 'version', 'Number of club changes in the current epoch', () => readVersion(watch.version()).number);
  add(Gauge, 'names', 'Club names in the search index; 0 while searches query the database', countNames);
  addForPools('used', 'Database connections in use');
  addForPools('waiting', 'Requests waiting for a database connection');
  add(Counter, 'cache_hits_total', 'Responses served from the cache', () => cache.counts.hits);
  add(Counter, 'cache_misses_total', 'Responses that were not in the cache', () => cache.counts.misses);
  add(Counter, 'cache_stale_total', 'Stale responses served because rendering failed', () => cache.counts.stale);
  add(Gauge, 'cache_bytes', 'Memory used by the cache', () => cache.size);
  const backupHelp = 'Time of the last complete db:backup, in seconds since 1970';
  add(Gauge, 'last_backup_timestamp_seconds', backupHelp, () => findLastBackup(sql));
  if (dataDir === null) return;
  add(Gauge, 'disk_free_bytes', 'Free space on the volume of DATA_DIR', () => readFreeBytes(dataDir));
}
