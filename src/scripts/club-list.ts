import htmx, { type HtmxRequestCtx } from 'htmx.org';
import 'htmx.org/dist/ext/hx-preload.js';
import { usesArrowKeys } from './arrow-keys.ts';
import { announce, clearMessage, hasMessage, messageTexts, showMessage } from './message.ts';
import './open-elsewhere.ts';

/*
 * The club list. htmx swaps the pages; this script handles arrow keys, announcements, the focus after a swap, failures,
 * and the elements outside of the container that depend on the list.
 */

/** In ms. */
const TIMEOUT = 10_000;
const SLOW = 2000;

// Going back reloads the page, so that the browser restores its form, title and scroll position.
htmx.config.history = 'reload';
htmx.config.defaultTimeout = TIMEOUT;
// Links of the new page work immediately.
htmx.config.defaultSettleDelay = 0;
// An open list of categories stays open.
htmx.config.morphIgnore.push('open');

const list = document.querySelector<HTMLElement>('#paginated');
const inFlight = new Set<HtmxRequestCtx>();
const currentAddress = () => location.pathname + location.search;
const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
let shownAddress = currentAddress();
/** Whether typing made the current history entry, so that further typing replaces it. */
let isTypedEntry = false;
let slow = 0;

const isSame = (address: string, other: string) =>
  new URL(address, location.href).href === new URL(other, location.href).href;

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat)
    return;
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
  if (usesArrowKeys(event.target)) return;
  const link = document.querySelector<HTMLElement>(`a[data-key="${event.key}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});

// With an input method, search when its composition ends. On Android every word is composed, so search while typing.
const isAndroid = navigator.userAgent.includes('Android');
let isComposing = false;
document.addEventListener('compositionstart', () => (isComposing = !isAndroid));
document.addEventListener('compositionend', ({ target }) => {
  if (!isComposing) return;
  isComposing = false;
  target?.dispatchEvent(new Event('input', { bubbles: true }));
});

// A new search replaces the text that the clubs of this list are about.
document.addEventListener('input', ({ target }) => {
  if (target instanceof Element && target.matches('.club-search [name=name]'))
    document.querySelector('.club-search [name=about]')?.remove();
});

htmx.on('htmx:config:request', (event) => {
  const { sourceEvent, sourceElement, request } = event.detail.ctx;
  const isUnfinished = isComposing && sourceEvent?.type === 'input';
  // Pressing a link again must not restart a slow request.
  const isInFlight =
    sourceElement.matches('a') && [...inFlight].some((running) => isSame(running.request.action, request.action));
  if (isUnfinished || isInFlight) event.preventDefault();
});

htmx.on('htmx:before:request', ({ detail }) => {
  const context = detail.ctx as HtmxRequestCtx & { fetch: Window['fetch'] };
  inFlight.add(context);
  const { fetch, request } = context;
  // The response of a prefetch ignores the signal.
  context.fetch = (...options) => Promise.race([fetch(...options), rejectOnAbort(request.signal)]);
  list?.setAttribute('aria-busy', 'true');
  slow ||= window.setTimeout(() => announce(list?.dataset.loading ?? ''), SLOW);
  // The link to retry stays while it loads.
  if (!hasMessage(context.sourceElement)) clearMessage();
});

const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

htmx.on('htmx:finally:request', ({ detail }) => {
  inFlight.delete(detail.ctx);
  if (inFlight.size > 0) return;
  list?.removeAttribute('aria-busy');
  clearTimeout(slow);
  slow = 0;
});

htmx.on('htmx:after:request', (event) => {
  const { ctx } = event.detail;
  const { response, text = '' } = ctx;
  // A page past the last is a 404 with a fragment. Proxies and captive portals send other pages.
  const isFragment = [200, 404].includes(response?.status ?? 0) && /^\s*<h3 class="club-result"/.test(text);
  if (isFragment) return;
  event.preventDefault();
  showFailure(ctx);
});

htmx.on('htmx:error', ({ detail: { ctx } }) => {
  if (ctx) showFailure(ctx);
});

function showFailure({ request, sourceElement }: HtmxRequestCtx): void {
  const { failure = '', retry = '' } = messageTexts();
  const link = document.createElement('a');
  link.href = request.action;
  link.textContent = retry;
  const attributes = { get: request.action, swap: 'innerHTML', target: '#paginated', 'push-url': 'true' };
  for (const [name, value] of Object.entries({ ...attributes, sync: '#paginated:replace' }))
    link.setAttribute(`hx-${name}`, value);
  const { activeElement } = document;
  const isFree = activeElement === document.body || activeElement === sourceElement || hasMessage(activeElement);
  showMessage(failure, link);
  htmx.process(link);
  // Unless the visitor has moved on to another control.
  if (isFree) link.focus({ preventScroll: true });
}

// One history entry per address, and one for continuous typing.
htmx.on('htmx:before:history:update', ({ detail: { history: step, response } }) => {
  const isTyped = [...inFlight].some(
    (context) => context.response === response && context.sourceEvent?.type === 'input',
  );
  if (step.path === currentAddress() || (isTyped && isTypedEntry)) step.type = 'replace';
  isTypedEntry = isTyped;
});

// htmx reloads only entries that it has created, not those of links within the page.
window.addEventListener('popstate', ({ state }: { state: { htmx?: boolean } | null }) => {
  if (!state?.htmx && currentAddress() !== shownAddress) location.reload();
});

// A late response would replace the address of the next page.
const abortAll = () => inFlight.forEach(({ request }) => request.abort());
window.addEventListener('pagehide', abortAll);

// Going back within this document reloads it, and the browser would keep the scroll position of the page before.
const { navigation } = window as { navigation?: Navigation };
let isTraversing = false;
const saveScroll = () => isTraversing || navigation?.updateCurrentEntry({ state: { scrollY: window.scrollY } });
window.addEventListener('pagehide', saveScroll);
navigation?.addEventListener('navigate', ({ navigationType, destination, hashChange }) => {
  saveScroll();
  isTraversing ||= navigationType === 'traverse' && !hashChange;
  if (isTraversing || !destination.sameDocument) abortAll();
});
const { scrollY } = (navigation?.currentEntry?.getState() ?? {}) as { scrollY?: number };
if (scrollY !== undefined && (load?.type === 'reload' || history.scrollRestoration === 'manual')) {
  history.scrollRestoration = 'manual';
  window.scrollTo(0, scrollY);
}

// After a search on another page, the keyboard continues at the result.
const from = document.referrer ? new URL(document.referrer) : null;
const isFromOtherPage = from?.origin === location.origin && from.pathname !== location.pathname;
if (load?.type === 'navigate' && isFromOtherPage && new URLSearchParams(location.search).has('name'))
  list?.querySelector<HTMLElement>('h3')?.focus({ preventScroll: true });

// htmx starts in an earlier task: this handles what the visitor did until then.
setTimeout(() => {
  const { activation, currentEntry } = navigation ?? {};
  // Back was pressed again: the address is that of another page.
  if (activation && activation.entry.key !== currentEntry?.key && activation.entry.url !== currentEntry?.url)
    location.reload();
  const field = document.querySelector<HTMLInputElement>('.club-search [name=name]');
  if (field && field.value !== field.defaultValue) field.dispatchEvent(new Event('input', { bubbles: true }));
});

// On phones, the link to the result, the close button, the Escape key and Back (of Android) close the sheet of filters.
const sheet = document.querySelector<HTMLDetailsElement>('.sheet');
const closeSheet = () => sheet?.removeAttribute('open');
// Safari and Firefox do not have it.
const { CloseWatcher } = window as { CloseWatcher?: new () => EventTarget & { destroy: () => void } };
let watcher: InstanceType<NonNullable<typeof CloseWatcher>> | undefined;
document.querySelector('#to-result')?.addEventListener('click', closeSheet);
document.querySelector('#close-sheet')?.addEventListener('click', () => {
  closeSheet();
  sheet?.querySelector('summary')?.focus();
});
sheet?.addEventListener('toggle', () => {
  watcher?.destroy();
  watcher = sheet.open && CloseWatcher ? new CloseWatcher() : undefined;
  watcher?.addEventListener('close', closeSheet);
});

let hadFocus = false;
let isFromLink = false;
htmx.on('htmx:before:swap', ({ detail }) => {
  hadFocus = document.activeElement !== document.body;
  isFromLink = detail.ctx.sourceElement.matches('a');
});

htmx.on('htmx:after:swap', () => {
  const result = list?.querySelector<HTMLElement>('h3');
  if (!list || !result) return;
  shownAddress = currentAddress();
  clearMessage();
  followResult(result.dataset);
  // The next page of a long list starts at its top.
  if (list.getBoundingClientRect().top < 0 && result.getBoundingClientRect().bottom < 0)
    (list.closest('.list') ?? list).scrollIntoView();
  const { activeElement } = document;
  const isRemoved = hadFocus && (activeElement === document.body || !activeElement?.getClientRects().length);
  if (isRemoved || isOutside(list.querySelector('a:focus-visible'))) {
    // The focus announces the result, so the live region must not.
    result.setAttribute('aria-label', result.dataset.announcement ?? '');
    announce('');
    result.focus({ preventScroll: true });
  } else {
    announce(result.dataset.announcement ?? '');
  }
});

function followResult({ title, query = '', ...others }: DOMStringMap): void {
  if (title) document.title = title;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-translation]')) link.search = query;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-view]')) {
    const name = link.dataset.view ?? '';
    link.href = others[`view${name.charAt(0).toUpperCase()}${name.slice(1)}`] ?? link.href;
  }
  // A link may remove a filter, and a search that was being typed.
  if (!isFromLink) return;
  const params = new URLSearchParams(query);
  for (const field of document.querySelectorAll<HTMLInputElement>(
    '.club-search :is([name=name], [name=club_status])',
  )) {
    if (field.type === 'radio') field.checked = field.value === others.clubStatus;
    else if (field !== document.activeElement) field.value = params.get('name') ?? '';
  }
}

function isOutside(element: Element | null): boolean {
  const { top, bottom } = element?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  return top < 0 || bottom > window.innerHeight;
}
