import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { SESSION_COOKIE } from '../accounts/session-cookie.ts';
import { isRead, wantsFragment } from '../lib/requests.ts';
import { compileRoute, ROUTE_RULES, routes } from '../routes.ts';
import type { RenderRequest } from './render.ts';
import type { RequestTarget } from './request-target.ts';
import type { Site } from './site.ts';

export interface PageRequest {
  /** The key of its response in the cache; null for a response that must not be shared. */
  cacheKey: string | null;
  renderRequest: RenderRequest;
  clientAddress: string;
  isWrite: boolean;
  timeoutMs: number;
}

/** For a page or a response of the API. */
export const PAGE_TIMEOUT_MS = 2000;
/** For a submitted form and for work on many clubs. */
export const WORK_TIMEOUT_MS = 20_000;

const SLOW_ROUTES = [...ROUTE_RULES].filter(([, { isSlow }]) => isSlow).map(([pattern]) => compileRoute(pattern));

/** An identity provider redirects here; the GET creates a session. */
const LOGIN_CALLBACK = compileRoute(routes.loginCallback);

const SESSION = new RegExp(`${SESSION_COOKIE}\\s*=`);
/** As lenient as any cookie parser: a signed-in user must not get a shared response. */
const hasSessionCookie = ({ headers: { cookie } }: IncomingMessage) => cookie !== undefined && SESSION.test(cookie);

const isFragmentRequest = ({ headers }: IncomingMessage) => wantsFragment((name) => headers[name] !== undefined);

/** The cache key of a request; null if its response must not be shared. */
export function cacheKeyOf(request: IncomingMessage, { address }: RequestTarget): string | null {
  if (!address || !isRead(request) || hasSessionCookie(request)) return null;
  return address.hasFragment && isFragmentRequest(request) ? `fragment ${address.key}` : address.key;
}

/** Decides what reaches the renderer. */
export function readPageRequest(
  request: IncomingMessage,
  { path, url, address }: RequestTarget,
  cacheKey: string | null,
  site: Site,
): PageRequest {
  const id = randomUUID();
  const clientAddress = site.clientAddress(request);
  const isWrite = !isRead(request) || LOGIN_CALLBACK.test(path);
  const isSlow = isWrite || SLOW_ROUTES.some((pattern) => pattern.test(path));
  const common = { cacheKey, clientAddress, isWrite, timeoutMs: isSlow ? WORK_TIMEOUT_MS : PAGE_TIMEOUT_MS };
  if (!address || cacheKey === null) {
    const own = { headers: request.headers, request, hasSessionCookie: hasSessionCookie(request), clientAddress, id };
    return { ...common, renderRequest: { ...own, url: site.files.islands.get(url) ?? url } };
  }
  // A shared response depends on its key only: no other header, cookie or address can get into it.
  const headers = cacheKey === address.key ? {} : { 'hx-request': 'true' };
  const shared = { url: address.key, headers, request: null, hasSessionCookie: false, clientAddress: '', id };
  return { ...common, renderRequest: shared };
}
