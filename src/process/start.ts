import { once } from 'node:events';
import { createServer } from 'node:http';
import { DiskSpace } from '../../db/embedded/disk-space.ts';
import { SETUP_AGE } from '../accounts/one-time-links.ts';
import { createProgram, runProgram } from '../lib/command-line.ts';
import { exitOnError } from '../lib/print-error.ts';
import { createClientAddress } from '../http/client-address.ts';
import { limitConnections, SERVER_OPTIONS } from '../http/connection-limits.ts';
import { createHandler } from '../http/handle.ts';
import { ConcurrencyLimiter, measureEventLoopLag } from '../http/load-shedding.ts';
import { createProxyWarnings } from '../http/client-address.ts';
import { RateLimit } from '../http/rate-limit.ts';
import { createRenderer, type AstroApp } from '../http/render.ts';
import { ResponseCache } from '../http/response-cache.ts';
import type { Backend, Site } from '../http/site.ts';
import { shareContentRefresh } from '../identity/site.ts';
import { readSiteFolder } from '../identity/site-folder.ts';
import { shareNextCall } from '../lib/single-flight.ts';
import { formatConsole } from '../lib/log.ts';
import { settings, settlePort, type Settings } from '../settings.ts';
import { readBuildInfo, type BuildInfo } from '../lib/build-info.ts';
import { createApplication, createStoredFiles } from './application.ts';
import { ensureBuild, loadApp } from './build.ts';
import { keepPreviews } from './club-previews.ts';
import { findDatabaseIssue, logError } from './error-log.ts';
import { withHomePage } from './home-page.ts';
import { listen, type Listening } from './listen.ts';
import { openWhenAvailable, type OpenSite } from './open-site.ts';
import { createRequestLog } from './request-log.ts';
import { ServedContent } from './site-content.ts';
import { readBuild } from './static-files.ts';
import { listenForStop, STOP_TIMEOUT_MS, trackConnections } from './stop.ts';

const report = (line: string) => console.log(line);

/** Builds the site if needed, serves it, and shuts it down after a signal. */
async function run(): Promise<void> {
  formatConsole();
  const info = readBuildInfo();
  report(`Club directory ${info.version}, commit ${info.commit}`);
  const stop = listenForStop(report);
  try {
    await serve(stop, await ensureBuild(report, stop), info);
  } catch (error) {
    const isAbort = error === stop.reason || (error instanceof Error && error.name === 'AbortError');
    if (!stop.aborted || !isAbort) throw error;
  }
  report(`Stopped on ${String(stop.reason)}.`);
  process.exit(0);
}

/** Serves the files of the build at first, and everything once the database is available, until `stop`. */
async function serve(stop: AbortSignal, build: string, info: BuildInfo): Promise<void> {
  const { metrics: metricsAddress, loggedRequests, trustedProxies, rateLimit, maxConcurrent, siteDir } = settings();
  const folder = await readSiteFolder(siteDir);
  const { app, loadSharp } = await loadApp(build);
  const files = await readBuild(build);
  const metrics = metricsAddress === null ? null : await import('./metrics.ts');
  const log = loggedRequests === null ? null : createRequestLog(loggedRequests);
  // A rejection that nothing awaits must not end the process during other requests.
  process.on('unhandledRejection', (error) => logError('', 'Background task', error));

  const server = createServer(SERVER_OPTIONS);
  limitConnections(server);
  const close = trackConnections(server);
  const listening = await listen(server, settings());
  // No `await` from here to the handler: a request may come at any moment.
  const config = settlePort(listening.port);
  const { databaseUrl, dataDir } = config;
  const findDiskIssue = () => (databaseUrl === null ? new DiskSpace(dataDir).findIssue() : null);
  let openSite: OpenSite | null = null;
  const findIssue = () =>
    stop.aborted ? 'The site is shutting down.' : (findDatabaseIssue(openSite?.watch) ?? findDiskIssue());
  const served = new ServedContent(app, files, folder);
  const published = served.publishFolder();
  const site: Site = {
    ...createApplication(served, config, findIssue),
    clientAddress: createClientAddress(trustedProxies),
    rateLimit: rateLimit === null ? null : new RateLimit(rateLimit),
    limiter: new ConcurrencyLimiter(maxConcurrent, measureEventLoopLag()),
    onRequest: (event) => {
      log?.(event);
      metrics?.recordRequest(event);
    },
    onError: logError,
    backend: null,
  };
  // The start warns if others can reach the site.
  const siteUrlIsSet = config.siteUrlIsSet || listening.isPublic;
  server.on('request', createProxyWarnings({ ...config, siteUrlIsSet }));
  const handle = createHandler(site);
  server.on('request', (request, response) => void published.then(() => handle(request, response)));
  await published;
  const metricsUrl = metricsAddress === null ? undefined : await metrics?.serveMetrics(metricsAddress, info);
  const opened = await openWhenAvailable(stop, listening.origin, report);
  try {
    stop.throwIfAborted();
    await followContent(served, opened);
    const backend = createBackend(site, opened, withHomePage(app, served), config);
    served.onChange = () => {
      opened.directory.forgetCards();
      backend.cache.clear();
    };
    site.backend = backend;
    openSite = opened;
    metrics?.watchMetrics({
      ...opened,
      cache: backend.cache,
      limiter: site.limiter,
      dataDir: databaseUrl === null ? dataDir : null,
    });
    reportStart(listening, config, opened);
    if (metricsUrl !== undefined) report(`Metrics at ${metricsUrl}`);
    loadSharp().catch((error: unknown) => logError('', 'Loading sharp', error));
    const stopPreviews = keepPreviews({
      ...opened,
      findFile: (path) => served.files.byPath.get(path)?.body ?? null,
      onError: (error) => logError('', 'Drawing the preview of a club', error),
    });
    if (!stop.aborted) await once(stop, 'abort');
    const stopped = stopPreviews();
    await close(STOP_TIMEOUT_MS);
    await stopped;
  } finally {
    await opened.close();
  }
}

/** Serves what the board saves, from now on. */
async function followContent(served: ServedContent, { sql, watch }: OpenSite): Promise<void> {
  const logFailure = (error: unknown) => logError('', 'Loading the content of the site', error);
  const refresh = shareNextCall(async () => {
    await served.refresh(sql);
    served.publishIcons().catch(logFailure);
  });
  await refresh();
  shareContentRefresh(refresh);
  let seen = watch.version();
  watch.follow(() => {
    const version = watch.version();
    if (version === seen) return;
    refresh().then(() => void (seen = version), logFailure);
  });
}

function createBackend(site: Site, { sql, watch }: OpenSite, astro: AstroApp, { pageCache, cdn }: Settings): Backend {
  return {
    data: watch,
    files: createStoredFiles(sql),
    cache: new ResponseCache(watch, { isEnabled: pageCache }),
    render: createRenderer({ ...site, astro, hasCdn: cdn, data: watch }),
  };
}

function reportStart({ origin, isPublic }: Listening, { siteUrl, siteUrlIsSet }: Settings, openSite: OpenSite): void {
  report(`Listening on ${origin}`);
  report(`Using ${openSite.description}. Press Ctrl+C to stop.`);
  if (!siteUrlIsSet && (isPublic || origin !== siteUrl))
    console.warn(`SITE_URL is not set. Links in pages and the API start with ${siteUrl}.`);
  if (openSite.setupLink !== null) {
    const hours = SETUP_AGE / 3600;
    report(`No administrator account exists yet. Create one within ${hours} hours at: ${openSite.setupLink}`);
  }
}

const program = createProgram(
  'start',
  'Starts the site. Builds it if the sources changed and applies pending migrations. SIGINT (Ctrl+C) or SIGTERM shuts down gracefully.',
).action(run);

await exitOnError(() => runProgram(program));
