import htmx from 'htmx.org';
import { move } from './board-keys.ts';
import { announce } from './message.ts';
import { hasChanges } from './unsaved.ts';

/*
 * The table of all clubs. htmx applies the filters, and opens the form of a cell over it. A form that is sent is hidden,
 * and its cell shows the new value. The response is the new cell, or the form again with the reason.
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
  const { sourceElement, target } = event.detail.ctx;
  // The filters wait for forms that are sent or refused, because their response replaces the table.
  if (target.closest(TABLE) || !document.querySelector(`${FORM}[data-unsaved]`)) return;
  event.preventDefault();
  document.addEventListener('htmx:finally:request', () => htmx.trigger(sourceElement, 'submit'), { once: true });
});
htmx.on('htmx:before:request', (event) => {
  const { sourceElement, target, request } = event.detail.ctx;
  const form = target.querySelector<HTMLFormElement>(`:scope > ${FORM}`);
  const submitter = request.submitter as HTMLButtonElement | null;
  target.setAttribute('aria-busy', 'true');
  const isSent = form === sourceElement;
  if (form && isSent && (hasChanges(form) || submitter?.getAttribute('aria-pressed') === 'false')) {
    showSaving(form, submitter);
  } else if (form) {
    event.preventDefault();
    // With the stored value, it closes.
    if (isSent) close(form);
    else focusField(form);
  }
});
htmx.on('htmx:finally:request', ({ detail: { ctx } }) => {
  ctx.target.removeAttribute('aria-busy');
  if (isStale) queueMicrotask(refresh);
});

htmx.on('htmx:before:swap', (event) => {
  const source = event.detail.ctx.sourceElement as HTMLElement;
  const [task] = event.detail.tasks as SwapTask[];
  const next = task?.fragment.firstElementChild;
  if (!task || !next) {
    event.preventDefault();
    fail(source);
  } else if (event.detail.ctx.target.matches('td')) {
    if (next.matches(FORM) && source.matches(FORM)) {
      restore(source);
      Object.assign(task, { target: source, swapSpec: { style: 'outerHTML' } });
    }
    placeFocus(next, event.detail.ctx.target);
  } else if (source === document.body && isInUse()) {
    event.preventDefault();
    isStale = true;
  } else if (!source.closest(TABLE)) {
    announce(next.querySelector('.result')?.textContent.trim() ?? '');
  }
});

/** Shows the new value in the cell of a form that is sent, and hides the form, with the old value. */
function showSaving(form: HTMLFormElement, submitter: HTMLButtonElement | null): void {
  const field = form.querySelector<HTMLInputElement>('.text-field');
  if (field && submitter?.name === 'instead') field.value = submitter.value;
  const text = field?.value ?? submitter?.textContent ?? '';
  const old = form.parentElement?.querySelector('.cell bdi');
  const next = old?.cloneNode() as Element;
  next.textContent = text.trim() || '–';
  next.classList.remove('hint');
  next.classList.toggle('on', submitter?.value === 'true');
  old?.replaceWith(next);
  form.append(old ?? '');
  form.dataset.unsaved = '';
  hide(form, () => (form.hidden = true));
}

/**
 * The focus of a form that disappears goes to a refused one, or to its cell. After Enter, the cell below opens, with Shift
 * the one above.
 */
function hide(form: HTMLElement, act: () => void): void {
  const cell = hasFocus(form) ? form.parentElement?.querySelector<HTMLElement>('.cell') : null;
  const { moves } = form.dataset;
  delete form.dataset.moves;
  act();
  const refused = cell && forms().find(({ hidden, dataset }) => !hidden && dataset.unsaved !== undefined);
  if (refused) return focusField(refused);
  cell?.focus();
  if (!cell || moves === undefined) return;
  move(moves === 'up' ? -1 : 1);
  if (document.activeElement !== cell && document.activeElement instanceof HTMLElement) document.activeElement.click();
}

/** The cell of a form that was not saved shows its stored value. */
function restore(form: Element): void {
  form.parentElement?.querySelector('.cell bdi')?.replaceWith(form.querySelector(':scope > bdi') ?? '');
}

/** The focus is on the page itself after a click beside the form. */
const hasFocus = (element: Element) =>
  document.activeElement === document.body || element.contains(document.activeElement);
const focusField = (form: Element) => form.querySelector<HTMLElement>('.text-field, [aria-pressed=true]')?.focus();

/**
 * Focuses the new form or cell, unless the user has moved on while it loaded; a refused form, unless the user has left the
 * table or has begun to fill in another one.
 */
function placeFocus(next: Element, cell: Element): void {
  const focused = document.activeElement?.closest(`${TABLE} *`);
  const isFree = focused && typed === '' && !hasChanges(focused.closest<HTMLFormElement>(FORM));
  if (hasFocus(cell) || (isFree && next.matches('[data-unsaved]'))) {
    if (next.matches('.cell')) next.setAttribute('autofocus', '');
    else focusField(next);
    return;
  }
  next.querySelector('[autofocus]')?.removeAttribute('autofocus');
  const texts = Array.from(next.querySelectorAll('label, .now, .creates, .error:not([hidden])'), ({ textContent }) =>
    textContent.trim(),
  );
  if (texts.length > 1) announce(texts.join(' '));
}

htmx.on('htmx:error', ({ detail: { ctx } }) => {
  if (ctx) fail(ctx.sourceElement);
});

/** Shows the error message of a cell; otherwise opens the page, which shows the error. */
function fail(source: Element): void {
  if (source instanceof HTMLAnchorElement) location.assign(source.href);
  else if (source instanceof HTMLFormElement && !source.matches(FORM)) source.submit();
  if (!(source instanceof HTMLFormElement) || !source.matches(FORM)) return;
  restore(source);
  source.querySelector('[data-failure]')?.removeAttribute('hidden');
  source.hidden = false;
  if (source.parentElement) placeFocus(source, source.parentElement);
}

function close(form: HTMLElement): void {
  hide(form, () => form.remove());
  if (isStale) refresh();
}

/** Saves a form, or closes it without changes. */
function finish(form: HTMLFormElement): void {
  if (hasChanges(form)) form.requestSubmit();
  else close(form);
}

/** The characters that are typed while the form of a cell loads. */
let typed = '';

/** Chooses the status that begins with a text, and opens the one below. */
function choose(form: HTMLFormElement, text: string): void {
  const isChosen = ({ textContent }: Element) => textContent.trim().toLowerCase().startsWith(text.toLowerCase());
  const status = Array.from(form.querySelectorAll<HTMLElement>('[aria-pressed]')).find(isChosen);
  if (status) form.dataset.moves = 'down';
  status?.click();
}

document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (!(target instanceof Element) || event.defaultPrevented || event.isComposing) return;
  const isBeside = target === document.body || target.matches('.cell');
  const lastForm = () => (isBeside ? forms().findLast(({ hidden }) => !hidden) : null);
  const form = target.closest<HTMLFormElement>(`td > ${FORM}`) ?? lastForm();
  const isCharacter = key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (isCharacter && target.matches('.cell.htmx-request')) typed += key;
  else if (isCharacter && form && target.matches('[aria-pressed]')) choose(form, key);
  else if (key === 'Escape' && form) close(form);
  else if (key === 'Escape' && target.matches('.cell')) target.dispatchEvent(new Event('htmx:abort'));
  // Tab saves and goes to the next cell; in a refused form, to its buttons.
  else if (key === 'Tab' && form && form.dataset.unsaved === undefined) {
    if (target instanceof HTMLElement && target.matches('[aria-pressed=false]')) target.click();
    else finish(form);
    if (document.activeElement?.closest(FORM)) event.preventDefault();
  } else if (key === 'Enter' && form && target.matches('.text-field, [aria-pressed]'))
    form.dataset.moves = event.shiftKey ? 'up' : 'down';
  // Without a selection, it would submit the bulk form.
  else if (key === 'Enter' && target.matches('[name=club]') && !document.querySelector('[name=club]:checked'))
    event.preventDefault();
  else if (key.startsWith('Arrow') && target.matches('[aria-pressed]')) {
    event.preventDefault();
    target.parentElement?.querySelector<HTMLElement>('[aria-pressed]:not(:focus)')?.focus();
  }
});

document.addEventListener('click', (event) => {
  const form =
    event.target instanceof Element ? event.target.closest('[data-cancel]')?.closest<HTMLFormElement>(FORM) : null;
  if (!form) return;
  event.preventDefault();
  close(form);
});

/** Finishes the forms that do not contain the element. A refused one stays open. */
function leave(target: EventTarget | null): void {
  for (const form of forms())
    if (target instanceof Node && !form.contains(target) && form.dataset.unsaved === undefined) finish(form);
}

document.addEventListener('pointerdown', ({ target }) => leave(target));

document.addEventListener('focusin', ({ target }) => {
  leave(target);
  const form = target instanceof Element ? target.closest<HTMLFormElement>(FORM) : null;
  if (target instanceof HTMLInputElement && form && typed === '') target.select();
  else if (target instanceof HTMLInputElement && form) {
    target.value = typed;
    target.dispatchEvent(new InputEvent('input', { bubbles: true }));
  } else if (form && typed !== '') choose(form, typed);
  if (form || !(target instanceof Element) || !target.matches('.cell')) typed = '';
});

// The browser asks for the category of an action that needs one.
document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLSelectElement) || !target.matches('#bulk [name=action]')) return;
  target.form?.querySelector('input[list]')?.toggleAttribute('required', target.value.endsWith('_category'));
});

/** Whether an undone change is not in the table yet. */
let isStale = false;
const isInUse = () => document.querySelector(`${TABLE} :is(${FORM}, .htmx-request)`) !== null;

/** Rows keep their checkboxes and the focus. While a cell is open or loads, the table stays as it is. */
function refresh(): void {
  isStale = isInUse();
  if (!isStale) void htmx.ajax('GET', location.href, { target: '#results', select: '#results', swap: 'outerMorph' });
}
document.addEventListener('board:undone', refresh);

// The way back from a club, also by saving it, leads to its row.
document.addEventListener('click', ({ target }) => {
  const row = target instanceof Element ? target.closest('th > a')?.closest('tbody tr') : null;
  if (row) history.replaceState(history.state, '', `#${row.id}`);
});
const [, edited = '0'] = /\/club\/(\d+)\/edit\/$/.exec(document.referrer.replace(/\?.*/, '')) ?? [];
// Not `:target`, which the browser may set later.
const [idOfEdited = `#club-${edited}`] = /^#club-\d+$/.exec(location.hash) ?? [];
const nameOfEdited = document.querySelector<HTMLElement>(`${idOfEdited} > th > a`);
nameOfEdited?.focus();
if (nameOfEdited) announce(document.querySelector('.toast')?.textContent.trim() ?? '');
