import { access, constants, lstat, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { codeOf, reasonOf } from '../system-reasons.ts';
import { FILES_FOLDER } from './files.ts';

/** All files of a build are in memory, in MiB. */
const LIMIT = 16;

/** The name of a file or a folder that every system can have, and that is the same in an address. */
const NAME = /^(?!(?:aux|con|nul|prn|com\d|lpt\d)(?:\.|$))[a-z0-9][a-z0-9._-]*(?<!\.)$/i;

/**
 * The files of the folder that are served as they are, as they stand below it, with slashes; hidden ones are not. A link
 * is none: what it leads to may be anywhere.
 */
export async function findServedFiles(folder: string, faults: string[] = []): Promise<Set<string>> {
  const root = join(folder, FILES_FOLDER);
  const served = new Set<string>();
  const inSmallLetters = new Map<string, string>();
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') faults.push(`${FILES_FOLDER}: cannot be read: ${reasonOf(error)}.`);
    return [];
  });
  for (const path of entries.map((entry) => relative(root, join(entry.parentPath, entry.name))).sort()) {
    const parts = path.split(sep);
    if (parts.some((part) => part.startsWith('.'))) continue;
    const found = await lstat(join(root, path));
    if (found.isDirectory()) continue;
    const name = parts.join('/');
    const other = inSmallLetters.get(name.toLowerCase());
    inSmallLetters.set(name.toLowerCase(), name);
    const fault =
      other === undefined
        ? (findFault(parts, found) ?? (await findReadFault(join(root, path))))
        : `differs from ${other} only in upper and lower case`;
    if (fault === null) served.add(name);
    else faults.push(`${FILES_FOLDER}/${JSON.stringify(name).slice(1, -1)}: ${fault}.`);
  }
  return served;
}

const findReadFault = (file: string): Promise<string | null> =>
  access(file, constants.R_OK).then(
    () => null,
    (error: unknown) => `cannot be read: ${reasonOf(error)}`,
  );

function findFault(parts: string[], found: Awaited<ReturnType<typeof lstat>>): string | null {
  // A build takes no notice of changes there.
  if (parts.includes('node_modules')) return 'must not be in a folder named node_modules';
  if (found.isSymbolicLink()) return 'is a symbolic link: copy the file instead';
  if (!found.isFile()) return 'is not a regular file';
  if (!parts.every((part) => NAME.test(part)))
    return 'the name may contain only letters a to z, digits, dots, hyphens and underscores';
  return found.size > LIMIT * 2 ** 20 ? `must have at most ${LIMIT} MiB` : null;
}
