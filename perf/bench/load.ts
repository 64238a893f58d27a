import { request } from 'node:http';
import autocannon, { type Options, type Result } from 'autocannon';
import { memoryOf } from '../../tests/support/processes.ts';
import { quantile } from '../../tests/support/statistics.ts';
import { cpuOf, cpuOfPostgres } from '../support/cpu.ts';
import type { Cell, Figures, Sample, Server } from './types.ts';

/** In seconds; the peer is slow with a million clubs. */
const TIMEOUT = 300;

export interface Load {
  /** The maximum; a cell may have fewer. */
  connections: number;
  seconds: number;
}

/** Measures a cell on a server. Throws for an answer other than 2xx. */
export async function measure(server: Server, cell: Cell, load: Load, postmaster: number): Promise<Figures> {
  cell.begin?.(server.name);
  const latencies: number[] = [];
  const [cpuBefore, databaseBefore] = [await cpuOf(server.pid), await cpuOfPostgres(postmaster)];
  const loader = process.cpuUsage();
  const options: Options = {
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
  };
  const { duration, errors, non2xx } = await new Promise<Result>((resolve, reject) => {
    const running = autocannon(options, (error: Error | null, result) => (error ? reject(error) : resolve(result)));
    running.on('response', (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds));
  });
  if (errors > 0 || non2xx > 0)
    throw new Error(`"${cell.title}" on ${server.name}: ${non2xx} not 2xx, ${errors} errors.`);
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

/** Requests each path once, and returns up to `limit` of the answers. */
export async function visit(server: Server, cell: Cell, paths: string[], limit: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const path of paths) {
    const sample = await ask(server.url + path, cell.headers);
    if (samples.length < limit) samples.push(sample);
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
        const sent = rawHeaders.filter((_, index) => !ADDED_BY_NODE.test(rawHeaders[index - (index % 2)] ?? ''));
        resolve({ headers: sent, body: Buffer.concat(chunks) });
      });
    })
      .on('error', reject)
      .end();
  });
}
