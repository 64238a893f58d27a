import { inspect } from 'node:util';
import { scrub } from '../lib/expected-error.ts';
import { toOneLine } from '../lib/log.ts';
import type { OutageLog } from './outage-log.ts';

let outages: OutageLog | null = null;

/** From now on, requests that fail during a database outage are counted there, not logged one by one. */
export function setOutageLog(log: OutageLog): void {
  outages = log;
}

/** Logs an error of a request with the id of the request. */
export function logError(method: string | undefined, url: string, error: unknown, id?: string): void {
  if (outages?.covers(error)) return;
  const request = id === undefined ? '' : ` (request ${id})`;
  console.error(scrub(`${method ?? ''} ${redactUrl(url)} failed: ${toOneLine(describe(error))}${request}`));
}

/** With its stack and its causes. */
function describe(error: unknown): string {
  if (error === undefined) return 'an error page was rendered.';
  if (!(error instanceof Error)) return inspect(error);
  const own = error.stack ?? String(error);
  return error.cause === undefined ? own : `${own} caused by ${describe(error.cause)}`;
}

/** The start of a URL with a secret: a token in its path, or the query of a sign-in or of a search for users. */
const SECRET = /^.*?\/(?:(?:setup|invitation|password-reset|confirm)\b[^\w?]*|(?:login\/+callback|users)\b[^?]*\?)/is;

/** A URL for the log, in one line and without secrets. A secret may be encoded, also twice, as in `next` of the login. */
export function redactUrl(url: string): string {
  const decoded = decodeLeniently(decodeLeniently(url));
  const [start] = SECRET.exec(decoded) ?? [];
  return toOneLine(start === undefined || start === decoded ? url : `${start}…`);
}

const decodeLeniently = (url: string): string =>
  url.replace(/%([0-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
