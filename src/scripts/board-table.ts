import htmx from 'htmx.org';
import { announce } from './message.ts';

/*
 * Edits cells of the table of all clubs in place. A link in the cell fetches the form from its page. The response to
 * the form is the form again, or the current row; cancelling fetches the table again.
 */

const FORM = '.cell-form';

htmx.config.history = false;
// Otherwise htmx writes inline styles, which the content security policy forbids.
htmx.config.defaultSettleDelay = 0;
htmx.config.defaultTimeout = 10_000;

htmx.on('htmx:before:request', ({ detail }) => detail.ctx.target.setAttribute('aria-busy', 'true'));
htmx.on('htmx:finally:request', ({ detail }) => detail.ctx.target.removeAttribute('aria-busy'));

htmx.on('htmx:before:swap', (event) => {
  const { ctx } = event.detail;
  const [first] = event.detail.tasks as { fragment: DocumentFragment }[];
  const cell = first?.fragment.firstElementChild;
  if (!cell) {
    event.preventDefault();
    fail(ctx.sourceElement);
    return;
  }
  const isForm = cell.matches(FORM);
  const { saved } = (ctx.sourceElement as HTMLElement).dataset;
  if (saved !== undefined && !isForm) announce(saved);
  if (mayFocus(ctx.target)) {
    if (!isForm) cell.querySelector('.change')?.setAttribute('autofocus', '');
    return;
  }
  cell.querySelector('[autofocus]')?.removeAttribute('autofocus');
  const texts = Array.from(cell.querySelectorAll('label, .now, .field .error'), ({ textContent }) =>
    textContent.trim(),
  );
  if (texts.length > 1) announce(texts.join(' '));
});

htmx.on('htmx:error', ({ detail: { ctx } }) => {
  if (ctx) fail(ctx.sourceElement);
});

document.addEventListener('keydown', (event) => {
  const { target, key } = event;
  if (!(target instanceof Element) || event.defaultPrevented || event.isComposing) return;
  const form = target.closest<HTMLFormElement>(FORM);
  // Browsers submit on Enter in text fields, but not in select elements.
  if (key === 'Enter' && form && target instanceof HTMLSelectElement) {
    event.preventDefault();
    form.requestSubmit();
  } else if (key === 'Escape') {
    form?.querySelector<HTMLElement>('[data-cancel]')?.click();
    if (target.matches('.change')) target.dispatchEvent(new Event('htmx:abort'));
  }
});

window.addEventListener('beforeunload', (event) => {
  const forms = Array.from(document.querySelectorAll<HTMLFormElement>(FORM));
  if (forms.some((form) => form.dataset.unsaved !== undefined || Array.from(form.elements).some(isChanged)))
    event.preventDefault();
});

function isChanged(control: Element): boolean {
  if (control instanceof HTMLInputElement) return control.value !== control.defaultValue;
  if (!(control instanceof HTMLSelectElement)) return false;
  return Array.from(control.options).some(({ selected, defaultSelected }) => selected !== defaultSelected);
}

/** Whether the user has not moved on while the cell loaded. */
function mayFocus(cell: Element): boolean {
  const { activeElement } = document;
  return !activeElement || activeElement === document.body || cell.contains(activeElement);
}

/** Shows the error message of a form; for a link, opens its page, which shows the error. */
function fail(source: Element): void {
  source.querySelector('[data-failure]')?.removeAttribute('hidden');
  if (!(source instanceof HTMLAnchorElement)) return;
  source.closest(FORM)?.remove();
  location.assign(source.href);
}
