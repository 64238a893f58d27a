import htmx from 'htmx.org';
import { usesArrowKeys } from './arrow-keys.ts';
import { expectReload, keepScrollPlaces } from './scroll-places.ts';

/*
 * What the club list does beyond plain links and forms: pages by the arrow keys, and after a swap whatever stands
 * outside of the container and must follow it.
 */

const CONTAINER = '#paginated';
/** How long an answer may take, in ms. */
const TIMEOUT = 10_000;

/** Not every browser has the Navigation API. */
const { navigation } = window as { navigation?: Navigation };

interface RequestContext {
  sourceElement: Element;
  request: { action: string; abort(): void };
  response?: { status: number; raw: Response };
  text?: string;
}

// The pages are small and the browser knows best how to come back to one: its place, its form, its title.
htmx.config.history = 'reload';
htmx.config.defaultTimeout = TIMEOUT;
htmx.config.includeIndicatorCSS = false;
keepScrollPlaces();

const container = document.querySelector<HTMLElement>(CONTAINER);
const messages = document.querySelector<HTMLElement>('#messages');
const announcement = document.querySelector<HTMLElement>('#announcement');
const underWay = new Set<RequestContext>();
const currentAddress = () => location.pathname + location.search;
/** Whose list is shown. */
let shownAddress = currentAddress();

const contextOf = (event: Event) => (event as CustomEvent<{ ctx: RequestContext }>).detail.ctx;

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
  if (usesArrowKeys(event.target)) return;
  const link = document.querySelector<HTMLElement>(`a[data-key="${event.key}"]`);
  if (!link) return;
  event.preventDefault();
  if (!event.repeat) link.click();
});

document.addEventListener('htmx:before:request', (event) => {
  const context = contextOf(event);
  underWay.add(context);
  container?.setAttribute('aria-busy', 'true');
  // The link to try again stays while it is at work.
  if (!messages?.contains(context.sourceElement)) clearMessages();
});

document.addEventListener('htmx:finally:request', (event) => {
  underWay.delete(contextOf(event));
  if (underWay.size === 0) container?.removeAttribute('aria-busy');
});

// Whoever goes back or forward wants no answer any more: it would be put where they have come to.
const giveUp = () => underWay.forEach(({ request }) => request.abort());
if (navigation) {
  navigation.addEventListener('navigate', ({ navigationType }) => {
    if (navigationType === 'traverse') giveUp();
  });
} else {
  window.addEventListener('popstate', giveUp);
}

// htmx comes back to the entries that it knows; those that a link within the page has made are not among them.
window.addEventListener('popstate', ({ state }: { state: { htmx?: boolean } | null }) => {
  if (state?.htmx || currentAddress() === shownAddress) return;
  expectReload();
  location.reload();
});

// Whatever is no fragment is told and leaves list, title and address alone.
document.addEventListener('htmx:after:request', (event) => {
  const context = contextOf(event);
  if (isFragment(context)) return;
  event.preventDefault();
  showFailure(context);
});

document.addEventListener('htmx:error', (event) => showFailure(contextOf(event)));

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
  const message = document.createElement('p');
  const text = document.createElement('span');
  text.id = 'failure';
  text.textContent = 'The list could not be loaded.';
  const retry = document.createElement('a');
  retry.href = request.action;
  retry.textContent = 'Try again';
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
  const close = document.createElement('button');
  close.type = 'button';
  close.setAttribute('aria-label', 'Close the message');
  close.addEventListener('click', () => {
    clearMessages();
    container?.querySelector('h3')?.focus({ preventScroll: true });
  });
  message.append(text, ' ', retry, close);
  // Go on from the message, wherever on the page it comes, unless the visitor has gone elsewhere meanwhile.
  const { activeElement } = document;
  const isFree = activeElement === document.body || activeElement === sourceElement;
  messages?.replaceChildren(message);
  htmx.process(retry);
  if (isFree) retry.focus({ preventScroll: true });
  makeRoomForMessages();
}

function clearMessages(): void {
  messages?.replaceChildren();
  makeRoomForMessages();
}

/** Messages stay at the top of the window: nothing that has the focus, or comes into view, may be below them. */
function makeRoomForMessages(): void {
  if (!messages) return;
  document.documentElement.style.setProperty('--messages-size', `${messages.offsetHeight}px`);
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body || messages.contains(activeElement)) return;
  const end = messages.getBoundingClientRect().bottom;
  const { top, bottom } = activeElement.getBoundingClientRect();
  if (messages.offsetHeight > 0 && top < end && bottom > 0) activeElement.scrollIntoView({ block: 'nearest' });
}
// Their lines break anew in another window.
if (messages) new ResizeObserver(makeRoomForMessages).observe(messages);

document.addEventListener('htmx:after:swap', () => {
  const result = container?.querySelector<HTMLElement>('h3');
  if (!container || !result) return;
  const { title, announcement: text, invalid = '', clubStatus, ...others } = result.dataset;
  shownAddress = currentAddress();
  clearMessages();
  if (title) document.title = title;
  clearErrors(invalid.split(' '));
  if (clubStatus !== undefined) showStatus(clubStatus);
  if (announcement && text) announcement.textContent = text;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-view]')) {
    const href = others[`view${capitalize(link.dataset.view ?? '')}`];
    if (href) link.href = href;
  }
  // Paging from the end of a long list begins the next page at its start.
  if (container.getBoundingClientRect().top < 0) container.scrollIntoView();
  // The link that was used is gone on the first and last page: go on from the top of the list, not of the page.
  if (document.activeElement === document.body) result.focus({ preventScroll: true });
});

/** What was said of fields that have been mended is no longer so. */
function clearErrors(invalid: readonly string[]): void {
  for (const error of document.querySelectorAll<HTMLElement>('form.club-search .error')) {
    if (invalid.includes(error.dataset.field ?? '')) continue;
    const field = document.querySelector(`form.club-search [aria-describedby='${error.id}']`);
    field?.removeAttribute('aria-describedby');
    field?.removeAttribute('aria-invalid');
    error.remove();
  }
}

/** A search without a status is one for all; what the visitor has chosen meanwhile stays. */
function showStatus(clubStatus: string): void {
  const choices = Array.from(document.querySelectorAll<HTMLInputElement>('form.club-search [name="club_status"]'));
  if (choices.some(({ checked }) => checked)) return;
  for (const choice of choices) choice.checked = choice.value === clubStatus;
}

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
