import type { Duplex } from 'node:stream';
import postgres from 'postgres';
import { ConnectionLostError, isEndedByServer, UnknownOutcomeError } from '../src/lib/error-codes.ts';
import { Connection, type ConnectionOptions, type DriverOptions } from './connection.ts';
import { ChannelListener } from './listener.ts';
import { Pool, type PoolFigures } from './pool.ts';
import { APPLICATION_NAME, connectionsToServer, type Connections } from './server.ts';
import { Statement, toDriver, type Executor } from './statement.ts';

/*
 * The only access to the database. The driver renews a lost connection in the state of the old one: later statements fail
 * with its error, and the rest of a transaction may run outside of it. Here each connection has its own driver
 * object, which is discarded with it; each transaction has a new connection, and reading statements are repeated once.
 */

/** Tagged templates. Rows come in camelCase, `undefined` is sent as null. */
export interface Sql {
  /** A statement that runs when it is awaited, or a part of one. */
  <Rows extends readonly (object | undefined)[] = postgres.Row[]>(
    template: TemplateStringsArray,
    ...parameters: readonly postgres.ParameterOrFragment<never>[]
  ): postgres.PendingQuery<Rows>;
  /** The name of a table or column. */
  (identifier: string): postgres.Helper<string>;
  /** `type` is PostgreSQL's number of the array type: 1007 for integers, 1009 for texts. */
  array: postgres.ISql['array'];
  json: postgres.ISql['json'];
}

/** The tagged templates of a transaction. */
export type Transaction = postgres.TransactionSql;

/** A database. Its own tagged templates only read: they may run twice. */
export interface Database extends Sql {
  /**
   * Runs a transaction. Throws `ConnectionLostError` if it was interrupted, and `UnknownOutcomeError` if the connection
   * was lost during the commit.
   */
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
  figures(): DatabaseFigures;
  /** Waits for running statements, at most `timeout` ms, and closes all connections. */
  close(timeout?: number): Promise<void>;
}

/** The use of the connections. */
export interface DatabaseFigures {
  reading: PoolFigures;
  writing: PoolFigures;
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

/** The number of connections. */
export const READERS = { server: 10, embedded: 4 };
export const WRITERS = 4;

/** Opens a client of the database. It connects with its first statement. */
export function openClient(target: DatabaseTarget, timeouts: Partial<Timeouts> = {}): Client {
  const isServer = 'url' in target;
  const limits = { ...TIMEOUTS, ...timeouts };
  const listeners = new Set<ChannelListener>();
  const onOtherHost = () => {
    readers.discardAll();
    for (const { connection } of listeners) connection.drop();
  };
  const kinds = isServer
    ? connectionsToServer(target.url, { driver: DRIVER, timeouts: limits, onOtherHost })
    : connectionsToEmbedded(target.openStream);
  const readers = isServer
    ? new Pool(() => new Connection(kinds.reading), READERS.server, limits.queueing)
    : new Pool(() => new Connection(kinds.reading), READERS.embedded);
  const writers = new Pool(() => new Connection(kinds.writing), WRITERS);

  /** Runs work on a new connection. */
  const runOnce = async <T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> => {
    const connection = await writers.take();
    try {
      return await connection.run(work);
    } finally {
      connection.close();
      writers.release(connection);
    }
  };

  const begin = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    const progress = { isWorkDone: false };
    try {
      return await runOnce(
        async (sql) =>
          (await sql.begin(async (tx) => {
            const result = await work(tx);
            progress.isWorkDone = true;
            return result;
          })) as T,
      );
    } catch (error) {
      if (!isLoss(error)) throw error;
      throw progress.isWorkDone ? new UnknownOutcomeError(error) : lostBy(error);
    }
  };

  const listen: Client['listen'] = async (channel, onNotify, onListen, onLost = () => {}) => {
    const notify = (from: string, payload: string) => from === channel && onNotify(payload);
    const open = () => new Connection({ ...kinds.listening, onNotify: notify });
    const listener = await ChannelListener.start(open, channel, { onListen, onLost });
    listeners.add(listener);
    return {
      ask: templates({ ask: (statement) => listener.connection.ask(statement), iterate: refuseCursor }),
      close: () => {
        listeners.delete(listener);
        listener.close();
      },
    };
  };

  return Object.assign(templates(createReader(readers)), {
    begin,
    alone: (template: TemplateStringsArray) =>
      runOnce(async (sql) => {
        await sql(template).simple();
      }),
    listen,
    figures: () => ({ reading: readers.figures(), writing: writers.figures() }),
    close: async (timeout = 5000) => {
      for (const listener of listeners) listener.close();
      await Promise.all([readers.close(timeout), writers.close(timeout)]);
    },
  });
}

/** PostgreSQL's numbers of array types. */
const INTEGER_ARRAY = 1007;
const TEXT_ARRAY = 1009;

const DRIVER: DriverOptions = {
  transform: { ...postgres.camel, undefined: null },
  types: {
    integers: {
      to: INTEGER_ARRAY,
      from: [INTEGER_ARRAY],
      serialize: (numbers: readonly number[]) => `{${numbers.join(',')}}`,
      parse: (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)),
    },
    texts: {
      to: TEXT_ARRAY,
      from: [],
      serialize: (texts: readonly string[]) =>
        `{${texts.map((text) => `"${text.replace(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`,
      parse: (text: string) => text,
    },
  },
};

function connectionsToEmbedded(openStream: ConnectionOptions['openStream']): Connections {
  // A connection waits while another has a transaction.
  const driver = { ...DRIVER, connect_timeout: 0, connection: { application_name: APPLICATION_NAME } };
  const reading = { openStream, driver };
  // A connection for one transaction gains nothing from prepared statements, which are closed after it.
  const unprepared = { openStream, driver: { ...driver, prepare: false } };
  return { reading, writing: unprepared, listening: unprepared };
}

/** Tagged templates that are executed by the executor. */
function templates(executor: Executor): Sql {
  const ask = (first: TemplateStringsArray | string, ...rest: unknown[]) =>
    typeof first === 'string' ? helpers(first) : new Statement(first, rest, executor);
  return Object.assign(ask, {
    array: helpers.array.bind(helpers),
    json: helpers.json.bind(helpers),
  }) as unknown as Sql;
}

/** Makes identifiers, arrays and JSON; never connects. */
const helpers = postgres({ ...DRIVER, host: 'none', max: 1 });

/** Executes on the connections of a pool; again on a new one if the first was lost before it returned rows. */
function createReader(pool: Pool): Executor {
  return {
    async ask(statement) {
      assertReading(statement);
      let connection = await pool.take();
      try {
        return await connection.ask(statement).catch(async (error: unknown) => {
          if (!isLoss(error)) throw error;
          connection = pool.renew(connection);
          return await connection.ask(statement);
        });
      } catch (error) {
        if (!isLoss(error)) throw error;
        connection.drop(error);
        throw lostBy(error);
      } finally {
        pool.release(connection);
      }
    },
    async *iterate(statement, rows) {
      assertReading(statement);
      let connection = await pool.take();
      let mayRepeat = true;
      let isComplete = false;
      try {
        while (!isComplete) {
          try {
            for await (const batch of toDriver(connection.sql, statement).cursor(rows)) {
              mayRepeat = false;
              yield batch;
            }
            // The driver takes a lost connection for the end of the rows.
            if (connection.loss) throw lostBy(connection.loss);
            isComplete = true;
          } catch (error) {
            if (!isLoss(error)) throw error;
            if (!mayRepeat) throw lostBy(error);
            mayRepeat = false;
            connection = pool.renew(connection);
          }
        }
      } finally {
        if (!isComplete) connection.close();
        pool.release(connection);
      }
    },
  };
}

function assertReading(statement: Statement): void {
  if (!statement.isReading) throw new TypeError('A statement that writes needs a transaction: sql.begin()');
}

const refuseCursor = () => {
  throw new TypeError('A cursor would delay notifications.');
};

/** Whether a connection was lost, or the server is about to end it. */
const isLoss = (error: unknown): error is Error => error instanceof ConnectionLostError || isEndedByServer(error);

const lostBy = (cause: unknown) =>
  cause instanceof ConnectionLostError
    ? cause
    : new ConnectionLostError(`The connection to the database was lost: ${String(cause)}`, { cause });
