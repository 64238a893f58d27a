// Not the file that the list has: shared, it would be one more that the list waits for.
import htmx from 'htmx.org/dist/htmx.esm.min.js';

/*
 * Cells of the table of all clubs are changed where they stand: a link in the cell fetches the form of its page, and the
 * answer to that is the form again, or the row as it is now.
 */

/** What is said where a form could not be sent, in the language of the page: see src/messages. */
interface Words {
  signedOut: string;
  signIn: string;
  notAllowed: string;
  gone: string;
  failed: string;
}

interface RequestContext {
  sourceElement: Element;
  response?: { status: number; raw: Response };
  text?: string;
}

const FORM = '.cell-form';
/** How long an answer may take, in ms. */
const TIMEOUT = 10_000;

htmx.config.history = false;
htmx.config.defaultTimeout = TIMEOUT;

const table = document.querySelector<HTMLElement>('table[data-words]');
const announcement = document.querySelector<HTMLElement>('#announcement');
/** What a cell has shown before its form, by the cell. */
const shownBefore = new WeakMap<Element, HTMLElement>();

const contextOf = (event: Event) => (event as CustomEvent<{ ctx: RequestContext }>).detail.ctx;
const cellOf = (element: Element) => element.closest<HTMLTableCellElement>('td');
const isForm = (element: Element): element is HTMLFormElement => element instanceof HTMLFormElement;
const hasForm = (text: string) => text.includes('class="cell-form');

document.addEventListener('htmx:after:request', (event) => {
  const { sourceElement, response, text = '' } = contextOf(event);
  const cell = cellOf(sourceElement);
  if (!cell) return;
  const { raw, status = 0 } = response ?? {};
  const isOurs = !raw?.redirected && hasForm(text);
  if (isForm(sourceElement)) {
    // With the form again, which says what is wrong.
    if (isOurs && (status === 409 || status === 422)) return;
    event.preventDefault();
    const row = status === 200 && !raw?.redirected ? findRow(text, sourceElement) : null;
    if (row) showRow(row, sourceElement, cell);
    else fail(sourceElement, raw, status);
    return;
  }
  if (isOurs && status === 200) {
    shownBefore.set(cell, copyOf(cell));
    return;
  }
  // Its page says why.
  event.preventDefault();
  if (sourceElement instanceof HTMLAnchorElement) location.assign(sourceElement.href);
});

document.addEventListener('htmx:error', (event) => {
  const { ctx } = (event as CustomEvent<{ ctx?: RequestContext }>).detail;
  if (!ctx) return;
  if (isForm(ctx.sourceElement)) fail(ctx.sourceElement, undefined, 0);
  else if (ctx.sourceElement instanceof HTMLAnchorElement && cellOf(ctx.sourceElement))
    location.assign(ctx.sourceElement.href);
});

document.addEventListener('htmx:after:swap', ({ target }) => {
  if (!(target instanceof Element)) return;
  const field = target.querySelector<HTMLElement>(`${FORM} [autofocus]`);
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'nearest' });
});

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element && event.target.closest('[data-cancel]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (cancel(link)) event.preventDefault();
});

document.addEventListener('keydown', (event) => {
  // As in a field: browsers leave a list of choices alone.
  if (event.key === 'Enter' && event.target instanceof HTMLSelectElement && event.target.closest(FORM)) {
    event.preventDefault();
    event.target.form?.requestSubmit();
    return;
  }
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
  const form = event.target instanceof Element && event.target.closest(FORM);
  if (form && cancel(form)) event.preventDefault();
});

// What was typed into a cell is in no other place.
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

/** A cell as htmx has not seen it yet. */
function copyOf(cell: HTMLElement): HTMLElement {
  const copy = cell.cloneNode(true) as HTMLElement;
  for (const element of copy.querySelectorAll('[data-htmx-powered]')) {
    element.removeAttribute('data-htmx-powered');
    element.classList.remove('htmx-request');
  }
  return copy;
}

/** Shows what was there before the form; false where there is none. */
function cancel(within: Element): boolean {
  const cell = cellOf(within);
  const before = cell && shownBefore.get(cell);
  if (!before) return false;
  const form = cell.querySelector<HTMLElement>(FORM);
  if (form?.dataset.outdated !== undefined) {
    // What was there before the form is no longer so.
    delete form.dataset.unsaved;
    location.reload();
    return true;
  }
  replace(cell, before);
  focusOn(before);
  return true;
}

function replace(cell: Element, by: HTMLElement): void {
  cell.replaceWith(by);
  htmx.process(by);
}

const focusOn = (cell: Element) => cell.querySelector<HTMLElement>('a')?.focus();

/** The row of a club in an answer. */
function findRow(text: string, { dataset }: HTMLFormElement): HTMLTableRowElement | null {
  const answer = new DOMParser().parseFromString(text, 'text/html');
  return answer.querySelector<HTMLTableRowElement>(`tr#club-${dataset.club ?? ''}`);
}

/** Shows a row as it is now, but for the box and for cells of it that somebody is still writing in. */
function showRow(row: HTMLTableRowElement, { dataset }: HTMLFormElement, saved: HTMLTableCellElement): void {
  const shown = saved.closest('tr');
  for (const [index, cell] of Array.from(shown?.cells ?? []).entries()) {
    const now = row.cells[index];
    if (!now || cell.matches('.choice') || (cell !== saved && cell.querySelector(FORM))) continue;
    const copy = document.importNode(now, true);
    replace(cell, copy);
    if (cell === saved) focusOn(copy);
  }
  if (announcement) announcement.textContent = dataset.saved ?? '';
}

/** Says in the form why nothing was saved; what was typed stays. */
function fail(form: HTMLFormElement, raw: Response | undefined, status: number): void {
  const words = JSON.parse(table?.dataset.words ?? '{}') as Words;
  const { login = '' } = table?.dataset ?? {};
  const place = form.querySelector('[data-failure]');
  const isSignedOut = raw?.redirected === true && new URL(raw.url).pathname === login;
  const why = isSignedOut ? 'signedOut' : status === 403 ? 'notAllowed' : status === 404 ? 'gone' : 'failed';
  place?.replaceChildren(words[why]);
  if (!isSignedOut) return;
  const link = document.createElement('a');
  link.href = login;
  link.target = '_blank';
  link.textContent = words.signIn;
  place?.append(' ', link);
}
