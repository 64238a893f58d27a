import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RouteData } from 'astro';
import { onTestFinished } from 'vitest';
import type { DataVersion } from '../../src/http/data-version.ts';
import { createHandler } from '../../src/http/handle.ts';
import { ConcurrencyLimiter } from '../../src/http/load-shedding.ts';
import { createRenderer, type AstroApp } from '../../src/http/render.ts';
import { ResponseCache } from '../../src/http/response-cache.ts';
import type { Backend, Site } from '../../src/http/site.ts';
import { StoredFiles } from '../../src/http/stored-files.ts';
import { createApplication } from '../../src/process/application.ts';
import { createErrorResponses } from '../../src/process/error-responses.ts';
import { logError } from '../../src/process/error-log.ts';
import type { StaticFiles } from '../../src/process/static-files.ts';
import { send } from './send.ts';

/** Files of a build without files, whose error pages contain their language and name: `en: 404`. */
export const NO_FILES: StaticFiles = {
  byPath: new Map(),
  errors: createErrorResponses((name, locale) => ({ headers: {}, body: Buffer.from(`${locale}: ${name}`) })),
  islands: new Map(),
};

export interface HandlerOptions extends Partial<Site> {
  stored?: Backend['files'];
  hasCdn?: boolean;
  isCacheEnabled?: boolean;
}

/** Starts a server with the request handler in front of an Astro application. */
export async function serveHandler(astro: AstroApp, version: Partial<DataVersion>, options: HandlerOptions = {}) {
  const siteUrl = 'https://clubs.example.org';
  const app = createApplication({ files: NO_FILES }, { siteUrl }, () => null);
  const { stored = new StoredFiles(() => Promise.resolve(null)), hasCdn = false, ...more } = options;
  const fullVersion = {
    advance: () => {},
    isCertain: () => true,
    catchUp: () => Promise.resolve(),
    ...version,
  } as DataVersion;
  const cache = new ResponseCache(fullVersion, { isEnabled: options.isCacheEnabled ?? true });
  const render = createRenderer({ ...app, astro, hasCdn, data: fullVersion });
  const handler = createHandler({
    ...app,
    clientAddress: () => '192.0.2.1',
    rateLimit: null,
    limiter: new ConcurrencyLimiter(10_000, () => 0),
    onRequest: () => {},
    onError: logError,
    backend: { data: fullVersion, files: stored, cache, render },
    ...more,
  });
  let received = 0;
  const server = createServer((request, response) => {
    received += 1;
    handler(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cache,
    /** The number of requests that have reached the server. */
    received: () => received,
  };
}

export interface Rendering {
  status?: number;
  body?: BodyInit;
  headers?: Record<string, string | string[]>;
  error?: unknown;
}

/** Headers of a page that the cache may store. */
export const cacheable = (version = 'e-1') => ({
  'content-type': 'text/html; charset=utf-8',
  'cdn-cache-control': 'max-age=300, stale-while-revalidate=60',
  'cache-tag': `clubs, directory-version-${version}`,
});

/** A served handler with a renderer and a version that the test controls. The n-th rendered body is `answer n`. */
export async function openHandlerSite(options: HandlerOptions = {}) {
  const site = {
    version: 'e-1',
    isCertain: true,
    /** Method and URL of each rendering. */
    renders: [] as string[],
    /** The last request and client address that reached the renderer. */
    rendered: { request: new Request('http://localhost'), clientAddress: '' },
    respond: (_url: string, _request: Request): Promise<Rendering> => Promise.resolve({}),
  };
  const astro: AstroApp = {
    match: ({ url }) => (url.includes('/nothing') ? undefined : ({ route: '/club' } as RouteData)),
    async render(request, { locals = {}, addCookieHeader, clientAddress = '' } = {}) {
      site.rendered = { request, clientAddress };
      const { pathname, search } = new URL(request.url);
      const url = `${request.headers.has('hx-request') ? 'fragment ' : ''}${pathname}${search}`;
      const number = site.renders.push(`${request.method} ${url}`);
      const {
        status = 200,
        body = `answer ${number}`,
        headers = cacheable(site.version),
        error,
      } = await site.respond(url, request);
      if (error !== undefined) (locals as Partial<App.Locals>).noteError?.(error);
      const response = new Response([404, 500].includes(status) ? null : body, { status });
      for (const [name, value] of Object.entries(headers)) {
        for (const one of [value].flat())
          if (name !== 'set-cookie' || addCookieHeader) response.headers.append(name, one);
      }
      return response;
    },
  };
  const version: Partial<DataVersion> = {
    version: () => site.version,
    advance: (seen) => {
      if (seen > site.version) site.version = seen;
    },
    isCertain: () => site.isCertain,
  };
  const served = await serveHandler(astro, version, options);
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    send(served.origin, path, { method, headers });
  return Object.assign(site, served, { get });
}
