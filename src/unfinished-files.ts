import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** What nobody has written to for so long, in ms, was left by a process that was killed. */
export const LEFT_FOR = 24 * 60 * 60 * 1000;

/**
 * Has files or folders written beside those whose place they are to take: under names that begin with `prefix`, in the
 * same order. `work` renames them when they are whole. What it leaves there when it fails, or when this process is ended
 * by a signal that it hears, is taken away; so is what processes that were killed have left of the same prefix.
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

/** What cannot be read or removed is somebody else's, and in nobody's way. */
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
