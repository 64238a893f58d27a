/*
 * The steps from page to page: what they lead to is fetched ahead where clubs stand one by one, presses wait for their
 * turn, and a swipe is a press.
 */

/** What was fetched ahead is not older than this when it is shown, in ms. */
const FRESH = 20_000;
/** A visitor who only passes by needs nothing ahead: after so long, in ms. */
const SETTLED = 150;
/** So far is no accident of a finger, in CSS pixels, and so long is no swipe, in ms. */
const SWIPE = 48;
const SWIPE_TIME = 800;

type Direction = 'previous' | 'next';

/** As much of a request of htmx as is needed here. */
export interface Turn {
  sourceElement: Element;
  request: { action: string; headers: Record<string, string>; signal: AbortSignal };
  fetch?: typeof fetch;
}

export interface PageTurner {
  /** A request begins: answers it with what is there already. */
  begin: (turn: Turn) => void;
  /** A page has come. */
  come: () => void;
  /** The request is over, with a page or without. */
  end: (turn: Turn, hasCome: boolean) => void;
}

const directionOf = (element: Element | null): Direction | null =>
  element?.matches('a.step') ? (element.matches('.next') ? 'next' : 'previous') : null;

/** A page of the list with all of its body, which is there at once when it is read; null where there is none. */
async function fetchWhole(address: string): Promise<Response | null> {
  const response = await fetch(address, { headers: { 'HX-Request': 'true' }, priority: 'low' });
  if (!response.ok) return null;
  await response.clone().arrayBuffer();
  return response;
}

/** What comes of work; when it is given up before, fails as a fetch does. */
const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      const fail = () => reject(signal.reason as Error);
      if (signal.aborted) fail();
      else signal.addEventListener('abort', fail);
    }),
  ]);

/** Makes the pages of a list turn. `scrolls` says whether a swipe on an element is for itself. */
export function turnPages(list: HTMLElement, scrolls: (target: EventTarget | null) => boolean): PageTurner {
  const ahead = new Map<string, { since: number; answer: Promise<Response | null> }>();
  /** The step that is under way, and how many more presses of it wait for its end. */
  let turning: { turn: Turn; direction: Direction } | null = null;
  let waiting = 0;
  /** Whether the next request is one of these presses. */
  let isGoingOn = false;
  let settling = 0;

  const linkTo = (direction: Direction) => list.querySelector<HTMLAnchorElement>(`a.step.${direction}`);

  const fetchAhead = () => {
    const isAlone = list.querySelector('.single') !== null;
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    const steps = isAlone && !connection?.saveData ? list.querySelectorAll<HTMLAnchorElement>('a.step') : [];
    const wanted = new Set(Array.from(steps, ({ href }) => href));
    for (const address of ahead.keys()) if (!wanted.has(address)) ahead.delete(address);
    for (const address of wanted) {
      if (performance.now() - (ahead.get(address)?.since ?? -Infinity) < FRESH) continue;
      ahead.set(address, { since: performance.now(), answer: fetchWhole(address).catch(() => null) });
    }
  };
  const settle = () => {
    clearTimeout(settling);
    settling = window.setTimeout(fetchAhead, SETTLED);
  };

  document.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a.step') : null;
      if (!turning) return;
      const direction = directionOf(link);
      const isBack = direction !== null && direction !== turning.direction;
      // A press of the other way takes back one that waits; where none does, it wins, as whatever else is pressed.
      if (!direction || (isBack && waiting === 0)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      waiting += isBack ? -1 : 1;
    },
    { capture: true },
  );

  // A page that was looked at for long has neighbours that may have changed: they are fetched anew before they are pressed.
  for (const type of ['pointerover', 'focusin', 'pointerdown']) {
    list.addEventListener(type, ({ target }) => {
      if (target instanceof Element && target.closest('a.step')) fetchAhead();
    });
  }

  let touched: { id: number; x: number; y: number; at: number } | null = null;
  list.addEventListener('pointerdown', ({ pointerId, pointerType, target, clientX, clientY, timeStamp }) => {
    const isOfClub = target instanceof Element && target.closest('.single') !== null;
    const isTouch = pointerType === 'touch' || pointerType === 'pen';
    // A second finger is for something else.
    touched =
      isTouch && isOfClub && !touched && !scrolls(target)
        ? { id: pointerId, x: clientX, y: clientY, at: timeStamp }
        : null;
  });
  list.addEventListener('pointercancel', () => (touched = null));
  list.addEventListener('pointerup', ({ pointerId, clientX, clientY, timeStamp }) => {
    const from = touched?.id === pointerId ? touched : null;
    touched = null;
    if (!from || timeStamp - from.at > SWIPE_TIME) return;
    const [x, y] = [clientX - from.x, clientY - from.y];
    if (Math.abs(x) < SWIPE || Math.abs(x) < 2 * Math.abs(y) || !window.getSelection()?.isCollapsed) return;
    linkTo(x < 0 ? 'next' : 'previous')?.click();
  });

  settle();
  return {
    begin(turn) {
      const direction = directionOf(turn.sourceElement);
      if (!isGoingOn) waiting = 0;
      isGoingOn = false;
      turning = direction && { turn, direction };
      if (direction) list.dataset.turned = direction;
      else delete list.dataset.turned;
      const address = new URL(turn.request.action, location.href).href;
      const known = ahead.get(address);
      if (!direction || !known || performance.now() - known.since > FRESH) return;
      const { signal } = turn.request;
      // Nothing comes of an answer that is not wanted any more, as of any other; nor is one waited for again that was too late.
      signal.addEventListener('abort', () => ahead.delete(address));
      turn.fetch = async (url, request) => (await unlessAborted(known.answer, signal))?.clone() ?? fetch(url, request);
    },
    come: settle,
    end(turn, hasCome) {
      // Another request has taken its place.
      if (turn !== turning?.turn) return;
      const link = hasCome && waiting > 0 ? linkTo(turning.direction) : null;
      waiting = link ? waiting - 1 : 0;
      turning = null;
      isGoingOn = link !== null;
      // Once htmx has done with this one, too.
      if (link) setTimeout(() => link.click());
    },
  };
}
