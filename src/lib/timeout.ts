import type { IncomingMessage } from 'node:http';

/** The work may still complete. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/**
 * The result of a promise; rejects with `TimeoutError` after a timeout. With a request, the time starts when its body has
 * arrived.
 */
export function withTimeout<T>(ms: number, promise: Promise<T>, request?: IncomingMessage): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      if (request?.complete === false) timer.refresh();
      else reject(new TimeoutError('Timed out.'));
    }, ms);
    const restart = () => void timer.refresh();
    request?.once('end', restart);
    promise.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      request?.off('end', restart);
    });
  });
}

/** Waits until a promise has settled, or for a timeout. */
export const settleWithin = (ms: number, promise: Promise<unknown>): Promise<unknown> =>
  withTimeout(ms, promise).catch(() => {});
