import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionLostError } from '../src/lib/errors.ts';
import type { Connection } from './connection.ts';

export interface PoolFigures {
  used: number;
  waiting: number;
}

/** The maximum age of a connection, in ms, because its memory on the server grows. */
const MAX_AGE_MS = 30 * 60 * 1000;

/** Serves waiters first in, first out. A connection has one user: the driver mixes up answers after a table changes. */
export class Pool {
  readonly #open: () => Connection;
  readonly #size: number;
  readonly #timeout: number;
  readonly #idle: Connection[] = [];
  readonly #used = new Set<Connection>();
  readonly #waiting: (() => void)[] = [];
  #isClosed = false;

  /** `timeout` is the longest wait for a connection, in ms. */
  constructor(open: () => Connection, size: number, timeout: number) {
    this.#open = open;
    this.#size = size;
    this.#timeout = timeout;
  }

  figures(): PoolFigures {
    return { used: this.#used.size, waiting: this.#waiting.length };
  }

  /** Works with a connection; again on another one if it was lost and the work is repeatable. */
  async use<T>(work: (connection: Connection) => Promise<T>, isRepeatable = false): Promise<T> {
    const connection = await this.take();
    try {
      return await work(connection);
    } catch (error) {
      if (!isRepeatable || !(error instanceof ConnectionLostError)) throw error;
    } finally {
      this.release(connection);
    }
    return await this.use(work);
  }

  async take(): Promise<Connection> {
    const start = performance.now();
    while (!this.#isClosed && this.#used.size >= this.#size) await this.#wait(start);
    if (this.#isClosed) throw new ConnectionLostError('The database is closed.');
    let connection = this.#idle.pop();
    while (connection?.loss) connection = this.#idle.pop();
    connection ??= this.#open();
    this.#used.add(connection);
    return connection;
  }

  release(connection: Connection): void {
    this.#used.delete(connection);
    const { loss, openedAt, isOnStandby } = connection;
    // There may be a primary soon.
    const isReusable = !loss && !isOnStandby && Date.now() - openedAt < MAX_AGE_MS;
    if (isReusable && !this.#isClosed) this.#idle.push(connection);
    else connection.close();
    this.#waiting.shift()?.();
  }

  /** Waits until no connection is in use, at most `timeout` ms, and closes all. */
  async close(timeout: number): Promise<void> {
    const end = Date.now() + timeout;
    while (this.#used.size > 0 && Date.now() < end) await sleep(5);
    this.#isClosed = true;
    for (const connection of [...this.#idle.splice(0), ...this.#used]) connection.close();
    for (const wake of this.#waiting.splice(0)) wake();
  }

  async #wait(start: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const wake = () => resolve(undefined);
    this.#waiting.push(wake);
    const giveUp = () => {
      this.#waiting.splice(this.#waiting.indexOf(wake), 1);
      reject(new ConnectionLostError('All connections to the database are waiting for it.'));
    };
    const timer = setTimeout(giveUp, start + this.#timeout - performance.now());
    await promise.finally(() => clearTimeout(timer));
  }
}
