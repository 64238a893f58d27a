import { lstat, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { dirname, join, relative, resolve } from 'node:path';
import { duplexPair, type Duplex } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Failure } from '../src/lib/failure.ts';
import { Bridge, type OnBroken, type BridgeLimits } from './bridge.ts';
import { codeOf } from '../src/lib/error-codes.ts';
import { BoundedFiles, FullVolumeError, NEEDED, Room } from './room.ts';
import { socketNames, type SocketNames } from './socket-address.ts';

/** A PostgreSQL inside this process, with its files in a folder that no other process uses meanwhile. */
export interface EmbeddedDatabase {
  /** One more connection, for the driver of this process. */
  openStream(): Duplex;
  close(): Promise<void>;
}

const folderOf = (dataDir: string) => join(dataDir, 'database');

/** What differs in tests, but for the limits. */
export interface EmbeddedOptions {
  names: SocketNames;
  onBroken: OnBroken;
  /** How many bytes are free, as `statfs` says. */
  freeRoom: () => number;
  limits: Partial<BridgeLimits>;
}

/**
 * Opens the database below `dataDir`, made when there is none; null when another process has it. The owner listens on a
 * socket beside the files, which serves the other processes of this machine and is the lock: it goes with its process.
 */
export async function openEmbedded(
  dataDir: string,
  {
    names = socketNames(folderOf(dataDir)),
    onBroken = endProcess,
    freeRoom,
    limits = {},
  }: Partial<EmbeddedOptions> = {},
): Promise<EmbeddedDatabase | null> {
  const folder = folderOf(dataDir);
  await assertNotForeign(dataDir);
  await makeFolder(folder);
  await assertOwned(folder);
  const room = new Room(folder, freeRoom);

  const waiting: Socket[] = [];
  let bridge: Bridge | undefined;
  const lock = await acquireLock(names, (socket) => (bridge ? bridge.connect(socket) : waiting.push(socket)));
  if (!lock) return null;

  try {
    compileOnce();
    const pglite = await openFiles(folder, room);
    const opened = (bridge = new Bridge(pglite, limits, (cause) => onBroken(explainBreak(cause, room)), room));
    for (const socket of waiting.splice(0)) if (!socket.destroyed) opened.connect(socket);
    return {
      openStream() {
        const [client, server] = duplexPair();
        // As with a socket, either end closes the other.
        client.once('close', () => server.destroy());
        server.once('close', () => client.destroy());
        opened.connect(server);
        return asSocket(client);
      },
      async close() {
        await opened.close();
        // Broken, it might write nonsense on its way out; what was completed is in its log.
        if (!opened.isBroken) await pglite.close();
        await lock.release();
      },
    };
  } catch (error) {
    // The lock is free when nobody is connected any more.
    for (const socket of waiting) socket.destroy();
    await lock.release();
    throw error;
  }
}

/**
 * Makes a folder and those around it. Node.js alone turns for ever where the system says of a new folder that the one
 * around it is not there, as below /proc.
 */
export async function makeFolder(folder: string): Promise<void> {
  const missing: string[] = [];
  for (let path = resolve(folder); !(await exists(path)); path = dirname(path)) missing.unshift(path);
  for (const path of missing) {
    await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  }
  // What is there may be a file.
  await mkdir(folder, { recursive: true });
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** The folder, or a file in it, is another user's: what this one makes there, that one could not use. */
export class ForeignFolderError extends Failure {
  override name = 'ForeignFolderError';
}

/** Keeps root, whom nothing is forbidden, from making what is its own in another user's folder. */
async function assertNotForeign(path: string): Promise<void> {
  if (process.geteuid?.() === 0 && (await exists(path))) await assertOwner(path);
}

async function assertOwner(path: string): Promise<void> {
  const user = process.geteuid?.();
  const { uid } = await stat(path);
  if (user === undefined || uid === user) return;
  throw new ForeignFolderError(
    `The folder ${describePath(path)} belongs to ${describeUser(uid)}, but this process runs as ${describeUser(user)}. Use sudo -u ${uid === 0 ? 'root' : `'#${uid}'`} …, or set DATA_DIR to another folder.`,
  );
}

/** Refuses a folder that is another user's, and one with files of another user, which its owner could not use. */
async function assertOwned(folder: string): Promise<void> {
  await assertOwner(folder);
  const user = process.geteuid?.();
  if (user === undefined) return;
  for (const entry of await readdir(folder, { recursive: true })) {
    const path = join(folder, entry);
    // Sockets and parts of the log come and go.
    const found = await lstat(path).catch(() => null);
    if (!found || found.uid === user) continue;
    throw new ForeignFolderError(
      `The folder ${describePath(folder)} belongs to this user, but ${describePath(path)} belongs to ${describeUser(found.uid)}. Ask an administrator to run\n  chown -R ${user} ${quote(resolve(folder))}`,
    );
  }
}

const describeUser = (uid: number): string => (uid === 0 ? 'root' : `user ID ${uid}`);
const quote = (path: string): string => (/^[\w/.-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

/**
 * Opens the files, made when there are none. PGlite takes a folder that lacks the sign of a database for an empty one
 * and writes over what is there; so a note says while they are made, and only what was never finished is made again.
 */
async function openFiles(folder: string, room: Room): Promise<PGlite> {
  const files = join(folder, 'files');
  const unfinished = join(folder, 'unfinished');
  const contents = await listFinished(folder);
  if (contents.length > 0 && !contents.includes('PG_VERSION')) {
    throw new DamagedFilesError('the file PG_VERSION is missing');
  }
  const isNew = contents.length === 0;
  const needed = isNew ? NEEDED.making : NEEDED.opening;
  if (!room.has(needed)) throw new FullVolumeError(describeFull(folder, room, needed));
  if (isNew) {
    await writeFile(unfinished, '');
    await rm(files, { recursive: true, force: true });
  }
  const pglite = await PGlite.create({
    fs: new BoundedFiles(files, room),
    extensions: { pg_trgm },
    startParams: [
      ...PGlite.defaultStartParams,
      ...['-c', `max_stack_depth=${STACK_DEPTH}`, '-c', 'wal_recycle=off', '-c', `shared_buffers=${SHARED_BUFFERS}`],
    ],
  }).catch((error: unknown) => {
    if (!room.has(NEEDED.opening)) throw new FullVolumeError(describeFull(folder, room, needed));
    // What PGlite says of itself helps nobody; where the system says why, that does.
    throw codeOf(error) === '' ? new DamagedFilesError('', { cause: error }) : error;
  });
  room.isKept = true;
  if (isNew) await rm(unfinished);
  return pglite;
}

/** The names among the files of a database that was once whole; none when there is no such one. */
async function listFinished(folder: string): Promise<string[]> {
  if (await exists(join(folder, 'unfinished'))) return [];
  return await readdir(join(folder, 'files')).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
}

/** Whether there is a database below `dataDir`, maybe a damaged one; makes not so much as a folder. */
export const hasFiles = async (dataDir: string): Promise<boolean> => (await listFinished(folderOf(dataDir))).length > 0;

/** The files are not what they should be; the message says what is wrong with them, where that is known. */
export class DamagedFilesError extends Error {
  override name = 'DamagedFilesError';
}

const describeFull = (folder: string, room: Room, needed: number): string =>
  `Cannot open the embedded database in ${describePath(folder)}: the disk is full, ${room.describe(needed)}. Free disk space, or set DATA_DIR to a folder on another volume.`;

/** Why PostgreSQL ended itself. It says so only to those who see its own log. */
const explainBreak = (cause: unknown, room: Room): unknown =>
  room.has(NEEDED.opening) ? cause : `the disk is full, ${room.describe(NEEDED.writing)}`;

/** How long those who are connected have to take the last message, in milliseconds. */
const LAST_WORDS = 200;

/**
 * There is no way on within the process: opened again beside what is left of the broken one, each takes another 200 MB
 * that never come back.
 */
function endProcess(cause: unknown): void {
  console.error(
    `The embedded database crashed: ${String(cause)}. Restart the process; committed changes are recovered.`,
  );
  setTimeout(() => process.exit(1), LAST_WORDS);
}

/**
 * As much of the stack as functions of the database may take before PostgreSQL refuses to call another. The stack of
 * WebAssembly is V8's, of which PostgreSQL knows nothing: PL/pgSQL that calls itself ends it between 300 and 500 kB.
 */
const STACK_DEPTH = '200kB';

/**
 * What PostgreSQL keeps of its files in this process, which never gives memory back: a quarter of its usual share. What is
 * not there the system has in its own memory, and an import of 50,000 clubs takes as long as with all of it.
 */
const SHARED_BUFFERS = '32MB';

/**
 * Leaves WebAssembly as V8 first compiles it. To compile the one function that evaluates expressions again, better, takes
 * 500 MiB at every start, and what a page asks for is as fast without; only a query that evaluates for tens of
 * milliseconds takes twice as long. The first flag alone counts only before V8 starts.
 */
function compileOnce(): void {
  for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
}

/** A connection to the process that has the database below `dataDir`, or null when there is none. */
export async function connectToOwner(
  dataDir: string,
  names: SocketNames = socketNames(folderOf(dataDir)),
): Promise<Socket | null> {
  for (const name of await names.list()) {
    const socket = await tryConnect(names, name);
    if (socket) return socket;
  }
  return null;
}

/** What the driver calls on a net.Socket and a Duplex lacks. */
function asSocket(stream: Duplex): Duplex {
  return Object.defineProperties(stream, {
    readyState: { get: () => (stream.destroyed || stream.writableEnded ? 'closed' : 'open') },
    setKeepAlive: { value: () => stream },
    setNoDelay: { value: () => stream },
  });
}

interface Lock {
  release(): Promise<void>;
}

/**
 * Listening is owning. A process that was killed may leave its name behind, and taking such a one away races with
 * others that do the same, so every try listens under a name that only one process can have. It owns the folder if then
 * nobody answers under another, and clears the dead names only after that.
 */
async function acquireLock(names: SocketNames, onConnection: (socket: Socket) => void): Promise<Lock | null> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const before = await names.list();
    if (await anyAnswers(names, before)) return null;
    const mine = names.next(before);
    const connected = new Set<Socket>();
    const server = await tryListen(names, mine, (socket) => {
      connected.add(socket);
      socket.once('close', () => connected.delete(socket));
      onConnection(socket);
    });
    if (!server) continue;

    const others = (await names.list()).filter((other) => other !== mine);
    if (!(await anyAnswers(names, others))) {
      await names.clear(others);
      return { release: () => closeServer(server) };
    }
    // Who took this process for the owner meanwhile looks again; otherwise each would wait for the other.
    for (const socket of connected) socket.destroy();
    await closeServer(server);
    // Two processes saw each other while both were starting: one of them tries again sooner.
    await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 200));
  }
  return null;
}

async function anyAnswers(names: SocketNames, listed: string[]): Promise<boolean> {
  const sockets = await Promise.all(listed.map((name) => tryConnect(names, name)));
  sockets.forEach((socket) => socket?.destroy());
  return sockets.some((socket) => socket !== null);
}

async function tryConnect(names: SocketNames, name: string): Promise<Socket | null> {
  const address = await names.open(name);
  try {
    return await new Promise<Socket | null>((resolve, reject) => {
      const socket = createConnection(address.path);
      socket.once('connect', () => resolve(socket));
      socket.once('error', (error: NodeJS.ErrnoException) =>
        // Anything but these two means that somebody may be there: a full queue, a socket of another user.
        error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? resolve(null) : reject(error),
      );
    });
  } finally {
    await address.dispose();
  }
}

async function tryListen(
  names: SocketNames,
  name: string,
  onConnection: (socket: Socket) => void,
): Promise<Server | null> {
  const address = await names.open(name);
  const server = createServer(onConnection);
  try {
    return await new Promise<Server | null>((resolve, reject) => {
      server.once('listening', () => resolve(server));
      server.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
      );
      server.listen({ path: address.path, readableAll: false, writableAll: false });
    });
  } finally {
    await address.dispose();
  }
}

const closeServer = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));

/** The folder as a person would name it: from here when it is below, else in full. */
export const describeFolder = (dataDir: string): string => describePath(folderOf(dataDir));

export function describePath(folder: string): string {
  const path = relative(process.cwd(), folder);
  return path === '' || path.startsWith('..') ? resolve(folder) : path;
}
