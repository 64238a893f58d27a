import { today } from '../clubs/record/day.ts';

/** Encloses each part of rendered HTML that a page may replace. Texts of clubs cannot contain it. */
export const EDGE = '\0';

/** HTML in UTF-8, with the starts and ends of its replaceable parts. */
export interface RenderedHtml {
  bytes: Uint8Array;
  parts: readonly (readonly [start: number, end: number])[];
}

const encoder = new TextEncoder();
let cache = new WeakMap<object, Map<string, RenderedHtml>>();
/** Cards show what is open today. */
let day = today();

/** Renders an item once for each variant, and keeps its HTML as long as the item exists, until midnight. A promise while it is rendered. */
export function renderOnce(
  item: object,
  variant: string,
  render: () => Promise<string>,
): RenderedHtml | Promise<RenderedHtml> {
  if (day !== today()) {
    cache = new WeakMap();
    day = today();
  }
  const variants = cache.get(item) ?? new Map<string, RenderedHtml>();
  cache.set(item, variants);
  const renderNew = async () => {
    const pieces = (await render()).split(EDGE);
    const ends = pieces.map((_, index) => Buffer.byteLength(pieces.slice(0, index + 1).join('')));
    const parts = ends.flatMap((end, index) => (index % 2 ? [[ends[index - 1] ?? 0, end] as const] : []));
    // Not a `Buffer` of the shared pool, because a small cached slice would keep a whole pool in memory.
    const html = { bytes: encoder.encode(pieces.join('')), parts };
    variants.set(variant, html);
    return html;
  };
  return variants.get(variant) ?? renderNew();
}

/** The HTML with other parts; null keeps a part. */
export function replaceParts({ bytes, parts }: RenderedHtml, replacements: readonly (string | null)[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  let kept = 0;
  for (const [index, [start, end]] of parts.entries()) {
    const part = replacements[index] ?? null;
    if (part === null) continue;
    pieces.push(bytes.subarray(kept, start), Buffer.from(part));
    kept = end;
  }
  return kept === 0 ? bytes : Buffer.concat([...pieces, bytes.subarray(kept)]);
}
