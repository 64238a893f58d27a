import { tryStorage } from './browser-storage.ts';

/*
 * Keys of the board: `/` searches, `j` and `k` move between the rows of the table in the same column, `x` selects a row,
 * `e` edits the cell or the club, `?` lists the keys. Users can switch them off, because speech input may press them.
 */

const OFF = 'board-keys-off';
const TYPED_IN = 'input:not([type=checkbox], [type=radio]), select, textarea, dialog, form.cell-form';

const keys = document.querySelector<HTMLDialogElement>('#keys');
const choice = keys?.querySelector<HTMLInputElement>('[data-single-keys]');
let areOn = tryStorage((storage) => storage.getItem(OFF), 'site') === null;
if (choice) choice.checked = areOn;
choice?.addEventListener('change', () => {
  areOn = choice.checked;
  tryStorage((storage) => (areOn ? storage.removeItem(OFF) : storage.setItem(OFF, '')), 'site');
});

const rows = () => Array.from(document.querySelectorAll<HTMLTableRowElement>('.board-table tbody tr'));
const currentRow = () => document.activeElement?.closest<HTMLTableRowElement>('.board-table tbody tr') ?? null;

/** Moves the focus to the same column of another row; at first, to the name of the first club. */
function move(by: 1 | -1): void {
  const row = currentRow();
  const all = rows();
  const next = row ? all[all.indexOf(row) + by] : all[0];
  const column = row ? (document.activeElement?.closest<HTMLTableCellElement>('td, th')?.cellIndex ?? 1) : 1;
  next?.cells[column]?.querySelector<HTMLElement>('a, input')?.focus();
}

const ACTIONS: Record<string, () => void> = {
  '/': () => document.querySelector<HTMLInputElement>('main input[type=search]')?.select(),
  '?': () => keys?.showModal(),
  j: () => move(1),
  k: () => move(-1),
  x: () => currentRow()?.querySelector<HTMLInputElement>('[type=checkbox]')?.click(),
  e: () => (document.activeElement?.closest<HTMLElement>('.cell') ?? currentRow()?.querySelector('th a'))?.click(),
};

document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (!areOn || !(target instanceof Element) || target.closest(TYPED_IN) || !Object.hasOwn(ACTIONS, key)) return;
  event.preventDefault();
  // Keys that are typed while the form of a cell loads do nothing.
  if (!document.querySelector('.board-table .htmx-request')) ACTIONS[key]?.();
});
