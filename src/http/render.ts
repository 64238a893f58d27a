import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { BaseApp } from 'astro/app';
import { findBodyLimit, MAX_FORM_BYTES } from '../lib/form-data.ts';
import { readVersionTag } from '../lib/cache-policy.ts';
import { isRead } from '../lib/requests.ts';
import { NO_STORE } from '../lib/responses.ts';
import type { Application } from './application.ts';
import { CDN_HEADERS, createResponse, type BufferedResponse } from './buffered-response.ts';
import type { DataVersion } from './data-version.ts';
import { errorNameOf, type ErrorName } from './errors.ts';
import { RequestBody } from './request-body.ts';

export type AstroApp = Pick<BaseApp, 'match' | 'render'>;

export interface RenderRequest {
  /** Canonical path and query. */
  url: string;
  headers: IncomingHttpHeaders;
  /** Null for a response for all visitors, which may only depend on the URL and the headers above. */
  request: IncomingMessage | null;
  /** Whether there is a session cookie, valid or not, so that the response is for one user. */
  hasSession: boolean;
  clientAddress: string;
  /** For the log. */
  id: string;
}

export interface RenderResult {
  response: BufferedResponse;
  /** The pattern of the route; empty if no route answered. */
  route: string;
  /** The version of the data that the response shows; null if it depends on anything else. */
  version: string | null;
  /** In seconds; 0 for a response that must not be cached. */
  maxAge: number;
  error?: unknown;
}

export type Renderer = (request: RenderRequest) => Promise<RenderResult>;

interface RendererOptions extends Pick<Application, 'siteUrl' | 'errors' | 'takesFiles'> {
  astro: AstroApp;
  /** Whether a CDN in front receives its headers. */
  hasCdn: boolean;
  data: Pick<DataVersion, 'advance'>;
}

/** The error pages for responses of Astro without a body. */
const EMPTY_ERRORS: Readonly<Record<number, ErrorName>> = { 403: 'forbidden', 404: 'notFound' };

export const errorResult = (response: BufferedResponse, route = '', error?: unknown): RenderResult => ({
  response,
  route,
  version: null,
  maxAge: 0,
  error,
});

/** Creates the function that renders a request with Astro. Errors become error responses. */
export function createRenderer(options: RendererOptions): Renderer {
  const { astro, siteUrl, hasCdn, errors, data } = options;

  const render = async (renderRequest: RenderRequest, body: RequestBody | null): Promise<RenderResult> => {
    const { url, request } = renderRequest;
    const bodyInit = body ? { method: request?.method ?? '', body: body.stream as BodyInit, duplex: 'half' } : {};
    const webRequest = new Request(siteUrl + url, { ...bodyInit, headers: toHeaders(renderRequest.headers) });
    const routeData = astro.match(webRequest);
    if (!routeData) return errorResult(errors('notFound', url));
    const { route } = routeData;
    const limit = findBodyLimit(webRequest.headers, options.takesFiles(route));
    // Pages with uploads report themselves which file is too large.
    const isTooLong = limit === MAX_FORM_BYTES && Number(webRequest.headers.get('Content-Length')) > limit;
    if (body && isTooLong) return errorResult(errors('contentTooLarge', url), route);
    let error: unknown;
    const response = await astro.render(webRequest, {
      routeData,
      // The first error is the cause.
      locals: {
        noteError: (thrown) => void (error ??= thrown),
        admitBody: () => body?.admit(limit),
      } satisfies Partial<App.Locals>,
      clientAddress: request ? renderRequest.clientAddress : '',
      addCookieHeader: true,
      prerenderedErrorPageFetch: () => Promise.resolve(new Response()),
    });
    const { status } = response;
    if (body?.refusal) return errorResult(errors(body.refusal, url), route);
    const emptyError = status === 500 ? errorNameOf(error) : EMPTY_ERRORS[status];
    if (!response.body && emptyError) return errorResult(errors(emptyError, url), route, error);

    const version = readVersionTag(response.headers.get('Cache-Tag') ?? '');
    if (version !== null) data.advance(version);
    const cdnPolicy = response.headers.get('CDN-Cache-Control');
    const maxAge = Number(/\bmax-age=(\d+)/.exec(cdnPolicy ?? '')?.[1] ?? 0);
    // Astro's headers of a redirect are immutable.
    const headers = new Headers(response.headers);
    if (!request) headers.delete('Set-Cookie');
    const isPersonal = renderRequest.hasSession || headers.has('Set-Cookie');
    if (isPersonal) for (const [name, value] of Object.entries(NO_STORE)) headers.set(name, value);
    if (isPersonal || !hasCdn) for (const name of CDN_HEADERS) headers.delete(name);
    // The whole body, so that an error in the middle of a page becomes an error page.
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body ?? []) chunks.push(chunk);
    const content = Buffer.concat(chunks);
    const isCacheable = !isPersonal && status === 200 && cdnPolicy !== null;
    return { response: createResponse(status, headers, content, { isCacheable }), route, version, maxAge, error };
  };

  return async (renderRequest) => {
    const { request, url } = renderRequest;
    const body = request && !isRead(request) ? new RequestBody(request) : null;
    return await render(renderRequest, body)
      .catch((error: unknown) => errorResult(errors(errorNameOf(error), url), '', error))
      .finally(() => body?.release());
  };
}

function toHeaders(incoming: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming))
    if (name !== 'host' && typeof value === 'string') headers.set(name, value);
  return headers;
}
