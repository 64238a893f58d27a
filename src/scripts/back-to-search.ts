/*
 * The link from a club back to the list leads to the search or shortlist that the visitor came from, also after other
 * clubs and in the other language. Other visitors keep the link of the server.
 */
import { tryStorage } from './browser-storage.ts';

/** The page that is left in this tab, and the way back from there. */
const HANDED_ON = 'way-back';

const link = document.querySelector<HTMLAnchorElement>('a[data-back]');
const from = URL.parse(document.referrer);
if (link && from?.origin === location.origin) {
  const { shortlistPage, toSearch, toShortlist } = link.dataset;
  const state = (history.state ?? {}) as Record<string, string | undefined>;
  const [page, handedOn] = tryStorage((storage) => storage.getItem(HANDED_ON))?.split(' ') ?? [];
  const kind = from.pathname === shortlistPage ? 'shortlist' : from.pathname === link.pathname ? 'list' : null;
  const known = state[HANDED_ON] ?? (page === from.pathname ? handedOn : undefined);
  const way = kind ? kind + from.search : known;
  if (way !== undefined) {
    const isShortlist = way.startsWith('shortlist');
    if (isShortlist && shortlistPage !== undefined) link.pathname = shortlistPage;
    link.search = way.replace(/^\w+/, '');
    const words = isShortlist ? toShortlist : isSearch(new URLSearchParams(link.search)) && toSearch;
    const text = link.querySelector('span');
    if (words && text) text.textContent = words;
    // For a reload.
    if (!kind) history.replaceState({ ...state, [HANDED_ON]: way }, '');
  }
  // Again when the page was put aside: other clubs may have been looked at meanwhile.
  window.addEventListener('pageshow', () => {
    tryStorage((storage) => storage.setItem(HANDED_ON, way === undefined ? '' : `${location.pathname} ${way}`));
  });
}

/** Whether it shows other clubs than the list does by itself. */
function isSearch(params: URLSearchParams): boolean {
  return ['name', 'category'].some((name) => params.get(name)?.trim()) || params.get('club_status') === 'false';
}
