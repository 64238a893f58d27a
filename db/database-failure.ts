import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, UnavailableError } from '../src/failure.ts';
import { isLostConnection, ReadOnlyDatabaseError } from '../src/lost-connection.ts';
import { SYSTEM_REASONS } from '../src/system-reasons.ts';
import { READERS, WRITERS, type Database } from './client.ts';
import { DamagedFilesError } from './embedded/database.ts';
import { describeFolder } from './embedded/folder.ts';
import { MigrationError } from './migrate.ts';
import { codeOf } from '../src/system-reasons.ts';

/** PostgreSQL that the embedded database is, in whose format its files are. */
export const EMBEDDED_VERSION = 18;

/** The message of an error, or of the first of several, as for a host with several addresses. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/** Texts for failed connections. */
const CONNECTION_REASONS: Partial<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'the host name could not be resolved',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ETIMEDOUT: 'connection timed out',
  CONNECT_TIMEOUT: 'connection timed out',
  CONNECTION_LOST: 'the server closed the connection; it may not be PostgreSQL, or a pooler may have lost its server',
  '25006': 'no host accepts writes',
  '28P01': 'wrong user or password in DATABASE_URL',
};

/** Explains why an embedded database could not be opened. */
export function explainFolder(error: unknown, dataDir: string): Failure {
  if (error instanceof Failure) return error;
  const code = codeOf(error);
  const place = describeFolder(dataDir);
  if (code === 'EACCES' || code === 'EPERM') {
    const owner = describeOwner(dataDir);
    if (owner === null) {
      return new Failure(
        `Permission denied: cannot write to ${place} (DATA_DIR). This user owns the folder but has no write permission.`,
      );
    }
    return new Failure(
      `Permission denied: ${place}${owner}. Run this as the user of the site, or set DATA_DIR to another folder.`,
    );
  }
  const reason = SYSTEM_REASONS[code];
  if (reason) return new Failure(`Cannot use the folder ${place} (DATA_DIR): ${reason}.`);
  const version = readVersion(dataDir);
  if (version !== null && version !== EMBEDDED_VERSION) {
    return new Failure(
      `The database in ${place} is from PostgreSQL ${version}; this version of the site uses PostgreSQL ${EMBEDDED_VERSION}. Back it up with the previous version of the site (npm run db:backup) and restore it into a new folder (npm run db:restore).`,
    );
  }
  if (!(error instanceof DamagedFilesError)) {
    const reason = messageOf(error).replace(/\.$/, '');
    return new Failure(`Cannot open the embedded database in ${place}: ${reason}.`, { cause: error });
  }
  const detail = error.message === '' ? '' : ` (${error.message.replace(/\.$/, '')})`;
  return new Failure(
    `Cannot open the embedded database in ${place}${detail}: its files are damaged or from another version. Restore a copy of the folder, or set DATA_DIR to another folder.`,
    { cause: error },
  );
}

/** The owner of the innermost existing folder; null if it is this user, empty if unknown. */
function describeOwner(dataDir: string): string | null {
  for (const folder of [join(dataDir, 'database'), dataDir, join(dataDir, '..')]) {
    try {
      const { uid } = statSync(folder);
      return uid === process.geteuid?.() ? null : ` belongs to user ID ${uid}`;
    } catch {
      // Try the parent folder.
    }
  }
  return '';
}

function readVersion(dataDir: string): number | null {
  try {
    return Number(readFileSync(join(dataDir, 'database', 'files', 'PG_VERSION'), 'utf8')) || null;
  } catch {
    return null;
  }
}

/** Messages of PgBouncer when it has no free connection. Its error code does not tell this. */
const POOLER_IS_BUSY =
  /\((?:max_client_conn|server_login_retry)\)$|^(?:query_wait_timeout|pgbouncer cannot connect to server)$/;

const isPoolerBusy = (error: unknown): boolean => codeOf(error) === '08P01' && POOLER_IS_BUSY.test(messageOf(error));

/** Whether the failure is temporary: a server that starts, a network outage, no free connection. */
const isPassing = (error: unknown): boolean =>
  isLostConnection(error) || error instanceof ReadOnlyDatabaseError || codeOf(error) === '53300' || isPoolerBusy(error);

/** The code of a refused connection. PgBouncer uses the same code for a wrong password as for other errors. */
const codeOfRefusal = (error: unknown): string =>
  codeOf(error) === '08P01' && /^(?:SASL|password) authentication failed/.test(messageOf(error))
    ? '28P01'
    : codeOf(error);

/** Explains why a connection failed. */
export function explainConnection(error: unknown, description: string): Failure {
  if (error instanceof Failure) return error;
  const first: unknown = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  const code = codeOfRefusal(first);
  if (code === '3D000') {
    return new Failure(
      `Cannot connect to ${description}: the database does not exist. Ask an administrator of the server to create it:\n  create database NAME owner USER encoding 'UTF8' template template0;`,
    );
  }
  const refused = /unsupported startup parameter: ([\w.]+)/.exec(messageOf(first))?.[1];
  if (refused !== undefined) {
    return new Failure(
      `Cannot connect to ${description}: a pooler rejected the parameter ${refused}. For PgBouncer, set "ignore_startup_parameters = ${refused}"; see docs/operating.md.`,
    );
  }
  const Kind = isPassing(first) ? UnavailableError : Failure;
  return new Kind(
    `Cannot connect to ${description}: ${CONNECTION_REASONS[code] ?? messageOf(error).replace(/\.$/, '')}.`,
  );
}

/**
 * Explains an error that an administrator can fix, such as missing permissions; returns any other error unchanged. Queries
 * the database for details.
 */
export async function explainWork(error: unknown, sql: Database, description: string): Promise<unknown> {
  if (error instanceof MigrationError && error.cause) {
    const explained = await explainWork(error.cause, sql, description);
    return explained instanceof Failure ? explained : error;
  }
  if (!(error instanceof Error) || error instanceof Failure) return error;
  if (isPoolerBusy(error) || error instanceof ReadOnlyDatabaseError) return explainConnection(error, description);
  switch (codeOf(error)) {
    // No permission, or no visible schema.
    case '42501':
    case '3F000':
      return await explainRights(error, sql, description);
    case '53100':
      return new Failure(`Cannot write to ${description}: ${error.message}.`);
    case '53300':
      return new UnavailableError(
        `Too many connections to ${description} (${error.message}). The site needs up to ${READERS.server + WRITERS + 1} connections.`,
      );
    case '57014':
      return new Failure(
        `Statement canceled in ${description} (${error.message}). Nothing was changed. Increase statement_timeout so that imports and migrations can finish.`,
      );
    case '25006':
      return onlyRead(description);
    case '0A000':
    case '58P01':
      if (error.message.includes('during recovery')) return onlyRead(description);
      if (!error.message.includes('pg_trgm')) return error;
      return new Failure(
        `The extension pg_trgm is missing in ${description}. Install the postgresql-contrib package on the server.`,
      );
    default:
      return error;
  }
}

const onlyRead = (description: string) =>
  new Failure(`Read-only database: ${description} may be a standby. Set DATABASE_URL to the primary server.`);

async function explainRights(error: Error, sql: Database, description: string): Promise<unknown> {
  const [found] = await sql<{ role: string; owner: string | null; mayCreate: boolean; lacksExtension: boolean }[]>`
    select quote_ident(current_user) as role,
      (select quote_ident(pg_get_userbyid(relowner)) from pg_class
        where oid = to_regclass('club') and pg_get_userbyid(relowner) <> current_user) as owner,
      has_schema_privilege('public', 'create') and has_schema_privilege('public', 'usage') as may_create,
      not has_database_privilege(current_database(), 'create')
        and not exists (select from pg_extension where extname = 'pg_trgm') as lacks_extension`.catch(() => []);
  if (!found) return error;
  const statements = [
    ...(found.mayCreate ? [] : [`grant usage, create on schema public to ${found.role};`]),
    ...(found.lacksExtension ? ['create extension pg_trgm;'] : []),
  ];
  const problem = `The user ${found.role} lacks permissions in ${description} (${error.message}).`;
  if (found.owner) return new Failure(`${problem} The tables belong to ${found.owner}: use that user in DATABASE_URL.`);
  if (statements.length === 0) return new Failure(`${problem} Ask an administrator of the server to grant them.`);
  return new Failure(
    [
      `${problem} Ask an administrator to run in that database:`,
      ...statements.map((statement) => `  ${statement}`),
    ].join('\n'),
  );
}
