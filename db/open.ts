import { join } from 'node:path';
import { describeAddress } from '../src/lib/database-url.ts';
import { Failure } from '../src/lib/failure.ts';
import type { Settings } from '../src/settings.ts';
import { openClient, type Client } from './client.ts';
import { explainConnection, explainFolder, explainWork } from './database-failure.ts';
import { connectToOwner, openEmbedded } from './embedded/database.ts';
import { describeFolder, hasFiles } from './embedded/folder.ts';
import { isLostConnection } from '../src/lib/error-codes.ts';
import { codeOf, SYSTEM_REASONS } from '../src/lib/error-codes.ts';
import { findPendingMigrations, migrate } from './migrate.ts';
import { describeBackups, writeMigrationBackup } from './migration-backup.ts';

/** A database that is open and up to date. */
export interface OpenDatabase {
  sql: Client;
  /** Where it is, for a person. */
  description: string;
  /** Whether it is embedded in another process, which this one works through. */
  isShared: boolean;
  /** Waits for what is under way for so long, in ms, and ends the rest. */
  close: (patience?: number) => Promise<void>;
}

/** Another process owns the embedded database, and this one needs it exclusively. */
export class DatabaseInUseError extends Failure {
  override name = 'DatabaseInUseError';
}

/** The process that owns the shared embedded database has ended. */
export class OwnerEndedError extends Failure {
  override name = 'OwnerEndedError';

  constructor(description: string) {
    super(`The process that owns ${description} closed the connection. Run the command again.`);
  }
}

export interface OpenOptions {
  /** What to do when another process has the embedded database: work through it (commands), or give up with `DatabaseInUseError` (the site itself). */
  share: boolean;
  /** Makes nothing and migrates nothing: a database that is not there, or not up to date, is a failure. */
  asItIs?: boolean;
  /** With `asItIs`: one of an older version is taken as well. */
  mayBeOlder?: boolean;
  /** What a database that is up to date needs before it is used; not with `asItIs`. */
  prepare?: (sql: Client) => Promise<void>;
  report?: (line: string) => void;
}

/** Which database the settings name, for a person: never with its password. */
export const describeDatabase = ({ databaseUrl, dataDir }: Settings): string =>
  databaseUrl ? `PostgreSQL at ${describeAddress(databaseUrl)}` : `the embedded database in ${describeFolder(dataDir)}`;

/** How often other processes may end while this one begins to work through them. */
const ATTEMPTS = 20;

/** Opens the database of the settings and brings it up to date. */
export async function openDatabase(settings: Settings, options: OpenOptions): Promise<OpenDatabase> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await openOnce(settings, options);
    } catch (error) {
      if (!(error instanceof OwnerEndedError) || attempt === ATTEMPTS) throw error;
    }
  }
}

async function openOnce(
  settings: Settings,
  { share, asItIs = false, mayBeOlder = false, prepare, report = () => {} }: OpenOptions,
): Promise<OpenDatabase> {
  const description = describeDatabase(settings);
  const opened = settings.databaseUrl
    ? openServer(settings.databaseUrl, description)
    : await openFolder(settings, description, { share, mustExist: asItIs }).catch((error: unknown) => {
        throw explainFolder(error, settings.dataDir);
      });
  try {
    await assertReachable(opened);
    if (opened.isShared) report('Another process has it open; sharing its connection.');
    const pending = await findPendingMigrations(opened.sql);
    if (asItIs) assertUpToDate(mayBeOlder ? pending && [] : pending, settings, description);
    else {
      if (pending && pending.length > 0) await backUpBefore(pending, opened, settings, report);
      await bringUpToDate(opened, { isNew: pending === null, report });
      await prepare?.(opened.sql);
    }
    return opened;
  } catch (error) {
    const isOwnerGone = opened.isShared && isLostConnection(error);
    const told = isOwnerGone ? new OwnerEndedError(description) : await explainWork(error, opened.sql, description);
    await opened.close();
    throw told;
  }
}

/** An embedded database has nobody who looks after it: what a migration may spoil is kept. */
async function backUpBefore(
  pending: readonly string[],
  { sql, description }: OpenDatabase,
  { databaseUrl, dataDir }: Settings,
  report: (line: string) => void,
): Promise<void> {
  if (databaseUrl) return;
  const { folder, file } = await writeMigrationBackup(sql, dataDir).catch((error: unknown) => {
    const reason = SYSTEM_REASONS[codeOf(error)];
    if (!reason) throw error;
    throw new Failure(
      `Cannot write the backup before migrating ${description} (${pending.join(', ')}) to ${describeBackups(dataDir)}: ${reason}. Nothing was changed. Fix this, and run the command again.`,
    );
  });
  report(`Backed up the database to ${join(folder, file)} before migrating it.`);
}

async function bringUpToDate(
  { sql, description }: OpenDatabase,
  { isNew, report }: { isNew: boolean; report: (line: string) => void },
): Promise<void> {
  const migrations = await migrate(sql);
  if (isNew) report(`Created a new club directory in ${description}.`);
  else if (migrations.length > 0) report(`Applied migrations: ${migrations.join(', ')}.`);
}

function assertUpToDate(pending: string[] | null, { databaseUrl }: Settings, description: string): void {
  if (pending === null) {
    const name = databaseUrl ? 'DATABASE_URL' : 'DATA_DIR';
    throw new Failure(`No club directory found in ${description}. Check ${name}.`);
  }
  if (pending.length > 0) {
    throw new Failure(`Pending migrations in ${description}: ${pending.join(', ')}. Run npm run db:migrate first.`);
  }
}

function openServer(url: string, description: string): OpenDatabase {
  try {
    const sql = openClient({ url });
    return { sql, description, isShared: false, close: (patience) => sql.close(patience) };
  } catch (error) {
    throw explainConnection(error, description);
  }
}

async function openFolder(
  { dataDir }: Settings,
  description: string,
  { share, mustExist }: { share: boolean; mustExist: boolean },
): Promise<OpenDatabase> {
  // The owner may stop, or another process become it, between two looks.
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const mayOpen = !mustExist || (await hasFiles(dataDir));
    const embedded = mayOpen ? await openEmbedded(dataDir) : null;
    if (embedded) {
      const sql = openClient(embedded);
      const close = async (patience?: number) => {
        await sql.close(patience);
        await embedded.close();
      };
      return { sql, description, isShared: false, close };
    }
    if (!share) break;
    const socket = await connectToOwner(dataDir);
    if (socket) {
      socket.destroy();
      const sql = openClient({ openStream: () => connectToOwnerOrFail(dataDir, description) });
      return { sql, description, isShared: true, close: (patience) => sql.close(patience) };
    }
    if (!mayOpen) {
      throw new Failure(
        `No database found in ${describeFolder(dataDir)}. Check that DATA_DIR or DATABASE_URL is set in this shell as for the site.`,
      );
    }
  }
  throw new DatabaseInUseError(`Another process uses ${description}. Stop it, or set DATA_DIR to another folder.`);
}

async function connectToOwnerOrFail(dataDir: string, description: string) {
  const socket = await connectToOwner(dataDir);
  if (!socket) throw new OwnerEndedError(description);
  return socket;
}

async function assertReachable({ sql, description, isShared }: OpenDatabase): Promise<void> {
  try {
    await sql`select 1`;
  } catch (error) {
    throw isShared && isLostConnection(error) ? error : explainConnection(error, description);
  }
}
