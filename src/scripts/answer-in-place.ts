import htmx, { type HtmxRequestCtx } from 'htmx.org';

/*
 * Submits forms with htmx. An expected response replaces the form; a redirect is followed. Otherwise the form keeps
 * its input and shows the reason: the element `.why` of the response or `data-failed`.
 */

htmx.config.history = false;
// Otherwise htmx writes the inline styles of resized fields, which the content security policy forbids.
htmx.config.defaultSettleDelay = 0;

/** While a redirect loads, no form may be submitted again. */
let isLeaving = false;

window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) isLeaving = false;
});

const formOf = ({ sourceElement }: HtmxRequestCtx) =>
  sourceElement.hasAttribute('data-failed') ? sourceElement.closest('form') : null;

htmx.on('htmx:before:request', (event) => {
  if (isLeaving) event.preventDefault();
  formOf(event.detail.ctx)?.querySelector('[data-failure]')?.setAttribute('hidden', '');
});

htmx.on('htmx:after:request', (event) => {
  const { ctx } = event.detail;
  const { sourceElement, response, text = '' } = ctx;
  const { raw } = response ?? {};
  const form = formOf(ctx);
  if (!form) {
    if (!raw?.ok || raw.redirected) event.preventDefault();
  } else if (raw?.redirected) {
    // The form was accepted, even if the next page could not be loaded.
    event.preventDefault();
    isLeaving = true;
    delete form.dataset.guarded;
    location.assign(raw.url);
  } else {
    const answer = new DOMParser().parseFromString(text, 'text/html');
    const next = answer.querySelector(sourceElement.getAttribute('hx-select') ?? '');
    if (next && !next.querySelector('[data-unread]')) return;
    event.preventDefault();
    fail(ctx, answer.querySelector('.why'));
  }
});

htmx.on('htmx:error', ({ detail: { ctx } }) => {
  if (ctx) fail(ctx, null);
});

function fail(ctx: HtmxRequestCtx, why: Element | null): void {
  const place = formOf(ctx)?.querySelector<HTMLElement>('[data-failure]');
  if (!place) return;
  place.replaceChildren(...(why?.childNodes ?? [ctx.sourceElement.getAttribute('data-failed') ?? '']));
  place.hidden = false;
  place.focus();
}
