import { settleWithin } from './timeout.ts';

/** Callers of a function share its calls until they have settled, or until they have failed. */
export function shareCalls<Values extends unknown[], T>(
  call: (...values: Values) => Promise<T>,
  until: 'settled' | 'failed' = 'settled',
): (...values: Values) => Promise<T> {
  let shared: Promise<T> | null = null;
  const end = () => {
    shared = null;
  };
  return (...values) => {
    if (shared) return shared;
    const result = call(...values);
    shared = result;
    result.then(until === 'settled' ? end : () => {}, end);
    return result;
  };
}

/** Others wait this long for a running call, whose connection may have died without notice. In ms. */
export const WAIT_MS = 1000;

/**
 * For results that are never older than their request: callers share the next call, which starts after the running one.
 * One that hangs delays it by `waitMs` at most.
 */
export function shareNextCall<T>(call: () => Promise<T>, waitMs = WAIT_MS): () => Promise<T> {
  let last: Promise<T> | null = null;
  let next: Promise<T> | null = null;
  return () =>
    (next ??= settleWithin(waitMs, Promise.resolve(last)).then(() => {
      next = null;
      last = call();
      return last;
    }));
}
