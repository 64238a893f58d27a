/*
 * The tools of the shortlist page add the clubs to the visitor's own shortlist. If that is the list of the page, removing
 * a club updates count and address. The club stays: its star can add it again.
 */
import { tryStorage } from './browser-storage.ts';
import { announce } from './message.ts';
import {
  canStore,
  followShortlist,
  join,
  MAX_CLUBS,
  saveShortlist,
  queryOf,
  readIds,
  readShortlist,
  without,
} from './shortlist.ts';

/** The query of the visitor's own shortlist as last shown in this tab; returning to it shows that list. */
const OWN = 'own-shortlist';

const page = document.querySelector<HTMLElement>('.shortlist-page');
const said = page?.querySelector<HTMLElement>('[data-said]');
const tool = (name: string) => page?.querySelector<HTMLElement>(`[data-tool="${name}"]`);
const gone = readIds(page?.dataset.gone ?? '');
const all = readIds(page?.dataset.ids ?? '');
let shown = without(all, gone);

// Ids of merged clubs become those of the clubs that they are part of now.
for (const pair of page?.dataset.redirects?.split(',').filter(Boolean) ?? []) {
  const [oldId, newId = 0] = pair.split('-').map(Number);
  const current = readShortlist().map((id) => (id === oldId ? newId : id));
  saveShortlist([...new Set(current)]);
}

const say = (text = '') => {
  if (said) said.textContent = text;
};

/** If the tool is hidden while it has the focus, the status message takes the focus. */
function show(name: string, isShown: boolean): void {
  const button = tool(name);
  if (!isShown && button && button === document.activeElement) said?.focus({ preventScroll: true });
  if (button) button.hidden = !isShown;
}

const copyButton = page?.querySelector('[data-copy]');
const updateLink = () =>
  copyButton?.setAttribute('data-copy', `${location.origin}${location.pathname}?${queryOf(shown)}`);
updateLink();

tool('add')?.addEventListener('click', () => {
  const added = join(readShortlist(), shown);
  const { done, inPart } = tool('add')?.dataset ?? {};
  if (saveShortlist(added)) say(without(shown, added).length === 0 ? done : inPart);
});

if (canStore()) {
  const own = readShortlist();
  const isOwn =
    shown.length > 0 &&
    without(own, all).length === 0 &&
    (without(all, own).length === 0 || tryStorage((storage) => storage.getItem(OWN)) === queryOf(all));
  if (isOwn) {
    page?.setAttribute('data-own', '');
    saveShortlist(without(own, gone));
  } else if (shown.length > 0 && without(shown, own).length === 0) {
    say(tool('add')?.dataset.done);
  }
  followShortlist(() => follow(isOwn));
} else {
  for (const name of ['add', 'stars']) show(name, false);
}

function follow(isOwn: boolean): void {
  const own = readShortlist();
  // The list was empty when this page was loaded.
  if (all.length === 0 && own.length > 0) location.replace(`?${queryOf(own)}`);
  if (isOwn) showOwn(own.filter((id) => all.includes(id)));
  show('add', without(shown, own).length > 0 && own.length < MAX_CLUBS);
}

function showOwn(left: readonly number[]): void {
  const query = queryOf(left);
  tryStorage((storage) => storage.setItem(OWN, query));
  shown = without(left, gone);
  updateLink();
  const compared = page?.querySelector<HTMLInputElement>('[name=of]');
  if (compared) compared.value = shown.join();
  for (const box of page?.querySelectorAll<HTMLInputElement>('[name=ids]') ?? [])
    if (!shown.includes(Number(box.value))) box.checked = false;
  if (location.search === (query && `?${query}`)) return;
  history.replaceState(history.state, '', query ? `?${query}` : location.pathname);
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-translation]')) link.search = query;
  const { one = '', other = '' } = page?.dataset ?? {};
  const words = new Intl.PluralRules(document.documentElement.lang).select(shown.length) === 'one' ? one : other;
  const result = page?.querySelector('[data-result]');
  if (result) result.textContent = words.replace(/\d+/, String(shown.length));
  announce(result?.textContent ?? '');
}
