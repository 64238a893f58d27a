import { createHash } from 'node:crypto';
import { mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a socket address may hold on the systems that allow least (macOS: 104 bytes with the closing zero). */
const LONGEST_PATH = 100;
const SOCKET_NAME = /^socket\.(\d+)$/;

/** Where to listen or connect; `dispose` when that has been done. */
export interface SocketAddress {
  path: string;
  dispose(): Promise<void>;
}

/** The names under which the owner of a folder may listen. Only one process at a time can listen under each. */
export interface SocketNames {
  /** Those under which somebody may be listening now. */
  list(): Promise<string[]>;
  /** The one to listen under next, when nobody answers under those of the list. */
  next(listed: string[]): string;
  /** Takes names away that dead processes left behind. */
  clear(names: string[]): Promise<void>;
  open(name: string): Promise<SocketAddress>;
}

export const socketNames = (folder: string): SocketNames =>
  process.platform === 'win32' ? pipeName(folder) : socketFiles(folder);

/**
 * Files in the folder, by rising numbers: one that a killed process left behind cannot be listened under again, and
 * taking it away first would race with others that do the same.
 */
export function socketFiles(folder: string): SocketNames {
  return {
    async list() {
      const names = await readdir(folder).catch(() => []);
      return names.filter((name) => SOCKET_NAME.test(name));
    },
    next: (listed) => `socket.${Math.max(0, ...listed.map((name) => Number(SOCKET_NAME.exec(name)?.[1]))) + 1}`,
    async clear(names) {
      await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
    },
    open: (name) => socketFile(folder, name),
  };
}

/** One name for ever, of a kind that ends with its process: a named pipe of Windows. */
function pipeName(folder: string): SocketNames {
  return fixedName(async () => {
    const digest = createHash('sha256').update(await realpath(folder));
    return `\\\\.\\pipe\\club-directory-${digest.digest('hex').slice(0, 32)}`;
  });
}

/** One name that nothing is ever left of; who listens under it is the owner. */
function fixedName(findPath: () => Promise<string>): SocketNames {
  return {
    list: () => Promise.resolve(['pipe']),
    next: () => 'pipe',
    clear: () => Promise.resolve(),
    open: async () => ({ path: await findPath(), dispose: () => Promise.resolve() }),
  };
}

/**
 * The system limits the length of the address, not of the folder: a folder that is too deep is reached through a short
 * link that lives as long as the call.
 */
async function socketFile(folder: string, name: string): Promise<SocketAddress> {
  const path = join(folder, name);
  if (Buffer.byteLength(path) <= LONGEST_PATH) return { path, dispose: async () => {} };

  const around = await mkdtemp(join(tmpdir(), 'club-'));
  await symlink(folder, join(around, 'd'));
  return {
    path: join(around, 'd', name),
    dispose: () => rm(around, { recursive: true, force: true }),
  };
}
