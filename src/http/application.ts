import type { CacheAddress } from '../lib/cache-policy.ts';
import type { BufferedResponse } from './buffered-response.ts';
import type { ErrorResponses } from './errors.ts';

/** What the server needs to know about the application behind it. Paths are decoded. */
export interface Application {
  /** Scheme and host of the site. Host headers are ignored. */
  siteUrl: string;
  /** Null if the response must not be shared. */
  keyOf: (path: string, query: URLSearchParams) => CacheAddress | null;
  /** The URL that Astro renders for a canonical URL; null for a URL that does not exist. */
  toRenderedUrl: (url: string) => string | null;
  /** A response that is always in memory, such as a file of the build; for a path with an address, it is the fallback. */
  findFile: (path: string) => BufferedResponse | null;
  /** Whether a path belongs to a stored file (stored-files.ts). */
  isStored: (path: string) => boolean;
  errors: ErrorResponses;
  /** Whether a `Cookie` header may contain a session, valid or not, so that the response is for one user. */
  hasSession: (cookies: string) => boolean;
  /** Whether a page writes even for GET. */
  isWrite: (path: string) => boolean;
  /** Whether rendering a page may take long. */
  isSlow: (path: string) => boolean;
  /** Whether the forms of a route, given by its pattern, may contain files. */
  takesFiles: (route: string) => boolean;
}
