import htmx from 'htmx.org';
import './answer-in-place.ts';
import { readWeekdays } from '../lib/weekdays.ts';
import { countCharacters } from './count-characters.ts';
import { showTabs } from './language-tabs.ts';
import './unsaved.ts';

/*
 * The form of a club: counts characters, and reports a selected file to the preview. answer-in-place.ts submits the form.
 */

type Control = HTMLInputElement | HTMLTextAreaElement;
type Forms = Record<'one' | 'other', string>;

/** A field shows its count when less than this fraction of the limit is left. */
const FEW_OF = 5;
/** Below this number of characters, screen readers announce the count after a pause in typing (in ms). */
const NEAR_THE_END = 20;
const PAUSE = 1_000;

const { lang } = document.documentElement;
const numbers = new Intl.NumberFormat(lang);
const plurals = new Intl.PluralRules(lang);

const form = () => document.querySelector<HTMLFormElement>('#club-form');
const controls = () => Array.from(form()?.elements ?? []).filter(isControl);
const isControl = (element: EventTarget | null): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

function describe(control: Control): { left: number; said: string; isFar: boolean } {
  const limit = Number(control.dataset.limit);
  const left = limit - countCharacters(control.value, control.dataset.counted);
  const words = JSON.parse(form()?.dataset.words ?? '{}') as Record<'left' | 'over', Forms>;
  const forms = words[left < 0 ? 'over' : 'left'];
  const number = Math.abs(left);
  const said = forms[plurals.select(number) === 'one' ? 'one' : 'other'].replace('{count}', numbers.format(number));
  return { left, said, isFar: left > limit / FEW_OF };
}

function count(control: Control): void {
  const place = document.querySelector(`[data-count-of='${control.id}']`);
  if (!place) return;
  const { left, said, isFar } = describe(control);
  place.textContent = isFar ? '' : said;
  place.classList.toggle('error', left < 0);
}

const isTimes = (element: EventTarget | null): element is Control =>
  isControl(element) && element.name.startsWith('meeting_times');
const readTimes = () =>
  readWeekdays(controls().find((control) => isTimes(control) && control.value !== '')?.value ?? '');
/** The weekdays that the meeting times named before. */
let named: string[] = [];

document.addEventListener('focusin', ({ target }) => {
  if (isTimes(target)) named = readTimes();
});

/** Checks the weekdays that the meeting times name. If they name none any more, those that they named are unchecked. */
document.addEventListener('input', ({ target }) => {
  if (!isTimes(target)) return;
  const days: string[] = readTimes();
  const boxes = controls().filter((control): control is HTMLInputElement =>
    control.matches('[name=meeting_days][value]:not([type=hidden])'),
  );
  const checked = boxes.flatMap((box) => (box.checked ? box.value : []));
  if (days.length > 0 || checked.join() === named.join())
    for (const box of boxes) box.checked = days.includes(box.value);
  named = days;
});

let announcing: ReturnType<typeof setTimeout> | undefined;

document.addEventListener('input', ({ target }) => {
  if (!isControl(target) || target.dataset.limit === undefined) return;
  count(target);
  clearTimeout(announcing);
  announcing = setTimeout(() => {
    const { left, said } = describe(target);
    const place = document.querySelector('[data-count-announcement]');
    const label = target.labels?.[0]?.textContent.trim() ?? '';
    if (place) place.textContent = left > NEAR_THE_END ? '' : `${label}: ${said}`;
  }, PAUSE);
});

const countAll = () => {
  for (const control of controls()) count(control);
};
countAll();
showTabs();
htmx.on('htmx:after:swap', () => {
  countAll();
  showTabs();
});

// The preview does not upload the file, but shows that one is selected.
htmx.on('htmx:config:request', (event) => {
  const { sourceElement, request } = event.detail.ctx;
  const { body } = request;
  if (!sourceElement.hasAttribute('hx-include') || !(body instanceof FormData)) return;
  if (body.has('logo')) body.set('logo_chosen', 'true');
  body.delete('logo');
});
