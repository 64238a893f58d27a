import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { FILES_FOLDER } from './files.ts';

/** All files of a build are in memory, in MiB. */
const LIMIT = 16;

/**
 * The files of the folder that are served unchanged, by their path below `files`, with slashes. Hidden files and
 * symbolic links are not served.
 */
export async function findServedFiles(siteDir: string, issues: string[] = []): Promise<Set<string>> {
  const root = join(siteDir, FILES_FOLDER);
  const served = new Set<string>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])) {
    const file = join(entry.parentPath, entry.name);
    const name = relative(root, file).split(sep).join('/');
    if (entry.isDirectory() || isHidden(name)) continue;
    const issue = !entry.isFile()
      ? 'is not a regular file; copy files instead of linking to them'
      : !/^[a-z0-9._/-]+$/i.test(name)
        ? 'the name may contain only letters a to z, digits, dots, hyphens and underscores'
        : (await stat(file)).size > LIMIT * 2 ** 20
          ? `must have at most ${LIMIT} MiB`
          : null;
    if (issue === null) served.add(name);
    else issues.push(`${FILES_FOLDER}/${name}: ${issue}.`);
  }
  return served;
}

/** A build ignores changes there. */
const isHidden = (name: string) => name.split('/').some((part) => part.startsWith('.') || part === 'node_modules');
