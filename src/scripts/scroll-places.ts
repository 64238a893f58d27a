/** Browsers without the Navigation API come back to where they think best. */
const { navigation } = window as { navigation?: Navigation };

/**
 * Going back and forward among pages that swaps have brought: htmx loads them anew, and the browser would put them
 * where the page before was left. So their places are kept here, for as long as the tab lives. All other ways back are
 * the browser's own, and right.
 */
export function keepScrollPlaces(): void {
  // False from the moment that another page's entry is the current one until it is loaded.
  let isShown = true;
  const keepPlace = () => {
    const key = storageKey();
    if (isShown && key) sessionStorage.setItem(key, String(window.scrollY));
  };
  // An entry of the history is left by a swap that adds one, by back and forward, and for another document.
  navigation?.addEventListener('navigate', keepPlace);
  window.addEventListener('pagehide', keepPlace);

  // From here on this entry has the place that is kept; it remembers that itself, however often it is loaded.
  document.addEventListener('htmx:before:history:restore', () => {
    isShown = false;
    if (storageKey()) history.scrollRestoration = 'manual';
  });

  if (history.scrollRestoration === 'auto') return;
  const key = storageKey();
  const place = key && sessionStorage.getItem(key);
  if (place) window.scrollTo(0, Number(place));
}

const storageKey = () => navigation?.currentEntry && `scroll-place-${navigation.currentEntry.key}`;
