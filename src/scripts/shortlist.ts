import { tryStorage } from './browser-storage.ts';

/** As many as the site shows of a list: SHORTLIST_MOST in src/clubs/search.ts. */
export const MOST = 50;

const KEPT = 'shortlist';
const PROBE = 'shortlist-probe';

/** The numbers of a list as the browser keeps it, each once; whatever else stands there is nobody's. */
export function readIds(text: string): number[] {
  const ids = text.split(',').filter((one) => /^[1-9]\d{0,9}$/.test(one));
  return [...new Set(ids.map(Number))].slice(0, MOST);
}

/** Those of the list and then the others, as many as there is room for. */
export const join = (list: readonly number[], others: readonly number[]): number[] =>
  [...new Set([...list, ...others])].slice(0, MOST);

export const without = (list: readonly number[], others: readonly number[]): number[] =>
  list.filter((id) => !others.includes(id));

/** The query of the page that shows a list; `clubShortlist` in src/paths.ts writes the same. */
export const queryOf = (ids: readonly number[]): string => (ids.length === 0 ? '' : `ids=${ids.join()}`);

/** Whether this browser keeps anything. Some say so only when they are asked to. */
export const canKeep = (): boolean =>
  tryStorage((storage) => {
    storage.setItem(PROBE, '');
    storage.removeItem(PROBE);
    return true;
  }, 'site') ?? false;

/** The clubs on the visitor's own shortlist, in the order in which they came there. */
export const readShortlist = (): number[] => readIds(tryStorage((storage) => storage.getItem(KEPT), 'site') ?? '');

const followers: (() => void)[] = [];

/** Keeps another list; false where the browser does not. */
export function keepShortlist(ids: readonly number[]): boolean {
  const isKept = tryStorage((storage) => {
    if (ids.length === 0) storage.removeItem(KEPT);
    else storage.setItem(KEPT, ids.join());
    return true;
  }, 'site');
  for (const show of followers) show();
  return isKept ?? false;
}

/** Shows the list now, and whenever it has become another: here, in another tab, or while the page was put aside. */
export function followShortlist(show: () => void): void {
  followers.push(show);
  window.addEventListener('storage', ({ key }) => {
    if (key === KEPT || key === null) show();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) show();
  });
  show();
}
