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
    const key = storageKey();
    if (isShown && key) tryStorage((storage) => storage.setItem(key, String(window.scrollY)));
  };
  // An entry of the history is left by a swap that adds one, by back and forward, and for another document.
  navigation?.addEventListener('navigate', keepPlace);
  window.addEventListener('pagehide', keepPlace);

  document.addEventListener('htmx:before:history:restore', expectReload);

  if (history.scrollRestoration === 'auto') return;
  const key = storageKey();
  const place = key && tryStorage((storage) => storage.getItem(key));
  if (place) window.scrollTo(0, Number(place));
}

/** To be called when the current entry is about to be loaded anew in the place of another. */
export function expectReload(): void {
  isShown = false;
  // From here on this entry has the place that is kept; it remembers that itself, however often it is loaded.
  if (storageKey()) history.scrollRestoration = 'manual';
}

/** Browsers that keep nothing for the site throw at the mere name of the storage, others when it is full. */
function tryStorage<Result>(use: (storage: Storage) => Result): Result | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}

const storageKey = () => navigation?.currentEntry && `scroll-place-${navigation.currentEntry.key}`;
