import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import type { Connection } from './connection.ts';
import type { Statement } from './statement.ts';

/** Pauses before somebody listens again, in ms, doubled from the first to the last. */
const PAUSES = { first: 50, last: 1000 };

/** Listens on a channel, again on a new connection whenever one is lost, until it is closed. */
export class RenewedListener {
  readonly #start: () => Promise<Connection>;
  readonly #onLost: () => void;
  #connection: Connection;
  #isClosed = false;

  private constructor(connection: Connection, start: () => Promise<Connection>, onLost: () => void) {
    this.#connection = connection;
    this.#start = start;
    this.#onLost = onLost;
  }

  /**
   * Fails when it cannot listen to begin with. `onListen` is called each time that it does, `onLost` each time that it
   * does no more.
   */
  static async start(
    open: (hear: (payload: string) => void) => Connection,
    channel: string,
    onNotify: (payload: string) => void,
    onListen: () => void,
    onLost: () => void,
  ): Promise<RenewedListener> {
    const start = async () => {
      const connection = open(onNotify);
      try {
        await connection.run(async (sql) => await sql`listen ${sql(channel)}`);
        onListen();
        return connection;
      } catch (error) {
        connection.close();
        throw error;
      }
    };
    const listener = new RenewedListener(await start(), start, onLost);
    void listener.#keepUp();
    return listener;
  }

  async ask(statement: Statement): Promise<postgres.RowList<postgres.Row[]>> {
    return await this.#connection.ask(statement);
  }

  dropIfSilent(): void {
    this.#connection.dropIfSilent();
  }

  /** Continues on a new connection. */
  renew(): void {
    this.#connection.drop();
  }

  close(): void {
    this.#isClosed = true;
    this.#connection.close();
  }

  /** Whoever closed it while it began again knew only the connection before. */
  #closeIfClosed(): void {
    if (this.#isClosed) this.#connection.close();
  }

  async #keepUp(): Promise<void> {
    let pause = PAUSES.first;
    for (;;) {
      await this.#connection.ended;
      if (!this.#isClosed) this.#onLost();
      await sleep(pause, undefined, { ref: false });
      if (this.#isClosed) return;
      try {
        this.#connection = await this.#start();
        this.#closeIfClosed();
        pause = PAUSES.first;
      } catch {
        pause = Math.min(pause * 2, PAUSES.last);
      }
    }
  }
}
