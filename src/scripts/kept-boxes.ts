/*
 * Checkboxes of a plan that a user changed are kept in the tab until the server has them: they survive a reload, another
 * language, and a form that was lost. `data-boxes` names the form; `data-version` changes with every form that is stored.
 */
import { tryStorage } from './browser-storage.ts';

interface KeptBox {
  isChecked: boolean;
  /** The version of the page from which it was sent; null while it was not. */
  sentFrom: string | null;
}
type KeptBoxes = Partial<Record<string, KeptBox>>;

/** As many clubs as a form may list. */
const MOST_LISTED = 200;

const read = ({ dataset }: HTMLFormElement): KeptBoxes =>
  tryStorage((storage) => JSON.parse(storage.getItem(dataset.boxes ?? '') ?? '{}') as KeptBoxes) ?? {};

function keep({ dataset: { boxes: name = '' } }: HTMLFormElement, boxes: KeptBoxes): void {
  const isNone = Object.keys(boxes).length === 0;
  tryStorage((storage) => (isNone ? storage.removeItem(name) : storage.setItem(name, JSON.stringify(boxes))));
}

const formOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLFormElement>('form[data-boxes]') : null;
const boxesOf = (form: HTMLFormElement) =>
  Array.from(form.querySelectorAll<HTMLInputElement>('input[type=checkbox]:enabled'));

export function restoreBoxes(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-boxes]');
  if (!form) return;
  const { version = '' } = form.dataset;
  const unsent = Object.entries(read(form)).filter(([, box]) => [null, version].includes(box?.sentFrom ?? null));
  const boxes: KeptBoxes = Object.fromEntries(unsent);
  keep(form, boxes);
  for (const box of boxesOf(form)) box.checked = boxes[box.value]?.isChecked ?? box.checked;
}

document.addEventListener('change', ({ target }) => {
  const form = formOf(target);
  if (!form || !(target instanceof HTMLInputElement) || target.type !== 'checkbox') return;
  keep(form, { ...read(form), [target.value]: { isChecked: target.checked, sentFrom: null } });
});

// The form also sends unsent boxes of its other pages. A browser may fire this more than once for one form.
document.addEventListener('formdata', ({ target, formData }) => {
  const form = formOf(target);
  if (!form) return;
  const shown = boxesOf(form);
  const listed = new Set(shown.map(({ value }) => value));
  const boxes = read(form);
  for (const [value, box] of Object.entries(boxes)) {
    if (!box || (!listed.has(value) && listed.size === MOST_LISTED)) continue;
    if (!listed.has(value) && box.isChecked) formData.append(form.dataset.field ?? '', value);
    listed.add(value);
    box.sentFrom = form.dataset.version ?? '';
  }
  formData.set('listed', [...listed].join(','));
  keep(form, boxes);
});

// A page from the cache of the browser does not know the pages after it.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

restoreBoxes();
