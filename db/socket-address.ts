import { createHash } from 'node:crypto';
import { mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a socket address may hold on the systems that allow least (macOS: 104 bytes with the closing zero). */
const LONGEST_PATH = 100;

/** Where to listen or connect; `dispose` when that has been done. */
export interface SocketAddress {
  path: string;
  dispose(): Promise<void>;
}

/**
 * The address of a socket in `folder`. The system limits the length of the address, not of the folder: a folder
 * that is too deep is reached through a short link that lives as long as the call. Windows has named pipes instead.
 */
export async function lockAddress(folder: string, generation: number): Promise<SocketAddress> {
  if (process.platform === 'win32') {
    const name = createHash('sha256')
      .update(await realpath(folder))
      .digest('hex')
      .slice(0, 32);
    return { path: `\\\\.\\pipe\\club-directory-${name}`, dispose: async () => {} };
  }
  const path = join(folder, `socket.${generation}`);
  if (Buffer.byteLength(path) <= LONGEST_PATH) return { path, dispose: async () => {} };

  const around = await mkdtemp(join(tmpdir(), 'club-'));
  await symlink(folder, join(around, 'd'));
  return {
    path: join(around, 'd', `socket.${generation}`),
    dispose: () => rm(around, { recursive: true, force: true }),
  };
}
