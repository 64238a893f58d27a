import { inspect } from 'node:util';
import { scrub } from '../failure.ts';

/** A line for an answer that could not be made: the request, and what was thrown, if it is known. */
export function logError(method: string | undefined, address: string, error: unknown): void {
  console.error(scrub(`${method ?? ''} ${toLogged(address)} failed: ${toOneLine(describe(error))}`));
}

/** With where it was thrown, and with what it was thrown for. */
function describe(error: unknown): string {
  if (error === undefined) return 'it was answered with an error page.';
  if (!(error instanceof Error)) return inspect(error);
  const own = error.stack ?? String(error);
  return error.cause === undefined ? own : `${own} caused by ${describe(error.cause)}`;
}

/** An address as a log has it: a link by which somebody gets in is no business of who reads it. */
export const toLogged = (address: string): string =>
  toOneLine(address)
    .replace(/(\/(?:setup|invitation|password-reset)\/)[^/?#]+/g, '$1…')
    .replace(/(\/login\/callback\/?\?).*/, '$1…');

/** What came from outside makes no line of its own, and sends nothing to a terminal but signs. */
export const toOneLine = (text: string): string =>
  text.replace(/\s*[\r\n\u2028\u2029]\s*/g, ' ').replace(/\p{Cc}/gu, (sign) => encodeURIComponent(sign));
