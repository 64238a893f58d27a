import { tryStorage } from './browser-storage.ts';

/** Browsers without the Navigation API come back to where they think best. */
const { navigation } = window as { navigation?: Navigation };
/** False from the moment that another page's entry is the current one until it is loaded. */
let isShown = true;

/**
 * Going back and forward among pages that swaps have brought: htmx loads them anew, and the browser would put them
 * where the page before was left. So their places are kept here, for as long as the tab lives. All other ways back are
 * the browser's own, and right.
 */
export function keepScrollPlaces(): void {
  const keepPlace = () => {
    if (!isShown) return;
    for (const name of placeNames()) tryStorage((storage) => storage.setItem(name, String(window.scrollY)));
  };
  // An entry of the history is left by a swap that adds one, by back and forward, and for another document.
  navigation?.addEventListener('navigate', keepPlace);
  window.addEventListener('pagehide', keepPlace);

  document.addEventListener('htmx:before:history:restore', expectReload);

  const [ofEntry, ofSlot] = placeNames().map((name) => tryStorage((storage) => storage.getItem(name)));
  const isRenewed = ofEntry === null && ofSlot !== null && isWayBack();
  if (isRenewed) history.scrollRestoration = 'manual';
  if (history.scrollRestoration === 'auto') return;
  const place = ofEntry ?? ofSlot;
  if (place) window.scrollTo(0, Number(place));
}

/** Whether the page is loaded for an entry that was there. */
function isWayBack(): boolean {
  const [load] = performance.getEntriesByType('navigation');
  return load instanceof PerformanceNavigationTiming && load.type !== 'navigate';
}

/** To be called when the current entry is about to be loaded anew in the place of another. */
export function expectReload(): void {
  isShown = false;
  // From here on this entry has the place that is kept; it remembers that itself, however often it is loaded.
  if (navigation?.currentEntry) history.scrollRestoration = 'manual';
}

/**
 * What the place of the current entry is kept as: by its key, and by where in the history it is with which address. An
 * entry that was loaded without success, and the browser's own page shown for it, has another key when that is tried again.
 */
function placeNames(): string[] {
  const entry = navigation?.currentEntry;
  return entry ? [`scroll-place-${entry.key}`, `scroll-place-${entry.index}-${entry.url ?? ''}`] : [];
}
