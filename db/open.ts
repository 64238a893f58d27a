import { describeAddress } from '../src/lib/database-url.ts';
import { ConnectionLostError } from '../src/lib/database-errors.ts';
import { ExpectedError } from '../src/lib/expected-error.ts';
import type { Settings } from '../src/settings.ts';
import { openClient, type Client } from './client.ts';
import { explainConnection, explainFolder, explainWork } from './explain-error.ts';
import { connectToOwner, openEmbedded } from './embedded/database.ts';
import { describeFolder, hasFiles } from './embedded/folder.ts';
import { findPendingMigrations, migrate } from './migrate.ts';
import { backUpBeforeMigration } from './migration-backup.ts';

export interface OpenDatabase {
  sql: Client;
  /** Where it is, for messages. */
  description: string;
  /** Whether it is embedded in another process, which this one works through. */
  isShared: boolean;
  /** Waits for running statements, at most `timeout` ms, and closes all connections. */
  close: (timeout?: number) => Promise<void>;
}

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
): Promise<OpenDatabase> {
  const description = describeDatabase(settings);
  const opened = settings.databaseUrl
    ? openServer(settings.databaseUrl, description)
    : await openFolder(settings, description, { share, mustExist: migrations !== 'apply' }).catch((error: unknown) => {
        throw explainFolder(error, settings.dataDir);
      });
  const { sql, isShared } = opened;
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
    return opened;
  } catch (error) {
    await opened.close();
    throw explainWork(error, description);
  }
}

function openServer(url: string, description: string): OpenDatabase {
  const sql = openClient({ url });
  return { sql, description, isShared: false, close: (timeout) => sql.close(timeout) };
}

async function openFolder(
  { dataDir }: Settings,
  description: string,
  { share, mustExist }: { share: boolean; mustExist: boolean },
): Promise<OpenDatabase> {
  const mayOpen = !mustExist || (await hasFiles(dataDir));
  const embedded = mayOpen ? await openEmbedded(dataDir) : null;
  if (embedded) {
    const sql = openClient(embedded);
    const close = async (timeout?: number) => {
      await sql.close(timeout);
      await embedded.close();
    };
    return { sql, description, isShared: false, close };
  }
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
  const sql = openClient({ openStream });
  return { sql, description, isShared: true, close: (timeout) => sql.close(timeout) };
}
