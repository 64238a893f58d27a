/** How long a shared cache may show an answer, in seconds, before it asks again; and how long meanwhile. */
export const MAX_AGE = 300;
export const STALE_WHILE_REVALIDATE = 3600;

/** On every answer that is made from clubs; purging it clears them all. */
export const CLUBS_TAG = 'clubs';
const VERSION_TAG = /(?:^|,\s*)directory-version-([\da-f]+-\d+)(?:,|$)/;

/** An answer that lacks what will be there in a moment is kept for so long, in seconds. */
const SHORT_AGE = 1;

/**
 * What a route allows of an answer that was made from this version of the directory; nothing without a version.
 * `isCurrent`: whether all of it is of that version.
 */
export function clubsCachePolicy(version: string | null, { isCurrent } = { isCurrent: true }) {
  if (version === null) return false;
  if (!isCurrent) return { maxAge: SHORT_AGE, swr: 0, tags: [CLUBS_TAG, `directory-version-${version}`] };
  return { maxAge: MAX_AGE, swr: STALE_WHILE_REVALIDATE, tags: [CLUBS_TAG, `directory-version-${version}`] };
}

/** The version that the tags of an answer name, or null. */
export function readVersionTag(tags: string): string | null {
  return VERSION_TAG.exec(tags)?.[1] ?? null;
}
