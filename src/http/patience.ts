import { LateError, within } from '../share-calls.ts';
import type { Asker } from './admission.ts';
import type { Answer } from './buffered-response.ts';
import { logError } from '../process/error-log.ts';
import { forNow, PAGE_PATIENCE, type Made } from './maker.ts';

/** A form that was sent, and a file or a table that takes its time, may be made for so long, in ms. */
export const WORK_PATIENCE = 20_000;

/** What is being made, or after two seconds what is there `late`: it may be there when it is asked for again. */
export async function inTime<T, Late>(
  made: Promise<T>,
  { url, id }: Asker,
  late: (url: string) => Late,
): Promise<T | Late> {
  try {
    return await within(PAGE_PATIENCE, made);
  } catch (error) {
    if (!(error instanceof LateError)) throw error;
    logError('GET', url, error, id);
    return late(url);
  }
}

/**
 * What is being made for one visitor, for so long after the last byte of their request has come; then `late`. What was
 * sent goes on: nobody is told that it has failed.
 */
export async function inWorkTime<T>(
  made: Promise<T>,
  { request, url, id }: Asker,
  late: (url: string) => Answer,
): Promise<T | Made> {
  const isLate = Promise.withResolvers<Made>();
  let seen = request.socket.bytesRead;
  let since = performance.now();
  const look = setInterval(() => {
    if (request.socket.bytesRead !== seen) since = performance.now();
    seen = request.socket.bytesRead;
    if (performance.now() - since < WORK_PATIENCE) return;
    logError(request.method, url, new LateError('It is not done yet, and may still be.'), id);
    isLate.resolve(forNow(late(url)));
  }, WORK_PATIENCE / 20);
  return await Promise.race([made, isLate.promise]).finally(() => clearInterval(look));
}
