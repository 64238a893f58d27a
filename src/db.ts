import type { Duplex } from 'node:stream';
import postgres from 'postgres';

/** The database client, or a transaction of it. Rows come in camelCase, `undefined` goes in as null. */
export type Sql = postgres.Sql | postgres.TransactionSql;

/** How to reach PostgreSQL: the address of a server, or a way to open a stream to an embedded one. */
export type DatabaseTarget = { url: string } | { openStream: () => Duplex | Promise<Duplex> };

/** A pool of connections. Nothing is opened before the first query. */
export function connect(target: DatabaseTarget): postgres.Sql {
  const options = {
    transform: { ...postgres.camel, undefined: null },
    connection: { application_name: 'club-directory' },
    connect_timeout: 5,
    // Constant: the driver's growing pause makes queries wait for half a minute after the server is back.
    backoff: () => 0.05,
    onnotice: () => {},
  };
  if ('url' in target) return postgres(target.url, options);
  // `socket` is the driver's own door for other streams; its types do not name it. Connections to an
  // embedded database never go stale, so they are kept.
  const embedded = { ...options, max: 4, max_lifetime: null, socket: target.openStream, ssl: false };
  return postgres(embedded as postgres.Options<Record<string, never>>) as postgres.Sql;
}

const key = Symbol.for('club-directory.database');
const shared = globalThis as typeof globalThis & { [key]?: postgres.Sql | undefined };

/** Makes a client the one of this process (null: none). */
export function shareDatabase(sql: postgres.Sql | null): void {
  shared[key] = sql ?? undefined;
}

/**
 * The client that this process opened when it started. It is kept outside of modules because a process may hold
 * this module twice: the server's own, and the one in the bundle of pages (or before and after a hot reload).
 */
export function database(): postgres.Sql {
  const sql = shared[key];
  if (!sql) throw new Error('This process has opened no database.');
  return sql;
}
