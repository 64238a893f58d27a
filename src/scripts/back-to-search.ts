/*
 * From a club back to what led to it: the address of the list or the shortlist that the visitor has come from takes the
 * place of the page of the list that has the club, and the link says which of them it is. From club to club it is handed
 * on, and to the same page in another language. Whoever comes from elsewhere has the link as the site made it.
 */
import { tryStorage } from './browser-storage.ts';

/** The page of a club that is left, or shown, in this tab, and the way back from there. */
const HANDED_ON = 'way-back';

const link = document.querySelector<HTMLAnchorElement>('a[data-back]');
if (link) {
  const { shortlistPage = '', toShortlist, toSearch } = link.dataset;
  const list = link.pathname;
  const way = readWay([list, shortlistPage]);
  if (way) {
    link.href = way.pathname + way.search;
    const words = way.pathname === list ? isSearch(way) && toSearch : toShortlist;
    const text = link.querySelector('span');
    if (words && text) text.textContent = words;
  }
  // Again when the page was put aside: other clubs may have been looked at meanwhile.
  window.addEventListener('pageshow', () => {
    tryStorage((storage) => {
      if (way) storage.setItem(HANDED_ON, `${location.pathname} ${way.pathname}${way.search}`);
      else storage.removeItem(HANDED_ON);
    });
  });
}

/** What the visitor has come from that is one of these, at once or over other clubs; this page may be loaded anew. */
function readWay(paths: readonly string[]): URL | undefined {
  const state = (history.state ?? {}) as Record<string, unknown>;
  const from = URL.parse(document.referrer);
  if (from?.origin !== location.origin) return undefined;
  const [page, handedOn = ''] = tryStorage((storage) => storage.getItem(HANDED_ON))?.split(' ') ?? [];
  const fresh = page === from.pathname ? inThisLanguage(handedOn, from.pathname) : '';
  const known = typeof state[HANDED_ON] === 'string' ? state[HANDED_ON] : fresh;
  const way = paths.includes(from.pathname) ? from : URL.parse(known, location.origin);
  if (way?.origin !== location.origin || !paths.includes(way.pathname)) return undefined;
  if (way !== from) history.replaceState({ ...state, [HANDED_ON]: known }, '');
  return way;
}

/** An address as this language has it, which a page has handed on that may be this very one in another language. */
function inThisLanguage(address: string, from: string): string {
  const translations = Array.from(document.querySelectorAll<HTMLAnchorElement>('a[data-translation]'));
  if (!translations.some(({ pathname }) => pathname === from)) return address;
  // One of two addresses is the other one behind a prefix.
  const here = location.pathname;
  if (here.endsWith(from)) return here.slice(0, -from.length) + address;
  return from.endsWith(here) ? address.slice(from.length - here.length) : address;
}

/** Whether it shows other clubs than the list does by itself. */
function isSearch({ searchParams }: URL): boolean {
  return (
    ['name', 'category'].some((name) => searchParams.get(name)?.trim()) || searchParams.get('club_status') === 'false'
  );
}
