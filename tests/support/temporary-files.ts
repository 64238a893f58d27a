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

/** A file system in memory, where Linux has one. */
const MEMORY = '/dev/shm';
const PREFIX = 'club-directory-';

const GIB = 2 ** 30;
/** A run has at most 2 GiB or so of files at a time, which no process can use meanwhile. */
const NEEDED = { volume: 6 * GIB, memory: 10 * GIB };
/** A run makes files all the time: what is older than this is of one that was killed. */
const LEFT_BEHIND = 24 * 60 * 60 * 1000;

/**
 * Has this process, and those that it starts, keep temporary files in memory, where there is room for them: databases
 * are made of a thousand files, which tests make and remove all the time. Answers how to remove what is left of them.
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
    // The servers may be run by another user.
    chmodSync(folder, 0o755);
    // Some mount it so that programs in it cannot be started, which the tests have to.
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
