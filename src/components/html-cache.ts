/** Encloses a part of rendered HTML that a page may replace. Texts of clubs cannot contain it. */
export const EDGE = '\0';

/** HTML in UTF-8, with a replaceable part from `start` to `end`. */
export interface RenderedHtml {
  bytes: Uint8Array;
  start: number;
  end: number;
}

const encoder = new TextEncoder();
const cache = new WeakMap<object, Map<string, RenderedHtml>>();

/** Renders an item once for each variant, and keeps its HTML as long as the item exists. A promise while it is rendered. */
export function renderOnce(
  item: object,
  variant: string,
  render: () => Promise<string>,
): RenderedHtml | Promise<RenderedHtml> {
  const variants = cache.get(item) ?? new Map<string, RenderedHtml>();
  cache.set(item, variants);
  const renderNew = async () => {
    const [before = '', part = '', after = ''] = (await render()).split(EDGE);
    const start = Buffer.byteLength(before);
    // Not a `Buffer` of the shared pool, because a small cached slice would keep a whole pool in memory.
    const html = { bytes: encoder.encode(before + part + after), start, end: start + Buffer.byteLength(part) };
    variants.set(variant, html);
    return html;
  };
  return variants.get(variant) ?? renderNew();
}
