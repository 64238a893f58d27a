import { inspect } from 'node:util';
import type { VersionWatch } from '../clubs/directory/version-watch.ts';
import { codeOf, isLostConnection, isReadOnlyDatabase, UnknownOutcomeError } from '../lib/errors.ts';
import { scrub } from '../lib/print-error.ts';
import { toOneLine } from '../lib/log.ts';
import { TimeoutError } from '../lib/timeout.ts';
import { routes } from '../routes.ts';

/** Logs an error of a request with the id of the request. */
export function logError(method: string | undefined, url: string, error: unknown, id?: string): void {
  if (isRepeated(error)) return;
  const request = id === undefined ? '' : ` (request ${id})`;
  console.error(scrub(`${method ?? ''} ${redactUrl(url)} failed: ${toOneLine(describe(error))}${request}`));
}

/** While the database is unavailable, most requests fail alike: such an error is logged once in this time, in ms. */
export const REPEAT_AFTER_MS = 10_000;
const loggedAt = new Map<string, number>();

function isRepeated(error: unknown): boolean {
  const isOutage = isLostConnection(error) || isReadOnlyDatabase(error) || error instanceof TimeoutError;
  // A change may have been lost: its request must be in the log.
  if (!isOutage || error instanceof UnknownOutcomeError) return false;
  const now = performance.now();
  if (now - (loggedAt.get(codeOf(error)) ?? -Infinity) < REPEAT_AFTER_MS) return true;
  loggedAt.set(codeOf(error), now);
  return false;
}

/** With its stack and its causes. */
function describe(error: unknown): string {
  if (error === undefined) return 'an error page was rendered.';
  if (!(error instanceof Error)) return inspect(error);
  const text = error.stack ?? String(error);
  return error.cause === undefined ? text : `${text} caused by ${describe(error.cause)}`;
}

const TOKEN_PAGES = Object.values(routes).flatMap((pattern) => /\/([^/]+)\/\[token\]/.exec(pattern)?.[1] ?? []);
/** The start of a URL with a secret: a token in its path, or the query of a sign-in or of a search for users. */
const SECRET = new RegExp(
  `^.*?/(?:(?:${TOKEN_PAGES.join('|')})\\b[^\\w?]*|(?:login/+callback|users)\\b[^?]*\\?)`,
  'is',
);

/** A URL for the log, in one line and without secrets. A secret may be encoded, also twice, as in `next` of the login. */
export function redactUrl(url: string): string {
  const decoded = decodeLeniently(decodeLeniently(url));
  const [start] = SECRET.exec(decoded) ?? [];
  return toOneLine(start === undefined || start === decoded ? url : `${start}…`);
}

const decodeLeniently = (url: string): string =>
  url.replace(/%([0-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Why the database cannot do everything at the moment; null if it can. */
export function findDatabaseIssue(watch: Pick<VersionWatch, 'isCertain' | 'acceptsWrites'> | undefined): string | null {
  if (!watch?.isCertain()) return 'The database does not answer.';
  return watch.acceptsWrites() ? null : 'The database does not accept writes.';
}
