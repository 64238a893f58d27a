/*
 * What the page of a shortlist does beyond its links and its form: its address is copied and the page printed, and its
 * clubs are put on the visitor's own shortlist. Where it shows that one it follows it: a club that is taken off is in
 * neither number nor address any more, and keeps its place, with the star that puts it back, until the page is left.
 */
import { tryStorage } from './browser-storage.ts';
import { announce } from './message.ts';
import {
  canKeep,
  followShortlist,
  join,
  keepShortlist,
  MOST,
  queryOf,
  readIds,
  readShortlist,
  without,
} from './shortlist.ts';

const page = document.querySelector<HTMLElement>('.shortlist-page');
const said = page?.querySelector<HTMLElement>('[data-said]');
const tools = page?.querySelector<HTMLElement>('.tools');
const tool = (name: string) => page?.querySelector<HTMLElement>(`[data-tool="${name}"]`);
const gone = readIds(page?.dataset.gone ?? '');
const all = readIds(page?.dataset.ids ?? '');
let shown = without(all, gone);

/** The address of the visitor's own list as this tab has last shown it: who comes back there sees that list. */
const OWN = 'own-shortlist';
const isOwn =
  canKeep() &&
  shown.length > 0 &&
  without(readShortlist(), all).length === 0 &&
  (isSame(all, readShortlist()) || tryStorage((storage) => storage.getItem(OWN)) === queryOf(all));

function offer(name: string, press: (button: HTMLElement) => void): void {
  const button = tool(name);
  if (!button) return;
  button.hidden = false;
  button.addEventListener('click', () => press(button));
}

function say(text = ''): void {
  if (said) said.textContent = text;
}

offer('print', () => window.print());

// Browsers let nobody copy on a page that came without https.
const { clipboard } = navigator as { clipboard?: Clipboard };
if (clipboard) {
  offer('copy', ({ dataset: { done, failed } }) => {
    const { origin, pathname } = location;
    clipboard.writeText(`${origin}${pathname}?${queryOf(shown)}`).then(
      () => say(done),
      () => say(failed),
    );
  });
} else {
  tool('copy')?.remove();
}

if (canKeep()) {
  const stars = tool('stars');
  if (stars) stars.hidden = false;
  offer('add', ({ dataset: { done, inPart } }) => {
    const added = join(readShortlist(), shown);
    if (keepShortlist(added)) say(without(shown, added).length === 0 ? done : inPart);
  });
  offer('drop', ({ dataset: { done } }) => {
    if (keepShortlist(without(readShortlist(), gone))) say(done);
  });
  followShortlist(() => {
    const own = readShortlist();
    // Whoever comes back to where their list was empty sees what is on it by now.
    if (all.length === 0 && own.length > 0) {
      location.replace(`?${queryOf(own)}`);
      return;
    }
    if (isOwn) showOwn(own);
    show('add', without(shown, own).length > 0 && own.length < MOST);
    show(
      'drop',
      gone.some((id) => own.includes(id)),
    );
    if (tools?.dataset.decided !== undefined) return;
    if (isOwn) say(said?.dataset.own);
    else if (without(shown, own).length === 0) say(tool('add')?.dataset.done);
    tools?.setAttribute('data-decided', '');
  });
}

// Without this script the page of the comparison says so.
const choice = page?.querySelector('form');
const error = choice?.querySelector<HTMLElement>('[data-wrong-choice]');
const countChosen = () => choice?.querySelectorAll(':checked').length ?? 0;
const isTooMany = () => countChosen() > Number(error?.dataset.most);
choice?.addEventListener('submit', (event) => {
  if (!error || (countChosen() > 0 && !isTooMany())) return;
  event.preventDefault();
  error.textContent = error.dataset.wrongChoice ?? '';
});
choice?.addEventListener('change', () => {
  if (error) error.textContent = isTooMany() ? (error.dataset.wrongChoice ?? '') : '';
});

function isSame(ids: readonly number[], others: readonly number[]): boolean {
  return ids.length === others.length && without(ids, others).length === 0;
}

/** Shows of the page what is on the visitor's own list still. */
function showOwn(own: readonly number[]): void {
  const left = own.filter((id) => all.includes(id));
  const query = queryOf(left);
  tryStorage((storage) => storage.setItem(OWN, query));
  const before = shown;
  shown = without(left, gone);
  for (const note of page?.querySelectorAll<HTMLElement>('[data-off]') ?? []) {
    const isOff = !shown.includes(Number(note.dataset.off));
    note.hidden = !isOff;
    const choice = note.parentElement?.querySelector('input');
    if (!choice) continue;
    choice.disabled = isOff;
    if (isOff) choice.checked = false;
    // The page that somebody comes back to lacks it, and browsers fill in those of one name by their order.
    choice.name = isOff ? '' : 'ids';
  }
  if (isSame(shown, before)) return;
  history.replaceState(history.state, '', query ? `?${query}` : location.pathname);
  for (const other of document.querySelectorAll<HTMLAnchorElement>('a[data-translation]')) other.search = query;
  const result = page?.querySelector('[data-result]');
  const { one = '', other = '' } = page?.dataset ?? {};
  const words = new Intl.PluralRules(document.documentElement.lang).select(shown.length) === 'one' ? one : other;
  if (result) result.textContent = words.replace(/\d+/, String(shown.length));
  announce(result?.textContent ?? '');
}

/** Whoever has pressed what goes away goes on from what is said of it. */
function show(name: string, isShown: boolean): void {
  const button = tool(name);
  if (!button) return;
  if (!isShown && button === document.activeElement) said?.focus({ preventScroll: true });
  button.hidden = !isShown;
}
