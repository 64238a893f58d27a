import { usesArrowKeys } from './arrow-keys.ts';

/** A swipe is at least this long, in CSS pixels, and takes at most this long, in ms. */
const DISTANCE = 48;
const DURATION = 800;

/** Turns the page of a list of single clubs by a horizontal swipe on the club. */
export function turnBySwipes(list: HTMLElement): void {
  let start: PointerEvent | null = null;
  list.addEventListener('pointerdown', (event) => {
    const isOnClub = event.target instanceof Element && event.target.closest('.single') !== null;
    // A second finger zooms.
    start = event.pointerType !== 'mouse' && isOnClub && !start && !usesArrowKeys(event.target) ? event : null;
  });
  list.addEventListener('pointercancel', () => (start = null));
  list.addEventListener('pointerup', ({ pointerId, clientX, clientY, timeStamp }) => {
    const from = start?.pointerId === pointerId ? start : null;
    start = null;
    if (!from || timeStamp - from.timeStamp > DURATION || !window.getSelection()?.isCollapsed) return;
    const [x, y] = [clientX - from.clientX, clientY - from.clientY];
    if (Math.abs(x) < DISTANCE || Math.abs(x) < 2 * Math.abs(y)) return;
    list.querySelector<HTMLElement>(x < 0 ? 'a.step.next' : 'a.step.previous')?.click();
  });
}
