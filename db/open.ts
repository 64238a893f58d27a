import { describeAddress } from '../src/lib/database-url.ts';
import { ConnectionLostError, ExpectedError } from '../src/lib/errors.ts';
import type { Settings } from '../src/settings.ts';
import { openClient, type Client } from './client.ts';
import { explainConnection, explainFolder, explainWork } from './explain-error.ts';
import { connectToOwner, openEmbedded } from './embedded/database.ts';
import { describeFolder, hasFiles } from './embedded/folder.ts';
import { findPendingMigrations, migrate } from './migrate.ts';
import { backUpBeforeMigration } from './backup.ts';

export type OpenDatabase = Awaited<ReturnType<typeof openDatabase>>;

/** `apply` also creates the database. `refuse` and `ignore` require one, `refuse` without pending migrations. */
export type MigrationPolicy = 'apply' | 'refuse' | 'ignore';

export interface OpenOptions {
  /** Whether to work through another process that has the embedded database, instead of failing. */
  share: boolean;
  migrations?: MigrationPolicy;
  /** Further work after migrations were applied. */
  prepare?: (sql: Client) => Promise<void>;
  report?: (line: string) => void;
}

/** Describes the database for messages, without its password. */
export const describeDatabase = ({ databaseUrl, dataDir }: Settings): string =>
  databaseUrl ? `PostgreSQL at ${describeAddress(databaseUrl)}` : `the embedded database in ${describeFolder(dataDir)}`;

/** Opens the database of the settings. */
export async function openDatabase(
  settings: Settings,
  { share, migrations = 'apply', prepare, report = () => {} }: OpenOptions,
) {
  // For messages.
  const description = describeDatabase(settings);
  const { sql, isShared, embedded } = settings.databaseUrl
    ? { sql: openClient({ url: settings.databaseUrl }), isShared: false, embedded: null }
    : await openFolder(settings, description, { share, mustExist: migrations !== 'apply' }).catch((error: unknown) => {
        throw explainFolder(error, settings.dataDir);
      });
  /** Waits for running statements, at most `timeout` ms, and closes all connections. */
  const close = async (timeout?: number) => {
    await sql.close(timeout);
    await embedded?.close();
  };
  try {
    await sql`select 1`.catch((error: unknown) => {
      throw explainConnection(error, description);
    });
    if (isShared) report('Another process has it open; sharing its connection.');
    const pending = await findPendingMigrations(sql);
    if (migrations === 'apply') {
      // No administrator backs up an embedded database.
      if (pending && pending.length > 0 && !settings.databaseUrl) {
        const backup = await backUpBeforeMigration(sql, settings.dataDir);
        report(`Backed up the database to ${backup} before migrating it.`);
      }
      const applied = await migrate(sql);
      if (pending === null) report(`Created a new club directory in ${description}.`);
      else if (applied.length > 0) report(`Applied migrations: ${applied.join(', ')}.`);
      await prepare?.(sql);
    } else if (pending === null) {
      const name = settings.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR';
      throw new ExpectedError(`No club directory found in ${description}. Check ${name}.`);
    } else if (migrations === 'refuse' && pending.length > 0) {
      throw new ExpectedError(
        `Pending migrations in ${description}: ${pending.join(', ')}. Run npm run db:migrate first.`,
      );
    }
    return { sql, description, isShared, close };
  } catch (error) {
    await close();
    throw explainWork(error, description);
  }
}

/** `isShared`: whether the database is embedded in another process, which this one works through. */
async function openFolder(
  { dataDir }: Settings,
  description: string,
  { share, mustExist }: { share: boolean; mustExist: boolean },
) {
  const mayOpen = !mustExist || (await hasFiles(dataDir));
  const embedded = mayOpen ? await openEmbedded(dataDir) : null;
  if (embedded) return { sql: openClient(embedded), isShared: false, embedded };
  if (!share)
    throw new ExpectedError(`Another process uses ${description}. Stop it, or set DATA_DIR to another folder.`);
  const openStream = async () => {
    const socket = await connectToOwner(dataDir);
    if (socket) return socket;
    if (mayOpen) throw new ConnectionLostError('The process that owns the database has ended.');
    throw new ExpectedError(
      `No database found in ${describeFolder(dataDir)}. Check that DATA_DIR or DATABASE_URL is set in this shell as for the site.`,
    );
  };
  return { sql: openClient({ openStream }), isShared: true, embedded: null };
}
