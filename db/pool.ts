import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionLostError } from '../src/lib/error-codes.ts';
import type { Connection } from './connection.ts';

/** The use of a pool. */
export interface PoolFigures {
  /** Connections in use. */
  used: number;
  /** Callers that wait for a connection. */
  waiting: number;
  /** The sum of all waits, in ms. */
  waited: number;
}

/** A server's memory for a connection grows, so it is not used for longer, in ms. */
const MAX_AGE_MS = 30 * 60 * 1000;

/**
 * Connections with one user at a time: after a change of a table, the driver mixes up the answers of statements that share
 * a connection. Waiters are served first in, first out.
 */
export class Pool {
  readonly #open: () => Connection;
  readonly #size: number;
  readonly #timeout: number;
  readonly #idle: Connection[] = [];
  readonly #used = new Set<Connection>();
  readonly #waiting: (() => void)[] = [];
  #waited = 0;
  #discardedAt = 0;
  #isClosed = false;

  /** `timeout` is the longest wait for a connection, in ms. */
  constructor(open: () => Connection, size: number, timeout = Infinity) {
    this.#open = open;
    this.#size = size;
    this.#timeout = timeout;
  }

  figures(): PoolFigures {
    return { used: this.#used.size, waiting: this.#waiting.length, waited: this.#waited };
  }

  async take(): Promise<Connection> {
    const start = performance.now();
    while (!this.#isClosed && this.#used.size >= this.#size) await this.#wait(start);
    if (this.#isClosed) throw new ConnectionLostError('The database is closed.');
    let connection = this.#idle.pop();
    while (connection && !this.#isUsable(connection)) {
      connection.close();
      connection = this.#idle.pop();
    }
    return this.#use(connection ?? this.#open());
  }

  /** Replaces a connection that was taken by a new one. */
  renew(connection: Connection): Connection {
    connection.close();
    this.#used.delete(connection);
    return this.#use(this.#open());
  }

  release(connection: Connection): void {
    this.#used.delete(connection);
    if (this.#isClosed) connection.close();
    else if (!connection.loss) this.#idle.push(connection);
    this.#waiting.shift()?.();
  }

  /** Connections that are open now are not used again. */
  discardAll(): void {
    this.#discardedAt = Date.now();
    for (const connection of this.#idle.splice(0)) connection.close();
  }

  /** Waits until no connection is in use, at most `timeout` ms, and closes all. */
  async close(timeout: number): Promise<void> {
    const end = Date.now() + timeout;
    while (this.#used.size > 0 && Date.now() < end) await sleep(5);
    this.#isClosed = true;
    for (const connection of [...this.#idle.splice(0), ...this.#used]) connection.close();
    for (const wake of this.#waiting.splice(0)) wake();
  }

  #use(connection: Connection): Connection {
    this.#used.add(connection);
    return connection;
  }

  #isUsable({ loss, openedAt }: Connection): boolean {
    return !loss && openedAt > this.#discardedAt && Date.now() - openedAt <= MAX_AGE_MS;
  }

  async #wait(start: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const wake = () => resolve(undefined);
    this.#waiting.push(wake);
    const fail = () => {
      this.#waiting.splice(this.#waiting.indexOf(wake), 1);
      reject(new ConnectionLostError('All connections to the database are waiting for it.'));
    };
    const timer = this.#timeout === Infinity ? undefined : setTimeout(fail, start + this.#timeout - performance.now());
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      this.#waited += performance.now() - start;
    }
  }
}
