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
  /** The cell. */
  target: Element;
  response?: { status: number; raw: Response };
  text?: string;
}

const FORM = '.cell-form';
/** Where the browser keeps, with the place of the page, the link of a cell that was given up. */
const GIVEN_UP = 'givenUpCell';
/** How long an answer may take, in ms. */
const TIMEOUT = 10_000;

htmx.config.history = false;
// For transitions it would write styles into the markup, which the policy of the site forbids.
htmx.config.defaultSettleDelay = 0;
htmx.config.defaultTimeout = TIMEOUT;

const table = document.querySelector<HTMLElement>('table[data-words]');
const announcement = document.querySelector<HTMLElement>('#announcement');
/** What a cell has shown before its form, by the cell. */
const shownBefore = new WeakMap<Element, HTMLElement>();

const contextOf = (event: Event) => (event as CustomEvent<{ ctx: RequestContext }>).detail.ctx;
const cellOf = (element: Element) => element.closest<HTMLTableCellElement>('td');
const isForm = (element: Element): element is HTMLFormElement => element instanceof HTMLFormElement;
const hasForm = (text: string) => text.includes('class="cell-form');

document.addEventListener('htmx:before:request', (event) => contextOf(event).target.setAttribute('aria-busy', 'true'));
document.addEventListener('htmx:finally:request', (event) => contextOf(event).target.removeAttribute('aria-busy'));

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

document.addEventListener('htmx:before:swap', (event) => {
  const { ctx, tasks } = (event as CustomEvent<{ ctx: RequestContext; tasks: { fragment: ParentNode }[] }>).detail;
  if (mayFocus(ctx.target)) return;
  // Left there, htmx would follow it.
  for (const { fragment } of tasks) fragment.querySelector('[autofocus]')?.removeAttribute('autofocus');
});

document.addEventListener('htmx:after:swap', ({ target }) => {
  if (!(target instanceof Element)) return;
  const field = target.querySelector<HTMLElement>(`${FORM} [autofocus]`);
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'nearest' });
  const wrong = field ? '' : describe(target);
  if (wrong) announce(wrong);
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
  if (!(event.target instanceof Element)) return;
  const form = event.target.closest(FORM);
  if (form ? cancel(form) : giveUpOpening(event.target)) event.preventDefault();
});

// What was typed into a cell is in no other place.
window.addEventListener('beforeunload', (event) => {
  const forms = Array.from(document.querySelectorAll<HTMLFormElement>(FORM));
  if (forms.some((form) => form.dataset.unsaved !== undefined || Array.from(form.elements).some(isChanged)))
    event.preventDefault();
});

returnToCell();

function isChanged(control: Element): boolean {
  if (control instanceof HTMLInputElement) return control.value !== control.defaultValue;
  if (!(control instanceof HTMLSelectElement)) return false;
  return Array.from(control.options).some(({ selected, defaultSelected }) => selected !== defaultSelected);
}

/** A cell as htmx has not seen it yet. */
function copyOf(cell: HTMLElement): HTMLElement {
  const copy = cell.cloneNode(true) as HTMLElement;
  copy.removeAttribute('aria-busy');
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
  // What was sent is on its way: only the answer says what the cell is now.
  if (cell.ariaBusy === 'true') return true;
  const form = cell.querySelector<HTMLFormElement>(FORM);
  if (form?.dataset.outdated !== undefined) {
    // What was there before the form is no longer so.
    delete form.dataset.unsaved;
    form.reset();
    history.replaceState({ ...(history.state as object | null), [GIVEN_UP]: linkIn(before)?.href }, '');
    location.reload();
    return true;
  }
  replace(cell, before);
  focusOn(before);
  return true;
}

/**
 * Gives up a cell that is slow to open: the one whose link has the focus, or, since some browsers give none to a link that
 * is clicked, every one where nothing has it. False where none was being opened.
 */
function giveUpOpening(focused: Element): boolean {
  const links = focused === document.body ? (table?.querySelectorAll('a.change') ?? []) : [focused];
  const opening = Array.from(links).filter((link) => link.matches('a.change') && cellOf(link)?.ariaBusy === 'true');
  for (const link of opening) link.dispatchEvent(new Event('htmx:abort'));
  return opening.length > 0;
}

function replace(cell: Element, by: HTMLElement): void {
  cell.replaceWith(by);
  htmx.process(by);
}

const linkIn = (cell: Element) => cell.querySelector<HTMLAnchorElement>('a.change');
const focusOn = (cell: Element) => linkIn(cell)?.focus();

/** Whether nobody has gone on to something else while a cell waited. */
function mayFocus(cell: Element): boolean {
  const { activeElement } = document;
  return !activeElement || activeElement === document.body || cell.contains(activeElement);
}

function announce(text: string): void {
  if (announcement) announcement.textContent = text;
}

/** What is wrong with the field of a cell, for those who are not led to it; nothing where nothing is. */
function describe(cell: Element): string {
  const field = cell.querySelector('[aria-describedby]');
  const ids = field?.getAttribute('aria-describedby')?.split(' ') ?? [];
  const said = [cell.querySelector('label'), ...ids.map((id) => document.getElementById(id))];
  return ids.length === 0 ? '' : said.map((element) => element?.textContent.trim() ?? '').join(' ');
}

/** Leads back to the cell that was given up before the page was loaded again. */
function returnToCell(): void {
  const { [GIVEN_UP]: href, ...others } = (history.state ?? {}) as Record<string, unknown>;
  if (href === undefined) return;
  history.replaceState(others, '');
  if (!table || !mayFocus(table)) return;
  const links = Array.from(table.querySelectorAll<HTMLAnchorElement>('a.change'));
  links.find((link) => link.href === href)?.focus();
}

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
    if (!now || cell.matches('.select') || (cell !== saved && cell.querySelector(FORM))) continue;
    const copy = document.importNode(now, true);
    const isLedTo = cell === saved && mayFocus(cell);
    replace(cell, copy);
    if (isLedTo) focusOn(copy);
  }
  announce(dataset.saved ?? '');
}

/** Says in the form why nothing was saved; what was typed stays. */
function fail(form: HTMLFormElement, raw: Response | undefined, status: number): void {
  const words = JSON.parse(table?.dataset.words ?? '{}') as Words;
  const { login = '' } = table?.dataset ?? {};
  const place = form.querySelector('[data-failure]');
  const isSignedOut = raw?.redirected === true && new URL(raw.url).pathname === login;
  const why = isSignedOut ? 'signedOut' : status === 403 ? 'notAllowed' : status === 404 ? 'gone' : 'failed';
  place?.replaceChildren(words[why]);
  // It may be stored all the same: only the answer is known to be missing.
  if (!raw || status >= 500) form.dataset.outdated = '';
  if (!isSignedOut) return;
  const link = document.createElement('a');
  link.href = login;
  link.target = '_blank';
  link.textContent = words.signIn;
  place?.append(' ', link);
}
