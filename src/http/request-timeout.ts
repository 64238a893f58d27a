import type { IncomingMessage } from 'node:http';
import { LateError } from '../lib/single-flight.ts';

/** Rejects with `LateError` if work for a request takes longer than `ms` after the request has arrived with its body. */
export function withRequestTimeout<T>(ms: number, request: IncomingMessage, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      if (request.complete) reject(new LateError('Timed out.'));
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
