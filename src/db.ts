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
