/** Others wait this long for a running call, whose connection may have died without notice. In ms. */
export const PATIENCE = 1000;

/**
 * Shares calls between concurrent callers. A result is never older than its request: a caller during a call gets the
 * result of the next one, together with all others who came in the meantime. A call that hangs delays the next one by
 * `patience` ms at most.
 */
export function shareCalls<T>(call: () => Promise<T>, patience = PATIENCE): () => Promise<T> {
  let underWay: Promise<T> | null = null;
  let next: Promise<T> | null = null;

  const start = (): Promise<T> => {
    const started = call();
    const end = () => {
      if (underWay === started) underWay = null;
    };
    underWay = started;
    started.then(end, end);
    return started;
  };

  return () => {
    if (!underWay) return start();
    return (next ??= settleWithin(patience, underWay).then(() => {
      next = null;
      return start();
    }));
  };
}

/** Calls once and keeps the result. After a failure, the next caller calls again. */
export function keepUnlessFailed<Given extends unknown[], T>(
  call: (...given: Given) => Promise<T>,
): (...given: Given) => Promise<T> {
  let made: Promise<T> | null = null;
  return (...given) => {
    if (made) return made;
    const making = call(...given);
    made = making;
    making.catch(() => {
      if (made === making) made = null;
    });
    return making;
  };
}

/** A timeout. The work may still complete. */
export class LateError extends Error {
  override name = 'LateError';
}

/** The result of a promise; rejects with `LateError` after a timeout. */
export function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new LateError('Timed out.')), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Waits until a promise has settled, or for a timeout. */
export const settleWithin = (milliseconds: number, promise: Promise<unknown>): Promise<unknown> =>
  within(milliseconds, promise).catch(() => {});
