import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import { isBefore } from '../lib/version.ts';
import { isDatabaseFailing } from '../lib/database-errors.ts';
import { isRead } from '../lib/requests.ts';
import { paths } from '../paths.ts';
import { logError } from '../process/error-log.ts';
import { findHealth } from '../process/health.ts';
import { CLOSED_EARLY, type RequestEvent } from '../process/request-log.ts';
import { TimeoutError } from '../lib/timeout.ts';
import { hasHeader, sendResponse } from './buffered-response.ts';
import type { ErrorName } from './error-responses.ts';
import { respondImage } from './images.ts';
import { cacheKeyOf, readPageRequest, type PageRequest } from './page-request.ts';
import { errorNameOf, errorResult, type RenderResult } from './render.ts';
import { createTargetParser, MAX_TARGET_LENGTH } from './request-target.ts';
import type { Backend, Reply, Site } from './site.ts';

/** After this time a stale response is served while the database does not answer. */
export const STALE_TIMEOUT_MS = 1000;

/** Handles requests: parse target → static file → response cache → rate limit → load shedding → render → store → send. */
export function createHandler(site: Site): RequestListener {
  const { errors, files, limiter, rateLimit } = site;
  const parseTarget = createTargetParser(new URL(site.siteUrl).host, site.defaultLocale);

  const respond = async (request: IncomingMessage): Promise<Reply> => {
    const { method, url: rawUrl = '' } = request;
    const refuse = (name: ErrorName): Reply => ({ response: errors(name, rawUrl), origin: 'file' });

    if (rawUrl.length > MAX_TARGET_LENGTH) return refuse('uriTooLong');
    if (method === 'TRACE' || method === 'CONNECT') return refuse('methodNotAllowed');
    const target = parseTarget(rawUrl);
    if (!target) return refuse('notFound');
    const { path } = target;

    const file = files.byPath.get(path) ?? findHealth(path, site.readinessIssue);
    const isImage = path.startsWith(paths.images);
    if ((file || isImage) && !isRead(request)) return refuse('methodNotAllowed');
    if (file) return { response: file, origin: 'file' };
    if (path.startsWith(paths.islands) && !files.islands.has(target.url)) return refuse('notFound');
    const { backend } = site;
    if (!backend) return { response: errors('unavailable', rawUrl), origin: 'rendered' };
    if (isImage) return { response: await respondImage(path, request, site, backend), origin: 'image' };

    const cacheKey = cacheKeyOf(request, target);
    const cached = backend.cache.findFresh(cacheKey);
    if (cached) return { response: cached.response, origin: 'cache', route: cached.route };
    return await respondPage(request, readPageRequest(request, target, cacheKey, site), backend);
  };

  const respondPage = async (request: IncomingMessage, page: PageRequest, backend: Backend): Promise<Reply> => {
    const { cacheKey, renderRequest, clientAddress, isWrite, timeoutMs } = page;
    const { cache, store, render } = backend;
    const { url, id } = renderRequest;
    const headers = ['X-Request-Id', id];
    const reply = ({ response, route, version, age }: RenderResult & { age?: number }): Reply => {
      const isOutdated = age !== undefined || (version !== null && isBefore(version, store.version()));
      if (age !== undefined) headers.push('Age', String(age));
      // A response that a CDN may store must not contain headers for one client.
      const own = hasHeader(response, 'cdn-cache-control') && !isOutdated ? [] : headers;
      const isRefusal = route !== '' && hasHeader(response, 'retry-after');
      return { response, origin: 'rendered', route, headers: own, isOutdated, isRefusal, clientAddress, id };
    };

    // While the database hangs, stale responses are served at once.
    const stale = cache.findStale(cacheKey);
    const fallBack = (name: ErrorName) => (stale ? cache.serveStale(stale) : errorResult(errors(name, url)));
    if (cacheKey !== null && store.isUnresponsive()) return reply(fallBack('unavailable'));

    // Single flight: equal requests share a rendering.
    let rendering = cache.findFlight(cacheKey);
    if (!rendering) {
      if (rateLimit?.take(clientAddress) === false) return reply(errorResult(errors('tooManyRequests', url)));

      const release = limiter.acquire(request, { isPersonal: isWrite || renderRequest.hasSessionCookie });
      if (!release) return reply(fallBack('overloaded'));

      // Render and store. A client that has written sees its changes afterwards.
      const renderAndStore = async () => {
        const result = await render(renderRequest);
        if (isWrite) await store.catchUp();
        const isOutage = result.response.status >= 500 && (isDatabaseFailing(result.error) || !store.isCertain());
        if (isOutage && stale) return cache.serveStale(stale);
        cache.save(cacheKey, result);
        return result;
      };
      rendering = cache.startFlight(cacheKey, renderAndStore().finally(release));
    }
    const ms = stale && !store.isCertain() ? STALE_TIMEOUT_MS : timeoutMs;
    const result = await withRequestTimeout(ms, request, rendering).catch((error: unknown) => {
      if (!(error instanceof TimeoutError)) throw error;
      logError(request.method, url, error, id);
      return fallBack(isWrite ? 'outcomeUnknown' : 'unavailable');
    });
    return reply(result);
  };

  const send = (request: IncomingMessage, response: ServerResponse, reply: Reply, startedAt: number) => {
    sendResponse(reply.response, request, response, reply);
    const report = (status: RequestEvent['status']) =>
      site.onRequest({ ...reply, request, status, ms: performance.now() - startedAt });
    if (reply.origin !== 'rendered') report(response.statusCode);
    else finished(response, () => report(response.writableFinished ? response.statusCode : CLOSED_EARLY));
  };

  /** An error page for an unexpected error; in the middle of a response the connection is closed. */
  const fail = (request: IncomingMessage, response: ServerResponse, error: unknown) => {
    const { method, url = '' } = request;
    logError(method, url, error);
    if (response.headersSent) response.destroy();
    else sendResponse(errors(errorNameOf(error), url), request, response);
  };

  return (request, response) => {
    const startedAt = performance.now();
    respond(request)
      .then((reply) => send(request, response, reply, startedAt))
      .catch((error: unknown) => fail(request, response, error));
  };
}

/** Rejects with `TimeoutError` if work for a request takes longer than `ms` after the request has arrived with its body. */
function withRequestTimeout<T>(ms: number, request: IncomingMessage, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      if (request.complete) reject(new TimeoutError('Timed out.'));
      else timer.refresh();
    }, ms);
    const restart = () => void timer.refresh();
    request.once('end', restart);
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      request.off('end', restart);
    });
  });
}
