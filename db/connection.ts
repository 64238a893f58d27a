import type { Duplex } from 'node:stream';
import postgres from 'postgres';
import { ConnectionLostError, isLostConnection } from '../src/lib/errors.ts';
import type { Executor, Rows, Statement } from './statement.ts';

/** The maximum delay of a timer of Node.js, in ms. */
export const NO_TIMEOUT = 2 ** 31 - 1;

export interface ConnectionOptions {
  openStream: () => Duplex | Promise<Duplex>;
  /** The address of a server, from which the driver reads the user and settings. */
  url?: string;
  /** Options of the driver; its types lack some of them. */
  driver: Record<string, unknown>;
  /** The deadline of a statement, in ms. */
  timeout?: number;
}

/**
 * One connection and its driver object; opens with the first statement. The driver would reconnect in the old state,
 * and end the process by writing to a closed stream. So it gets one stream, and no work after that stream has closed.
 */
export class Connection implements Executor {
  readonly openedAt = Date.now();
  /** Settled when the connection is lost or closed. */
  readonly ended: Promise<undefined>;
  readonly #resolveEnded: (value: undefined) => void;
  readonly #sql: postgres.Sql;
  readonly #timeout: number;
  /** Rejects what is running: the driver may never settle it. */
  readonly #running = new Set<(reason: unknown) => void>();
  #stream: Duplex | null = null;
  #loss: Error | null = null;

  constructor({ openStream, url = '', driver, timeout = NO_TIMEOUT }: ConnectionOptions) {
    ({ promise: this.ended, resolve: this.#resolveEnded } = Promise.withResolvers<undefined>());
    this.#timeout = timeout;
    const socket = async () => {
      try {
        // The driver connects again if the stream closes during the login.
        if (this.#stream) throw new ConnectionLostError('The server closed the connection.');
        const stream = await openStream();
        this.#stream = stream;
        stream.once('end', () => stream.destroy());
        if (this.#loss) stream.destroy();
        // The driver would wait for a stream that closed before.
        if (stream.destroyed) throw new ConnectionLostError('The connection was closed.');
        return stream;
      } catch (error) {
        this.#end(error instanceof Error ? error : new Error(String(error)));
        throw error;
      }
    };
    const onclose = () => this.drop(new Error('it was closed'));
    const options = { ...PASSIVE, ...driver, socket, onclose } as postgres.Options<Record<string, never>>;
    this.#sql = postgres(url, options) as postgres.Sql;
  }

  /** Why the connection cannot be used any more; null while it can. */
  get loss(): Error | null {
    return this.#loss;
  }

  get isOnStandby(): boolean {
    return this.#parameters.in_hot_standby === 'on';
  }

  /** Runs a statement of the driver object. Fails when the connection ends, and after the deadline. */
  async run<T>(work: (sql: postgres.Sql) => PromiseLike<T>): Promise<T> {
    if (this.#loss) throw this.#loss;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const timer = setTimeout(() => this.drop(new ConnectionLostError('it does not answer')), this.#timeout);
    this.#running.add(reject);
    work(this.#sql).then(resolve, (error: unknown) => {
      if (isLostConnection(error)) this.drop(error);
      reject(this.#loss ?? error);
    });
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#running.delete(reject);
    }
  }

  ask(statement: Statement): Promise<Rows> {
    return this.run((sql) => statement.toQuery(sql));
  }

  async *iterate(statement: Statement, rows: number): AsyncGenerator<postgres.Row[], void, undefined> {
    const batches = statement.toQuery(this.#sql).cursor(rows)[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await this.run(async () => await batches.next());
        // The driver takes a lost connection for the end of the rows.
        if (this.#loss) throw this.#loss;
        if (next.done) return;
        yield next.value;
      }
    } finally {
      if (!this.#loss) await batches.return?.();
    }
  }

  /** Cuts the connection, even during a statement. An error before the end of the login says why it cannot be opened. */
  drop(cause: Error): void {
    const hasOpened = 'server_version' in this.#parameters;
    const lost = () => new ConnectionLostError(`The connection to the database was lost: ${cause.message}.`, { cause });
    this.#end(hasOpened ? lost() : cause);
    this.#stream?.destroy();
  }

  close(): void {
    this.#end(new ConnectionLostError('The connection to the database was closed.'));
  }

  get #parameters(): Record<string, string> {
    return this.#sql.parameters as unknown as Record<string, string>;
  }

  #end(loss: Error): void {
    if (this.#loss) return;
    this.#loss = loss;
    this.#resolveEnded(undefined);
    for (const reject of this.#running) reject(loss);
    // Rejects the queries that wait in the driver, and sends Terminate to the server.
    void this.#sql.end({ timeout: 0 });
  }
}

/** The driver neither ends connections nor sends queries by itself. */
const PASSIVE = {
  max: 1,
  fetch_types: false,
  idle_timeout: 0,
  max_lifetime: null,
  no_subscribe: true,
  onnotice: () => {},
} as const;
