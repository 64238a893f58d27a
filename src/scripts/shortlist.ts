import { tryStorage } from './browser-storage.ts';

/** The same as MAX_SHORTLIST in src/clubs/record/limits.ts. */
export const MAX_CLUBS = 50;

const KEY = 'shortlist';

/** Parses the stored ids of clubs, without duplicates. Invalid ids are ignored. */
export function readIds(text: string): number[] {
  const ids = text.split(',').filter((id) => /^[1-9]\d{0,9}$/.test(id));
  return [...new Set(ids.map(Number))].slice(0, MAX_CLUBS);
}

/** Appends the other ids, up to the maximum. */
export const join = (list: readonly number[], others: readonly number[]): number[] =>
  [...new Set([...list, ...others])].slice(0, MAX_CLUBS);

export const without = (list: readonly number[], others: readonly number[]): number[] =>
  list.filter((id) => !others.includes(id));

/** The query of the page that shows a list; `clubShortlist` in src/paths.ts writes the same. */
export const queryOf = (ids: readonly number[]): string => (ids.length === 0 ? '' : `ids=${ids.join()}`);

/** Whether the browser stores anything. */
export const canStore = (): boolean => tryStorage(() => true, 'site') ?? false;

/** The ids of the visitor's shortlist, in the order in which they were added. */
export const readShortlist = (): number[] => readIds(tryStorage((storage) => storage.getItem(KEY), 'site') ?? '');

const followers: (() => void)[] = [];

/** Stores the shortlist; false if the browser does not. */
export function saveShortlist(ids: readonly number[]): boolean {
  const isKept = tryStorage((storage) => {
    if (ids.length === 0) storage.removeItem(KEY);
    else storage.setItem(KEY, ids.join());
    return true;
  }, 'site');
  for (const show of followers) show();
  return isKept ?? false;
}

/** Calls `show` now and after each change: on this page, in another tab, or before the page is restored from the cache. */
export function followShortlist(show: () => void): void {
  followers.push(show);
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) show();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) show();
  });
  show();
}
