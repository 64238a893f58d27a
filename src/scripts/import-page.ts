/*
 * What the page of an import does beyond a plain one: while the work goes on it looks again in its place, so that nobody
 * loses theirs, and boxes that were changed are as they were when the page is loaded again or in the other language.
 */
import { tryStorage } from './browser-storage.ts';

/** How long after an answer it looks again, and how long that may take, in ms. */
const PAUSE = 2_000;
const TIMEOUT = 10_000;

/** As many boxes as a form may have. */
const MOST_LISTED = 200;

const work = (within: Document = document) => within.querySelector<HTMLElement>('[data-work]');

/** Boxes that somebody has changed, by their values, and the mark of the last form that was sent with them. */
type Boxes = Partial<Record<string, { isChecked: boolean; sentAs: string | null }>>;

async function look(): Promise<void> {
  const answer = await ask();
  // The page says why.
  if (answer === 'elsewhere') {
    location.reload();
    return;
  }
  if (answer) show(answer);
  else say(work()?.dataset.unanswered ?? '');
  if (work()) setTimeout(() => void look(), PAUSE);
}

/** The page as it is now; null without an answer that says anything, `elsewhere` where there is no such page any more. */
async function ask(): Promise<Document | 'elsewhere' | null> {
  try {
    const response = await fetch(location.href, { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT) });
    if (response.status >= 500) return null;
    if (!response.ok || response.redirected) return 'elsewhere';
    return new DOMParser().parseFromString(await response.text(), 'text/html');
  } catch {
    return null;
  }
}

function show(answer: Document): void {
  document.title = answer.title;
  const [shown, now] = [work(), work(answer)];
  if (!shown || !now) {
    showEnd(answer);
    return;
  }
  for (const part of shown.querySelectorAll<HTMLElement>('[data-live]')) {
    const text = now.querySelector(`[data-live=${part.dataset.live ?? ''}]`)?.textContent ?? '';
    // What is set is read out, be it what it was.
    if (part.textContent !== text) part.textContent = text;
  }
  const value = now.querySelector('progress')?.getAttribute('value');
  const bar = shown.querySelector('progress');
  if (typeof value === 'string') bar?.setAttribute('value', value);
  else bar?.removeAttribute('value');
}

/** Shows what came of the work. Who was there, or nowhere, is led to it; all others are told. */
function showEnd(answer: Document): void {
  const place = document.querySelector('.import');
  const end = answer.querySelector('.import');
  if (!place || !end) {
    location.reload();
    return;
  }
  const { activeElement } = document;
  const isLed = !activeElement || activeElement === document.body || place.contains(activeElement);
  const first = end.querySelector<HTMLElement>('[autofocus]') ?? end.querySelector('h1');
  // Left there, the browser would follow it.
  first?.removeAttribute('autofocus');
  place.replaceChildren(...end.childNodes);
  restoreBoxes();
  if (isLed && first) {
    first.tabIndex = -1;
    first.focus({ preventScroll: true });
  } else say(document.title);
}

function say(text: string): void {
  const announcement = document.querySelector('#announcement');
  if (announcement && announcement.textContent !== text) announcement.textContent = text;
}

const formOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLFormElement>('form[data-boxes]') : null;

const readBoxes = (name: string): Boxes =>
  tryStorage((storage) => JSON.parse(storage.getItem(name) ?? '{}') as Boxes) ?? {};

function keepBoxes(name: string, boxes: Boxes): void {
  const isNone = Object.keys(boxes).length === 0;
  tryStorage((storage) => (isNone ? storage.removeItem(name) : storage.setItem(name, JSON.stringify(boxes))));
}

const boxesOf = (form: HTMLFormElement) => form.querySelectorAll<HTMLInputElement>('input[type=checkbox]');

/**
 * What was sent is forgotten only once the page says that the import has it: a form may have met nobody who was signed in,
 * or no site at all.
 */
function restoreBoxes(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-boxes]');
  const name = form?.dataset.boxes;
  if (!form || name === undefined) return;
  const { taken } = form.dataset;
  const boxes: Boxes = Object.fromEntries(
    Object.entries(readBoxes(name)).filter(([, box]) => !box?.sentAs || box.sentAs !== taken),
  );
  keepBoxes(name, boxes);
  for (const box of boxesOf(form)) box.checked = boxes[box.value]?.isChecked ?? box.checked;
}

document.addEventListener('change', ({ target }) => {
  const name = formOf(target)?.dataset.boxes;
  if (name === undefined || !(target instanceof HTMLInputElement) || target.type !== 'checkbox') return;
  keepBoxes(name, { ...readBoxes(name), [target.value]: { isChecked: target.checked, sentAs: null } });
});

const markOf = (form: HTMLFormElement | null) => form?.querySelector<HTMLInputElement>('input[name=mark]');

/** Another mark for each time: a form that somebody comes back to may be sent again. */
document.addEventListener('submit', ({ target }) => {
  const mark = markOf(formOf(target));
  if (mark) mark.value = crypto.getRandomValues(new Uint32Array(2)).join('-');
});

/** With a page go the boxes of others that have not arrived yet. A browser may ask more than once for one form. */
document.addEventListener('formdata', ({ target, formData }) => {
  const form = formOf(target);
  const name = form?.dataset.boxes;
  if (!form || name === undefined) return;
  const mark = markOf(form)?.value ?? '';
  const shown = new Set(Array.from(boxesOf(form), ({ value }) => value));
  const listed = [...shown];
  const boxes = readBoxes(name);
  for (const [value, box] of Object.entries(boxes)) {
    if (!box) continue;
    if (!shown.has(value)) {
      if (listed.length === MOST_LISTED) continue;
      listed.push(value);
      if (box.isChecked) formData.append('in', value);
    }
    box.sentAs = mark;
  }
  formData.set('listed', listed.join(','));
  keepBoxes(name, boxes);
});

restoreBoxes();
if (work()) setTimeout(() => void look(), PAUSE);
