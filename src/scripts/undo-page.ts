/*
 * What the page of an undo does beyond a plain one: boxes that were changed and not sent are as they were when the page is
 * loaded again, in the other language, or after signing in again.
 */
import { tryStorage } from './session-storage.ts';

/** Boxes that somebody has changed since the site has kept them (`version`), by their values. */
interface KeptBoxes {
  version: string;
  boxes: Partial<Record<string, boolean>>;
}

export function keepUnsentBoxes(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-boxes]');
  const { boxes: name = '', version = '' } = form?.dataset ?? {};
  if (!form) return;
  /** What was sent since is with the site. */
  const read = (): KeptBoxes['boxes'] => {
    const kept = tryStorage((storage) => JSON.parse(storage.getItem(name) ?? 'null') as KeptBoxes | null);
    return kept?.version === version ? kept.boxes : {};
  };
  const elsewhere = new Map(Object.entries(read()));
  for (const box of form.querySelectorAll<HTMLInputElement>('input[type=checkbox]:enabled')) {
    box.checked = elsewhere.get(box.value) ?? box.checked;
    elsewhere.delete(box.value);
  }
  // Left out on a page of the plan from which somebody has gone back.
  const without = form.querySelector<HTMLInputElement>('input[name=without]');
  const leftOut = [...elsewhere].filter(([, isChecked]) => isChecked === false).map(([value]) => value);
  if (without) without.value = [without.value, ...leftOut].filter((ids) => ids !== '').join(',');
  form.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'checkbox') return;
    const kept: KeptBoxes = { version, boxes: { ...read(), [target.value]: target.checked } };
    tryStorage((storage) => storage.setItem(name, JSON.stringify(kept)));
  });
  // As the browser has kept it, it knows nothing of the pages after it.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}
