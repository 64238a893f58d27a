import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import { isBefore } from '../lib/version.ts';
import { isDatabaseFailing } from '../lib/errors.ts';
import { isRead } from '../lib/requests.ts';
import { TimeoutError, withTimeout } from '../lib/timeout.ts';
import { hasHeader, sendResponse, type BufferedResponse } from './buffered-response.ts';
import { errorNameOf, type ErrorName } from './errors.ts';
import { cacheKeyOf, readPageRequest, type PageRequest } from './page-request.ts';
import { errorResult, type RenderResult } from './render.ts';
import { createTargetParser, MAX_TARGET_LENGTH } from './request-target.ts';
import { CLOSED_EARLY, type Backend, type Reply, type RequestEvent, type Site } from './site.ts';

/** After this time a stale response is served while the database does not answer. */
export const STALE_TIMEOUT_MS = 1000;

/** Handles requests: parse target → static file → response cache → rate limit → load shedding → render → store → send. */
export function createHandler(site: Site): RequestListener {
  const { errors, limiter, rateLimit } = site;
  const parseTarget = createTargetParser(site);
  const isHttps = site.siteUrl.startsWith('https:');

  const respond = async (request: IncomingMessage): Promise<Reply> => {
    const { method, url: rawUrl = '' } = request;
    const refuse = (name: ErrorName): Reply => ({ response: errors(name, rawUrl), origin: 'file' });

    if (rawUrl.length > MAX_TARGET_LENGTH) return refuse('uriTooLong');
    if (method === 'TRACE' || method === 'CONNECT') return refuse('methodNotAllowed');
    const target = parseTarget(rawUrl);
    if (!target) return refuse('notFound');
    const { path } = target;

    const file = site.findFile(path);
    const isStored = site.isStored(path);
    if ((file || isStored) && !isRead(request)) return refuse('methodNotAllowed');
    const { backend } = site;
    if (file && !(backend && target.address)) return { response: file, origin: 'file' };
    if (!backend) return { response: errors('unavailable', rawUrl), origin: 'rendered' };
    if (isStored) return { response: await respondStored(path, request, backend), origin: 'image' };

    const cacheKey = cacheKeyOf(request, target, site);
    const cached = backend.cache.findFresh(cacheKey);
    if (cached) return { response: cached.response, origin: 'cache', route: cached.route };
    const page = readPageRequest(request, target, cacheKey, site.clientAddress(request), site);
    return await respondPage(request, page, backend, file);
  };

  /** The rate limit counts missing files only, so that clients cannot guess paths; over it, the database is not asked. */
  const respondStored = async (path: string, request: IncomingMessage, { files }: Backend) => {
    const cached = files.get(path);
    if (cached) return cached;
    if (rateLimit?.isExhausted(site.clientAddress(request))) return errors('tooManyRequests', path);
    const file = await files.fetch(path);
    if (!file) rateLimit?.take(site.clientAddress(request));
    return file ?? errors('notFound', path);
  };

  /** `file` is sent if the page can neither be rendered nor found in the cache. */
  const respondPage = async (
    request: IncomingMessage,
    page: PageRequest,
    backend: Backend,
    file: BufferedResponse | null,
  ): Promise<Reply> => {
    const { cacheKey, url, id, clientAddress, isWrite } = page;
    const { cache, data, render } = backend;
    const headers = ['X-Request-Id', id];
    const reply = ({ response, route, version, age }: RenderResult & { age?: number }): Reply => {
      const isOutdated = age !== undefined || (version !== null && isBefore(version, data.version()));
      if (age !== undefined) headers.push('Age', String(age));
      // A response that a CDN may store must not contain headers for one client.
      const isStorable = hasHeader(response, 'cdn-cache-control') && !isOutdated;
      const isRefusal = route !== '' && hasHeader(response, 'retry-after');
      const options = { headers: isStorable ? [] : headers, isOutdated };
      return { response, ...options, origin: 'rendered', route, isRefusal, clientAddress, id };
    };

    const stale = cache.findStale(cacheKey);
    const fallBack = (name: ErrorName) => (stale ? cache.serveStale(stale) : errorResult(file ?? errors(name, url)));

    // Single flight: equal requests share a rendering.
    let rendering = cache.findFlight(cacheKey);
    if (!rendering) {
      if (rateLimit?.take(clientAddress) === false) return reply(errorResult(errors('tooManyRequests', url)));

      const release = limiter.acquire(request, { isPersonal: isWrite || page.hasSession });
      if (!release) return reply(fallBack('overloaded'));

      // Render and store. A client that has written sees its changes afterwards.
      const renderAndStore = async () => {
        const { generation } = cache;
        const result = await render(page);
        const hasFailed = result.error !== undefined || result.response.status === 500;
        if (hasFailed) site.onError(page.request?.method ?? 'GET', url, result.error, id);
        if (isWrite) await data.catchUp();
        const isOutage = result.response.status >= 500 && (isDatabaseFailing(result.error) || !data.isCertain());
        if ((isOutage && stale) || (hasFailed && file)) return fallBack('unavailable');
        cache.save(cacheKey, result, generation);
        return result;
      };
      rendering = cache.startFlight(cacheKey, renderAndStore().finally(release));
    }
    const ms = stale && !data.isCertain() ? STALE_TIMEOUT_MS : page.timeoutMs;
    const result = await withTimeout(ms, rendering, request).catch((error: unknown) => {
      if (!(error instanceof TimeoutError)) throw error;
      site.onError(request.method, url, error, id);
      return fallBack(isWrite ? 'outcomeUnknown' : 'unavailable');
    });
    return reply(result);
  };

  const send = (request: IncomingMessage, response: ServerResponse, reply: Reply, startedAt: number) => {
    sendResponse(reply.response, request, response, { ...reply, isHttps });
    const report = (status: RequestEvent['status']) =>
      site.onRequest({ ...reply, request, status, ms: performance.now() - startedAt });
    if (reply.origin !== 'rendered') report(response.statusCode);
    else finished(response, () => report(response.writableFinished ? response.statusCode : CLOSED_EARLY));
  };

  /** An error page for an unexpected error; in the middle of a response the connection is closed. */
  const fail = (request: IncomingMessage, response: ServerResponse, error: unknown) => {
    const { method, url = '' } = request;
    site.onError(method, url, error);
    if (response.headersSent) response.destroy();
    else sendResponse(errors(errorNameOf(error), url), request, response, { isHttps });
  };

  return (request, response) => {
    const startedAt = performance.now();
    respond(request)
      .then((reply) => send(request, response, reply, startedAt))
      .catch((error: unknown) => fail(request, response, error));
  };
}
