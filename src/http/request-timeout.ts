import type { IncomingMessage } from 'node:http';
import { TimeoutError } from '../lib/timeout.ts';

/** Rejects with `TimeoutError` if work for a request takes longer than `ms` after the request has arrived with its body. */
export function withRequestTimeout<T>(ms: number, request: IncomingMessage, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      if (request.complete) reject(new TimeoutError('Timed out.'));
      else timer.refresh();
    }, ms);
    const restart = () => void timer.refresh();
    request.once('end', restart);
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      request.off('end', restart);
    });
  });
}
