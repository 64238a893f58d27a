/** Rendered HTML in UTF-8 by object. An entry is removed when its object is garbage-collected. */
export type HtmlCache = WeakMap<object, Buffer>;

const caches = new Map<string, HtmlCache>();

export function htmlCache(name: string): HtmlCache {
  const known = caches.get(name);
  if (known) return known;
  const cache: HtmlCache = new WeakMap();
  caches.set(name, cache);
  return cache;
}

/** The HTML of each item; calls `render` for those that are not cached. Synchronous if all are cached. */
export function renderCached<Item extends object>(
  cache: HtmlCache,
  items: readonly Item[],
  render: (item: Item) => Promise<string>,
): Buffer[] | Promise<Buffer[]> {
  const known = items.flatMap((item) => cache.get(item) ?? []);
  if (known.length === items.length) return known;
  return Promise.all(
    items.map(async (item) => {
      const bytes = cache.get(item) ?? toBytes(await render(item));
      cache.set(item, bytes);
      return bytes;
    }),
  );
}

/** Not from the shared buffer pool, because a small cached slice would keep a whole pool in memory. */
function toBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}
