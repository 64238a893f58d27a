import { contrastWith } from '../lib/contrast.ts';
import { showTabs } from './language-tabs.ts';
import './unsaved.ts';

/* Shows the contrast and an example of a colour while it is chosen, and the fields of the chosen languages. */

const numbers = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 2 });

for (const place of document.querySelectorAll<HTMLElement>('[data-accent]')) {
  const input = place.querySelector('input');
  const output = place.querySelector('output');
  const example = place.querySelector<HTMLElement>('.example');
  const grounds = place.dataset.grounds?.split(',') ?? [];
  const show = () => {
    if (!input || !output || !example) return;
    // The first background is that of pages, the last colour is that of texts on the accent.
    example.style.setProperty('--example-ground', grounds[0] ?? '');
    example.style.setProperty('--on-accent', grounds.at(-1) ?? '');
    example.style.setProperty('--accent', input.value);
    example.hidden = false;
    const ratio = contrastWith(input.value, grounds);
    output.value = (output.dataset.text ?? '').replace('{ratio}', numbers.format(ratio));
  };
  input?.addEventListener('input', show);
  show();
}

showTabs();

const boxes = document.querySelectorAll<HTMLInputElement>('[name=languages][type=checkbox]');
const main = document.querySelector<HTMLSelectElement>('[name=main_language]');
function showChosen(): void {
  for (const { value, checked } of boxes) {
    for (const part of document.querySelectorAll<HTMLElement>(`#texts-${value}-tab, [data-language=${value}]`))
      part.hidden = !checked && main?.value !== value;
  }
}
for (const control of [...boxes, ...(main ? [main] : [])]) control.addEventListener('change', showChosen);
showChosen();
