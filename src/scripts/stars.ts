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

/* The stars, and the links to the shortlist. Without storage in the browser, they stay hidden. */

if (canStore()) {
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
  for (const star of document.querySelectorAll<HTMLElement>('[data-star]')) {
    const isOn = String(ids.includes(Number(star.dataset.star)));
    if ((star.getAttribute('aria-pressed') ?? 'false') !== isOn) exchangeName(star);
    star.setAttribute('aria-pressed', isOn);
  }
}

/** The name contains the visible word, "Save" or "Saved". */
function exchangeName(star: HTMLElement): void {
  const { otherName = '' } = star.dataset;
  star.dataset.otherName = star.getAttribute('aria-label') ?? '';
  star.setAttribute('aria-label', otherName);
}

/** The link in the header, and on phones the bar, which also compares them. */
function showLinks(): void {
  const ids = readShortlist();
  const isOne = new Intl.PluralRules(document.documentElement.lang).select(ids.length) === 'one';
  for (const part of document.querySelectorAll<HTMLElement>('[data-saved]')) {
    part.hidden = ids.length === 0;
    part.dataset.count = String(ids.length);
    const text = part.querySelector<HTMLElement>('[data-text-one]');
    const { textOne = '', textOther = '' } = text?.dataset ?? {};
    if (text) text.textContent = (isOne ? textOne : textOther).replace('{count}', String(ids.length));
    const links = part instanceof HTMLAnchorElement ? [part] : part.querySelectorAll('a');
    for (const link of links) {
      link.search = queryOf(ids);
      if (link.dataset.compare !== undefined) link.hidden = ids.length < 2;
    }
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
