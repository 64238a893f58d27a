import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Temporary files older than this were left by a process that was killed. In ms. */
export const LEFT_FOR = 24 * 60 * 60 * 1000;

/**
 * Writes files or folders atomically: `work` gets a temporary path beside each target, with a name that starts with
 * `prefix`, and renames it when it is complete. Temporary files are removed when `work` fails or the process exits;
 * leftovers of killed processes are removed too.
 */
export async function withUnfinished<T>(
  targets: readonly string[],
  prefix: string,
  work: (...paths: string[]) => Promise<T>,
): Promise<T> {
  const folders = new Set(targets.map((target) => dirname(resolve(target))));
  for (const folder of folders) await removeLeft(folder, prefix);
  const paths = targets.map((target) => join(dirname(resolve(target)), prefix + randomUUID()));
  const remove = () => {
    for (const path of paths) rmSync(path, { recursive: true, force: true });
  };
  process.once('exit', remove);
  try {
    return await work(...paths);
  } catch (error) {
    remove();
    throw error;
  } finally {
    process.off('exit', remove);
  }
}

/** Files that cannot be removed belong to another user. */
async function removeLeft(folder: string, prefix: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(prefix)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (!found || Date.now() - found.mtimeMs < LEFT_FOR) continue;
    await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}
