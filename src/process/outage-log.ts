import { CERTAIN_FOR, type SyncedClubStore } from '../clubs/list/change-feed.ts';
import {
  isDatabaseFailing,
  isLostConnection,
  isReadOnlyDatabase,
  UnknownOutcomeError,
} from '../lib/database-errors.ts';
import { scrub } from '../lib/expected-error.ts';

const CHECK_INTERVAL_MS = 1000;
const NO_ANSWER = 'The database does not answer.';
const NO_WRITES = 'The database does not accept writes.';

type ObservedStore = Pick<SyncedClubStore, 'isCertain' | 'acceptsWrites'>;

/** Why the database cannot do everything at the moment; null if it can. */
export const findDatabaseIssue = (store: ObservedStore | undefined): string | null =>
  store?.isCertain() ? (store.acceptsWrites() ? null : NO_WRITES) : NO_ANSWER;

/** Logs the start and the end of an outage of the database. Requests that fail in between are counted. */
export class OutageLog {
  readonly #store: ObservedStore;
  /** Null while the database works; times are in ms. */
  #outage: { since: number; lastSeen: number; failures: number } | null = null;
  #lastIssue: string | null = null;

  constructor(store: ObservedStore) {
    this.#store = store;
    setInterval(() => this.#check(), CHECK_INTERVAL_MS).unref();
  }

  /** Whether an error of a request belongs to an outage, so that it need not be logged. */
  covers(error: unknown): boolean {
    const isPart = isReadOnlyDatabase(error) || isLostConnection(error);
    if (!isPart && !(isDatabaseFailing(error) && !this.#store.isCertain())) return false;
    const cause = error instanceof Error && error.message !== '' ? ` ${scrub(error.message)}` : '';
    this.#record(`${isReadOnlyDatabase(error) ? NO_WRITES : NO_ANSWER}${cause}`).failures += 1;
    // A change may have been lost: its request must be in the log.
    return !(error instanceof UnknownOutcomeError);
  }

  #check(): void {
    const issue = findDatabaseIssue(this.#store);
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
