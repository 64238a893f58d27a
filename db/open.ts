import { hostsOf, openClient, type Client } from './client.ts';
import type { Settings } from '../src/env.ts';
import { Failure } from '../src/failure.ts';
import { connectToOwner, describeFolder, openEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { renderStaleClubs } from './render.ts';

/** A database that is open and ready: migrated, with its Markdown rendered. */
export interface OpenDatabase {
  sql: Client;
  /** Where it is, for a person. */
  description: string;
  close: () => Promise<void>;
}

/** The embedded database is another process's, and this one needed it for itself. */
export class DatabaseInUseError extends Failure {
  override name = 'DatabaseInUseError';
}

/**
 * Opens the database of the settings and brings it up to date. `share` says what to do when another process has the
 * embedded database: work through that process (commands), or give up with `DatabaseInUseError` (the site itself).
 */
export async function openDatabase(
  settings: Settings,
  { share, report = () => {} }: { share: boolean; report?: (line: string) => void },
): Promise<OpenDatabase> {
  const opened = settings.databaseUrl ? openServer(settings.databaseUrl) : await openFolder(settings.dataDir, share);
  try {
    await assertReachable(opened);
    const migrations = await migrate(opened.sql);
    if (migrations.length > 0) report(`Applied ${migrations.join(', ')}.`);
    const rendered = await renderStaleClubs(opened.sql);
    if (rendered > 0) report(`Rendered the Markdown of ${rendered} ${rendered === 1 ? 'club' : 'clubs'}.`);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

function openServer(url: string): OpenDatabase {
  const sql = openClient({ url });
  return { sql, description: `PostgreSQL at ${hostsOf(url)}`, close: () => sql.close() };
}

async function openFolder(dataDir: string, share: boolean): Promise<OpenDatabase> {
  const description = `the embedded database in ${describeFolder(dataDir)}`;
  // The owner may stop, or another process become it, between two looks.
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const embedded = await openEmbedded(dataDir);
    if (embedded) {
      const sql = openClient(embedded);
      const close = async () => {
        await sql.close();
        await embedded.close();
      };
      return { sql, description, close };
    }
    if (!share) break;
    const socket = await connectToOwner(dataDir);
    if (socket) {
      socket.destroy();
      const sql = openClient({ openStream: () => connectToOwnerOrFail(dataDir) });
      return {
        sql,
        description: `${description}, through the site that runs it`,
        close: () => sql.close(),
      };
    }
  }
  throw new DatabaseInUseError(
    `Another process uses ${description}: stop it first, or set DATA_DIR to another folder.`,
  );
}

async function connectToOwnerOrFail(dataDir: string) {
  const socket = await connectToOwner(dataDir);
  if (!socket) throw new Error('The site that runs the embedded database has stopped.');
  return socket;
}

/** A server that cannot be used is told by its host alone: the address holds the password. */
async function assertReachable({ sql, description }: OpenDatabase): Promise<void> {
  try {
    await sql`select 1`;
  } catch (error) {
    throw new Failure(`Cannot use ${description}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
