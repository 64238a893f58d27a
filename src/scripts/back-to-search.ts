/*
 * Points the link from a club back to the list to the last search or shortlist of this tab, also in another language.
 * Without one, and for visitors from other sites, the link stays as it is.
 */
import { tryStorage } from './browser-storage.ts';

const KEY = 'way-back';

const link = document.querySelector<HTMLAnchorElement>('a[data-back]');
const from = document.referrer ? new URL(document.referrer) : null;
if (link && from?.origin === location.origin) {
  const { shortlistPage, toSearch, toShortlist } = link.dataset;
  const kind = from.pathname === shortlistPage ? 'shortlist' : from.pathname === link.pathname ? 'list' : null;
  if (kind) tryStorage((storage) => storage.setItem(KEY, kind + from.search));
  const way = kind ? kind + from.search : tryStorage((storage) => storage.getItem(KEY));
  if (way !== null) {
    const isShortlist = way.startsWith('shortlist');
    if (isShortlist && shortlistPage !== undefined) link.pathname = shortlistPage;
    link.search = way.replace(/^\w+/, '');
    const words = isShortlist ? toShortlist : isSearch(new URLSearchParams(link.search)) && toSearch;
    const text = link.querySelector('span');
    if (words && text) text.textContent = words;
  }
}

function isSearch(params: URLSearchParams): boolean {
  return ['name', 'category'].some((name) => params.get(name)?.trim()) || params.get('club_status') === 'false';
}
