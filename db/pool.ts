import type { Connection } from './connection.ts';
import { ConnectionLostError } from './link.ts';

/** Connections to one database, each used by one at a time. Who finds none free waits in turn. */
export class Pool {
  readonly #open: () => Connection;
  readonly #size: number;
  readonly #idle: Connection[] = [];
  readonly #used = new Set<Connection>();
  readonly #waiting: (() => void)[] = [];
  #isClosed = false;

  constructor(open: () => Connection, size: number) {
    this.#open = open;
    this.#size = size;
  }

  /** Works with a connection; `renew` gives another one for it, which is new. */
  async use<T>(work: (connection: Connection, renew: () => Connection) => Promise<T>): Promise<T> {
    let connection = await this.take();
    const renew = () => {
      connection.close();
      this.#used.delete(connection);
      connection = this.#open();
      this.#used.add(connection);
      return connection;
    };
    try {
      return await work(connection, renew);
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
    while (!this.#isClosed && this.#used.size >= this.#size) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    if (this.#isClosed) throw new ConnectionLostError('The database is closed.');
    let connection = this.#idle.pop();
    while (connection && (connection.loss || Date.now() - connection.openedAt > MAX_AGE)) {
      connection.close();
      connection = this.#idle.pop();
    }
    connection ??= this.#open();
    this.#used.add(connection);
    return connection;
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
