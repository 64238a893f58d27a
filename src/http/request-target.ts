import { LRUCache } from 'lru-cache';
import type { CacheAddress } from '../lib/cache-policy.ts';
import type { Application } from './application.ts';

/** The parsed target of a request. Cache keys and the URL that Astro renders are both built from it. */
export interface RequestTarget {
  /** Decoded. No inner segment is empty, `.` or `..`, and no character is `%`, `\` or NUL. */
  path: string;
  /** What Astro renders: the canonical path and query, which no URL parser changes, or the URL for it. */
  url: string;
  /** Null if the response must not be shared. */
  address: CacheAddress | null;
}

type TargetRules = Pick<Application, 'siteUrl' | 'keyOf' | 'toRenderedUrl'>;

/** In characters. */
export const MAX_TARGET_LENGTH = 8192;

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
/** Segments and characters that another URL parser removes or reads differently. */
const AMBIGUOUS = /\/\/|\/\.\.?(?:\/|$)|[%\\\0]/;

/** Parsed targets are cached. */
const [MAX_TARGETS, MAX_REMEMBERED_LENGTH] = [5000, 500];

/**
 * Creates a parser for request targets. It returns null if parsers could disagree about a target (a raw `#`, encoded
 * slashes, dot segments, double encoding), if its origin is not that of the site, or if nothing can be rendered for it.
 */
export function createTargetParser(app: TargetRules): (target: string) => RequestTarget | null {
  const targets = new LRUCache<string, RequestTarget>({ max: MAX_TARGETS });
  return (target) => {
    const cached = targets.get(target);
    if (cached) return cached;
    const parsed = parseTarget(target, app);
    if (parsed && target.length <= MAX_REMEMBERED_LENGTH) targets.set(target, parsed);
    return parsed;
  };
}

function parseTarget(target: string, app: TargetRules): RequestTarget | null {
  if (!VISIBLE_ASCII.test(target) || target.includes('#')) return null;
  const local = target.startsWith(`${app.siteUrl}/`) ? target.slice(app.siteUrl.length) : target;
  if (!local.startsWith('/')) return null;
  const queryStart = local.includes('?') ? local.indexOf('?') : local.length;
  const path = decodePath(local.slice(0, queryStart));
  if (path === null) return null;
  // The slice starts with `?`, because URLSearchParams removes one.
  const params = new URLSearchParams(local.slice(queryStart));
  const query = params.toString();
  const url = app.toRenderedUrl(path.split('/').map(encodeURIComponent).join('/') + (query && `?${query}`));
  return url === null ? null : { path, url, address: app.keyOf(path, params) };
}

function decodePath(encoded: string): string | null {
  if (/%(?:2f|5c|00)/i.test(encoded)) return null;
  try {
    const path = decodeURIComponent(encoded);
    return AMBIGUOUS.test(path) ? null : path;
  } catch {
    return null;
  }
}
