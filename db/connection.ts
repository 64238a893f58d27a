import type { Duplex } from 'node:stream';
import postgres from 'postgres';
import { ConnectionLostError, isReadOnlyDatabase } from '../src/lib/error-codes.ts';
import { Link } from './link.ts';
import { toDriver, type Statement } from './statement.ts';

export type DriverOptions = postgres.Options<Record<string, postgres.PostgresType>>;

export interface ConnectionOptions {
  openStream: () => Duplex | Promise<Duplex>;
  driver: DriverOptions;
  /** The longest wait for an answer, in ms; none if unset. */
  timeout?: number;
  onNotify?: (channel: string, payload: string) => unknown;
  /** Called when the server refuses a write because it is read-only. */
  onReadOnly?: () => void;
}

/** One connection and its driver object, which are discarded together. Opens with the first statement. */
export class Connection {
  readonly sql: postgres.Sql;
  readonly openedAt = Date.now();
  /** Settled when the connection is lost or closed. */
  readonly ended: Promise<undefined>;
  readonly #resolveEnded: (value: undefined) => void;
  readonly #onReadOnly: (() => void) | undefined;
  /** Rejects what is running. */
  readonly #running = new Set<(reason: unknown) => void>();
  #link: Link | null = null;
  #loss: Error | null = null;

  constructor({ openStream, driver, timeout = Infinity, onNotify, onReadOnly }: ConnectionOptions) {
    ({ promise: this.ended, resolve: this.#resolveEnded } = Promise.withResolvers<undefined>());
    this.#onReadOnly = onReadOnly;
    const socket = async () => {
      try {
        const link = new Link(await openStream(), timeout, (loss) => this.#end(loss));
        this.#link = link;
        if (this.#loss) link.close();
        return link;
      } catch (error) {
        this.#end(error instanceof Error ? error : new Error(String(error)));
        throw error;
      }
    };
    // The driver's types lack `socket`.
    const options = { ...driver, ...PASSIVE, socket, onnotify: onNotify };
    this.sql = postgres(options as postgres.Options<Record<string, never>>) as postgres.Sql;
  }

  /** Why the connection cannot be used any more; null while it can. */
  get loss(): Error | null {
    return this.#loss;
  }

  /** Runs work that fails when the connection ends: the driver may never settle it. */
  run<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#running.add(reject);
      work(this.sql)
        .catch((error: unknown) => {
          if (isReadOnlyDatabase(error)) this.#onReadOnly?.();
          throw error;
        })
        .then(resolve, reject)
        .finally(() => this.#running.delete(reject));
    });
  }

  ask(statement: Statement): Promise<postgres.RowList<postgres.Row[]>> {
    return this.run((sql) => toDriver(sql, statement));
  }

  /** Cuts the connection, even during a statement. */
  drop(cause?: Error): void {
    if (this.#link) this.#link.lose(cause);
    else this.#end(cause ?? new ConnectionLostError('The connection to the database was dropped.'));
  }

  close(): void {
    if (this.#link) this.#link.close();
    else this.#end(new ConnectionLostError('The connection to the database was closed.'));
  }

  #end(loss: Error): void {
    if (this.#loss) return;
    this.#loss = loss;
    this.#resolveEnded(undefined);
    for (const reject of this.#running) reject(loss);
  }
}

/** The driver neither ends connections nor sends queries by itself. */
const PASSIVE = {
  max: 1,
  ssl: false,
  fetch_types: false,
  keep_alive: null,
  idle_timeout: 0,
  max_lifetime: null,
  no_subscribe: true,
  onnotice: () => {},
} as const;
