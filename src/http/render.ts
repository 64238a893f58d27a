import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { ReadableStream } from 'node:stream/web';
import type { RouteData } from 'astro';
import type { BaseApp } from 'astro/app';
import { findBodyLimit, MAX_FORM_BYTES, UPLOAD_ROUTES } from '../images/upload.ts';
import { LateError, within } from '../share-calls.ts';

/** As much of Astro's application as answers requests. */
export type AstroApp = Pick<BaseApp, 'match' | 'render'>;

/** What Astro is to answer. */
export interface Question {
  /** Path and query, in their normal spelling. */
  url: string;
  headers: IncomingHttpHeaders;
  /** The request of the one who asks; null when the answer is for everybody, and made from the two above alone. */
  request: IncomingMessage | null;
  /** Where they ask from (client-address.ts); empty without a request. */
  clientAddress: string;
  /** Of the request that it is made for first. */
  id: string;
}

/** What Astro answered. */
export interface Rendered {
  /** The pattern of the route; empty where there is none. */
  route: string;
  status: number;
  headers: Headers;
  /** Null: it said nothing, as where an address has nothing (404), or where something was thrown (500). */
  body: Buffer | null;
  /** What was thrown meanwhile, when it made an error of it. */
  error?: unknown;
}

/** How much of a body is read. */
interface BodyBounds {
  /** In bytes. */
  limit: number;
  /** Whether somebody read on until there. */
  isExceeded: boolean;
  /** What counts as held of it, in bytes. */
  held: number;
  /** The most that is held of it: of a longer body the rest is dropped as it comes (form-data.ts). */
  heldMost: number;
  /** Whether all bodies together were too much to hold. */
  isBusy: boolean;
  /** Whether it came too slowly. */
  isSlow: boolean;
}

/** Bodies that are under way, all together, in bytes: who sends theirs slowly holds what has come of it in memory. */
export const HELD_MOST = 96 * 1024 * 1024;
/** Of each body the beginning is free: signing in goes on when others hold all that there is. */
const HELD_FREE = 32 * 1024;
/** When a body that was too much to hold may be sent again, in seconds. */
export const BUSY_SECONDS = 30;

let heldByAll = 0;

/** Counts a body as held; false where that is too much. */
function hold(bounds: BodyBounds, length: number): boolean {
  const held = Math.max(0, Math.min(length, bounds.heldMost) - HELD_FREE);
  heldByAll += held - bounds.held;
  bounds.held = held;
  return heldByAll <= HELD_MOST;
}

/** Lets Astro answer, and takes the answer whole. Who asked may go away meanwhile: others may wait for the same. */
export async function render(
  astro: AstroApp,
  siteUrl: string,
  question: Question,
  uploadRoutes: ReadonlyMap<string, number> = UPLOAD_ROUTES,
): Promise<Rendered> {
  const bounds: BodyBounds = {
    limit: MAX_FORM_BYTES,
    isExceeded: false,
    held: 0,
    heldMost: MAX_FORM_BYTES,
    isBusy: false,
    isSlow: false,
  };
  const request = toRequest(siteUrl, question, bounds);
  const routeData = astro.match(request);
  if (!routeData || routeData.route === UNUSED_ROUTE) return nothing('', 404);
  const { route } = routeData;
  // Nobody has read any of it yet.
  const fileBytes = uploadRoutes.get(route);
  bounds.limit = findBodyLimit(request.headers, fileBytes !== undefined);
  bounds.heldMost = MAX_FORM_BYTES + (fileBytes ?? 0);
  // A page that takes files says by itself which is too large.
  if (bounds.limit === MAX_FORM_BYTES && Number(request.headers.get('Content-Length')) > bounds.limit) {
    return nothing(route, 413);
  }
  try {
    return await renderWithin(astro, request, routeData, question, bounds);
  } finally {
    hold(bounds, 0);
    // Somebody has stopped in the middle of it: the next request of the connection stands behind the rest.
    question.request?.resume();
  }
}

async function renderWithin(
  astro: AstroApp,
  request: Request,
  routeData: RouteData,
  { clientAddress }: Question,
  bounds: BodyBounds,
): Promise<Rendered> {
  let error: unknown;
  const response = await astro.render(request, {
    routeData,
    locals: {
      noteError: (thrown) => {
        // The first is the cause.
        error ??= thrown;
      },
    } satisfies Partial<App.Locals>,
    clientAddress,
    addCookieHeader: true,
    prerenderedErrorPageFetch: leaveToServer,
  });
  const { route } = routeData;
  if (bounds.isExceeded) return nothing(route, 413);
  if (bounds.isBusy) return nothing(route, 503);
  if (bounds.isSlow) return nothing(route, 408);
  const { status, headers } = response;
  return { route, status, headers, body: response.body && (await readWhole(response.body)), error };
}

/** Astro's own, which makes images of images on demand: those of this site are made when it is built. */
const UNUSED_ROUTE = '/_image';

const nothing = (route: string, status: number): Rendered => ({ route, status, headers: new Headers(), body: null });

/** The server has the pages of errors, one for each language. */
const leaveToServer = () => Promise.resolve(new Response());

/** The whole of a body, and no copy of one that comes in one piece, as pages do. */
async function readWhole(body: NonNullable<Response['body']>): Promise<Buffer> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value);
  const [first, ...others] = chunks;
  return first && others.length === 0
    ? Buffer.from(first.buffer, first.byteOffset, first.length)
    : Buffer.concat(chunks);
}

/** A web request of this site: every host is served, and none is believed. */
function toRequest(siteUrl: string, { url, headers, request }: Question, bounds: BodyBounds): Request {
  const init = { headers: toHeaders(headers) };
  // HEAD is answered from what GET would send.
  if (!request?.method || request.method === 'GET' || request.method === 'HEAD') {
    return new Request(siteUrl + url, init);
  }
  const body = ReadableStream.from(readBody(request, bounds)) as BodyInit;
  return new Request(siteUrl + url, { ...init, method: request.method, body, ...HALF_DUPLEX });
}

/** What a request with a stream for its body has to say. */
const HALF_DUPLEX = { duplex: 'half' };

function toHeaders(incoming: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming)) {
    // Only Set-Cookie would be a list, which no request has.
    if (name !== 'host' && typeof value === 'string') headers.set(name, value);
  }
  return headers;
}

/**
 * A body may be waited for so long, in ms, and a second more for so many bytes of it: a photo of 10 MB comes through a
 * weak mobile network, and a form that drips in ends after a minute.
 */
export const BODY_PATIENCE = 20_000;
export const SLOWEST_BODY = 16 * 1024;

/** The body of a request, read when somebody asks for it, and no further than the limit. */
async function* readBody(request: IncomingMessage, bounds: BodyBounds): AsyncGenerator<Uint8Array> {
  let length = 0;
  let waited = 0;
  // The connection is still needed for the answer.
  const chunks = request.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const begun = performance.now();
      const patience = BODY_PATIENCE + (length / SLOWEST_BODY) * 1000 - waited;
      const next = (await within(patience, chunks.next()).catch((error: unknown) => {
        bounds.isSlow = error instanceof LateError;
        throw error;
      })) as IteratorResult<Buffer, undefined>;
      if (next.done) return;
      waited += performance.now() - begun;
      const chunk = next.value;
      length += chunk.length;
      if (length > bounds.limit) {
        bounds.isExceeded = true;
        throw new Error(`The request body is larger than ${bounds.limit} bytes.`);
      }
      if (!hold(bounds, length)) {
        bounds.isBusy = true;
        throw new Error(`All request bodies together are larger than ${HELD_MOST} bytes.`);
      }
      yield chunk;
    }
  } finally {
    // One that is waited for in vain would be waited for here too.
    if (!bounds.isSlow) await chunks.return?.();
    // What is left of it stands in front of the next request.
    request.resume();
  }
}
