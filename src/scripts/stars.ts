import { clearMessage, messageTexts, showMessage } from './message.ts';
import {
  canStore,
  followShortlist,
  join,
  MAX_CLUBS,
  saveShortlist,
  queryOf,
  readShortlist,
  without,
} from './shortlist.ts';

/** Activates the stars and the links to the shortlist. Without storage in the browser, they stay hidden. */
export function activateStars(): void {
  if (!canStore()) return;
  addMenuEntry();
  followShortlist(showPressed);
  followShortlist(showLinks);
  // htmx and server islands add clubs.
  const main = document.querySelector('main') ?? document.body;
  new MutationObserver(showPressed).observe(main, { childList: true, subtree: true });
  document.addEventListener('click', ({ target }) => {
    const star = target instanceof Element ? target.closest<HTMLElement>('[data-star]') : null;
    if (star) press(Number(star.dataset.star));
  });
}

function showPressed(): void {
  const ids = readShortlist();
  for (const star of document.querySelectorAll<HTMLElement>('[data-star]'))
    star.setAttribute('aria-pressed', String(ids.includes(Number(star.dataset.star))));
}

/** In narrow windows the link to the shortlist is in the menu. */
function addMenuEntry(): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-shortlist]');
  const entry = document.createElement('a');
  Object.assign(entry, { href: link?.href ?? '', hidden: true });
  entry.dataset.shortlist = '';
  entry.append(document.createElement('span'));
  const item = document.createElement('li');
  item.className = 'own';
  item.append(entry);
  document.querySelector('.site-menu details > ul')?.append(item);
}

function showLinks(): void {
  const ids = readShortlist();
  const links = Array.from(document.querySelectorAll<HTMLAnchorElement>('a[data-shortlist]'));
  const text = links.map(({ dataset }) => dataset.text).find(Boolean) ?? '';
  for (const link of links) {
    link.search = queryOf(ids);
    link.hidden = ids.length === 0;
    link.dataset.count = String(ids.length);
    const label = link.querySelector('span');
    if (label) label.textContent = text.replace('{count}', String(ids.length));
  }
}

function press(id: number): void {
  const ids = readShortlist();
  const isOn = ids.includes(id);
  const { full = '', notKept = '' } = messageTexts();
  if (!isOn && ids.length >= MAX_CLUBS) showMessage(full);
  else if (!saveShortlist(isOn ? without(ids, [id]) : join(ids, [id]))) showMessage(notKept);
  else clearMessage();
}
