import { clearMessage, messageTexts, showMessage } from './message.ts';
import { canKeep, followShortlist, join, keepShortlist, MOST, queryOf, readShortlist, without } from './shortlist.ts';

/** Draws the stars that put clubs on the shortlist, and the link to it; nothing where the browser keeps nothing. */
export function drawStars(): void {
  if (!canKeep()) return;
  drawNew();
  // What htmx and islands bring.
  new MutationObserver(drawNew).observe(document.body, { childList: true, subtree: true });
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-star] > button') : null;
    if (button) press(button);
  });
  followShortlist(() => {
    showPressed(document.querySelectorAll('[data-star] > button'));
    showLinks();
  });
}

function drawNew(): void {
  const places = Array.from(document.querySelectorAll<HTMLElement>('[data-star]:empty'));
  if (places.length === 0) return;
  const star = document.querySelector('[data-shortlist] svg');
  const made = places.map((place) => {
    const { label = '', word } = place.dataset;
    const button = document.createElement('button');
    button.type = 'button';
    button.setAttribute('aria-label', label);
    if (star) button.append(star.cloneNode(true));
    if (word !== undefined) {
      const text = document.createElement('bdi');
      text.textContent = word;
      button.append(text);
    }
    place.append(button);
    return button;
  });
  showPressed(made);
}

const idOf = (button: Element) => Number(button.parentElement?.dataset.star);

function showPressed(buttons: Iterable<Element>): void {
  const ids = new Set(readShortlist());
  for (const button of buttons) button.setAttribute('aria-pressed', String(ids.has(idOf(button))));
}

function showLinks(): void {
  const ids = readShortlist();
  const link = document.querySelector<HTMLAnchorElement>('a[data-shortlist]');
  const text = (link?.dataset.text ?? '').replace('{count}', String(ids.length));
  const words = link?.querySelector('span');
  if (!link || !words) return;
  link.search = queryOf(ids);
  link.dataset.count = String(ids.length);
  link.hidden = ids.length === 0;
  words.textContent = text;
  showInMenu(link, text);
}

/** Where the header has no room for the link it stands in the menu, made as the entries that are there. */
function showInMenu({ href, hidden }: HTMLAnchorElement, text: string): void {
  const menu = document.querySelector('.site-menu details > ul');
  const known = menu?.querySelector('.own');
  const item = known ?? menu?.lastElementChild?.cloneNode(true);
  if (!(item instanceof Element)) return;
  const link = item.querySelector('a');
  if (hidden || !link) {
    known?.remove();
    return;
  }
  item.classList.add('own');
  link.removeAttribute('aria-current');
  link.href = href;
  link.textContent = text;
  if (!known) menu?.append(item);
}

function press(button: HTMLElement): void {
  const id = idOf(button);
  const ids = readShortlist();
  const isOn = ids.includes(id);
  const { full = '', notKept = '' } = messageTexts();
  if (!isOn && ids.length >= MOST) showMessage(full);
  else if (!keepShortlist(isOn ? without(ids, [id]) : join(ids, [id]))) showMessage(notKept);
  else clearMessage();
}
