/** The number of items handled before the event loop gets a turn. */
const BATCH = 500;

export function* inBatches<T>(items: readonly T[]): Generator<T[], void, undefined> {
  for (let at = 0; at < items.length; at += BATCH) yield items.slice(at, at + BATCH);
}
