import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isRead, wantsFragment } from '../lib/requests.ts';
import type { Application } from './application.ts';
import type { RenderRequest } from './render.ts';
import type { RequestTarget } from './request-target.ts';

export interface PageRequest extends RenderRequest {
  /** The key of its response in the cache; null for a response that must not be shared. */
  cacheKey: string | null;
  isWrite: boolean;
  timeoutMs: number;
}

/** For a page or a response of the API. */
export const PAGE_TIMEOUT_MS = 2000;
/** For a submitted form and for work on many clubs. */
export const WORK_TIMEOUT_MS = 20_000;

const isFragmentRequest = ({ headers }: IncomingMessage) => wantsFragment((name) => headers[name] !== undefined);

/** The cache key of a request; null if its response must not be shared. */
export function cacheKeyOf(request: IncomingMessage, { address }: RequestTarget, app: Application): string | null {
  if (!address || !isRead(request)) return null;
  if (!address.isForUsers && app.hasSession(request.headers.cookie ?? '')) return null;
  return address.hasFragment && isFragmentRequest(request) ? `fragment ${address.key}` : address.key;
}

/** Decides what reaches the renderer. */
export function readPageRequest(
  request: IncomingMessage,
  { path, url, address }: RequestTarget,
  cacheKey: string | null,
  clientAddress: string,
  app: Application,
): PageRequest {
  const { headers } = request;
  const isWrite = !isRead(request) || app.isWrite(path);
  const timeoutMs = isWrite || app.isSlow(path) ? WORK_TIMEOUT_MS : PAGE_TIMEOUT_MS;
  const hasSession = app.hasSession(headers.cookie ?? '');
  const page = { cacheKey, isWrite, timeoutMs, hasSession, clientAddress, id: randomUUID() };
  if (!address || cacheKey === null) return { ...page, url, headers, request };
  // A shared response depends on its key only: no other header, cookie or address can get into it.
  return {
    ...page,
    url: address.key,
    hasSession: false,
    headers: cacheKey === address.key ? {} : { 'hx-request': 'true' },
    request: null,
  };
}
