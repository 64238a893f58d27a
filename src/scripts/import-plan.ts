import { describeAction, type ActionTexts } from '../messages/import-action.ts';

/* The plan of an import: its numbers and its button follow the choices of the user. */

const form = document.querySelector<HTMLFormElement>('.import-plan');
const { lang } = document.documentElement;
const numbers = new Intl.NumberFormat(lang);

function update(): void {
  const counts = JSON.parse(form?.dataset.counts ?? '{}') as Partial<Record<string, number>>;
  for (const input of form?.querySelectorAll<HTMLInputElement>('[data-counts]') ?? []) {
    const change = Number(input.checked) - Number(input.defaultChecked);
    for (const name of input.dataset.counts?.split(' ') ?? []) counts[name] = (counts[name] ?? 0) + change;
    if (input.type === 'checkbox') counts.leftOut = (counts.leftOut ?? 0) - change;
  }
  for (const tile of document.querySelectorAll<HTMLElement>('[data-tile]')) {
    const count = counts[tile.dataset.tile ?? ''];
    const place = tile.querySelector('dd');
    if (count === undefined || !place) continue;
    place.textContent = numbers.format(count);
    if (count > 0) tile.hidden = false;
  }
  const button = form?.querySelector<HTMLElement>('[data-confirm]');
  const texts = JSON.parse(form?.dataset.actions ?? '{}') as ActionTexts;
  if (button) button.textContent = describeAction(lang, texts, counts) ?? button.dataset.confirm ?? '';
}

form?.addEventListener('change', update);
// Browsers restore the choices of a page to which the user returns.
window.addEventListener('pageshow', update);
