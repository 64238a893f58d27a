import { scrub } from '../failure.ts';
import { CERTAIN_FOR } from '../clubs/list/change-feed.ts';
import { isDatabaseFailing, isLostConnection, isReadOnlyDatabase, UnknownOutcomeError } from '../lost-connection.ts';

/** How often the state of the database is checked, in ms. */
const CHECK_EVERY = 1000;

/** What the log of outages depends on. */
interface Watched {
  /** Whether the database answers (change-feed.ts). */
  isCertain: () => boolean;
  acceptsWrites: () => boolean;
  now?: () => number;
  output?: Pick<Console, 'info' | 'error'>;
}

/** Logs the beginning and the end of a database outage. The requests that fail in between are counted, not logged. */
export class OutageLog {
  readonly #watched: Required<Watched>;
  /** Null while the database answers. */
  #outage: { since: number; lastFailure: number; failures: number; isReadOnly: boolean } | null = null;
  #wasCertain = true;

  constructor({ isCertain, acceptsWrites, now = () => performance.now(), output = console }: Watched) {
    this.#watched = { isCertain, acceptsWrites, now, output };
  }

  /** Checks the database once a second; returns how to stop that. */
  watch(): () => void {
    const timer = setInterval(() => this.check(), CHECK_EVERY);
    timer.unref();
    return () => clearInterval(timer);
  }

  /** Whether this error of a request belongs to an outage, so that it need not be logged. */
  covers(error: unknown): boolean {
    const isReadOnly = isReadOnlyDatabase(error);
    const isPart = isReadOnly || isLostConnection(error) || (isDatabaseFailing(error) && !this.#watched.isCertain());
    if (!isPart) return false;
    this.#noteFailure(isReadOnly, error);
    if (this.#outage) this.#outage.failures += 1;
    // A change may have been lost: its request has to be found in the log.
    return !(error instanceof UnknownOutcomeError);
  }

  check(): void {
    const { isCertain, acceptsWrites, now, output } = this.#watched;
    const isNowCertain = isCertain();
    // One missing answer may come from a busy process.
    if (!isNowCertain && !this.#wasCertain) this.#noteFailure(false);
    else if (isNowCertain && !acceptsWrites()) this.#noteFailure(true);
    this.#wasCertain = isNowCertain;
    const outage = this.#outage;
    if (!isNowCertain || !outage || now() - outage.lastFailure < CERTAIN_FOR) return;
    this.#outage = null;
    const seconds = Math.round((outage.lastFailure - outage.since) / 1000);
    const does = outage.isReadOnly ? 'accepts writes' : 'answers';
    output.info(`The database ${does} again after ${seconds} s; failed requests: ${outage.failures}.`);
  }

  #noteFailure(isReadOnly: boolean, error?: unknown): void {
    const at = this.#watched.now();
    if (this.#outage) {
      this.#outage.lastFailure = at;
      return;
    }
    this.#outage = { since: at, lastFailure: at, failures: 0, isReadOnly };
    if (isReadOnly) {
      this.#watched.output.error('The database does not accept writes. Saves and sign-ins get 503 until it does.');
      return;
    }
    const reason = error instanceof Error && error.message !== '' ? ` (${scrub(error.message)})` : '';
    this.#watched.output.error(
      `The database does not answer${reason}. Pages come from the cache or get 503 until it answers again.`,
    );
  }
}
