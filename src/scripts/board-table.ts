import htmx from 'htmx.org';
import { announce } from './message.ts';
import { hasChanges } from './unsaved.ts';

/*
 * The table of all clubs. htmx applies the filters, and opens the form of a cell over it. The response to the form is
 * the form again, or the new cell.
 */

const FORM = '.cell-form';
const TABLE = '.board-table';
const forms = () => Array.from(document.querySelectorAll<HTMLFormElement>(`${TABLE} ${FORM}`));

interface SwapTask {
  fragment: DocumentFragment;
  target: Element;
  swapSpec: { style: string };
}

htmx.config.history = 'reload';
// Otherwise htmx writes inline styles, which the content security policy forbids.
htmx.config.defaultSettleDelay = 0;
htmx.config.defaultTimeout = 10_000;

htmx.on('htmx:config:request', (event) => {
  const { sourceElement } = event.detail.ctx;
  // The form of the cell is open already.
  if (sourceElement.matches('.cell') && sourceElement.parentElement?.querySelector(FORM)) event.preventDefault();
});
htmx.on('htmx:before:request', ({ detail }) => detail.ctx.target.setAttribute('aria-busy', 'true'));
htmx.on('htmx:finally:request', ({ detail }) => detail.ctx.target.removeAttribute('aria-busy'));

htmx.on('htmx:before:swap', (event) => {
  const source = event.detail.ctx.sourceElement as HTMLElement;
  const [task] = event.detail.tasks as SwapTask[];
  const next = task?.fragment.firstElementChild;
  if (!task || !next) {
    event.preventDefault();
    fail(source);
  } else if (source.closest(TABLE)) {
    const isForm = next.matches(FORM);
    if (isForm && source.matches(FORM)) Object.assign(task, { target: source, swapSpec: { style: 'outerHTML' } });
    placeFocus(next, event.detail.ctx.target);
  } else {
    announce(next.querySelector('.result')?.textContent.trim() ?? '');
  }
});

/** Focuses the new form or cell, unless the user has moved on while it loaded. */
function placeFocus(next: Element, cell: Element): void {
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body || cell.contains(activeElement)) {
    if (next.matches('.cell')) next.setAttribute('autofocus', '');
    return;
  }
  next.querySelector('[autofocus]')?.removeAttribute('autofocus');
  const texts = Array.from(next.querySelectorAll('label, .now, .field .error'), ({ textContent }) =>
    textContent.trim(),
  );
  if (texts.length > 1) announce(texts.join(' '));
}

htmx.on('htmx:error', ({ detail: { ctx } }) => {
  if (ctx) fail(ctx.sourceElement);
});

/** Shows the error message of a cell; otherwise opens the page, which shows the error. */
function fail(source: Element): void {
  source.querySelector('[data-failure]')?.removeAttribute('hidden');
  if (source instanceof HTMLAnchorElement) location.assign(source.href);
  else if (source instanceof HTMLFormElement && !source.matches(FORM)) source.submit();
}

/** Closes the form of a cell, unless it is being saved. */
function close(form: Element): void {
  const cell = form.closest('td');
  if (cell?.hasAttribute('aria-busy')) return;
  const hadFocus = document.activeElement === document.body || form.contains(document.activeElement);
  form.remove();
  if (hadFocus) cell?.querySelector<HTMLElement>('.cell')?.focus();
}

document.addEventListener('keydown', ({ key, target, defaultPrevented, isComposing }) => {
  if (key !== 'Escape' || !(target instanceof Element) || defaultPrevented || isComposing) return;
  // The focus is on the page itself after a click beside the form.
  const form = target.closest(FORM) ?? (target === document.body ? forms().at(-1) : null);
  if (form) close(form);
  else if (target.matches('.cell')) target.dispatchEvent(new Event('htmx:abort'));
});

document.addEventListener('click', (event) => {
  const form = event.target instanceof Element ? event.target.closest('[data-cancel]')?.closest(FORM) : null;
  if (!form) return;
  event.preventDefault();
  close(form);
});

/** Saves the forms that do not contain the element, or closes those without changes. A refused one stays open. */
function leave(target: EventTarget | null): void {
  for (const form of forms()) {
    if (!(target instanceof Node) || form.contains(target) || form.matches('[data-unsaved], .htmx-request')) continue;
    if (hasChanges(form)) form.requestSubmit();
    else close(form);
  }
}

document.addEventListener('pointerdown', ({ target }) => leave(target));

document.addEventListener('focusin', ({ target }) => {
  leave(target);
  if (target instanceof HTMLInputElement && target.closest(FORM)) target.select();
});

// Choosing a suggestion saves it.
document.addEventListener('input', (event) => {
  const { target } = event;
  if (!(target instanceof HTMLInputElement) || !target.list || !target.closest(FORM)) return;
  const isTyped = event instanceof InputEvent && event.inputType !== 'insertReplacementText';
  const isOption = Array.from(target.list.options).some(({ value }) => value === target.value);
  if (!isTyped && isOption) target.form?.requestSubmit();
});

// Rows keep their checkboxes and the focus. An unsaved text stays, and the table as it is.
document.addEventListener('board:undone', () => {
  if (!forms().some(hasChanges))
    void htmx.ajax('GET', location.href, { target: '#results', select: '#results', swap: 'outerMorph' });
});

// The way back from a club, also by saving it, leads to its row.
document.addEventListener('click', ({ target }) => {
  const row = target instanceof Element ? target.closest('th > a')?.closest('tbody tr') : null;
  if (row) history.replaceState(history.state, '', `#${row.id}`);
});
const [, edited = '0'] = /\/club\/(\d+)\/edit\/$/.exec(document.referrer.replace(/\?.*/, '')) ?? [];
const nameOfEdited = document.querySelector<HTMLElement>(`tr:target > th > a, #club-${edited} > th > a`);
nameOfEdited?.focus();
if (nameOfEdited) announce(document.querySelector('.toast')?.textContent.trim() ?? '');
