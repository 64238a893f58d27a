/** The address of a response that is shared. */
export interface CacheAddress {
  /** The canonical address: equal for all addresses with the same response. */
  key: string;
  /** Whether htmx may request the fragment of the page. */
  hasFragment: boolean;
  /** Whether signed-in users get the same response. */
  isForUsers?: boolean;
}

/** In seconds: how long a response is fresh, and how long a CDN may serve it while it revalidates. */
const MAX_AGE = 300;
const STALE_WHILE_REVALIDATE = 3600;

/** The cache tag of every response that shows clubs. */
const CLUBS_TAG = 'clubs';
const VERSION_TAG = /(?:^|,\s*)directory-version-([\da-f]+-\d+)(?:,|$)/;

/** For a response whose search index was not up to date, in seconds. */
const SHORT_AGE = 1;

/** Pages show what is open today, so none is fresh after midnight in the time zone of the process. In seconds. */
export function secondsToMidnight(now = new Date()): number {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return Math.floor((midnight.getTime() - now.getTime()) / 1000);
}

/** The caching policy of a response that shows this version of the clubs. `isCurrent`: whether all its parts do. */
export function clubsCachePolicy(version: string | null, { isCurrent } = { isCurrent: true }) {
  if (version === null) return false;
  const tags = [CLUBS_TAG, `directory-version-${version}`];
  if (!isCurrent) return { maxAge: SHORT_AGE, swr: 0, tags };
  const left = secondsToMidnight();
  return { maxAge: Math.min(MAX_AGE, left), swr: Math.min(STALE_WHILE_REVALIDATE, Math.max(0, left - MAX_AGE)), tags };
}

/** The version in the cache tags of a response, or null. */
export const readVersionTag = (tags: string): string | null => VERSION_TAG.exec(tags)?.[1] ?? null;
