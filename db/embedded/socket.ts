import { hash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, realpath, rm } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, ExpectedError } from '../../src/lib/errors.ts';
import { describePath } from './folder.ts';

/*
 * The owner of the database listens on a socket in its folder; while it answers, the folder is in use. A killed process
 * leaves its file behind. To avoid a race, each attempt listens on a new numbered file, and removes the others only when
 * none of them answers. On Windows the socket is a named pipe, which ends with its process.
 */

const SOCKET_NAME = /^socket\.(\d+)$/;
const PIPE = process.platform === 'win32';
/** The maximum length of a socket address on macOS, in bytes. */
const MAX_PATH = 103;
const ATTEMPTS = 5;

/** Listens as the only process; null if another process has the folder. */
export async function listenAsOwner(folder: string, onConnection: (socket: Socket) => void): Promise<Server | null> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = await listSockets(folder);
    if (await answers(folder, before)) return null;
    const last = Math.max(0, ...before.map((name) => Number(SOCKET_NAME.exec(name)?.[1])));
    const mine = PIPE ? 'pipe' : `socket.${last + 1}`;
    const connected = new Set<Socket>();
    const server = await listen(await pathOf(folder, mine), (socket) => {
      connected.add(socket.once('close', () => connected.delete(socket)));
      onConnection(socket);
    });
    if (!server) continue;
    const rivals = (await listSockets(folder)).filter((name) => name !== mine);
    if (!(await answers(folder, rivals))) {
      if (!PIPE) await Promise.all(rivals.map((name) => rm(join(folder, name), { force: true })));
      return server;
    }
    // Clients that took this process for the owner connect again.
    for (const socket of connected) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    // Two processes that start at once may see each other: one of them tries again first.
    await sleep(20 + Math.random() * 200);
  }
  return null;
}

/** A connection to the process that has the database in this folder; null if there is none. */
export async function connectToSocket(folder: string): Promise<Socket | null> {
  for (const name of await listSockets(folder)) {
    const socket = await connect(await pathOf(folder, name));
    if (socket) return socket;
  }
  return null;
}

async function listSockets(folder: string): Promise<string[]> {
  if (PIPE) return ['pipe'];
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => SOCKET_NAME.test(name));
}

async function pathOf(folder: string, name: string): Promise<string> {
  if (PIPE) {
    const digest = hash('sha256', await realpath(folder));
    return String.raw`\\.\pipe\club-directory-${digest.slice(0, 32)}`;
  }
  const path = join(folder, name);
  const paths = [path, relative(process.cwd(), path)];
  const short = paths.find((text) => Buffer.byteLength(text) <= MAX_PATH);
  if (short !== undefined) return short;
  throw new ExpectedError(
    `The path ${describePath(path)} is too long for a socket (at most ${MAX_PATH} bytes). Set DATA_DIR to a shorter path.`,
  );
}

async function answers(folder: string, names: readonly string[]): Promise<boolean> {
  const sockets = await Promise.all(names.map(async (name) => await connect(await pathOf(folder, name))));
  for (const socket of sockets) socket?.destroy();
  return sockets.some((socket) => socket !== null);
}

// Any other error means that a process may be there.
const connect = (path: string) => opened(createConnection(path), 'connect', ['ECONNREFUSED', 'ENOENT']);

const listen = (path: string, onConnection: (socket: Socket) => void) =>
  opened(createServer(onConnection).listen({ path }), 'listening', ['EADDRINUSE']);

/** Waits until a socket or server is open; null after an error with one of these codes. */
async function opened<T extends Socket | Server>(emitter: T, event: string, codes: string[]): Promise<T | null> {
  // A later error, while nothing else listens, must not end the process.
  emitter.once('error', () => {});
  try {
    await once(emitter, event);
    return emitter;
  } catch (error) {
    if (codes.includes(codeOf(error))) return null;
    throw error;
  }
}
