import { editDistance } from '../lib/edit-distance.ts';

/* `Ctrl K` or `⌘K` opens a dialog with the pages of the board and the clubs that match a text. */

const dialog = document.querySelector<HTMLDialogElement>('#go-to');
const field = dialog?.querySelector('input');
const pages = Array.from(dialog?.querySelectorAll<HTMLElement>('li') ?? []);
const none = dialog?.querySelector('p');
/** The last search, whose response counts. */
let latest = '';

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent);

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-go-to]')) {
  button.hidden = false;
  if (isApple) for (const key of button.querySelectorAll('kbd')) key.textContent = '⌘K';
  button.addEventListener('click', open);
}

document.addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  event.preventDefault();
  open();
});

function open(): void {
  if (!dialog || !field || dialog.open) return;
  field.value = '';
  dialog.showModal();
  void show();
}

field?.addEventListener('input', () => void show());

const findLinks = () => Array.from(dialog?.querySelectorAll<HTMLAnchorElement>('li:not([hidden]) > a') ?? []);

dialog?.addEventListener('keydown', (event) => {
  const links = findLinks();
  const place = links.findIndex((link) => link === document.activeElement);
  const next = { ArrowDown: place + 1, ArrowUp: place - 1 }[event.key];
  if (next !== undefined) (next < 0 ? field : links[Math.min(next, links.length - 1)])?.focus();
  else if (event.key === 'Enter' && event.target === field) links[0]?.click();
  else if (event.key === 'Escape') dialog.close();
  else return;
  event.preventDefault();
});

dialog?.addEventListener('click', ({ target }) => {
  if (target === dialog) dialog.close();
});

/** Without accents and case. */
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether a text has a word, or one that begins like it, but for a typo. Both are folded. */
const hasWord = (text: string, word: string) =>
  text.includes(word) ||
  (word.length > 3 &&
    text
      .split(/[^\p{L}]+/u)
      .some((other) => [-1, 0, 1].some((longer) => editDistance(word, other.slice(0, word.length + longer)) === 1)));

/** Shows the pages whose text or other words have all words, then the clubs. */
async function show(): Promise<void> {
  const text = field?.value.trim() ?? '';
  latest = text;
  // In "ajouter un club", the article does not matter.
  const words = fold(text)
    .split(/\s+/)
    .filter((word, _place, all) => word.length > 2 || all.length === 1);
  for (const page of pages) {
    const all = fold(`${page.textContent} ${page.dataset.words ?? ''}`);
    page.hidden = !words.every((word) => hasWord(all, word));
  }
  const clubs = text === '' ? [] : await findClubs(text);
  if (latest !== text) return;
  pages[0]?.parentElement?.replaceChildren(...pages, ...clubs);
  if (none) none.hidden = findLinks().length > 0;
}

/** The clubs of the public list, which also corrects typos. */
async function findClubs(name: string): Promise<HTMLElement[]> {
  const { list = '', club = '' } = dialog?.dataset ?? {};
  const query = new URLSearchParams({ name, club_status: '', page_size: '8' });
  const headers = { 'HX-Request': 'true' };
  const response = await fetch(`${list}?${query.toString()}`, { headers }).catch(() => null);
  if (!response?.ok) return [];
  const found = new DOMParser().parseFromString(await response.text(), 'text/html');
  const links = found.querySelectorAll<HTMLAnchorElement>('.best-matches a, a.club-card-name');
  const names = new Map(Array.from(links, ({ pathname, textContent }) => [pathname.split('/').at(-2), textContent]));
  return Array.from(names, ([id, textContent]) => {
    const item = document.createElement('li');
    item.append(Object.assign(document.createElement('a'), { href: club.replace('/0/', `/${id}/`), textContent }));
    return item;
  });
}
