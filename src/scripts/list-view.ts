/* Stores the last view of the club list, and applies it to links and forms on other pages that lead to the list. */
import { tryStorage } from './browser-storage.ts';

const KEY = 'list-view';
const LIST_PAGE = '.club-list-page';

const storedSize = () => tryStorage((storage) => /^\d{1,3}$/.exec(storage.getItem(KEY) ?? '')?.[0], 'site') ?? null;

document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href*="page_size="]') : null;
  if (!link) return;
  const url = new URL(link.href);
  const size = url.searchParams.get('page_size') ?? '';
  if (link.dataset.view !== undefined) tryStorage((storage) => storage.setItem(KEY, size), 'site');
  const stored = storedSize();
  if (stored === null || stored === size || link.closest(LIST_PAGE)) return;
  url.searchParams.set('page_size', stored);
  const page = Number(url.searchParams.get('page'));
  // The page that begins with the same club.
  if (page > 1) url.searchParams.set('page', String(Math.floor(((page - 1) * Number(size)) / Number(stored)) + 1));
  link.href = url.href;
});
document.addEventListener('submit', ({ target }) => {
  if (!(target instanceof HTMLFormElement) || target.closest(LIST_PAGE)) return;
  const field = target.querySelector<HTMLInputElement>('input[type=hidden][name=page_size]');
  const stored = storedSize();
  if (field && stored !== null) field.value = stored;
});
