/*
 * What the page of an import does beyond a plain one: while the work goes on it looks again in its place, so that nobody
 * loses theirs, and boxes that were changed are as they were when the page is loaded again or in the other language.
 */

/** How long after an answer it looks again, and how long that may take, in ms. */
const PAUSE = 2_000;
const TIMEOUT = 10_000;

const work = (within: Document = document) => within.querySelector<HTMLElement>('[data-work]');

/** Boxes that somebody has changed, by their values, and whether the form was sent with them. */
type Boxes = Partial<Record<string, { isChecked: boolean; isSent: boolean }>>;

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

/** Browsers that keep nothing for the site throw at the mere name of the storage, others when it is full. */
function tryStorage<Result>(use: (storage: Storage) => Result): Result | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}

const readBoxes = (name: string): Boxes =>
  tryStorage((storage) => JSON.parse(storage.getItem(name) ?? '{}') as Boxes) ?? {};

function keepBoxes(name: string, boxes: Boxes): void {
  const isNone = Object.keys(boxes).length === 0;
  tryStorage((storage) => (isNone ? storage.removeItem(name) : storage.setItem(name, JSON.stringify(boxes))));
}

const boxesOf = (form: HTMLFormElement) => form.querySelectorAll<HTMLInputElement>('input[type=checkbox]');

/** What was sent is with the import by now, unless the page says that it was not taken. */
function restoreBoxes(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-boxes]');
  const name = form?.dataset.boxes;
  if (!form || name === undefined) return;
  const isTaken = form.dataset.refused === undefined;
  const boxes: Boxes = Object.fromEntries(
    Object.entries(readBoxes(name)).flatMap(([value, box]) =>
      box && !(box.isSent && isTaken) ? [[value, { ...box, isSent: false }]] : [],
    ),
  );
  keepBoxes(name, boxes);
  for (const box of boxesOf(form)) box.checked = boxes[box.value]?.isChecked ?? box.checked;
}

document.addEventListener('change', ({ target }) => {
  const name = formOf(target)?.dataset.boxes;
  if (name === undefined || !(target instanceof HTMLInputElement) || target.type !== 'checkbox') return;
  keepBoxes(name, { ...readBoxes(name), [target.value]: { isChecked: target.checked, isSent: false } });
});

document.addEventListener('submit', ({ target }) => {
  const form = formOf(target);
  const name = form?.dataset.boxes;
  if (!form || name === undefined) return;
  const boxes = readBoxes(name);
  for (const { value } of boxesOf(form)) {
    const box = boxes[value];
    if (box) box.isSent = true;
  }
  keepBoxes(name, boxes);
});

restoreBoxes();
if (work()) setTimeout(() => void look(), PAUSE);
