import { request } from 'node:http';
import autocannon from 'autocannon';
import { cpuOf, cpuOfPostgres, memoryOf } from './processes.ts';
import { quantile } from './statistics.ts';
import type { Cell, Figures, Sample, Server } from './types.ts';

/** In seconds: a million clubs, counted for 32 visitors at once, take their time. */
const TIMEOUT = 300;

/** How much is asked at once, if the cell is not of fewer, and for how long, in seconds. */
export interface Load {
  connections: number;
  seconds: number;
}

/** Asks a server for what the cell says, and measures. Throws when anything but a 2xx comes back. */
export async function measure(server: Server, cell: Cell, load: Load, postmaster: number): Promise<Figures> {
  cell.begin?.(server.name);
  const latencies: number[] = [];
  const [cpuBefore, databaseBefore] = [await cpuOf(server.pid), await cpuOfPostgres(postmaster)];
  const loader = process.cpuUsage();
  const running = autocannon({
    url: server.url,
    connections: Math.min(load.connections, cell.connections ?? load.connections),
    duration: load.seconds,
    timeout: TIMEOUT,
    sampleInt: 250,
    headers: cell.headers,
    requests: [
      cell.known.length === 1
        ? { path: cell.next(server.name) }
        : { setupRequest: (request) => ({ ...request, path: cell.next(server.name) }) },
    ],
  });
  void running.on('response', (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds));
  const { duration, errors, non2xx } = await running;
  if (errors > 0 || non2xx > 0) {
    throw new Error(`"${cell.title}" on ${server.name}: ${non2xx} answers are no success, ${errors} did not come.`);
  }
  const { user, system } = process.cpuUsage(loader);
  const [cpuAfter, databaseAfter] = [await cpuOf(server.pid), await cpuOfPostgres(postmaster)];
  const sorted = Float64Array.from(latencies).sort();
  return {
    perSecond: latencies.length / duration,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    serverCpu: (cpuAfter - cpuBefore) / latencies.length,
    databaseCpu: (databaseAfter - databaseBefore) / latencies.length,
    loaderCores: (user + system) / 1_000_000 / duration,
    rss: (await memoryOf(server.pid)).rss,
  };
}

/** Asks for each address that the cell knows, once, as the load does; answers up to `kept` of the answers. */
export async function visit(server: Server, cell: Cell, paths: string[], kept: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const path of paths) {
    const sample = await ask(server.url + path, cell.headers);
    if (samples.length < kept) samples.push(sample);
  }
  return samples;
}

const ADDED_BY_NODE = /^(?:date|connection|keep-alive)$/i;

function ask(url: string, headers: Record<string, string>): Promise<Sample> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`${url} answers ${response.statusCode ?? ''}.`));
        const { rawHeaders } = response;
        const kept = rawHeaders.filter((_, index) => !ADDED_BY_NODE.test(rawHeaders[index - (index % 2)] ?? ''));
        resolve({ headers: kept, body: Buffer.concat(chunks) });
      });
    })
      .on('error', reject)
      .end();
  });
}
