/*
 * What the page of an undo does beyond a plain one: boxes that were changed and not sent are as they were when the page is
 * loaded again, in the other language, or after signing in again.
 */
import { tryStorage } from './browser-storage.ts';

/** A box that somebody has changed, and the version of the page from which it was sent; null while it was not. */
interface KeptBox {
  isChecked: boolean;
  sentFrom: string | null;
}

type KeptBoxes = Partial<Record<string, KeptBox>>;

export function keepUnsentBoxes(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-boxes]');
  const { boxes: name = '', version = '' } = form?.dataset ?? {};
  if (!form) return;
  const read = (): KeptBoxes => tryStorage((storage) => JSON.parse(storage.getItem(name) ?? '{}') as KeptBoxes) ?? {};
  const keep = (boxes: KeptBoxes) => tryStorage((storage) => storage.setItem(name, JSON.stringify(boxes)));
  // What was sent has arrived when the site has kept something since.
  const unsent: KeptBoxes = Object.fromEntries(
    Object.entries(read()).filter(([, box]) => box && (box.sentFrom === null || box.sentFrom === version)),
  );
  keep(unsent);
  const elsewhere = new Map(Object.entries(unsent));
  for (const box of form.querySelectorAll<HTMLInputElement>('input[type=checkbox]:enabled')) {
    box.checked = elsewhere.get(box.value)?.isChecked ?? box.checked;
    elsewhere.delete(box.value);
  }
  // Left out on a page of the plan from which somebody has gone back.
  const alsoWithout = form.querySelector<HTMLInputElement>('input[name=also_without]');
  const leftOut = [...elsewhere].filter(([, box]) => box?.isChecked === false).map(([value]) => value);
  if (alsoWithout) alsoWithout.value = leftOut.join(',');
  form.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'checkbox') return;
    keep({ ...read(), [target.value]: { isChecked: target.checked, sentFrom: null } });
  });
  form.addEventListener('submit', () => {
    const boxes = read();
    for (const [value, box] of Object.entries(boxes)) {
      // One that was checked again on another page goes with none of the fields.
      if (box && !(box.isChecked && elsewhere.has(value))) box.sentFrom = version;
    }
    keep(boxes);
  });
  // As the browser has kept it, it knows nothing of the pages after it.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}
