import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { FILES_FOLDER } from './files.ts';

/** In bytes: all files of a build are in memory. */
const MAX_BYTES = 16 * 2 ** 20;

/** The files that are served unchanged, by their path below `files`, with slashes. Excludes hidden files. */
export async function findServedFiles(siteDir: string, issues: string[] = []): Promise<Set<string>> {
  const root = join(siteDir, FILES_FOLDER);
  const served = new Set<string>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])) {
    const file = join(entry.parentPath, entry.name);
    const name = relative(root, file).split(sep).join('/');
    if (entry.isDirectory() || /(?:^|\/)(?:\.|node_modules\/)/.test(name)) continue;
    const isServed = entry.isFile() && /^[a-z0-9._/-]+$/i.test(name) && (await stat(file)).size <= MAX_BYTES;
    if (isServed) served.add(name);
    else
      issues.push(
        `${FILES_FOLDER}/${name}: must be a regular file of at most 16 MiB, named with the letters a to z, digits, dots, hyphens and underscores.`,
      );
  }
  return served;
}
