import type { Duplex } from 'node:stream';
import postgres from 'postgres';
import { isReadOnlyDatabase } from '../src/lib/error-codes.ts';
import { Link } from './link.ts';
import { toDriver, type Statement } from './statement.ts';

/** How connections of one kind are opened. */
export interface ConnectionOptions {
  openStream: () => Duplex | Promise<Duplex>;
  /** What the server is told of the connection and of who it is for. */
  driver: postgres.Options<Record<string, postgres.PostgresType>>;
  /** What is announced on the channels that the connection listens on. */
  onNotify?: (channel: string, payload: string) => unknown;
  /** Called when the server refuses a write because it can only be read. */
  onReadOnly?: () => void;
}

/**
 * One connection with a driver's client of its own, which sees no other: what the driver keeps of a connection that is
 * lost goes with it. It opens with its first statement.
 */
export class Connection {
  readonly sql: postgres.Sql;
  readonly openedAt = Date.now();
  /** Settled when it is lost or closed. */
  readonly ended: Promise<undefined>;
  #link: Link | null = null;
  #failure: Error | null = null;
  #waitingSince: number | null = null;
  readonly #end: () => void;
  readonly #onReadOnly: (() => void) | undefined;
  readonly #interrupts = new Set<(reason: unknown) => void>();

  constructor({ openStream, driver, onNotify, onReadOnly }: ConnectionOptions) {
    this.#onReadOnly = onReadOnly;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.ended = promise;
    this.#end = () => {
      resolve(undefined);
      for (const interrupt of this.#interrupts) interrupt(this.loss);
    };
    const socket = async () => {
      try {
        const link = new Link(await openStream());
        link.once('lost', this.#end);
        this.#link = link;
        if (link.loss) this.#end();
        if (this.#failure) link.leave();
        return link;
      } catch (error) {
        this.#failure = error instanceof Error ? error : new Error(String(error));
        this.#end();
        throw error;
      }
    };
    // `socket` is the driver's own door for other streams; its types do not name it, nor what it hears.
    const options = { ...driver, max: 1, socket, onnotify: onNotify, ...NEVER_ALONE };
    this.sql = postgres(options as postgres.Options<Record<string, never>>) as postgres.Sql;
  }

  /**
   * Does something with it, which fails when it ends meanwhile: what the driver has in its queues then is never
   * answered.
   */
  run<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#interrupts.add(reject);
      work(this.sql)
        .catch((error: unknown) => {
          if (isReadOnlyDatabase(error)) this.#onReadOnly?.();
          throw error;
        })
        .then(resolve, reject)
        .finally(() => this.#interrupts.delete(reject));
    });
  }

  ask(statement: Statement): Promise<postgres.RowList<postgres.Row[]>> {
    return this.run((sql) => toDriver(sql, statement));
  }

  /** Why it can be used no more; null while it can. */
  get loss(): Error | null {
    return this.#link?.loss ?? this.#failure;
  }

  /** Gives it up: something went wrong that leaves open what it is doing. */
  drop(cause?: Error): void {
    this.#failure ??= cause ?? new Error('The connection was given up.');
    this.#link?.lose(cause);
    this.#end();
  }

  close(): void {
    this.#failure ??= new Error('The connection was closed.');
    this.#link?.leave();
    this.#end();
  }

  /** Drops it when it waits for the very answer that it waited for at the last call. */
  dropIfSilent(): void {
    const waitingSince = this.#link?.waitingSince ?? null;
    if (waitingSince !== null && waitingSince === this.#waitingSince)
      this.drop(new Error('the server does not answer'));
    this.#waitingSince = waitingSince;
  }
}

/** The driver shall do nothing by itself: neither end connections nor ask for what nobody asked it. */
const NEVER_ALONE = {
  ssl: false,
  fetch_types: false,
  idle_timeout: 0,
  max_lifetime: null,
  no_subscribe: true,
  onnotice: () => {},
} as const;
