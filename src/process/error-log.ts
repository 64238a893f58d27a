import { inspect } from 'node:util';
import { scrub } from '../failure.ts';
import { toOneLine } from '../log.ts';
import type { OutageLog } from './outage-log.ts';

let outages: OutageLog | null = null;

/** From now on, requests that fail during an outage of the database are not logged one by one. */
export function leaveOutagesTo(log: OutageLog): void {
  outages = log;
}

/** Logs an answer that could not be made: the request, what was thrown, if it is known, and the request's id. */
export function logError(method: string | undefined, address: string, error: unknown, id?: string): void {
  if (outages?.covers(error)) return;
  const of = id === undefined ? '' : ` (request ${id})`;
  console.error(scrub(`${method ?? ''} ${toLogged(address)} failed: ${toOneLine(describe(error))}${of}`));
}

/** With where it was thrown, and with what it was thrown for. */
function describe(error: unknown): string {
  if (error === undefined) return 'an error page was rendered.';
  if (!(error instanceof Error)) return inspect(error);
  const own = error.stack ?? String(error);
  return error.cause === undefined ? own : `${own} caused by ${describe(error.cause)}`;
}

/** An address as a log has it: a link by which somebody gets in, and whom somebody looks for, are no business of who reads it. */
export function toLogged(address: string): string {
  // However it is written, somebody may be about to write it properly; so nothing is left of what follows.
  const plain = toPlain(address);
  const [before] = PRIVATE.exec(plain) ?? [];
  return toOneLine(before === undefined || before === plain ? address : `${before}…`);
}

/** Up to where an address begins to be a secret: after a link's own word wherever it stands, and in queries of accounts. */
const PRIVATE = /^.*?\/(?:(?:setup|invitation|password-reset|confirm)\b[^\w?]*|(?:login\/+callback|users)\b[^?]*\?)/is;

/** Passes of decoding at most: each takes time in proportion to the length of the address. */
const MOST_PASSES = 8;

/** An address without escapes, also of escapes, and without backslashes and `/./`. */
function toPlain(address: string): string {
  let plain = address.replace(/%(?:25)+/gi, '%');
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const next = plain
      .replace(/%([0-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replaceAll('\\', '/')
      .replaceAll('/./', '/');
    if (next === plain) break;
    plain = next;
  }
  return plain;
}
