/** The work may still complete. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/** The result of a promise; rejects with `TimeoutError` after a timeout. */
export function withTimeout<T>(ms: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimeoutError('Timed out.')), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Waits until a promise has settled, or for a timeout. */
export const settleWithin = (ms: number, promise: Promise<unknown>): Promise<unknown> =>
  withTimeout(ms, promise).catch(() => {});
