import { setImmediate } from 'node:timers/promises';

/** The number of items handled before the event loop gets a turn. */
const BATCH = 500;

export function* inBatches<T>(items: readonly T[]): Generator<T[], void, undefined> {
  for (let at = 0; at < items.length; at += BATCH) yield items.slice(at, at + BATCH);
}

/** The items, with a turn for the event loop after each batch. */
export async function* withTurns<T>(items: readonly T[]): AsyncGenerator<T, void, undefined> {
  for (const batch of inBatches(items)) {
    yield* batch;
    await setImmediate();
  }
}
