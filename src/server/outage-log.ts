import { scrub } from '../failure.ts';
import { CERTAIN_FOR } from '../clubs/follow.ts';
import { isDatabaseFailing, isLostConnection, UnknownOutcomeError } from '../lost-connection.ts';

/** How often the state of the database is checked, in ms. */
const CHECK_EVERY = 1000;

/** What the log of outages depends on. */
interface Watched {
  /** Whether the database answers (follow.ts). */
  isCertain: () => boolean;
  now?: () => number;
  output?: Pick<Console, 'info' | 'error'>;
}

/** Logs the beginning and the end of a database outage. The requests that fail in between are counted, not logged. */
export class OutageLog {
  readonly #watched: Required<Watched>;
  /** Null while the database answers. */
  #outage: { since: number; lastFailure: number; failures: number } | null = null;
  #wasCertain = true;

  constructor({ isCertain, now = () => performance.now(), output = console }: Watched) {
    this.#watched = { isCertain, now, output };
  }

  /** Checks the database once a second; returns how to stop that. */
  watch(): () => void {
    const timer = setInterval(() => this.check(), CHECK_EVERY);
    timer.unref();
    return () => clearInterval(timer);
  }

  /** Whether this error of a request belongs to an outage, so that it need not be logged. */
  covers(error: unknown): boolean {
    const isPart = isLostConnection(error) || (isDatabaseFailing(error) && !this.#watched.isCertain());
    if (!isPart) return false;
    this.#noteFailure(error);
    if (this.#outage) this.#outage.failures += 1;
    // A change may have been lost: its request has to be found in the log.
    return !(error instanceof UnknownOutcomeError);
  }

  check(): void {
    const { isCertain, now, output } = this.#watched;
    const isNowCertain = isCertain();
    // One missing answer may come from a busy process.
    if (!isNowCertain && !this.#wasCertain) this.#noteFailure();
    this.#wasCertain = isNowCertain;
    const outage = this.#outage;
    if (!isNowCertain || !outage || now() - outage.lastFailure < CERTAIN_FOR) return;
    this.#outage = null;
    const seconds = Math.round((outage.lastFailure - outage.since) / 1000);
    output.info(`The database answers again after ${seconds} s; failed requests: ${outage.failures}.`);
  }

  #noteFailure(error?: unknown): void {
    const at = this.#watched.now();
    if (this.#outage) {
      this.#outage.lastFailure = at;
      return;
    }
    this.#outage = { since: at, lastFailure: at, failures: 0 };
    const reason = error instanceof Error && error.message !== '' ? ` (${scrub(error.message)})` : '';
    this.#watched.output.error(
      `The database does not answer${reason}. Pages come from the cache or get 503 until it answers again.`,
    );
  }
}
