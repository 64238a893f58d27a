import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionLostError, UnknownOutcomeError } from '../src/lib/errors.ts';
import { Connection, NO_TIMEOUT, type ConnectionOptions } from './connection.ts';
import { Pool, type PoolFigures } from './pool.ts';
import { APPLICATION_NAME, connectionsToServer, type Connections } from './server-connections.ts';
import { DRIVER, templates, type Executor, type Sql } from './statement.ts';

export type { Sql } from './statement.ts';

/* Each transaction has its own connection. Reads share a pool; if a connection is lost, they run again (cursors do not). */

export interface Transaction extends Sql {
  /** Runs any number of statements without parameters. */
  unsafe(text: string): PromiseLike<unknown>;
}

/** A database. Its own tagged templates only read: they may run twice. */
export interface Database extends Sql {
  /** Throws `ConnectionLostError` if interrupted, `UnknownOutcomeError` if the connection was lost in the commit. */
  begin<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** A database for the caller that opened it. */
export interface Client extends Database {
  /** Runs a statement that cannot be in a transaction, such as a vacuum. */
  alone(template: TemplateStringsArray): Promise<void>;
  /** Listens on a channel. Notifications before each `onListen`, and after `onLost`, are lost. */
  listen(
    channel: string,
    onNotify: (payload: string) => void,
    onListen: () => void,
    onLost?: () => void,
  ): Promise<Listener>;
  figures(): Record<'reading' | 'writing', PoolFigures>;
  /** Waits for running statements, at most `timeout` ms, and closes all connections. */
  close(timeout?: number): Promise<void>;
}

export interface Listener {
  /** Queries on the listening connection: earlier notifications have arrived before the answer. */
  ask: Sql;
  close(): void;
}

/** The address of a server, or a way to open a stream to an embedded database. */
export type DatabaseTarget = { url: string } | { openStream: () => Duplex | Promise<Duplex> };

/** Timeouts of a server, in ms. An embedded database may have to finish a long transaction first. */
export interface Timeouts {
  connecting: number;
  /** For an answer. */
  reading: number;
  writing: number;
  /** For a free reading connection. */
  queueing: number;
}

const TIMEOUTS = { reading: 30_000, writing: 600_000, queueing: 10_000 };

const READERS = { server: 10, embedded: 4 };
export const WRITERS = 4;

/** The pause before a lost connection that listens is renewed, in ms. */
const RENEWAL_PAUSE_MS = 250;

/** Opens a client of the database. It connects with its first statement. */
export function openClient(target: DatabaseTarget, timeouts: Partial<Timeouts> = {}): Client {
  const isServer = 'url' in target;
  const limits = { ...TIMEOUTS, ...timeouts };
  const connections = isServer ? connectionsToServer(target.url, limits) : connectionsToEmbedded(target.openStream);
  const readers = isServer
    ? new Pool(connections.reading, READERS.server, limits.queueing)
    : new Pool(connections.reading, READERS.embedded, NO_TIMEOUT);
  const writers = new Pool(connections.writing, WRITERS, NO_TIMEOUT);
  const listeners = new Set<Listener>();

  const withWriter = <T>(work: (connection: Connection) => Promise<T>): Promise<T> =>
    writers.use((connection) => work(connection).finally(() => connection.close()));

  const listen: Client['listen'] = async (channel, onNotify, onListen, onLost = () => {}) => {
    let connection: Connection;
    let isClosed = false;
    const connect = async (): Promise<void> => {
      const opened = connections.listening((from, payload) => from === channel && onNotify(payload));
      try {
        await opened.run((sql) => sql`listen ${sql(channel)}`);
      } catch (error) {
        opened.close();
        throw error;
      }
      connection = opened;
      if (isClosed) opened.close();
      else onListen();
      void opened.ended.then(() => {
        if (!isClosed) onLost();
        return renew();
      });
    };
    const renew = async (): Promise<void> => {
      await sleep(RENEWAL_PAUSE_MS, undefined, { ref: false });
      if (!isClosed) await connect().catch(renew);
    };
    await connect();
    const listener = {
      ask: templates({
        ask: (statement) => connection.ask(statement),
        iterate: (statement, rows) => connection.iterate(statement, rows),
      }),
      close: () => {
        isClosed = true;
        listeners.delete(listener);
        connection.close();
      },
    };
    listeners.add(listener);
    return listener;
  };

  return Object.assign(templates(createReader(readers)), {
    begin: <T>(work: (tx: Transaction) => Promise<T>) => withWriter((connection) => transact(connection, work)),
    alone: (template: TemplateStringsArray) =>
      withWriter(async (connection) => {
        await connection.run((sql) => sql(template).simple());
      }),
    listen,
    figures: () => ({ reading: readers.figures(), writing: writers.figures() }),
    close: async (timeout = 5000) => {
      for (const listener of listeners) listener.close();
      await Promise.all([readers.close(timeout), writers.close(timeout)]);
    },
  });
}

function connectionsToEmbedded(openStream: ConnectionOptions['openStream']): Connections {
  const driver = {
    ...DRIVER,
    host: 'embedded',
    // A connection waits while another has a transaction.
    connect_timeout: 0,
    keep_alive: null,
    connection: { application_name: APPLICATION_NAME },
  };
  // A connection for one transaction gains nothing from prepared statements, which are closed after it.
  const unprepared = { ...driver, prepare: false };
  return {
    reading: () => new Connection({ openStream, driver }),
    writing: () => new Connection({ openStream, driver: unprepared }),
    listening: (onnotify) => new Connection({ openStream, driver: { ...unprepared, onnotify } }),
  };
}

async function transact<T>(connection: Connection, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const unsafe = (text: string) => connection.run((sql) => sql.unsafe(text));
  // A server does not notice a dead host for hours: its transactions would keep their locks.
  await connection.run((sql) => sql`begin; set local idle_in_transaction_session_timeout = '30s'`.simple());
  let result: T;
  try {
    result = await work(Object.assign(templates(connection), { unsafe }));
  } catch (error) {
    // A lost connection cannot roll back, and need not.
    await connection.run((sql) => sql`rollback`.simple()).catch(() => {});
    throw error;
  }
  // Before the commit is sent, a lost connection has rolled back.
  if (connection.loss) throw connection.loss;
  const { command } = await connection
    .run((sql) => sql`commit`.simple())
    .catch((error: unknown) => {
      throw error instanceof ConnectionLostError ? new UnknownOutcomeError(error) : error;
    });
  // PostgreSQL answers so if a statement has failed.
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back, because one of its statements failed.');
  return result;
}

const createReader = (pool: Pool): Executor => ({
  ask: (statement) => pool.use((connection) => connection.ask(statement), true),
  async *iterate(statement, rows) {
    const connection = await pool.take();
    try {
      yield* connection.iterate(statement, rows);
    } finally {
      pool.release(connection);
    }
  },
});
