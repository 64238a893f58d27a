/* Messages of scripts: one at a time, at the lower edge of the window, with a button to close it. */

const region = document.querySelector<HTMLElement>('#messages');
const announcement = document.querySelector<HTMLElement>('#announcement');
let focusedBefore: Element | null = null;

export const messageTexts = (): DOMStringMap => region?.dataset ?? {};

export const hasMessage = (element: Element | null): boolean => (element && region?.contains(element)) ?? false;

export function announce(text: string): void {
  if (announcement) announcement.textContent = text;
}

export function createClose(): HTMLElement {
  const close = Object.assign(document.createElement('button'), { type: 'button', className: 'close' });
  close.setAttribute('aria-label', messageTexts().close ?? '');
  return close;
}

/** Shows and announces a message, by default about a failure, with a link to a next step if there is one. */
export function showMessage(text: string, link?: HTMLAnchorElement, kind: 'error' | 'toast' = 'error'): void {
  const next = document.createElement('p');
  next.className = `message cluster notice ${kind}`;
  const words = document.createElement('span');
  words.append(text, ...(link ? [' ', link] : []));
  next.append(words, createClose());
  region?.replaceChildren(next);
}

region?.addEventListener('focusin', ({ relatedTarget }) => {
  if (relatedTarget instanceof Element && !hasMessage(relatedTarget)) focusedBefore = relatedTarget;
});
region?.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.matches('.close')) clearMessage();
});

/** Removes the message. If it had the focus, the focus returns to where it was before. */
export function clearMessage(): void {
  const hadFocus = hasMessage(document.activeElement);
  region?.replaceChildren();
  if (hadFocus && focusedBefore instanceof HTMLElement) focusedBefore.focus({ preventScroll: true });
}

// Messages must not cover the focused element.
if (region)
  new ResizeObserver(() => {
    document.documentElement.style.setProperty('--messages-size', `${region.offsetHeight}px`);
    const { activeElement } = document;
    if (region.offsetHeight > 0 && activeElement !== document.body && !hasMessage(activeElement))
      activeElement?.scrollIntoView({ block: 'nearest' });
  }).observe(region);
