import { codeOf, ExpectedError, isLostConnection, SYSTEM_REASONS, UnavailableError } from '../src/lib/errors.ts';
import { describeFolder } from './embedded/folder.ts';
import { CREATE_DATABASE, MigrationError } from './migrate.ts';

const GRANT = `Use the user that owns the tables, or ask an administrator to run in that database:
  grant usage, create on schema public to USER;
  create extension if not exists pg_trgm;`;

/** What to do about an error of a server, by its code. */
const ADVICE: Partial<Record<string, string>> = {
  '25006': 'Set DATABASE_URL to the primary server.',
  '28P01': 'Check the user and the password in DATABASE_URL.',
  '3D000': CREATE_DATABASE,
  // No permission, or no schema.
  '42501': GRANT,
  '3F000': GRANT,
};

function explain(error: unknown, problem: string): string {
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
  return [`${problem}: ${reason}.`, ADVICE[codeOf(error)]].filter(Boolean).join(' ');
}

/** Explains why a connection failed; an `UnavailableError` may pass by itself. */
export function explainConnection(error: unknown, description: string): ExpectedError {
  if (error instanceof ExpectedError) return error;
  // Node.js tries the addresses of a host one after the other.
  const first: unknown = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  const text = explain(first, `Cannot connect to ${description}`);
  return new (isLostConnection(first) ? UnavailableError : ExpectedError)(text, { cause: error });
}

/** Explains an error that an administrator can fix, and returns any other unchanged. */
export function explainWork(error: unknown, description: string): unknown {
  const cause = error instanceof MigrationError ? error.cause : error;
  if (cause instanceof ExpectedError) return error;
  if (isLostConnection(cause)) return explainConnection(cause, description);
  const code = codeOf(cause);
  // Class 53 is a lack of resources such as disk space, 57 an intervention or timeout, 58 an error of the system.
  const isForAdministrators = code in ADVICE || /^5[378]/.test(code);
  return isForAdministrators ? new ExpectedError(explain(cause, `Cannot use ${description}`), { cause: error }) : error;
}

/** Explains why an embedded database could not be opened. */
export function explainFolder(error: unknown, dataDir: string): unknown {
  const reason = SYSTEM_REASONS[codeOf(error)];
  if (reason === undefined) return error;
  const advice = reason === 'permission denied' ? ' Run this as the user of the site.' : '';
  return new ExpectedError(`Cannot use the folder ${describeFolder(dataDir)} (DATA_DIR): ${reason}.${advice}`, {
    cause: error,
  });
}
