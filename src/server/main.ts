import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { settings, type Settings } from '../env.ts';
import { ensureBuild } from './build.ts';
import { openSiteDirectory } from './site-directory.ts';
import { exitOnFailure, Failure } from '../failure.ts';
import { formatCount } from '../format.ts';
import type { WatchedDirectory } from './directory.ts';
import { answerFigures } from './figures.ts';
import { createListener } from './listener.ts';
import { PageCache } from './page-cache.ts';
import { logAccess } from './access-log.ts';
import type { AstroHandler } from './render.ts';
import { readStaticFiles } from './static-files.ts';
import { followConnections, listenForStop, STOP_TIMEOUT } from './stop.ts';

const report = (line: string) => console.log(line);

/** Brings the site up, and takes it down again when the process is told to stop. */
async function run(): Promise<void> {
  const site = settings();
  const stop = listenForStop(report);
  try {
    const build = await ensureBuild(report, stop);
    stop.throwIfAborted();
    const opened = await openSiteDirectory(report);
    try {
      stop.throwIfAborted();
      const { server, close } = await serve(site, build, opened.directory);
      reportStart(server, site, opened.description);
      if (!stop.aborted) await once(stop, 'abort');
      const cut = await close(STOP_TIMEOUT);
      if (cut > 0) console.warn(`Cut off after ${STOP_TIMEOUT / 1000} seconds: ${formatCount(cut, 'connection')}.`);
    } finally {
      await opened.close();
    }
  } catch (error) {
    // Not up yet, and told to stop: that is no error.
    if (!stop.aborted || error !== stop.reason) throw error;
  }
  report(`Stopped on ${String(stop.reason)}.`);
  process.exit(0);
}

/** Answers requests from now on. */
async function serve(site: Settings, build: string, directory: WatchedDirectory) {
  const { handler } = (await import(pathToFileURL(join(build, 'server', 'entry.mjs')).href)) as {
    handler: AstroHandler;
  };
  const cache = site.pageCache ? new PageCache() : null;
  const listener = createListener({
    files: await readStaticFiles(join(build, 'client'), site.siteUrl),
    astro: handler,
    directory,
    siteUrl: site.siteUrl,
    cache,
    hasCdn: site.cdn,
  });
  const server = createServer(site.accessLog ? logAccess(listener) : listener);
  const close = followConnections(server);
  await listen(server, site);
  answerFigures(directory, cache);
  return { server, close };
}

function reportStart(server: Server, site: Settings, database: string): void {
  const { port } = server.address() as AddressInfo;
  const host = isLoopback(site.host) ? 'localhost' : site.host;
  report(`The club directory is at http://${host.includes(':') ? `[${host}]` : host}:${port}`);
  report(`It uses ${database}. Ctrl+C stops it.`);
  if (!isLoopback(site.host) && !site.siteUrlIsSet) {
    console.warn(`SITE_URL is not set: links in the API and in page headers say ${site.siteUrl}.`);
  }
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.');

async function listen(server: Server, { host, port }: Settings): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw describeHostFailure(error, host) ?? error;
  }
}

const LISTEN_ELSEWHERE = 'set HOST to one, such as 127.0.0.1, or to 0.0.0.0 for all of them.';

function describeHostFailure(error: unknown, host: string): Failure | null {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new Failure(`HOST ${host} is no name of an address of this machine: ${LISTEN_ELSEWHERE}`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') {
    return new Failure(`HOST ${host} is no address of this machine: ${LISTEN_ELSEWHERE}`);
  }
  return null;
}

await exitOnFailure(run);
