import type { Connection } from './connection.ts';
import { ConnectionLostError } from '../src/lib/error-codes.ts';

/** How much of a pool is used. */
export interface PoolFigures {
  /** Connections that somebody uses. */
  used: number;
  /** Who waits for one. */
  waiting: number;
  /** How long all have waited together since the pool was made, in ms. */
  waited: number;
}

/**
 * Connections to one database, each used by one at a time: after a change of a table the driver asks a statement again
 * between the messages of others on the same connection, and mixes up their answers. Who finds none free waits in turn.
 */
export class Pool {
  readonly #open: () => Connection;
  readonly #size: number;
  readonly #idle: Connection[] = [];
  readonly #used = new Set<Connection>();
  readonly #waiting: (() => void)[] = [];
  readonly #patience: number;
  #waited = 0;
  #discardedAt = 0;
  #isClosed = false;

  /** Who finds no connection free waits for so long, in ms, and fails. */
  constructor(open: () => Connection, size: number, patience = Infinity) {
    this.#open = open;
    this.#size = size;
    this.#patience = patience;
  }

  figures(): PoolFigures {
    return { used: this.#used.size, waiting: this.#waiting.length, waited: this.#waited };
  }

  /** Works with a connection; `renew` gives another one for it, which is new. */
  async use<T>(work: (connection: Connection, renew: () => Connection) => Promise<T>): Promise<T> {
    let connection = await this.take();
    try {
      return await work(connection, () => (connection = this.renew(connection)));
    } finally {
      this.release(connection);
    }
  }

  /** Works with a new connection, and throws it away. */
  async once<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.take();
    try {
      return await work(connection);
    } finally {
      connection.close();
      this.release(connection);
    }
  }

  async take(): Promise<Connection> {
    const start = performance.now();
    while (!this.#isClosed && this.#used.size >= this.#size) {
      await this.#wait(start + this.#patience).finally(() => (this.#waited += performance.now() - start));
    }
    if (this.#isClosed) throw new ConnectionLostError('The database is closed.');
    let connection = this.#idle.pop();
    while (connection && (connection.loss || !this.#mayUse(connection))) {
      connection.close();
      connection = this.#idle.pop();
    }
    connection ??= this.#open();
    this.#used.add(connection);
    return connection;
  }

  #mayUse({ openedAt }: Connection): boolean {
    return openedAt > this.#discardedAt && Date.now() - openedAt <= MAX_AGE;
  }

  /** No connection that is open now is used again. */
  discardAll(): void {
    this.#discardedAt = Date.now();
    for (const connection of this.#idle.splice(0)) connection.close();
  }

  /** A new connection in the place of one that was taken. */
  renew(connection: Connection): Connection {
    connection.close();
    this.#used.delete(connection);
    const another = this.#open();
    this.#used.add(another);
    return another;
  }

  #wait(end: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const wake = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(wake), 1);
        reject(new ConnectionLostError('All connections to the database are waiting for it.'));
      };
      const timer = end === Infinity ? undefined : setTimeout(giveUp, end - performance.now());
      this.#waiting.push(wake);
    });
  }

  release(connection: Connection): void {
    this.#used.delete(connection);
    if (this.#isClosed) connection.close();
    else if (!connection.loss) this.#idle.push(connection);
    this.#waiting.shift()?.();
  }

  dropSilent(): void {
    for (const connection of this.#used) connection.dropIfSilent();
  }

  /** Waits for so long, in ms, until nobody uses a connection; then closes all. Nobody gets one any more. */
  async close(patience: number): Promise<void> {
    const end = Date.now() + patience;
    while (this.#used.size > 0 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 5));
    this.#isClosed = true;
    for (const connection of [...this.#idle.splice(0), ...this.#used]) connection.close();
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

/** A connection is not used for longer, in ms: what a server keeps for it grows. */
const MAX_AGE = 30 * 60 * 1000;
