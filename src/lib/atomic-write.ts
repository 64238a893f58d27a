import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * Writes files or folders atomically: `work` writes to a temporary path beside each target, whose name starts with
 * `prefix`, and renames it when it is complete. Temporary files are removed when `work` fails or the process exits.
 */
export async function withUnfinished<T>(
  targets: readonly string[],
  prefix: string,
  work: (...paths: string[]) => Promise<T>,
): Promise<T> {
  const paths = targets.map((target) => join(dirname(resolve(target)), prefix + randomUUID()));
  const remove = () => {
    for (const path of paths) rmSync(path, { recursive: true, force: true });
  };
  process.once('exit', remove);
  try {
    return await work(...paths);
  } finally {
    remove();
    process.off('exit', remove);
  }
}
