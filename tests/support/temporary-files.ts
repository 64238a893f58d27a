import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** The in-memory file system of Linux. */
const MEMORY = '/dev/shm';
const PREFIX = 'club-directory-';

const GIB = 2 ** 30;
/** The free space that is required. A run needs about 2 GiB. */
const NEEDED = { volume: 6 * GIB, memory: 10 * GIB };
/** The age in ms at which a folder was left behind by a killed run. */
const LEFT_BEHIND = 24 * 60 * 60 * 1000;

/**
 * Stores the temporary files of this process and its children in memory, if there is enough space: every test database
 * consists of a thousand files. Returns a function that removes them.
 */
export function useMemoryForTemporaryFiles(): () => void {
  const { TMPDIR } = process.env;
  const folder = TMPDIR === undefined ? makeFolder() : undefined;
  if (folder === undefined) return () => undefined;
  process.env.TMPDIR = folder;
  const remove = () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
  process.once('exit', remove);
  return () => {
    delete process.env.TMPDIR;
    process.off('exit', remove);
    remove();
  };
}

function makeFolder(): string | undefined {
  let folder: string | undefined;
  try {
    removeLeftBehind();
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < NEEDED.volume || process.availableMemory() < NEEDED.memory) return undefined;
    folder = mkdtempSync(join(MEMORY, PREFIX));
    // Database servers may run as another user.
    chmodSync(folder, 0o755);
    // It may be mounted with `noexec`, but tests run programs from it.
    const program = join(folder, 'program');
    writeFileSync(program, '', { mode: 0o755 });
    accessSync(program, constants.X_OK);
    rmSync(program);
    return folder;
  } catch {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
}

function removeLeftBehind(): void {
  for (const name of readdirSync(MEMORY)) {
    const path = join(MEMORY, name);
    if (!name.startsWith(PREFIX) || Date.now() - statSync(path).mtimeMs < LEFT_BEHIND) continue;
    rmSync(path, { recursive: true, force: true });
  }
}
