import type { Client, Listener } from '../../../db/client.ts';
import { shareNextCall, WAIT_MS } from '../../lib/single-flight.ts';
import { withTimeout } from '../../lib/timeout.ts';
import { isBefore, isSameEpoch } from '../../lib/version.ts';
import { findState, findVersion } from '../record/version-queries.ts';

const CHANNEL = 'directory';
/** The interval of comparisons, in ms. */
export const COMPARE_EVERY = 1000;
/** How long the result of a comparison is valid after its start, in ms. */
export const CERTAIN_FOR = 2500;
/** The maximum wait for the version after a write, in ms. */
const CATCH_UP_MS = 1000;

/**
 * Knows the version of the directory in the database: by notifications, which may be lost, and by a comparison once a
 * second.
 */
export class VersionWatch {
  readonly #sql: Client;
  readonly #followers: (() => void)[] = [];
  #version: string;
  #listener: Listener | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** When the last valid comparison started; 0 if it failed or was contradicted. */
  #confirmedAt = Date.now();
  #comparisons = 0;
  /** Results of earlier comparisons are ignored. */
  #firstValid = 0;
  #isStandby = false;

  private constructor(sql: Client, version: string) {
    this.#sql = sql;
    this.#version = version;
  }

  /** Reads the version and follows it until it is closed. */
  static async open(sql: Client): Promise<VersionWatch> {
    const watch = new VersionWatch(sql, await findVersion(sql));
    const compare = () => void watch.#compare();
    watch.#listener = await sql.listen(CHANNEL, (version) => watch.advance(version), compare, compare);
    watch.#timer = setInterval(compare, COMPARE_EVERY).unref();
    return watch;
  }

  /** Calls this after each change of the version and each comparison. */
  follow(follower: () => void): void {
    this.#followers.push(follower);
  }

  /** The version in the database, read after the call. */
  readonly find = shareNextCall(() => findVersion(this.#sql));

  /** The newest known version; responses of an older one are stale. */
  version(): string {
    return this.#version;
  }

  /** Records a version that was seen in the database. */
  advance(version: string): void {
    if (version === this.#version) return;
    if (!isSameEpoch(version, this.#version)) {
      // The database was restored, or this is a late message from before that. The next comparison decides.
      this.#firstValid = this.#comparisons + 1;
      this.#confirmedAt = 0;
      void this.#compare();
    } else if (isBefore(this.#version, version)) {
      this.#version = version;
      this.#notify();
    }
  }

  /** Waits for the current version, at most a second: for a client that has just written. */
  async catchUp(): Promise<void> {
    await withTimeout(CATCH_UP_MS, this.find()).then(
      (version) => this.advance(version),
      () => {},
    );
  }

  /** Whether a change would be known by now: a comparison succeeded within 2.5 seconds. */
  isCertain(): boolean {
    return Math.abs(Date.now() - this.#confirmedAt) < CERTAIN_FOR;
  }

  /** Whether the database accepted writes at the last comparison; a standby does not. */
  acceptsWrites(): boolean {
    return !this.#isStandby;
  }

  #notify(): void {
    for (const follower of this.#followers) follower();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#listener?.close();
  }

  readonly #compare = shareNextCall(async () => {
    this.#comparisons += 1;
    const comparison = this.#comparisons;
    const start = Date.now();
    try {
      const { version, isStandby } = await this.#findState();
      if (comparison < this.#firstValid) return;
      this.#isStandby = isStandby;
      this.#firstValid = comparison;
      this.#confirmedAt = start;
      if (!isSameEpoch(version, this.#version) || isBefore(this.#version, version)) this.#version = version;
      this.#notify();
    } catch {
      this.#confirmedAt = 0;
    }
  });

  /** Asks the connection that listens first: its answer shows that it still receives notifications. */
  async #findState(): Promise<{ version: string; isStandby: boolean }> {
    const heard = this.#listener && (await withTimeout(WAIT_MS, findState(this.#listener.ask)).catch(() => null));
    return heard ?? (await findState(this.#sql));
  }
}
