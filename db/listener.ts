import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from './connection.ts';

/** Pauses before a new connection, in ms: doubled from the first to the last. */
const PAUSE_MS = { first: 50, last: 1000 };

/** A connection that listens on a channel, and is renewed until it is closed. */
export class ChannelListener {
  readonly #connect: () => Promise<Connection>;
  readonly #onLost: () => void;
  #isClosed = false;
  connection: Connection;

  private constructor(first: Connection, connect: () => Promise<Connection>, onLost: () => void) {
    this.connection = first;
    this.#connect = connect;
    this.#onLost = onLost;
    void this.#renewForever();
  }

  /** Fails if the first connection fails. `onListen` and `onLost` are called for each connection. */
  static async start(
    open: () => Connection,
    channel: string,
    { onListen, onLost }: { onListen: () => void; onLost: () => void },
  ): Promise<ChannelListener> {
    const connect = async () => {
      const connection = open();
      try {
        await connection.run(async (sql) => await sql`listen ${sql(channel)}`);
        onListen();
        return connection;
      } catch (error) {
        connection.close();
        throw error;
      }
    };
    return new ChannelListener(await connect(), connect, onLost);
  }

  close(): void {
    this.#isClosed = true;
    this.connection.close();
  }

  async #renewForever(): Promise<void> {
    for (let pause = PAUSE_MS.first; ;) {
      await this.connection.ended;
      if (!this.#isClosed) this.#onLost();
      await sleep(pause, undefined, { ref: false });
      if (this.#isClosed) return;
      try {
        this.connection = await this.#connect();
        // `close` may have closed the connection before.
        if (this.#closedMeanwhile()) this.connection.close();
        pause = PAUSE_MS.first;
      } catch {
        pause = Math.min(pause * 2, PAUSE_MS.last);
      }
    }
  }

  #closedMeanwhile(): boolean {
    return this.#isClosed;
  }
}
