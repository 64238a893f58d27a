import { inspect } from 'node:util';
import { scrub } from '../failure.ts';

/** A line for an answer that could not be made: the request, what was thrown, if it is known, and the request's id. */
export function logError(method: string | undefined, address: string, error: unknown, id?: string): void {
  const of = id === undefined ? '' : ` (request ${id})`;
  console.error(scrub(`${method ?? ''} ${toLogged(address)} failed: ${toOneLine(describe(error))}${of}`));
}

/** With where it was thrown, and with what it was thrown for. */
function describe(error: unknown): string {
  if (error === undefined) return 'it was answered with an error page.';
  if (!(error instanceof Error)) return inspect(error);
  const own = error.stack ?? String(error);
  return error.cause === undefined ? own : `${own} caused by ${describe(error.cause)}`;
}

/** An address as a log has it: a link by which somebody gets in, and whom somebody looks for, are no business of who reads it. */
export function toLogged(address: string): string {
  const [, written = '', query = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
  // However it is written, somebody may be about to write it properly.
  const plain = toPlain(written);
  const path = LINK.test(plain) ? plain.replace(LINK, '$1…') : written;
  return toOneLine(path + (PRIVATE_QUERY.test(plain) ? query.replace(/^\?.*/s, '?…') : query));
}

const LINK = /(\/(?:setup|invitation|password-reset|confirm)\/+)[^/]+/i;
const PRIVATE_QUERY = /\/(?:login\/callback|users)\/*$/i;

/** A path without escapes, also of escapes. */
function toPlain(path: string): string {
  const plain = path
    .replace(/%([0-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\\', '/');
  return plain === path ? path : toPlain(plain);
}

/** What came from outside makes no line of its own, and sends nothing to a terminal but signs. */
export const toOneLine = (text: string): string =>
  text.replace(/\s*[\r\n\u2028\u2029]\s*/g, ' ').replace(/\p{Cc}/gu, (sign) => encodeURIComponent(sign));
