/*
 * Checkboxes of a plan that a user changed are kept in the tab until the server has them: they survive a reload, another
 * language, and a form that was lost. `data-boxes` names the form; `data-version` changes with every form that is stored.
 */
import { tryStorage } from './browser-storage.ts';

/** By their values; `sentFrom` is the version of the page that sent a box. */
type KeptBoxes = Partial<Record<string, { isChecked: boolean; sentFrom?: string | undefined }>>;

const find = () => document.querySelector<HTMLFormElement>('form[data-boxes]');
const boxesOf = (form: HTMLFormElement) =>
  Array.from(form.querySelectorAll<HTMLInputElement>('input[type=checkbox]:enabled'));

const read = ({ dataset: { boxes = '' } }: HTMLFormElement): KeptBoxes =>
  tryStorage((storage) => JSON.parse(storage.getItem(boxes) ?? '{}') as KeptBoxes) ?? {};

function keep({ dataset: { boxes: name = '' } }: HTMLFormElement, boxes: KeptBoxes): void {
  const isNone = Object.keys(boxes).length === 0;
  tryStorage((storage) => (isNone ? storage.removeItem(name) : storage.setItem(name, JSON.stringify(boxes))));
}

export function restoreBoxes(): void {
  const form = find();
  if (!form) return;
  const isUnstored = (sentFrom?: string) => sentFrom === undefined || sentFrom === form.dataset.version;
  const boxes = Object.fromEntries(Object.entries(read(form)).filter(([, box]) => isUnstored(box?.sentFrom)));
  keep(form, boxes);
  for (const box of boxesOf(form)) box.checked = boxes[box.value]?.isChecked ?? box.checked;
}

document.addEventListener('change', ({ target }) => {
  const form = find();
  if (!form || !(target instanceof HTMLInputElement) || target.form !== form || target.type !== 'checkbox') return;
  keep(form, { ...read(form), [target.value]: { isChecked: target.checked } });
});

// The form also sends unsent boxes of its other pages. A browser may fire this more than once for one form.
document.addEventListener('formdata', ({ target: form, formData }) => {
  if (!(form instanceof HTMLFormElement) || form !== find()) return;
  const boxes = read(form);
  const listed = new Set(boxesOf(form).map(({ value }) => value));
  for (const [value, box] of Object.entries(boxes)) {
    if (!listed.has(value) && box?.isChecked) formData.append(form.dataset.field ?? '', value);
    listed.add(value);
    if (box) box.sentFrom = form.dataset.version;
  }
  formData.set('listed', [...listed].join(','));
  keep(form, boxes);
});

// A page from the cache of the browser does not know the pages after it.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

restoreBoxes();
