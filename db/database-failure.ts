import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, UnavailableError } from '../src/failure.ts';
import { isLostConnection, ReadOnlyDatabaseError } from '../src/lost-connection.ts';
import { SYSTEM_REASONS } from '../src/system-reasons.ts';
import { READERS, WRITERS, type Database } from './client.ts';
import { DamagedFilesError, describeFolder } from './embedded.ts';
import { MigrationError } from './migrate.ts';
import { codeOf } from '../src/system-reasons.ts';

/** PostgreSQL that the embedded database is, in whose format its files are. */
export const EMBEDDED_VERSION = 18;

/** What an error says; one that stands for several, as of a host with several addresses, says nothing itself. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/** Why a database does not answer at all, for a person. */
const CONNECTION_REASONS: Partial<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its host is not known',
  EAI_AGAIN: 'its host is not known now',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its host cannot be reached',
  ETIMEDOUT: 'it does not answer',
  CONNECT_TIMEOUT: 'it does not answer',
  CONNECTION_LOST: 'what listens there does not answer as PostgreSQL does, or is a pooler whose server is away',
  '25006': 'none of its hosts accepts writes',
  '28P01': 'it refuses the user or the password of DATABASE_URL',
};

/** Why the folder of an embedded database could not be opened. `error` is whatever opening it has thrown. */
export function explainFolder(error: unknown, dataDir: string): Failure {
  if (error instanceof Failure) return error;
  const code = codeOf(error);
  const place = describeFolder(dataDir);
  if (code === 'EACCES' || code === 'EPERM') {
    const owner = describeOwner(dataDir);
    if (owner === null) {
      return new Failure(
        `${place} cannot be written to: this user may not write there, though it owns the folder. DATA_DIR says where it is.`,
      );
    }
    return new Failure(
      `This user may not use ${place}${owner}: run this as the user that the site runs as, or set DATA_DIR to another folder.`,
    );
  }
  const reason = SYSTEM_REASONS[code];
  if (reason) return new Failure(`The folder ${place} cannot be used: ${reason}. DATA_DIR says where it is.`);
  const version = readVersion(dataDir);
  if (version !== null && version !== EMBEDDED_VERSION) {
    return new Failure(
      `The files in ${place} are of PostgreSQL ${version}, and this version of the site has PostgreSQL ${EMBEDDED_VERSION}: make a backup (npm run db:backup) with the version of the site that made them, and restore it (npm run db:restore) into a new folder.`,
    );
  }
  if (!(error instanceof DamagedFilesError)) {
    const reason = messageOf(error).replace(/\.$/, '');
    return new Failure(`The embedded database in ${place} cannot be opened: ${reason}.`, { cause: error });
  }
  const told = error.message === '' ? '' : ` (${error.message.replace(/\.$/, '')})`;
  return new Failure(
    `The embedded database in ${place} does not open${told}: its files are damaged or belong to another version. Put a copy of the folder in its place, or set DATA_DIR to another folder.`,
    { cause: error },
  );
}

/** Whose the innermost folder is that there is; null when it is this user's, empty when nobody knows. */
function describeOwner(dataDir: string): string | null {
  for (const folder of [join(dataDir, 'database'), dataDir, join(dataDir, '..')]) {
    try {
      const { uid } = statSync(folder);
      return uid === process.geteuid?.() ? null : `, which belongs to the user with the number ${uid}`;
    } catch {
      // A folder that cannot be looked at says nothing; the one around it may.
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

/** What PgBouncer says when it has no connection for the moment. The code beside it is that of whatever it refuses. */
const POOLER_IS_BUSY =
  /\((?:max_client_conn|server_login_retry)\)$|^(?:query_wait_timeout|pgbouncer cannot connect to server)$/;

const isPoolerBusy = (error: unknown): boolean => codeOf(error) === '08P01' && POOLER_IS_BUSY.test(messageOf(error));

/** Whether what is missing may come by itself: a server that starts, a network that comes back, a free connection. */
const isPassing = (error: unknown): boolean =>
  isLostConnection(error) || error instanceof ReadOnlyDatabaseError || codeOf(error) === '53300' || isPoolerBusy(error);

/** Why a connection was refused, by its code: PgBouncer has the same one for a wrong password as for anything else. */
const codeOfRefusal = (error: unknown): string =>
  codeOf(error) === '08P01' && /^(?:SASL|password) authentication failed/.test(messageOf(error))
    ? '28P01'
    : codeOf(error);

/** Why a database cannot be used at all. */
export function explainConnection(error: unknown, description: string): Failure {
  if (error instanceof Failure) return error;
  const first: unknown = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  const code = codeOfRefusal(first);
  if (code === '3D000') {
    return new Failure(
      `Cannot use ${description}: there is no such database. An administrator of the server makes it with\n  create database NAME owner USER encoding 'UTF8' template template0;`,
    );
  }
  const refused = /unsupported startup parameter: ([\w.]+)/.exec(messageOf(first))?.[1];
  if (refused !== undefined) {
    return new Failure(
      `Cannot use ${description}: a pooler is in front of it, which refuses the parameter ${refused}. In PgBouncer "ignore_startup_parameters = ${refused}" lets it pass; what else a pooler needs is in docs/operating.md.`,
    );
  }
  const Kind = isPassing(first) ? UnavailableError : Failure;
  return new Kind(`Cannot use ${description}: ${CONNECTION_REASONS[code] ?? messageOf(error).replace(/\.$/, '')}.`);
}

/**
 * Why a database that answers does not do its work, when that is for an administrator to mend; any other error comes
 * back as it is. Asks the database what it lacks.
 */
export async function explainWork(error: unknown, sql: Database, description: string): Promise<unknown> {
  if (error instanceof MigrationError && error.cause) {
    const explained = await explainWork(error.cause, sql, description);
    return explained instanceof Failure ? explained : error;
  }
  if (!(error instanceof Error) || error instanceof Failure) return error;
  if (isPoolerBusy(error) || error instanceof ReadOnlyDatabaseError) return explainConnection(error, description);
  switch (codeOf(error)) {
    // No right, and no schema that this user may see.
    case '42501':
    case '3F000':
      return await explainRights(error, sql, description);
    case '53100':
      return new Failure(`Cannot write to ${description}: ${error.message}.`);
    case '53300':
      return new UnavailableError(
        `${description} has no connection left for this user (${error.message}): the site needs up to ${READERS.server + WRITERS + 1}, a command fewer.`,
      );
    case '57014':
      return new Failure(
        `${description} gave up a statement (${error.message}), which changed nothing: a limit on statements must leave the time that an import or a migration needs.`,
      );
    case '25006':
      return onlyRead(description);
    case '0A000':
    case '58P01':
      if (error.message.includes('during recovery')) return onlyRead(description);
      if (!error.message.includes('pg_trgm')) return error;
      return new Failure(
        `${description} lacks the extension pg_trgm, which comes with PostgreSQL: install what the system calls postgresql-contrib on the server.`,
      );
    default:
      return error;
  }
}

const onlyRead = (description: string) =>
  new Failure(`${description} is read-only, as a standby is. Set DATABASE_URL to the primary server.`);

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
  const told = `The user ${found.role} lacks rights in ${description} (${error.message}).`;
  if (found.owner) return new Failure(`${told} The tables belong to ${found.owner}: DATABASE_URL must name that user.`);
  if (statements.length === 0) return new Failure(`${told} An administrator of the server must grant them.`);
  return new Failure(
    [`${told} An administrator runs in that database:`, ...statements.map((statement) => `  ${statement}`)].join('\n'),
  );
}
