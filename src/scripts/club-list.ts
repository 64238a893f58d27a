import htmx from 'htmx.org';
import { areArrowKeysOn, offerSwitch, usesArrowKeys } from './arrow-keys.ts';
import { announce, clearMessage, hasMessage, isInView, messageWords, showMessage } from './message.ts';
import { expectReload, keepScrollPlaces } from './scroll-places.ts';
import { tryStorage } from './browser-storage.ts';
import { turnPages } from './turn-pages.ts';

/*
 * What the club list does beyond plain links and forms: pages by the arrow keys, and after a swap whatever stands
 * outside of the container and must follow it.
 */

const CONTAINER = '#paginated';
/** How long an answer may take, in ms. */
const TIMEOUT = 10_000;
/** Who has waited so long is told that it goes on, in ms. */
const LONG = 2000;
const LOADED_AGAIN = 'loaded-again';

/** Not every browser has the Navigation API. */
const { navigation } = window as { navigation?: Navigation };

interface HistoryUpdate {
  history: { type: 'push' | 'replace'; path: string };
  response?: RequestContext['response'];
}

interface RequestContext {
  sourceElement: Element;
  sourceEvent?: Event;
  request: { action: string; headers: Record<string, string>; signal: AbortSignal; abort(): void };
  fetch?: typeof fetch;
  status?: string;
  response?: { status: number; raw: Response };
  text?: string;
}

// The pages are small and the browser knows best how to come back to one: its place, its form, its title.
htmx.config.history = 'reload';
htmx.config.defaultTimeout = TIMEOUT;
// An open list of categories stays open.
htmx.config.morphIgnore.push('open');
keepScrollPlaces();

const container = document.querySelector<HTMLElement>(CONTAINER);
const announcement = document.querySelector<HTMLElement>('#announcement');
const underWay = new Set<RequestContext>();
const currentAddress = () => location.pathname + location.search;
/** Whose list is shown: of the address that the document was loaded for. */
let shownAddress = loadedAddress() ?? currentAddress();
// Back or forward, while the document was still coming, have led to an entry that another document was loaded for. Once:
// whatever else writes addresses, such as an extension, must not make this a circle.
if (shownAddress === currentAddress()) tryStorage((storage) => storage.removeItem(LOADED_AGAIN));
else if (tryStorage((storage) => storage.getItem(LOADED_AGAIN) !== currentAddress())) {
  tryStorage((storage) => storage.setItem(LOADED_AGAIN, currentAddress()));
  loadAgain();
}
const turner = container && turnPages(container, usesArrowKeys);
/** Where the visitor was before what they have typed took its place in the history. */
let typedOver: string | null = null;

const contextOf = (event: Event) => (event as CustomEvent<{ ctx: RequestContext }>).detail.ctx;

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
  if (usesArrowKeys(event.target) || !areArrowKeysOn()) return;
  const link = document.querySelector<HTMLElement>(`a[data-key="${event.key}"]`);
  if (!link) return;
  event.preventDefault();
  if (!event.repeat) link.click();
});

offerSwitch(document.querySelector('[data-keys-switch]'));

// Who has searched on another page goes on from what was found, and not from the top of this one.
if (hasSearchedElsewhere() && document.activeElement === document.body) {
  container?.querySelector<HTMLElement>('h3')?.focus({ preventScroll: true });
}

function hasSearchedElsewhere(): boolean {
  const { origin, pathname } = URL.parse(document.referrer) ?? {};
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return (
    origin === location.origin &&
    pathname !== location.pathname &&
    load?.type === 'navigate' &&
    new URLSearchParams(location.search).has('name')
  );
}

// A text that the keyboard has opened stays so when the pointer takes the focus: what is pressed would move from under it.
const openTexts = (isOpen: string) => document.querySelectorAll(`.club-card-description${isOpen}`);
document.addEventListener('pointerdown', () => {
  for (const text of openTexts(':has(:focus-visible)')) text.setAttribute('data-open', '');
});
document.addEventListener('keydown', () => {
  for (const text of openTexts('[data-open]')) text.removeAttribute('data-open');
});

// What is typed takes the place of where the visitor was, until they say that it is a step of their way. The same address
// once more is none.
document.addEventListener('htmx:before:history:update', (event) => {
  const { history: step, response } = (event as CustomEvent<HistoryUpdate>).detail;
  if (step.type === 'replace') {
    typedOver ??= currentAddress();
    return;
  }
  const isSearch = Array.from(underWay).some(
    (context) => context.response === response && context.sourceEvent?.type === 'submit',
  );
  if (isSearch && typedOver !== null && typedOver !== step.path) history.replaceState(history.state, '', typedOver);
  else if (step.path === currentAddress()) step.type = 'replace';
  typedOver = null;
});

// htmx takes up what a swap has brought some milliseconds after it is there: whoever is faster would load a whole page.
if (container) {
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => Array.from(addedNodes))) {
      if (node instanceof Element) htmx.process(node);
    }
  }).observe(container, { childList: true });
}

// Who presses again while the very page is on its way does not begin anew: a slow site would never answer.
document.addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element && event.target.closest('a[hx-get]');
    if (!link) return;
    const isUnderWay = Array.from(underWay).some(
      ({ request }) => toAbsolute(request.action) === toAbsolute(link.getAttribute('hx-get') ?? ''),
    );
    if (!isUnderWay) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);
const toAbsolute = (address: string) => new URL(address, location.href).href;

// An input method shows unfinished text until its composition ends: search only then. On Android, keyboards compose each
// word of every language, and their text is searched while it is typed.
const isAndroid = navigator.userAgent.includes('Android');
let isComposing = false;
document.addEventListener('compositionstart', () => (isComposing = !isAndroid));
document.addEventListener('compositionend', ({ target }) => {
  if (!isComposing) return;
  isComposing = false;
  target?.dispatchEvent(new Event('input', { bubbles: true }));
});
document.addEventListener('htmx:config:request', (event) => {
  if (isComposing && contextOf(event).sourceEvent?.type === 'input') event.preventDefault();
});

document.addEventListener('htmx:before:request', (event) => {
  const context = contextOf(event);
  // What is typed is one step of the visitor's way, however many letters it has.
  if (context.sourceEvent?.type === 'input') Object.assign(context, { push: null, replace: 'true' });
  underWay.add(context);
  turner?.begin(context);
  container?.setAttribute('aria-busy', 'true');
  usedBy(context)?.setAttribute('data-at-work', '');
  stillLoading ||= window.setTimeout(() => tellWaiting(container?.dataset.loading ?? ''), LONG);
  // The link to try again stays while it is at work. Whoever goes on by another way is where they were before it.
  if (hasMessage(context.sourceElement)) return;
  const isInMessage = hasMessage(document.activeElement);
  const place = clearMessage();
  if (isInMessage && place?.isConnected) place.focus({ preventScroll: true });
});

document.addEventListener('htmx:finally:request', (event) => {
  const context = contextOf(event);
  underWay.delete(context);
  usedBy(context)?.removeAttribute('data-at-work');
  if (underWay.size === 0) {
    container?.removeAttribute('aria-busy');
    clearTimeout(stillLoading);
    stillLoading = 0;
    tellWaiting('');
  }
  turner?.end(context, context.status === 'swapped');
});

/** What was pressed, which shows that something comes of it: the list itself may be out of sight. Typing shows itself. */
function usedBy({ sourceElement, sourceEvent }: RequestContext): Element | null {
  if (sourceElement.matches('a')) return sourceElement;
  if (sourceEvent instanceof SubmitEvent) return sourceEvent.submitter;
  const { target } = sourceEvent ?? {};
  return sourceEvent?.type === 'change' && target instanceof Element ? target.closest('label') : null;
}

let stillLoading = 0;

/** Says that it still loads; what was said since stays. */
function tellWaiting(text: string): void {
  const { loading } = container?.dataset ?? {};
  if (announcement && (text !== '' || announcement.textContent === loading)) announcement.textContent = text;
}

// Whoever goes back, forward or elsewhere wants no answer any more: it would be put where they have come to.
const giveUp = () => underWay.forEach(({ request }) => request.abort());
if (navigation) {
  navigation.addEventListener('navigate', ({ navigationType, destination }) => {
    if (navigationType === 'traverse' || !destination.sameDocument) giveUp();
  });
} else {
  window.addEventListener('popstate', giveUp);
}
window.addEventListener('pagehide', giveUp);

// htmx comes back to the entries that it knows; those that a link within the page has made are not among them.
window.addEventListener('popstate', ({ state }: { state: { htmx?: boolean } | null }) => {
  if (!state?.htmx && currentAddress() !== shownAddress) loadAgain();
});

function loadAgain(): void {
  expectReload();
  location.reload();
}

function loadedAddress(): string | null {
  const [load] = performance.getEntriesByType('navigation');
  if (!load) return null;
  const { pathname, search } = new URL(load.name);
  return pathname + search;
}

// A view, or a language, that is chosen before what is typed was looked for shows that.
document.addEventListener('click', ({ target }) => {
  const link =
    target instanceof Element ? target.closest<HTMLAnchorElement>('a:is([data-view], [data-translation])') : null;
  const form = document.querySelector<HTMLFormElement>('form.club-search');
  if (!link || !form) return;
  const params = new URLSearchParams(link.search);
  const asked = new FormData(form);
  const textOf = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value.trim() : '');
  const name = textOf(asked.get('name'));
  if (name === textOf(params.get('name'))) return;
  params.set('name', name);
  params.set('club_status', textOf(asked.get('club_status')));
  params.delete('page');
  link.search = params.toString();
});

// Whatever is no fragment is told and leaves list, title and address alone.
document.addEventListener('htmx:after:request', (event) => {
  const context = contextOf(event);
  if (isFragment(context)) return;
  event.preventDefault();
  showFailure(context);
});

document.addEventListener('htmx:error', (event) => {
  // Without one, a request was never made.
  const { ctx } = (event as CustomEvent<{ ctx?: RequestContext }>).detail;
  if (ctx) showFailure(ctx);
});

/** Whether this is the list's own answer: proxies and portals answer in its place with pages of their own. */
function isFragment({ request, response, text = '' }: RequestContext): boolean {
  // A page that is gone has a fragment too, which leads back.
  if (!response || (response.status !== 200 && response.status !== 404)) return false;
  if (pathOf(response.raw.url) !== pathOf(request.action) || !/^\s*<h3\s/.test(text)) return false;
  const { firstElementChild } = new DOMParser().parseFromString(text, 'text/html').body;
  return firstElementChild?.matches('.club-result[data-title][data-announcement]') ?? false;
}

const pathOf = (address: string) => new URL(address, location.href).pathname.replace(/\/$/, '');

function showFailure({ request, sourceElement }: RequestContext): void {
  const { failure = '', retry: again = '' } = messageWords();
  const text = document.createElement('span');
  text.id = 'failure';
  text.textContent = failure;
  const retry = document.createElement('a');
  retry.href = request.action;
  retry.textContent = again;
  retry.setAttribute('aria-describedby', text.id);
  // As the links of the pages do: what is shown stays until there is an answer.
  for (const [name, value] of Object.entries({
    'hx-get': request.action,
    'hx-swap': 'innerHTML',
    'hx-target': CONTAINER,
    'hx-push-url': 'true',
    'hx-sync': `${CONTAINER}:replace`,
  }))
    retry.setAttribute(name, value);
  // Go on from the message, wherever on the page it comes, unless the visitor has gone elsewhere meanwhile.
  const { activeElement } = document;
  const isFree = activeElement === document.body || activeElement === sourceElement || hasMessage(activeElement);
  showMessage([text, ' ', retry], {
    used: sourceElement,
    closed: (before) => (before ?? firstInView())?.focus({ preventScroll: true }),
  });
  htmx.process(retry);
  if (isFree) retry.focus({ preventScroll: true });
  else announce(`${failure} ${again}`);
}

/** Where a visitor who has used nothing yet goes on: with the first card that is seen whole. */
function firstInView(): HTMLElement | null {
  const names = Array.from(document.querySelectorAll<HTMLElement>('.club-card-name'));
  return names.find((name) => isInView(name)) ?? container?.querySelector('h3') ?? null;
}

/** Where the page was scrolled to before the swap. */
let placeBefore = 0;
/** Where the list ended in the window. */
let endBefore = 0;
/** Whether something had the focus before the swap. */
let hadFocus = false;
/** Whether the visitor removed a filter. */
let hasRemovedFilter = false;
document.addEventListener('htmx:before:swap', (event) => {
  hasRemovedFilter = contextOf(event).sourceElement.closest('#filter-chips') !== null;
  placeBefore = window.scrollY;
  endBefore = container?.getBoundingClientRect().bottom ?? 0;
  hadFocus = document.activeElement !== document.body;
});

/**
 * A shorter list makes a shorter page, which would come down under the pointer, and bring up what stands below it: it
 * keeps the room that is scrolled, and that which it had in the window.
 */
function keepPlace(list: HTMLElement): void {
  list.style.minBlockSize = '';
  const missing = placeBefore - window.scrollY;
  const end = list.getBoundingClientRect().bottom - Math.max(missing, 0);
  const shorter = Math.min(endBefore, window.innerHeight) - end;
  const more = Math.max(missing, shorter);
  if (more > 0) list.style.minBlockSize = `${list.offsetHeight + more}px`;
  if (missing > 0) window.scrollTo(0, placeBefore);
}

document.addEventListener('htmx:after:swap', () => {
  const result = container?.querySelector<HTMLElement>('h3');
  if (!container || !result) return;
  keepPlace(container);
  turner?.come();
  const { title, announcement: text, clubStatus, query = '', ...others } = result.dataset;
  shownAddress = currentAddress();
  // By its name: the swap has made another of it.
  const before = clearMessage();
  const usedBefore = before?.id ? document.getElementById(before.id) : null;
  if (title) document.title = title;
  if (clubStatus !== undefined) showStatus(clubStatus);
  if (hasRemovedFilter) showSearch(new URLSearchParams(query), clubStatus ?? '');
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-view]')) {
    const href = others[`view${capitalize(link.dataset.view ?? '')}`];
    if (href) link.href = href;
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-translation]')) link.search = query;
  // Paging from the end of a long list begins the next page at its start. A card that is in view stays where it is.
  const cards = container.querySelector('.club-cards') ?? result;
  if (cards.getBoundingClientRect().top < 0) {
    container.style.minBlockSize = '';
    (container.closest('.list') ?? container).scrollIntoView();
  }
  // What had the focus is gone, as the link that was used on the first and last page, or the keyboard's ring is out of
  // sight: go on from the top of the list, not of the page.
  const isGone = () => hadFocus && (document.activeElement === document.body || !isShown(document.activeElement));
  if (isGone()) usedBefore?.focus({ preventScroll: true });
  const isLost = isGone() || isOutOfSight(container.querySelector('a:focus-visible'));
  tellOnce(text ?? '', isLost ? result : null);
  if (isLost) result.focus({ preventScroll: true });
});

/** A browser takes the focus from what is hidden only later. */
const isShown = (element: Element | null) => element?.checkVisibility({ visibilityProperty: true }) ?? false;

function isOutOfSight(element: Element | null): boolean {
  if (!element) return false;
  const { top, bottom } = element.getBoundingClientRect();
  return top < 0 || bottom > window.innerHeight;
}

/** Says once where the visitor has come to: a screen reader reads what takes the focus, and what is new in the region. */
function tellOnce(text: string, focused: HTMLElement | null): void {
  // The line alone does not tell the page.
  focused?.setAttribute('aria-label', text);
  announce(focused ? '' : text);
}

/** A search without a status is one for all; what the visitor has chosen meanwhile stays. */
function showStatus(clubStatus: string): void {
  const choices = Array.from(document.querySelectorAll<HTMLInputElement>('form.club-search [name="club_status"]'));
  if (choices.some(({ checked }) => checked)) return;
  for (const choice of choices) choice.checked = choice.value === clubStatus;
}

/** Removes what a removed filter has left in the form. */
function showSearch(query: URLSearchParams, clubStatus: string): void {
  const field = document.querySelector<HTMLInputElement>('form.club-search [name="name"]');
  if (field) field.value = query.get('name') ?? '';
  for (const choice of document.querySelectorAll<HTMLInputElement>('form.club-search [name="club_status"]'))
    choice.checked = choice.value === clubStatus;
}

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
