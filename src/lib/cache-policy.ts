/** In seconds: how long a response is fresh, and how long a CDN may serve it while it revalidates. */
const MAX_AGE = 300;
const STALE_WHILE_REVALIDATE = 3600;

/** The cache tag of every response that shows clubs. */
const CLUBS_TAG = 'clubs';
const VERSION_TAG = /(?:^|,\s*)directory-version-([\da-f]+-\d+)(?:,|$)/;

/** For a response whose search index was not up to date, in seconds. */
const SHORT_AGE = 1;

/** The caching policy of a response that shows this version of the clubs. `isCurrent`: whether all its parts do. */
export function clubsCachePolicy(version: string | null, { isCurrent } = { isCurrent: true }) {
  if (version === null) return false;
  const tags = [CLUBS_TAG, `directory-version-${version}`];
  return isCurrent ? { maxAge: MAX_AGE, swr: STALE_WHILE_REVALIDATE, tags } : { maxAge: SHORT_AGE, swr: 0, tags };
}

/** The version in the cache tags of a response, or null. */
export const readVersionTag = (tags: string): string | null => VERSION_TAG.exec(tags)?.[1] ?? null;
