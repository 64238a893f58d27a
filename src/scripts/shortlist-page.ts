/*
 * What the page of a shortlist does beyond its links and its form: its address is copied and the page printed, and its
 * clubs are put on the visitor's own shortlist.
 */
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
const shown = without(readIds(page?.dataset.ids ?? ''), gone);

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
    show('add', without(shown, own).length > 0 && own.length < MOST);
    show(
      'drop',
      gone.some((id) => own.includes(id)),
    );
    if (tools?.dataset.decided !== undefined) return;
    if (without(shown, own).length === 0) say(said?.dataset.own);
    tools?.setAttribute('data-decided', '');
  });
}

/** Whoever has pressed what goes away goes on from what is said of it. */
function show(name: string, isShown: boolean): void {
  const button = tool(name);
  if (!button) return;
  if (!isShown && button === document.activeElement) said?.focus({ preventScroll: true });
  button.hidden = !isShown;
}
