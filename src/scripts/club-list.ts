import htmx from 'htmx.org';
import { usesArrowKeys } from './arrow-keys.ts';
import { keepScrollPlaces } from './scroll-places.ts';

/*
 * What the club list does beyond plain links and forms: pages by the arrow keys, and after a swap whatever stands
 * outside of the container and must follow it.
 */

const CONTAINER = '#paginated';
/** How long an answer may take, in ms. */
const TIMEOUT = 10_000;

interface RequestContext {
  sourceElement: Element;
  request: { action: string };
  response?: { status: number };
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
let underWay = 0;

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

document.addEventListener('htmx:before:request', () => {
  underWay += 1;
  container?.setAttribute('aria-busy', 'true');
  messages?.replaceChildren();
});

document.addEventListener('htmx:finally:request', () => {
  underWay -= 1;
  if (underWay === 0) container?.removeAttribute('aria-busy');
});

// An answer that is no fragment, such as an error page, is told and leaves list and address alone.
document.addEventListener('htmx:before:swap', (event) => {
  const context = contextOf(event);
  const isFragment = !/^\s*<!doctype/i.test(context.text ?? '');
  if ((context.response?.status ?? 500) < 500 && isFragment) return;
  event.preventDefault();
  showFailure(context);
});

document.addEventListener('htmx:error', (event) => showFailure(contextOf(event)));

function showFailure({ request, sourceElement }: RequestContext): void {
  const message = document.createElement('p');
  message.id = 'failure';
  const retry = document.createElement('a');
  retry.href = request.action;
  retry.textContent = 'Try again';
  retry.setAttribute('aria-describedby', message.id);
  message.append('The list could not be loaded. ', retry);
  messages?.replaceChildren(message);
  // Go on from the message, wherever on the page it comes, unless the visitor has gone elsewhere meanwhile.
  const { activeElement } = document;
  if (activeElement === document.body || activeElement === sourceElement) retry.focus({ preventScroll: true });
}

document.addEventListener('htmx:after:swap', () => {
  const result = container?.querySelector<HTMLElement>('h3');
  if (!container || !result) return;
  const { title, announcement: text, invalid, ...others } = result.dataset;
  if (title) document.title = title;
  if (invalid === undefined) clearErrors();
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

/** The form was mended: what was said of its fields is no longer so. */
function clearErrors(): void {
  for (const field of document.querySelectorAll('form.club-search [aria-describedby]')) {
    field.removeAttribute('aria-describedby');
    field.removeAttribute('aria-invalid');
  }
  for (const error of document.querySelectorAll('form.club-search .error')) error.remove();
}

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
