import htmx from 'htmx.org';
import { announce, clearMessage, showMessage } from './message.ts';
import { hasChanges } from './unsaved.ts';

/*
 * The table of all clubs. htmx applies the filters, and opens the form of a cell over it. The response to the form is
 * the form again, or the new cell; a message then has a link that saves the previous value.
 */

const FORM = '.cell-form';
const TABLE = '.board-table';
/** How long a message about a saved cell stays, in ms. */
const SHOWN = 10_000;

interface SwapTask {
  fragment: DocumentFragment;
  target: Element;
  swapSpec: { style: string };
}

htmx.config.history = 'reload';
// Otherwise htmx writes inline styles, which the content security policy forbids.
htmx.config.defaultSettleDelay = 0;
htmx.config.defaultTimeout = 10_000;

/** The cell whose previous value the user wants back, and the value that replaced it. */
let undo: { cellId: string; value: string; saved: string } | null = null;
let hiding = 0;

htmx.on('htmx:config:request', (event) => {
  const { sourceElement } = event.detail.ctx;
  // The form of the cell is open already.
  if (sourceElement.matches('.cell') && sourceElement.parentElement?.querySelector(FORM)) event.preventDefault();
});
htmx.on('htmx:before:request', ({ detail }) => detail.ctx.target.setAttribute('aria-busy', 'true'));
htmx.on('htmx:finally:request', ({ detail }) => {
  detail.ctx.target.removeAttribute('aria-busy');
  // The form of the cell may send a request only after this one.
  if (undo) setTimeout(saveBefore);
});

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
    if (!isForm) showSaved(source, next);
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

function showSaved(form: HTMLElement, cell: Element): void {
  const { saved = '', before = '', sent = '', undo: label = '' } = form.dataset;
  clearTimeout(hiding);
  if (form.dataset.isUndo !== undefined) {
    showMessage(saved, undefined, 'toast');
    return;
  }
  const link = Object.assign(document.createElement('a'), { href: cell.getAttribute('href'), textContent: label });
  link.addEventListener('click', (event) => {
    event.preventDefault();
    clearMessage();
    undo = { cellId: cell.id, value: before, saved: sent };
    const current = document.getElementById(cell.id);
    current?.focus();
    current?.click();
  });
  showMessage(saved, link, 'toast');
  hiding = window.setTimeout(() => link.isConnected && !link.matches(':focus') && clearMessage(), SHOWN);
}

/** Without the spaces and separators that the site adds or removes. */
const bare = (text = '') => text.replace(/[\s;,]+/g, ' ').trim();

/** Submits the form of the cell with its previous value. It stays open if somebody else has changed the value. */
function saveBefore(): void {
  const form = undo && document.getElementById(undo.cellId)?.parentElement?.querySelector<HTMLFormElement>(FORM);
  if (!undo || !form) return;
  const { value, saved } = undo;
  undo = null;
  if (bare(form.dataset.before) !== bare(saved)) return;
  form.dataset.isUndo = '';
  const field = form.querySelector<HTMLInputElement>('input.text-field');
  if (field) field.value = value;
  form.requestSubmit(form.querySelector<HTMLButtonElement>(`button[name][value="${CSS.escape(value)}"]`));
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

// A click outside closes a form without changes.
document.addEventListener('pointerdown', ({ target }) => {
  for (const form of forms()) if (target instanceof Node && !form.contains(target) && !hasChanges(form)) close(form);
});

document.addEventListener(
  'submit',
  ({ target, submitter }) => {
    if (!(target instanceof HTMLFormElement) || !target.matches(FORM)) return;
    const field = target.querySelector<HTMLInputElement>('input.text-field');
    target.dataset.sent = field ? field.value : (submitter?.getAttribute('value') ?? '');
  },
  true,
);

// A contact is usually replaced, and a category added.
document.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.closest(FORM)) return;
  if (target.name === 'contact') target.select();
  else if (target.type === 'text') target.setSelectionRange(target.value.length, target.value.length);
});

// Choosing a suggestion saves it.
document.addEventListener('input', (event) => {
  const { target } = event;
  if (!(target instanceof HTMLInputElement) || !target.list || !target.closest(FORM)) return;
  const isTyped = event instanceof InputEvent && event.inputType !== 'insertReplacementText';
  const isOption = Array.from(target.list.options).some(({ value }) => value === target.value);
  if (!isTyped && isOption) target.form?.requestSubmit();
});

// "Back" from a club returns to its row.
document.addEventListener('click', ({ target }) => {
  const row = target instanceof Element ? target.closest('th > a')?.closest('tbody tr') : null;
  if (row) history.replaceState(history.state, '', `#${row.id}`);
});
document.querySelector<HTMLElement>('tr:target > th > a')?.focus();

window.addEventListener('beforeunload', (event) => {
  if (forms().some(hasChanges)) event.preventDefault();
});

const forms = () => Array.from(document.querySelectorAll<HTMLFormElement>(`${TABLE} ${FORM}`));
