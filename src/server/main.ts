import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { settings, type Settings } from '../env.ts';
import { ensureBuild } from './build.ts';
import { openSiteDirectory } from './site-directory.ts';
import { exitOnFailure } from '../failure.ts';
import { answerFigures } from './figures.ts';
import type { AstroHandler } from './answer.ts';
import { createListener } from './listener.ts';
import { PageCache } from './page-cache.ts';
import { logAccess } from './access-log.ts';
import { readStaticFiles } from './static-files.ts';

/** How long requests under way may take once the server is told to stop, in ms. */
const STOP_TIMEOUT = 10_000;

const report = (line: string) => console.log(line);

async function start(): Promise<void> {
  const site = settings();
  const build = await ensureBuild(report);
  const opened = await openSiteDirectory(report);
  try {
    const { handler } = (await import(pathToFileURL(join(build, 'server', 'entry.mjs')).href)) as {
      handler: AstroHandler;
    };
    const files = await readStaticFiles(join(build, 'client'), site.siteUrl);
    const cache = site.pageCache ? new PageCache() : null;
    const { directory } = opened;
    const listener = createListener({
      files,
      astro: handler,
      directory,
      siteUrl: site.siteUrl,
      cache,
      hasCdn: site.cdn,
    });
    const server = createServer(site.accessLog ? logAccess(listener) : listener);
    await listen(server, site);
    stopOnSignal(server, opened.close);
    answerFigures(directory, cache);

    const { port } = server.address() as AddressInfo;
    const host = isLoopback(site.host) ? 'localhost' : site.host;
    report(`The club directory is at http://${host.includes(':') ? `[${host}]` : host}:${port}`);
    report(`It uses ${opened.description}. Ctrl+C stops it.`);
    if (!isLoopback(site.host) && !site.siteUrlIsSet) {
      console.warn(`SITE_URL is not set: links in the API and in page headers say ${site.siteUrl}.`);
    }
  } catch (error) {
    await opened.close();
    throw error;
  }
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.');

function listen(server: Server, { host, port }: Settings): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, done);
  });
}

/** Takes no more connections, answers what is under way, closes the database. */
function stopOnSignal(server: Server, closeDatabase: () => Promise<void>): void {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    const timeout = setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT);
    await new Promise((done) => server.close(done));
    clearTimeout(timeout);
    await closeDatabase();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

await exitOnFailure(start);
