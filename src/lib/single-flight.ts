import { settleWithin } from './timeout.ts';

interface Sharing {
  until?: 'settled' | 'failed' | 'expired';
  /** Since the start of a call. */
  maxAgeMs?: number;
}

/** Callers share the calls with a key until they have settled, failed or expired. */
export function createSharedCalls<T>({ until = 'settled', maxAgeMs = Infinity }: Sharing = {}) {
  const calls = new Map<string, { result: Promise<T>; startedAt: number }>();
  return {
    find: (key: string): Promise<T> | null => {
      const call = calls.get(key);
      return call && performance.now() - call.startedAt < maxAgeMs ? call.result : null;
    },
    start: (key: string, result: Promise<T>): Promise<T> => {
      const call = { result, startedAt: performance.now() };
      calls.set(key, call);
      const keep = () => {};
      const end = () => {
        if (calls.get(key) === call) calls.delete(key);
      };
      result.then(until === 'settled' ? end : keep, until === 'expired' ? keep : end);
      return result;
    },
  };
}

/** Callers of a function share its calls. */
export function shareCalls<Values extends unknown[], T>(
  call: (...values: Values) => Promise<T>,
  sharing?: Sharing,
): (...values: Values) => Promise<T> {
  const calls = createSharedCalls<T>(sharing);
  return (...values) => calls.find('') ?? calls.start('', call(...values));
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
