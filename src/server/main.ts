import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readCommandLine, type CommandForm } from '../command-line.ts';
import { settings, settlePort, type Settings } from '../settings.ts';
import { ensureBuild, useBuild } from './build.ts';
import { openSiteDirectory } from './site-directory.ts';
import { exitOnFailure } from '../failure.ts';
import { formatCount } from '../format.ts';
import { ImageMemory } from '../images/memory.ts';
import { findRendition } from '../images/queries.ts';
import type { WatchedDirectory } from '../clubs/follow.ts';
import { logError } from './error-log.ts';
import { answerFigures } from './figures.ts';
import { createListener } from './listener.ts';
import { offerSetup } from './setup-link.ts';
import { listen, type Listening } from './listening.ts';
import { PageCache } from './page-cache.ts';
import { logAccess } from './access-log.ts';
import type { AstroApp } from './render.ts';
import { readBuiltFiles, staticFiles } from './static-files.ts';
import { followConnections, listenForStop, STOP_TIMEOUT } from './stop.ts';

const report = (line: string) => console.log(line);

const form: CommandForm = {
  script: 'start',
  meaning:
    'Serves the site: builds it when its sources have changed, brings the database up to date, and answers until Ctrl+C or SIGTERM.',
  hasSettings: true,
};

/** Brings the site up, and takes it down again when the process is told to stop. */
async function run(): Promise<void> {
  if (!readCommandLine(form)) return;
  const site = settings();
  const stop = listenForStop(report);
  try {
    const build = await ensureBuild(report, stop);
    const leaveBuild = await useBuild(build);
    try {
      stop.throwIfAborted();
      await serveUntil(stop, site, build);
    } finally {
      await leaveBuild();
    }
  } catch (error) {
    // Not up yet, and told to stop: that is no error.
    if (!stop.aborted || error !== stop.reason) throw error;
  }
  report(`Stopped on ${String(stop.reason)}.`);
  process.exit(0);
}

/** Opens the database and answers requests until the process is told to stop. */
async function serveUntil(stop: AbortSignal, site: Settings, build: string): Promise<void> {
  const opened = await openSiteDirectory(report);
  try {
    stop.throwIfAborted();
    const { listening, close } = await serve(site, build, opened.directory);
    reportStart(listening, settings(), opened.description);
    await offerSetup(opened.directory.sql, report);
    if (!stop.aborted) await once(stop, 'abort');
    const cut = await close(STOP_TIMEOUT);
    if (cut > 0) console.warn(`Cut off after ${STOP_TIMEOUT / 1000} seconds: ${formatCount(cut, 'connection')}.`);
  } finally {
    await opened.close();
  }
}

/** Answers requests from now on. */
async function serve(site: Settings, build: string, directory: WatchedDirectory) {
  const { app } = (await import(pathToFileURL(join(build, 'server', 'entry.mjs')).href)) as { app: AstroApp };
  // A rejection that nobody awaits must not end the process, which has others to answer.
  process.on('unhandledRejection', (error) => logError('', 'Something that nobody waited for', error));
  const built = await readBuiltFiles(join(build, 'client'));
  const cache = site.pageCache ? new PageCache() : null;
  const server = createServer();
  const close = followConnections(server);
  const listening = await listen(server, site);
  // Without a pause from here to the listener: a request may come at any moment.
  const { siteUrl } = settlePort(listening.port);
  const listener = createListener({
    files: staticFiles(built, siteUrl, site.defaultLocale),
    astro: app,
    directory,
    images: new ImageMemory((name) => findRendition(directory.sql, name)),
    siteUrl,
    defaultLocale: site.defaultLocale,
    cache,
    hasCdn: site.cdn,
  });
  server.on('request', site.accessLog ? logAccess(listener) : listener);
  answerFigures(directory, cache);
  return { listening, close };
}

function reportStart({ origin, isPublic }: Listening, site: Settings, database: string): void {
  report(`The club directory is at ${origin}`);
  report(`It uses ${database}. Ctrl+C stops it.`);
  if (!site.siteUrlIsSet && (isPublic || origin !== site.siteUrl)) {
    console.warn(`SITE_URL is not set: links in the API and in page headers say ${site.siteUrl}.`);
  }
}

await exitOnFailure(run);
