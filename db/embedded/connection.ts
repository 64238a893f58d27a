import type { Duplex } from 'node:stream';
import { CLIENT, encodeError, letterOf, MessageReader } from './protocol.ts';
import type { Session } from './session.ts';

/** The time to receive the last message before the connection is cut, in ms. */
export const LAST_MESSAGE_MS = 200;

export interface ConnectionOptions {
  session: Session;
  /** Connections of one client share prepared statements and settings. */
  client: object;
  /** How long a transaction may be idle, in ms. */
  idleTimeout: number;
}

export class EmbeddedConnection {
  readonly #stream: Duplex;
  readonly #options: ConnectionOptions;
  readonly #reader = new MessageReader();
  /** Releases the session; null without its lease. */
  #release: (() => void) | null = null;
  #idleTimer: NodeJS.Timeout | undefined;
  readonly #statements = new Set<string>();
  /** Settled when the connection has ended and released the session. */
  readonly done: Promise<void>;

  constructor(stream: Duplex, options: ConnectionOptions) {
    this.#stream = stream;
    this.#options = options;
    this.done = this.#serve();
  }

  notify(message: Buffer): void {
    if (!this.#reader.isStarting && this.#stream.writable) this.#stream.write(message);
  }

  /** Ends the connection after a last message. */
  end(last?: Buffer): void {
    clearTimeout(this.#idleTimer);
    const cut = () => this.#stream.destroy();
    if (!this.#stream.writable) return void cut();
    this.#stream.end(last, cut);
    setTimeout(cut, LAST_MESSAGE_MS).unref();
  }

  async #serve(): Promise<void> {
    try {
      // Reads the next chunk only when this one has been executed.
      for await (const chunk of this.#stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        clearTimeout(this.#idleTimer);
        if (!(await this.#receive(chunk))) break;
      }
    } catch {
      // The stream is broken, or the database has crashed and ends all connections.
    }
    this.end();
    clearTimeout(this.#idleTimer);
    // Fails only if the database has crashed.
    await this.#cleanUp().catch(() => {});
    this.#release?.();
  }

  async #cleanUp(): Promise<void> {
    const { session, client } = this.#options;
    if (this.#release) await session.rollBack();
    if (this.#statements.size === 0) return;
    this.#release ??= await session.acquire(client);
    await session.closeStatements(this.#statements);
  }

  /** Returns false when the client terminates. */
  async #receive(chunk: Buffer): Promise<boolean> {
    const batch: Buffer[] = [];
    for (const message of this.#reader.push(chunk)) {
      const letter = letterOf(message);
      if (this.#reader.isStarting) {
        this.#reader.isStarting = false;
        this.#stream.write(this.#options.session.greeting);
      } else if (letter === CLIENT.terminate) return false;
      else {
        batch.push(message);
        if (letter === CLIENT.parse && message[5] !== 0)
          this.#statements.add(message.toString('utf8', 5, message.indexOf(0, 5)));
        if (letter === CLIENT.query || letter === CLIENT.sync) await this.#execute(batch.splice(0));
      }
    }
    if (batch.length > 0) await this.#execute(batch);
    return true;
  }

  async #execute(batch: Buffer[]): Promise<void> {
    const { session, client, idleTimeout } = this.#options;
    this.#release ??= await session.acquire(client);
    const { answer, status } = await session.execute(batch);
    if (this.#stream.writable) this.#stream.write(answer);
    if (status === 'I') {
      this.#release();
      this.#release = null;
    } else {
      this.#idleTimer = setTimeout(() => {
        this.end(encodeError('FATAL', '25P03', `the transaction was idle for ${idleTimeout / 1000} s`));
      }, idleTimeout);
    }
  }
}
