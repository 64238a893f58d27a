import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLostConnection, ReadOnlyDatabaseError } from '../src/lib/database-errors.ts';
import { codeOf, SYSTEM_REASONS } from '../src/lib/system-errors.ts';
import { ExpectedError, UnavailableError } from '../src/lib/expected-error.ts';
import { READERS, WRITERS, type Database } from './client.ts';
import { DamagedFilesError } from './embedded/database.ts';
import { describeFolder, filesOf, folderOf } from './embedded/folder.ts';
import { MigrationError } from './migrate.ts';

/** The version of PostgreSQL in PGlite, and of its files. */
export const EMBEDDED_VERSION = 18;

/** The message of an error without the full stop. */
const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');

/** Explains why an embedded database could not be opened. */
export function explainFolder(error: unknown, dataDir: string): ExpectedError {
  if (error instanceof ExpectedError) return error;
  const place = describeFolder(dataDir);
  const reason = SYSTEM_REASONS[codeOf(error)];
  if (reason !== undefined) {
    const advice = reason === 'permission denied' ? ' Run this as the user of the site.' : '';
    return new ExpectedError(`Cannot use the folder ${place} (DATA_DIR): ${reason}.${advice}`, { cause: error });
  }
  const version = readVersion(dataDir);
  if (version !== null && version !== EMBEDDED_VERSION) {
    return new ExpectedError(
      `The database in ${place} is from PostgreSQL ${version}; this version of the site uses PostgreSQL ${EMBEDDED_VERSION}. Back it up with the previous version of the site (npm run db:backup) and restore it into a new folder (npm run db:restore).`,
    );
  }
  const isDamaged = error instanceof DamagedFilesError;
  const message = [messageOf(error), isDamaged && 'its files are damaged'].filter(Boolean).join('; ');
  const advice = isDamaged ? ' Restore a copy of the folder, or set DATA_DIR to another folder.' : '';
  return new ExpectedError(`Cannot open the embedded database in ${place}: ${message}.${advice}`, { cause: error });
}

function readVersion(dataDir: string): number | null {
  try {
    return Number(readFileSync(join(filesOf(folderOf(dataDir)), 'PG_VERSION'), 'utf8')) || null;
  } catch {
    return null;
  }
}

/** Reasons why a connection fails, by the code of the error. The message of the system or the server explains others. */
const CONNECTION_REASONS: Partial<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'unknown host',
  CONNECT_TIMEOUT: 'connection timed out',
  '28P01': 'wrong user or password in DATABASE_URL',
  '3D000': `the database does not exist. Ask an administrator of the server to create it:\n  create database NAME owner USER encoding 'UTF8' template template0;`,
};

/** PgBouncer reports with the code of a protocol error that it is busy. */
const isPoolerBusy = (error: unknown): boolean =>
  codeOf(error) === '08P01' &&
  /\((?:max_client_conn|server_login_retry)\)$|^(?:query_wait_timeout|pgbouncer cannot connect to server)$/.test(
    messageOf(error),
  );

/** Explains why a connection failed; an `UnavailableError` may pass by itself. */
export function explainConnection(error: unknown, description: string): ExpectedError {
  if (error instanceof ExpectedError) return error;
  // Node.js tries the addresses of a host one after the other.
  const first: unknown = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  const code = codeOf(first);
  const isTemporary =
    isLostConnection(first) || first instanceof ReadOnlyDatabaseError || code === '53300' || isPoolerBusy(first);
  const text = `Cannot connect to ${description}: ${CONNECTION_REASONS[code] ?? messageOf(first)}`;
  return new (isTemporary ? UnavailableError : ExpectedError)(text.endsWith(';') ? text : `${text}.`, { cause: error });
}

/** Explains an error that an administrator can fix, and returns any other unchanged. Reads missing rights from the database. */
export async function explainWork(error: unknown, sql: Database, description: string): Promise<unknown> {
  if (error instanceof MigrationError && error.cause) {
    const explained = await explainWork(error.cause, sql, description);
    return explained instanceof ExpectedError ? explained : error;
  }
  if (!(error instanceof Error) || error instanceof ExpectedError) return error;
  if (isPoolerBusy(error) || error instanceof ReadOnlyDatabaseError) return explainConnection(error, description);
  const [code, message] = [codeOf(error), messageOf(error)];
  // No permission, or no schema.
  if (code === '42501' || code === '3F000') return await explainRights(error, sql, description);
  if (code === '53300') {
    return new UnavailableError(
      `Too many connections to ${description} (${message}). The site needs up to ${READERS.server + WRITERS + 1} connections.`,
    );
  }
  if (code === '25006' || (code === '0A000' && message.includes('during recovery')))
    return new ExpectedError(
      `Read-only database: ${description} may be a standby. Set DATABASE_URL to the primary server.`,
    );
  // Lack of resources such as disk space, an administrator's command or timeout, or an error of the system.
  if (/^5[378]/.test(code)) return new ExpectedError(`Cannot use ${description}: ${message}.`, { cause: error });
  return error;
}

async function explainRights(error: Error, sql: Database, description: string): Promise<unknown> {
  const [found] = await sql<{ role: string; owner: string | null; grants: string[] }[]>`
    select role, owner, to_json(array_remove(array[
      case when not (has_schema_privilege('public', 'create') and has_schema_privilege('public', 'usage'))
        then format('grant usage, create on schema public to %s', role) end,
      case when not (has_database_privilege(current_database(), 'create')
          or exists (select from pg_extension where extname = 'pg_trgm'))
        then 'create extension pg_trgm' end], null)) as grants
    from quote_ident(current_user) as role left join lateral (
      select quote_ident(pg_get_userbyid(relowner)) as owner from pg_class
      where oid = to_regclass('club') and pg_get_userbyid(relowner) <> current_user) as tables on true`.catch(() => []);
  if (!found) return error;
  const issue = `The user ${found.role} lacks permissions in ${description} (${error.message}).`;
  if (found.owner)
    return new ExpectedError(`${issue} The tables belong to ${found.owner}: use that user in DATABASE_URL.`);
  const advice =
    found.grants.length === 0
      ? 'Ask an administrator of the server to grant them.'
      : ['Ask an administrator to run in that database:', ...found.grants.map((grant) => `  ${grant};`)].join('\n');
  return new ExpectedError(`${issue} ${advice}`, { cause: error });
}
