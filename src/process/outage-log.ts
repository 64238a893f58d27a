import { scrub } from '../lib/failure.ts';
import { CERTAIN_FOR } from '../clubs/list/change-feed.ts';
import { isDatabaseFailing, isLostConnection, isReadOnlyDatabase, UnknownOutcomeError } from '../lib/error-codes.ts';

const CHECK_INTERVAL_MS = 1000;

interface OutageLogOptions {
  /** Whether the database answers, and whether it accepts writes (change-feed.ts). */
  isCertain: () => boolean;
  acceptsWrites: () => boolean;
  now?: () => number;
  output?: Pick<Console, 'info' | 'error'>;
}

/** Logs the start and the end of a database outage. Requests that fail in between are counted. */
export class OutageLog {
  readonly #options: Required<OutageLogOptions>;
  /** Null while the database answers; times are in ms. */
  #outage: { since: number; lastFailure: number; failures: number; isReadOnly: boolean } | null = null;
  #wasCertain = true;

  constructor({ isCertain, acceptsWrites, now = () => performance.now(), output = console }: OutageLogOptions) {
    this.#options = { isCertain, acceptsWrites, now, output };
  }

  /** Checks the database once a second. */
  start(): void {
    setInterval(() => this.check(), CHECK_INTERVAL_MS).unref();
  }

  /** Whether an error of a request belongs to an outage, so that it need not be logged. */
  covers(error: unknown): boolean {
    const isReadOnly = isReadOnlyDatabase(error);
    const isPart = isReadOnly || isLostConnection(error) || (isDatabaseFailing(error) && !this.#options.isCertain());
    if (!isPart) return false;
    this.#recordFailure(isReadOnly, error).failures += 1;
    // A change may have been lost: its request must be in the log.
    return !(error instanceof UnknownOutcomeError);
  }

  check(): void {
    const { isCertain, acceptsWrites, now, output } = this.#options;
    const isNowCertain = isCertain();
    // A single missing answer may come from a busy process.
    if (!isNowCertain && !this.#wasCertain) this.#recordFailure(false);
    else if (isNowCertain && !acceptsWrites()) this.#recordFailure(true);
    this.#wasCertain = isNowCertain;
    const outage = this.#outage;
    if (!isNowCertain || !outage || now() - outage.lastFailure < CERTAIN_FOR) return;
    this.#outage = null;
    const seconds = Math.round((outage.lastFailure - outage.since) / 1000);
    const verb = outage.isReadOnly ? 'accepts writes' : 'answers';
    output.info(`The database ${verb} again after ${seconds} s; failed requests: ${outage.failures}.`);
  }

  #recordFailure(isReadOnly: boolean, error?: unknown) {
    const { now, output } = this.#options;
    const at = now();
    if (!this.#outage) {
      const reason = error instanceof Error && error.message !== '' ? ` (${scrub(error.message)})` : '';
      output.error(
        isReadOnly
          ? 'The database does not accept writes. Saves and sign-ins get 503 until it does.'
          : `The database does not answer${reason}. Pages come from the cache or get 503 until it answers again.`,
      );
    }
    this.#outage = { since: at, failures: 0, isReadOnly, ...this.#outage, lastFailure: at };
    return this.#outage;
  }
}
