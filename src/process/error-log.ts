import { inspect } from 'node:util';
import { CERTAIN_FOR, type VersionWatch } from '../clubs/directory/version-watch.ts';
import {
  isDatabaseFailing,
  isLostConnection,
  isReadOnlyDatabase,
  UnknownOutcomeError,
} from '../lib/database-errors.ts';
import { scrub } from '../lib/expected-error.ts';
import { toOneLine } from '../lib/log.ts';
import { routes } from '../routes.ts';

let outages: OutageLog | null = null;

/** From now on, requests that fail during a database outage are counted, not logged one by one. */
export function watchOutages(watch: DatabaseState): void {
  outages = new OutageLog(watch);
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

const CHECK_INTERVAL_MS = 1000;
const NO_ANSWER = 'The database does not answer.';
const NO_WRITES = 'The database does not accept writes.';

type DatabaseState = Pick<VersionWatch, 'isCertain' | 'acceptsWrites'>;

/** Why the database cannot do everything at the moment; null if it can. */
export const findDatabaseIssue = (watch: DatabaseState | undefined): string | null =>
  watch?.isCertain() ? (watch.acceptsWrites() ? null : NO_WRITES) : NO_ANSWER;

/** Logs the start and the end of an outage of the database. Counts the requests that fail in between. */
export class OutageLog {
  readonly #watch: DatabaseState;
  /** Null while the database works; times are in ms. */
  #outage: { since: number; lastSeen: number; failures: number } | null = null;
  #lastIssue: string | null = null;

  constructor(watch: DatabaseState) {
    this.#watch = watch;
    setInterval(() => this.#check(), CHECK_INTERVAL_MS).unref();
  }

  /** Whether an error belongs to an outage, so that it need not be logged. */
  covers(error: unknown): boolean {
    const isPart = isReadOnlyDatabase(error) || isLostConnection(error);
    if (!isPart && !(isDatabaseFailing(error) && !this.#watch.isCertain())) return false;
    const cause = error instanceof Error && error.message !== '' ? ` ${scrub(error.message)}` : '';
    this.#record(`${isReadOnlyDatabase(error) ? NO_WRITES : NO_ANSWER}${cause}`).failures += 1;
    // A change may have been lost: its request must be in the log.
    return !(error instanceof UnknownOutcomeError);
  }

  #check(): void {
    const issue = findDatabaseIssue(this.#watch);
    // A single missing answer may come from a busy process.
    if (issue !== null && this.#lastIssue !== null) this.#record(issue);
    this.#lastIssue = issue;
    if (issue !== null || !this.#outage || performance.now() - this.#outage.lastSeen < CERTAIN_FOR) return;
    const { since, lastSeen, failures } = this.#outage;
    this.#outage = null;
    console.info(
      `The database works again after ${Math.round((lastSeen - since) / 1000)} s; failed requests: ${failures}.`,
    );
  }

  #record(issue: string) {
    const now = performance.now();
    if (!this.#outage) console.error(issue);
    this.#outage = { since: now, failures: 0, ...this.#outage, lastSeen: now };
    return this.#outage;
  }
}
