import { readFile, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { duplexPair, type Duplex } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { codeOf, ExpectedError } from '../../src/lib/errors.ts';
import { EmbeddedConnection, LAST_MESSAGE_MS } from './connection.ts';
import { DiskSpace, NEEDED } from './disk-space.ts';
import { assertOwner, describePath, filesOf, folderOf, listFiles, makeFolder, unfinishedMarkOf } from './folder.ts';
import { encodeError } from './protocol.ts';
import { Session } from './session.ts';
import { connectToSocket, listenAsOwner } from './socket.ts';

export interface EmbeddedOptions {
  /** How long a transaction may be idle, in ms. */
  idleTimeout: number;
  /** Returns the free bytes of the volume. */
  readFree: () => number;
  onCrash: (cause: Error) => void;
}

const IDLE_TIMEOUT_MS = 15_000;

/** The version of PostgreSQL in PGlite, and of its files. */
const VERSION = 18;

/** The stack of WebAssembly overflows between 300 and 500 kB of PostgreSQL's own count. */
const STACK_DEPTH = '200kB';
/** The process never returns this memory. An import of 50,000 clubs is as fast as with the default of 128 MB. */
const SHARED_BUFFERS = '32MB';

const CRASHED = encodeError('FATAL', '57P02', 'the embedded database crashed and must be restarted');

/** Opens the database below `dataDir` and creates it if there is none; null if another process has it. */
export async function openEmbedded(
  dataDir: string,
  { idleTimeout = IDLE_TIMEOUT_MS, readFree, onCrash = endProcess }: Partial<EmbeddedOptions> = {},
) {
  const folder = folderOf(dataDir);
  await assertOwner(dataDir);
  await assertOwner(folder);
  await makeFolder(dataDir);
  await makeFolder(folder);
  const space = new DiskSpace(folder, readFree);

  const connections = new Set<EmbeddedConnection>();
  const opening = Promise.withResolvers<Session>();
  // Without a client, nothing else handles its rejection.
  opening.promise.catch(() => {});
  let isClosed = false;
  const serve = (stream: Duplex, client: object, session: Session) => {
    const connection = new EmbeddedConnection(stream, { session, client, idleTimeout });
    if (isClosed) connection.end();
    connections.add(connection);
    void connection.done.then(() => connections.delete(connection));
  };
  const server = await listenAsOwner(folder, (socket) => {
    const close = () => socket.destroy();
    socket.on('error', close);
    opening.promise.then((session) => serve(socket, socket, session), close);
  });
  if (!server) return null;
  const release = () => new Promise<void>((resolve) => server.close(() => resolve()));

  try {
    const pglite = await openFiles(folder, space);
    const session = await Session.start({
      pglite,
      files: filesOf(folder),
      space,
      onNotification: (message) => {
        for (const connection of connections) connection.notify(message);
      },
      onCrash: (cause) => {
        isClosed = true;
        for (const connection of connections) connection.end(CRASHED);
        onCrash(space.has(NEEDED.opening) ? cause : new Error(`the disk is full, ${space.describe(NEEDED.writing)}`));
      },
    });
    opening.resolve(session);
    const ownClient = {};
    return {
      /** Opens a connection of this process. */
      openStream(): Duplex {
        const [client, end] = duplexPair();
        // As with a socket, either end closes the other.
        client.once('close', () => end.destroy());
        end.once('close', () => client.destroy());
        serve(end, ownClient, session);
        // The driver ends a stream only if it has the state of a socket.
        const readyState = () => (client.destroyed || client.writableEnded ? 'closed' : 'open');
        return Object.defineProperty(client, 'readyState', { get: readyState });
      },
      async close() {
        isClosed = true;
        for (const connection of connections) connection.end();
        await Promise.all([...connections].map(({ done }) => done));
        // A crashed database might write wrong data; the log has all commits.
        if (!session.hasCrashed) await pglite.close();
        await release();
      },
    };
  } catch (error) {
    opening.reject(error);
    await release();
    throw error;
  }
}

/** A connection to the process that has the database below `dataDir`; null if there is none. */
export const connectToOwner = (dataDir: string): Promise<Socket | null> => connectToSocket(folderOf(dataDir));

/** Opens the files. PGlite creates a database if PG_VERSION is missing, so this creates only files that were never complete. */
async function openFiles(folder: string, space: DiskSpace): Promise<PGlite> {
  const files = filesOf(folder);
  const place = describePath(folder);
  const isNew = (await listFiles(folder)).length === 0;
  if (!isNew) await assertVersion(files, place);
  assertSpace(place, space, isNew ? NEEDED.creating : NEEDED.opening);
  if (isNew) {
    await writeFile(unfinishedMarkOf(folder), '');
    await rm(files, { recursive: true, force: true });
  }
  compileOnce();
  const settings = [`max_stack_depth=${STACK_DEPTH}`, `shared_buffers=${SHARED_BUFFERS}`, 'wal_recycle=off'];
  const pglite = await PGlite.create({
    dataDir: files,
    extensions: { pg_trgm },
    startParams: [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])],
  }).catch((error: unknown) => {
    assertSpace(place, space, NEEDED.opening);
    // Errors of the system have a code; those of PGlite explain nothing.
    throw codeOf(error) === '' ? damagedFiles(place, error) : error;
  });
  if (isNew) await rm(unfinishedMarkOf(folder));
  return pglite;
}

const damagedFiles = (place: string, cause?: unknown) =>
  new ExpectedError(
    `Cannot open the embedded database in ${place}: its files are damaged. Restore a copy of the folder, or set DATA_DIR to another folder.`,
    { cause },
  );

async function assertVersion(files: string, place: string): Promise<void> {
  const version = await readFile(join(files, 'PG_VERSION'), 'utf8').catch(() => '');
  if (Number(version) === VERSION) return;
  if (!Number(version)) throw damagedFiles(place);
  throw new ExpectedError(
    `The database in ${place} is from PostgreSQL ${Number(version)}; this version of the site uses PostgreSQL ${VERSION}. Back it up with the previous version of the site (npm run db:backup) and restore it into a new folder (npm run db:restore).`,
  );
}

function assertSpace(place: string, space: DiskSpace, needed: number): void {
  if (space.has(needed)) return;
  throw new ExpectedError(
    `Cannot open the embedded database in ${place}: the disk is full, ${space.describe(needed)}. Free disk space, or set DATA_DIR to a folder on another volume.`,
  );
}

/** Optimising WebAssembly takes 500 MiB and speeds up only slow queries. The first flag works only before V8 starts. */
function compileOnce(): void {
  for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
}

/** A second database in this process would take another 200 MB. */
function endProcess(cause: Error): void {
  console.error(
    `The embedded database crashed: ${cause.message}. Restart the process; committed changes are recovered.`,
  );
  setTimeout(() => process.exit(1), LAST_MESSAGE_MS);
}
