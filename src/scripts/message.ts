/*
 * What a script has to tell: a box with a button that closes it, one at a time, beside what was used while that is seen,
 * else at the lower edge of the window.
 */

const region = document.querySelector<HTMLElement>('#messages');
const announcement = document.querySelector<HTMLElement>('#announcement');

let shown: HTMLElement | null = null;
/** What was used. */
let control: Element | null = null;
/** What had the focus before the message took it. */
let focusedBefore: HTMLElement | null = null;

/** Words of messages in the language of the page. */
export const messageWords = (): DOMStringMap => region?.dataset ?? {};

/**
 * Shows a message, and answers it. `used` is what it is about; from within a message, what that one was about. `closed`
 * is told what had the focus before, where that is still there, when somebody has closed it, and else leaves the focus
 * where it is.
 */
export function showMessage(
  words: (Node | string)[],
  { used, closed }: { used: Element; closed: (before: HTMLElement | null) => void },
): HTMLElement {
  const message = document.createElement('p');
  message.className = 'message';
  const text = document.createElement('span');
  text.append(...words);
  const close = document.createElement('button');
  close.type = 'button';
  close.setAttribute('aria-label', messageWords().close ?? '');
  close.addEventListener('click', () => {
    const before = clearMessage();
    closed(before?.isConnected ? before : null);
  });
  message.append(text, close);
  message.addEventListener('focusin', ({ relatedTarget }) => {
    if (relatedTarget instanceof HTMLElement && !message.contains(relatedTarget)) focusedBefore = relatedTarget;
  });
  const before = shown;
  if (!before?.contains(used)) control = used;
  if (!control || !putBeside(message, control)) region?.replaceChildren(message);
  shown = message;
  before?.remove();
  return message;
}

/** Takes the message away, and answers what had the focus before it did, if it did. */
export function clearMessage(): HTMLElement | null {
  const before = focusedBefore;
  shown?.remove();
  [shown, control, focusedBefore] = [null, null, null];
  makeRoom();
  return before;
}

export const hasMessage = (element: Element | null): boolean => shown?.contains(element) ?? false;

/** Whether an element has not gone out of what is seen. */
export function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return element.checkVisibility() && top >= 0 && bottom <= window.innerHeight - edge();
}

/** Says it to who does not see it. */
export function announce(text: string): void {
  if (announcement) announcement.textContent = text;
}

/** What is fixed to the lower edge of the window covers this much of it, in px. */
const edge = () => parseFloat(getComputedStyle(document.body).paddingBlockEnd);

/** Where messages stand for what is used: behind the nearest of these that has it. */
const PLACES = '.club-search .words, .filter-chips, .category-links ul, .named .numbers, .pagination:not(.named)';

/** Answers whether it is seen there. */
function putBeside(message: HTMLElement, used: Element): boolean {
  // Steps at the lower edge have the messages of the region beside them.
  const place =
    (used.matches('form') ? used.querySelector(PLACES) : used.closest(PLACES)) ??
    (used.closest('.named') ? document.querySelector('.club-result') : null);
  if (!place || !isInView(used.matches('form') ? place : used)) return false;
  place.after(message);
  if (isInView(message)) return true;
  message.remove();
  return false;
}

/** Messages of the region stay at the lower end of the window: nothing that has the focus, or comes into view, may be below them. */
function makeRoom(): void {
  if (!region) return;
  document.documentElement.style.setProperty('--messages-size', `${region.offsetHeight}px`);
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body || hasMessage(activeElement)) return;
  const start = region.getBoundingClientRect().top;
  const { top, bottom } = activeElement.getBoundingClientRect();
  if (region.offsetHeight > 0 && bottom > start && top < window.innerHeight)
    activeElement.scrollIntoView({ block: 'nearest' });
}
// When it is known who has the focus; and their lines break anew in another window.
if (region) new ResizeObserver(makeRoom).observe(region);
