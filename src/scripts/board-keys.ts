import { tryStorage } from './browser-storage.ts';
import { undo } from './undo.ts';

/*
 * Keys of the board, which `?` lists. Users can switch off those without Ctrl, because speech input may press them. The
 * arrow keys move in the table in any case.
 */

const OFF = 'board-keys-off';
const TYPED_IN = 'input:not([type=checkbox], [type=radio]), select, textarea, dialog, form.cell-form';
const ROW = '.board-table tbody tr';
const MESSAGE = "article[id^='message-']";

const keys = document.querySelector<HTMLDialogElement>('#keys');
const choice = keys?.querySelector<HTMLInputElement>('[data-single-keys]');
let areOn = tryStorage((storage) => storage.getItem(OFF), 'site') === null;
if (choice) choice.checked = areOn;
choice?.addEventListener('change', () => {
  areOn = choice.checked;
  tryStorage((storage) => (areOn ? storage.removeItem(OFF) : storage.setItem(OFF, '')), 'site');
});

const showKeys = () => keys?.showModal();
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-keys]')) {
  button.hidden = false;
  button.addEventListener('click', showKeys);
}

const find = (selector: string) => document.querySelector<HTMLElement>(selector);
const currentRow = () => document.activeElement?.closest<HTMLElement>(`${ROW}, ${MESSAGE}`) ?? null;

/** Moves the focus to the same column of another row, at first to the name of the first club, or to another message. */
export function move(by: 1 | -1): void {
  const row = currentRow();
  const rows = Array.from(document.querySelectorAll<HTMLElement>(`${ROW}, ${MESSAGE}`));
  const next = row ? rows[rows.indexOf(row) + by] : rows[0];
  const column = row ? (document.activeElement?.closest<HTMLTableCellElement>('td, th')?.cellIndex ?? 1) : 1;
  if (next instanceof HTMLTableRowElement) next.cells[column]?.querySelector<HTMLElement>('a, input')?.focus();
  else next?.focus();
}

/** Opens the cell or the club that has the focus, or takes the first action of the message, but creates no club like another. */
function open(): void {
  const inRow = currentRow()?.querySelector<HTMLElement>('th a, form :is(a, button)');
  if (currentRow()?.querySelector('.alike')) inRow?.focus();
  else (document.activeElement?.closest<HTMLElement>('.cell') ?? inRow)?.click();
}

/** Where the focus was before it moved to the bulk bar. */
let before: HTMLElement | null = null;
const isInBulk = (element: Element | null) => element?.closest('#bulk') !== null;

function moveToBulk(): void {
  const { activeElement } = document;
  if (isInBulk(activeElement)) {
    before?.focus();
  } else if (activeElement instanceof HTMLElement) {
    before = activeElement;
    // It is in view already.
    find('#bulk [name=action]')?.focus({ preventScroll: true });
  }
}

/** Not beside a form, whose text a new page would lose. A change that is being saved is the last one. */
function undoLast(): void {
  if (find('.cell-form[hidden]')) document.addEventListener('htmx:finally:request', undoLast, { once: true });
  else if (find('#results')) void undo();
}

const ACTIONS: Record<string, () => void> = {
  '/': () => document.querySelector<HTMLInputElement>('main input[type=search]')?.select(),
  '?': showKeys,
  j: () => move(1),
  k: () => move(-1),
  x: () => currentRow()?.querySelector<HTMLInputElement>('[type=checkbox]')?.click(),
  e: open,
  b: moveToBulk,
  z: undoLast,
};

/** What a key does where the focus is. */
function actionOf({ key, ctrlKey, metaKey }: KeyboardEvent, target: Element): (() => void) | undefined {
  if (isInBulk(target) && (key === 'Escape' || (key === 'b' && areOn && !target.matches('[list]')))) return moveToBulk;
  if (target.closest(TYPED_IN)) return;
  if (ctrlKey || metaKey) return key === 'z' && find('#results') ? undoLast : undefined;
  if (target.closest(ROW) && key === 'ArrowDown') return () => move(1);
  if (target.closest(ROW) && key === 'ArrowUp') return () => move(-1);
  return areOn && Object.hasOwn(ACTIONS, key) ? ACTIONS[key] : undefined;
}

document.addEventListener('keydown', (event) => {
  const { target } = event;
  if (event.defaultPrevented || event.altKey || event.isComposing || !(target instanceof Element)) return;
  const action = actionOf(event, target);
  if (!action) return;
  // They are for the form of a cell that loads.
  if (find('.cell.htmx-request')) return;
  event.preventDefault();
  action();
});
