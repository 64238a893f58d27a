import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { reachServer } from '../../db/reach.ts';
import { createProgram, formatSettings, runProgram } from '../command-line.ts';
import { npmCall, settings, settlePort, type Settings } from '../settings.ts';
import { formatConsole } from '../log.ts';
import { readBuildInfo, type BuildInfo } from './build-info.ts';
import { ensureBuild, useBuild } from './build.ts';
import { openSiteDirectory, type SiteDirectory } from './open-site.ts';
import { exitOnFailure, scrub, UnavailableError } from '../failure.ts';
import { formatCount } from '../format.ts';
import { isLostConnection } from '../lost-connection.ts';
import { ImageMemory } from '../images/memory.ts';
import { findRendition } from '../images/queries.ts';
import type { SyncedClubStore } from '../clubs/list/change-feed.ts';
import { leaveOutagesTo, logError } from './error-log.ts';
import { answerFigures } from './figures.ts';
import { createWaitingListener, type FixedSite } from '../http/error-responses.ts';
import { createListener } from '../http/handle.ts';
import { offerSetup } from './setup-link.ts';
import { createClientAddress, warnOfProxies } from '../http/client-address.ts';
import { CONNECTION_LIMITS, limitConnections, withWholeRequests } from '../http/connection-limits.ts';
import { listen, type Listening } from './listen.ts';
import type { Metrics } from './metrics.ts';
import { OutageLog } from './outage-log.ts';
import { PageCache } from '../http/page-cache.ts';
import { RateLimit } from '../http/rate-limit.ts';
import type { AstroApp } from '../http/render.ts';
import { RequestLog } from './request-log.ts';
import { warnOfUnfilledPages } from './unfilled-pages.ts';
import { readBuiltFiles, readPreviousHashedFiles, staticFiles } from '../http/static-files.ts';
import { followConnections, listenForStop, STOP_TIMEOUT, unlessStopped } from './stop.ts';
import { measureDelay, Workload } from '../http/load-shedding.ts';

const report = (line: string) => console.log(line);

/** Brings the site up, and takes it down again when the process is told to stop. */
async function run(): Promise<void> {
  formatConsole();
  const site = settings();
  const info = readBuildInfo();
  report(`Club directory ${info.version}, commit ${info.commit}`);
  const stop = listenForStop(report, { isUnderNpm: npmCall([]).script !== null });
  try {
    const build = await ensureBuild(report, stop);
    const leaveBuild = await useBuild(build);
    try {
      stop.throwIfAborted();
      await serveUntil(stop, site, build, info);
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

/**
 * Answers requests until the process is told to stop: with what the build alone has at first, and with everything once
 * the database is there.
 */
async function serveUntil(stop: AbortSignal, site: Settings, build: string, info: BuildInfo): Promise<void> {
  const { app } = (await import(pathToFileURL(join(build, 'server', 'entry.mjs')).href)) as { app: AstroApp };
  // A rejection that nobody awaits must not end the process, which has others to answer.
  process.on('unhandledRejection', (error) => logError('', 'Background task', error));
  const built = [...(await readPreviousHashedFiles(build)), ...(await readBuiltFiles(join(build, 'client')))];
  const server = createServer(CONNECTION_LIMITS);
  limitConnections(server);
  const close = followConnections(server);
  const listening = await listen(server, site);
  // Without a pause from here to the listener: a request may come at any moment.
  const { siteUrl } = settlePort(listening.port);
  let directory: SyncedClubStore | null = null;
  const fixed: FixedSite = {
    files: staticFiles(built, siteUrl, site.defaultLocale),
    siteUrl,
    defaultLocale: site.defaultLocale,
    findLack: () => {
      if (stop.aborted) return 'The site is shutting down.';
      if (!directory?.isCertain()) return 'The database does not answer.';
      return directory.acceptsWrites() ? null : 'The database does not accept writes.';
    },
  };
  let metrics: Metrics | null = null;
  let answer = createWaitingListener(fixed, (origin, status) => metrics?.count(origin, '', status));
  const listener = withWholeRequests((request, response) => {
    answer(request, response);
  });
  const log = site.loggedRequests === null ? null : new RequestLog(site.loggedRequests);
  server.on('request', log?.around(listener) ?? listener);
  const figures = await startMetrics(site, info);
  const { served } = figures;
  ({ metrics } = figures);
  try {
    let told = '';
    const tell = (message: string) => {
      if (message === told) return;
      told = message;
      console.warn(
        scrub(`${message} Retrying. Until then, ${listening.origin} serves only pages that need no database.`),
      );
    };
    const opened = await openWhenThere(stop, site, tell);
    let stopWatching = () => {};
    try {
      stop.throwIfAborted();
      ({ directory } = opened);
      const outages = new OutageLog(opened.directory);
      leaveOutagesTo(outages);
      stopWatching = outages.watch();
      const cache = site.pageCache ? new PageCache() : null;
      const images = new ImageMemory((name) => findRendition(opened.directory.sql, name));
      const workload = new Workload(site.maxConcurrent, measureDelay());
      metrics?.watch({ directory: opened.directory, database: opened.figures, cache, workload });
      answer = createListener({
        ...fixed,
        astro: app,
        directory: opened.directory,
        images,
        cache,
        hasCdn: site.cdn,
        clientAddress: warnOfProxies(settings(), createClientAddress(site.trustedProxies), console.warn),
        rateLimit: site.rateLimit === null ? null : new RateLimit(site.rateLimit),
        workload,
        log,
        metrics,
      });
      answerFigures(opened.directory, cache);
      reportStart(listening, settings(), opened.description);
      if (served) report(`Metrics at ${served.url}`);
      await warnOfUnfilledPages(site);
      const stopped = stop.aborted ? Promise.resolve() : once(stop, 'abort');
      await whenThere(stop, () => offerSetup(opened.directory.sql, report), tell).catch((error: unknown) => {
        if (!stop.aborted) throw error;
      });
      await stopped;
      const cut = await close(STOP_TIMEOUT);
      if (cut > 0)
        console.warn(`Shutdown timeout of ${STOP_TIMEOUT / 1000} seconds: closed ${formatCount(cut, 'connection')}.`);
    } finally {
      stopWatching();
      await opened.close();
    }
  } finally {
    served?.stop();
    server.closeAllConnections();
  }
}

/** What counts, and where that is served: not even loaded by a site that nobody watches. */
async function startMetrics({ host, metricsPort }: Settings, info: BuildInfo) {
  if (metricsPort === null) return { metrics: null, served: null };
  const { Metrics, serveMetrics } = await import('./metrics.ts');
  const metrics = new Metrics(info);
  return { metrics, served: await serveMetrics(metrics, { host, port: metricsPort }) };
}

/** Opens the database as soon as it is there. An embedded one that is being opened is closed before a stop is heard. */
async function openWhenThere(
  stop: AbortSignal,
  site: Settings,
  tell: (message: string) => void,
): Promise<SiteDirectory> {
  const begun: { opening?: Promise<SiteDirectory> } = {};
  try {
    const open = async () => {
      await reachServer(site, { signal: stop, tell });
      return await (begun.opening = openSiteDirectory(report));
    };
    return await whenThere(stop, open, tell);
  } catch (error) {
    // What a server does not answer keeps nobody from the end.
    if (stop.aborted && site.databaseUrl === null)
      await begun.opening?.then(
        (opened) => opened.close(),
        () => {},
      );
    throw error;
  }
}

/** A database that does not answer is asked again after so long, in ms. */
const ASK_AGAIN_AFTER = 250;

/** Does work with the database, however long that takes to come; what only a person can mend is thrown. */
async function whenThere<T>(stop: AbortSignal, work: () => Promise<T>, tell: (message: string) => void): Promise<T> {
  for (;;) {
    try {
      return await unlessStopped(stop, work());
    } catch (error) {
      if (!(error instanceof UnavailableError) && !isLostConnection(error)) throw error;
      stop.throwIfAborted();
      tell(error.message);
    }
    await sleep(ASK_AGAIN_AFTER, undefined, { signal: stop }).catch(() => stop.throwIfAborted());
  }
}

function reportStart({ origin, isPublic }: Listening, site: Settings, database: string): void {
  report(`Listening on ${origin}`);
  report(`Using ${database}. Press Ctrl+C to stop.`);
  if (!site.siteUrlIsSet && (isPublic || origin !== site.siteUrl)) {
    console.warn(`SITE_URL is not set. Links in pages and the API start with ${site.siteUrl}.`);
  }
}

const program = createProgram(
  'start',
  'Starts the site. Builds it if the sources changed and applies pending migrations. SIGINT (Ctrl+C) or SIGTERM shuts down gracefully.',
).action(run);
program.addHelpText('after', () => formatSettings(program));

await exitOnFailure(() => runProgram(program));
