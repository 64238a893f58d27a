import htmx from 'htmx.org';

/*
 * Submits forms with htmx. An expected response replaces the form; a redirect is followed. Otherwise the form keeps
 * its input and shows the reason: the element `.why` of the response or `data-failed`.
 */

interface RequestContext {
  sourceElement: HTMLElement;
  response?: { raw: Response };
  text?: string;
}

htmx.config.history = false;
// Otherwise htmx writes the inline styles of resized fields, which the content security policy forbids.
htmx.config.defaultSettleDelay = 0;

/** While a redirect loads, no form may be submitted again. */
let isLeaving = false;
export const isLeft = (): boolean => isLeaving;

window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) isLeaving = false;
});

const contextOf = (event: Event) => (event as CustomEvent<{ ctx: RequestContext }>).detail.ctx;
const formOf = ({ sourceElement }: RequestContext) =>
  'failed' in sourceElement.dataset ? sourceElement.closest('form') : null;

document.addEventListener('htmx:before:request', (event) => {
  if (isLeaving) event.preventDefault();
  formOf(contextOf(event))?.querySelector('[data-failure]')?.setAttribute('hidden', '');
});

document.addEventListener('htmx:after:request', (event) => {
  const context = contextOf(event);
  const { sourceElement, response, text = '' } = context;
  const { raw } = response ?? {};
  const form = formOf(context);
  if (!form) {
    if (!raw?.ok || raw.redirected) event.preventDefault();
  } else if (raw?.redirected) {
    // The form was accepted, even if the next page could not be loaded.
    event.preventDefault();
    isLeaving = true;
    location.assign(raw.url);
  } else {
    const answer = new DOMParser().parseFromString(text, 'text/html');
    const next = answer.querySelector(sourceElement.getAttribute('hx-select') ?? '');
    if (next && !next.querySelector('[data-unread]')) return;
    event.preventDefault();
    fail(context, answer.querySelector('.why'));
  }
});

document.addEventListener('htmx:error', (event) => {
  const { ctx } = (event as CustomEvent<{ ctx?: RequestContext }>).detail;
  if (ctx) fail(ctx, null);
});

function fail(context: RequestContext, why: Element | null): void {
  const place = formOf(context)?.querySelector<HTMLElement>('[data-failure]');
  if (!place) return;
  place.replaceChildren(...(why?.childNodes ?? [context.sourceElement.dataset.failed ?? '']));
  place.hidden = false;
  place.focus();
}
