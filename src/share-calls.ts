/** After so long, in ms, a call may never end: its connection may be gone without a word. */
export const PATIENCE = 1000;

/**
 * The same call for all who ask at the same time. An answer is never older than its question: who asks while a call is
 * under way gets the answer of the next one, together with everybody else who came meanwhile. Nobody waits long for
 * the call of others.
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

/** The same call for all who ever ask, until it fails: then it is made again for the next. */
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

/** What was waited for has not come in time; it may come later. */
export class LateError extends Error {
  override name = 'LateError';
}

/** What a promise comes to; `LateError` when that takes longer, in ms. */
export function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new LateError('Timed out.')), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Waits for a promise to end, either way, or for so long. */
export const settleWithin = (milliseconds: number, promise: Promise<unknown>): Promise<unknown> =>
  within(milliseconds, promise).catch(() => {});
