import type { Duplex } from 'node:stream';
import postgres from 'postgres';
import { readClientAddress } from '../src/database-address.ts';
import { ConnectionLostError, isEndedByServer, UnknownOutcomeError } from '../src/lost-connection.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import { HostChoice, type Host } from './host-choice.ts';
import { RenewedListener } from './listener.ts';
import { Pool, type PoolFigures } from './pool.ts';
import { ConnectTimeoutError, openServerStream, type ServerAddress } from './server-stream.ts';
import { Statement, toDriver, type Asker } from './statement.ts';

/*
 * What stands between everybody and the driver. The driver renews a connection that was lost on the object that still
 * knows what the old one was doing: later statements fail with its error, and what is left of a transaction may run
 * outside of any. Here no connection is ever renewed: one that is lost is thrown away with all that the driver knows of
 * it, reading statements are asked again once on another, and every transaction has a connection of its own.
 */

/** What the client and a transaction have in common. Rows come in camelCase, `undefined` goes in as null. */
export interface Sql {
  /** A statement, asked when it is waited for; or a part of one. */
  <Rows extends readonly (object | undefined)[] = postgres.Row[]>(
    template: TemplateStringsArray,
    ...parameters: readonly postgres.ParameterOrFragment<never>[]
  ): postgres.PendingQuery<Rows>;
  /** The name of a table or column. */
  (identifier: string): postgres.Helper<string>;
  /** `type` is PostgreSQL's number for the type of the array: 1007 of integers, 1009 of texts. */
  array: postgres.ISql['array'];
  json: postgres.ISql['json'];
}

/** The tagged templates of a transaction. */
export type Transaction = postgres.TransactionSql;

/** A database to read and to write. Its own tagged templates only read: they may be asked twice, and a server refuses them anything else. */
export interface Database extends Sql {
  /** Whether all connections take turns at one session, so that everybody waits for whoever is at it: an embedded one. */
  takesTurns?: boolean;
  /**
   * Everything that writes. The work is there whole when this ends, and not at all when it fails; `UnknownOutcomeError`
   * says that nobody can know, `ConnectionLostError` that it was interrupted.
   */
  begin<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** The whole of a database for who opened it. */
export interface Client extends Database {
  /** One statement that cannot be in a transaction, such as a vacuum, on a connection of its own. It is asked once. */
  alone(template: TemplateStringsArray): Promise<void>;
  /**
   * Hears what is announced on a channel, from the moment of each `onListen` on until that of `onLost`: what was said
   * before may be lost.
   */
  listen(
    channel: string,
    onNotify: (payload: string) => void,
    onListen: () => void,
    onLost?: () => void,
  ): Promise<Listener>;
  /** How much of its connections is used. */
  figures(): DatabaseFigures;
  /** Waits for what is under way for so long, in ms, and ends the rest. */
  close(patience?: number): Promise<void>;
}

/** The pools of a client: for statements that read, and for transactions. */
export interface DatabaseFigures {
  reading: PoolFigures;
  writing: PoolFigures;
}

/** Somebody who listens, on a connection of their own that is renewed when it is lost. */
export interface Listener {
  /** Asks on the very connection: an answer says that it hears, and what was announced before was heard before. */
  ask: Sql;
  close(): void;
}

/** How to reach PostgreSQL: the address of a server, or a way to open a stream to an embedded one. */
export type DatabaseTarget = { url: string } | { openStream: () => Duplex | Promise<Duplex> };

/** How long a server may be silent while it is asked, in ms, before its connection counts as lost. */
export interface Patience {
  connecting: number;
  reading: number;
  /** How long a reader waits for a connection to be free. An embedded database may have a long transaction to do. */
  queueing: number;
  /** A statement that writes may wait for others, and may have a lot to do. */
  writing: number;
}

export const PATIENCE: Patience = { connecting: 5000, reading: 30_000, queueing: 10_000, writing: 600_000 };

/** Connections at once: for reading, and for transactions. An embedded database has one session for all of them. */
export const READERS = { server: 10, embedded: 4 };
export const WRITERS = 4;

/** A client of the database. Nothing is opened before the first statement. */
export function openClient(target: DatabaseTarget, patience: Partial<Patience> = {}): Client {
  const isServer = 'url' in target;
  const limits = { ...PATIENCE, ...patience };
  const moveToOtherHost = () => {
    readers.discardAll();
    for (const listener of listeners.keys()) listener.renew();
  };
  const kinds = isServer
    ? toServer(target.url, { patience: patience.connecting, onOtherHost: moveToOtherHost })
    : toEmbedded(target.openStream);
  const open = (options: ConnectionOptions) => () => new Connection(options);
  const readers = isServer
    ? new Pool(open(kinds.reading), READERS.server, limits.queueing)
    : new Pool(open(kinds.reading), READERS.embedded);
  const writers = new Pool(open(kinds.writing), WRITERS);
  /** With how to close each. */
  const listeners = new Map<RenewedListener, () => void>();
  const watches = isServer ? [watch(readers, limits.reading), watch(writers, limits.writing)] : [];

  /** Of the same form as the driver's, and never connected. */
  const shapes = postgres({ ...DRIVER, host: 'none', max: 1 });
  const tag = (asker: Asker): Sql => {
    const ask = (first: TemplateStringsArray | string, ...rest: unknown[]) =>
      typeof first === 'string' ? shapes(first) : new Statement(first, rest, asker);
    return Object.assign(ask, {
      array: shapes.array.bind(shapes),
      json: shapes.json.bind(shapes),
    }) as unknown as Sql;
  };

  const begin = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    await writers.once(async (connection) => {
      const progress = { isWorkDone: false };
      try {
        return await connection.run(
          async (sql) =>
            (await sql.begin(async (tx) => {
              const result = await work(tx);
              progress.isWorkDone = true;
              return result;
            })) as T,
        );
      } catch (error) {
        if (!isLoss(connection, error)) throw error;
        throw progress.isWorkDone ? new UnknownOutcomeError(error) : lostBy(error);
      }
    });

  const listen: Client['listen'] = async (channel, onNotify, onListen, onLost = () => {}) => {
    const openListening = (hear: (payload: string) => void) =>
      new Connection({ ...kinds.listening, onNotify: (of, payload) => of === channel && hear(payload) });
    const renewed = await RenewedListener.start(openListening, channel, onNotify, onListen, onLost);
    const stopWatching = isServer ? every(limits.reading, () => renewed.dropIfSilent()) : () => {};
    const close = () => {
      stopWatching();
      renewed.close();
      listeners.delete(renewed);
    };
    listeners.set(renewed, close);
    return { ask: tag({ ask: (statement) => renewed.ask(statement), iterate: refuseCursor }), close };
  };

  return Object.assign(tag(createReader(readers)), {
    takesTurns: !isServer,
    begin,
    alone: async (template: TemplateStringsArray) => {
      await writers.once(async (connection) => {
        await connection.run(async (sql) => await sql(template).simple());
      });
    },
    listen,
    figures: () => ({ reading: readers.figures(), writing: writers.figures() }),
    close: async (timeout = 5000) => {
      for (const close of listeners.values()) close();
      await Promise.all([readers.close(timeout), writers.close(timeout)]);
      for (const stop of watches) stop();
    },
  });
}

/** Asks on the connections of a pool; once more on a new one, when the first was lost before it gave any row. */
function createReader(pool: Pool): Asker {
  return {
    async ask(statement) {
      assertReading(statement);
      return await pool.use(async (connection, renew) => {
        try {
          return await connection.ask(statement);
        } catch (error) {
          if (!isLoss(connection, error)) throw error;
        }
        const another = renew();
        try {
          return await another.ask(statement);
        } catch (error) {
          throw isLoss(another, error) ? lostBy(error) : error;
        }
      });
    },
    async *iterate(statement, rows) {
      assertReading(statement);
      let connection = await pool.take();
      let mayAskAgain = true;
      let isWhole = false;
      try {
        while (!isWhole) {
          try {
            for await (const batch of toDriver(connection.sql, statement).cursor(rows)) {
              mayAskAgain = false;
              yield batch;
            }
            // The driver takes the loss of a connection for the end of the rows.
            if (connection.loss) throw lostBy(connection.loss);
            isWhole = true;
          } catch (error) {
            if (!isLoss(connection, error)) throw error;
            if (!mayAskAgain) throw lostBy(error);
            mayAskAgain = false;
            connection = pool.renew(connection);
          }
        }
      } finally {
        if (!isWhole) connection.close();
        pool.release(connection);
      }
    },
  };
}

function assertReading(statement: Statement): void {
  if (!statement.isReading) throw new TypeError('What writes belongs into a transaction: sql.begin().');
}

const refuseCursor = () => {
  throw new TypeError('A listener has no cursors: they would keep it from hearing.');
};

/** Whether a connection went away while it was asked, or says that it is about to. */
function isLoss(connection: Connection, error: unknown): boolean {
  if (error instanceof ConnectionLostError) return true;
  if (!isEndedByServer(error)) return false;
  connection.drop(error);
  return true;
}

const lostBy = (cause: unknown) =>
  cause instanceof ConnectionLostError
    ? cause
    : new ConnectionLostError(`The connection to the database was lost: ${String(cause)}`, { cause });

/** PostgreSQL's numbers of these types. */
const INTEGER_ARRAY = 1007;
const TEXT_ARRAY = 1009;

/** What an administrator sees of the connections: this, and `-listener` for the one that hears of changes. */
const APPLICATION = 'club-directory';

/** How this project talks to the driver. The driver would ask each connection for the types of arrays; these are used. */
const DRIVER = {
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

/** The connections to a database, by what they are for. */
type Connections = Record<'reading' | 'writing' | 'listening', ConnectionOptions>;

function toEmbedded(openStream: ConnectionOptions['openStream']): Connections {
  // A connection waits while another has a transaction.
  const driver = { ...DRIVER, connect_timeout: 0, connection: { application_name: APPLICATION } };
  const open = (prepare: boolean) => ({ openStream, driver: { ...driver, prepare } as ConnectionOptions['driver'] });
  // All connections share one session, where the prepared statements of a closed connection would remain.
  return { reading: open(true), writing: open(false), listening: open(false) };
}

function toServer(
  url: string,
  { patience, onOtherHost }: { patience: number | undefined; onOtherHost: () => void },
): Connections {
  const { driver: driverAddress, hosts, connectTimeout, applicationName } = readClientAddress(url);
  const connecting = patience ?? connectTimeout ?? PATIENCE.connecting;
  const session = { application_name: applicationName ?? APPLICATION };
  const { ssl, database, user, pass, connection, sslnegotiation, prepare } = postgres(driverAddress)
    .options as unknown as ParsedOptions;
  const openTo = (host: Host) => openServerStream({ ...host, ssl, isDirect: sslnegotiation === 'direct' }, connecting);
  const driver = {
    ...DRIVER,
    // One host: the driver would wait for others that it is never given.
    host: hosts[0]?.host,
    port: hosts[0]?.port,
    database,
    user,
    pass,
    prepare,
    connect_timeout: connecting / 1000,
  };
  const withSettings = (settings: Record<string, string>) =>
    ({ ...driver, connection: { ...connection, ...session, ...settings } }) as ConnectionOptions['driver'];

  const acceptsWrites = async (host: Host): Promise<boolean> => {
    const probe = new Connection({ openStream: () => openTo(host), driver: withSettings({}) });
    const timer = setTimeout(() => probe.drop(new ConnectTimeoutError(host)), connecting);
    try {
      const [found] = await probe.run(
        async (sql) =>
          await sql<{ isReadOnly: boolean }[]>`select current_setting('transaction_read_only') = 'on' as is_read_only`,
      );
      return found?.isReadOnly === false;
    } finally {
      clearTimeout(timer);
      probe.close();
    }
  };
  const choice = new HostChoice(hosts, acceptsWrites, onOtherHost);
  const open = (needsWrites: boolean, settings: Record<string, string>): ConnectionOptions => ({
    openStream: () => choice.connect(needsWrites, openTo),
    driver: withSettings(settings),
    ...(needsWrites ? { onReadOnly: () => choice.forget() } : {}),
  });
  const reading = { default_transaction_read_only: 'on' };
  return {
    reading: open(false, reading),
    writing: open(true, {}),
    // A standby refuses LISTEN.
    listening: open(true, { ...reading, application_name: `${session.application_name}-listener` }),
  };
}

/** What the driver reads in an address; its types leave some of it out. */
interface ParsedOptions {
  ssl: ServerAddress['ssl'];
  database: string;
  user: string;
  pass: string;
  connection: Record<string, string>;
  sslnegotiation: string | null;
  prepare: boolean;
}

/** Looks for connections that are silent; answers how to stop. */
const watch = (pool: Pool, patience: number) => every(patience, () => pool.dropSilent());

function every(milliseconds: number, work: () => void): () => void {
  // After what has come in meanwhile was read: this process may have been held up itself.
  const timer = setInterval(() => setImmediate(work), milliseconds);
  timer.unref();
  return () => clearInterval(timer);
}
