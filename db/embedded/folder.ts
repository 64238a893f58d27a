import type { Stats } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { codeOf, ExpectedError } from '../../src/lib/errors.ts';

export const folderOf = (dataDir: string): string => join(dataDir, 'database');

export const filesOf = (folder: string): string => join(folder, 'files');

/** Exists while the files are created; after an interruption they are created again. */
export const unfinishedMarkOf = (folder: string): string => join(folder, 'unfinished');

/** The folder for messages: relative if it is below the working directory. */
export const describeFolder = (dataDir: string): string => describePath(folderOf(dataDir));

export function describePath(folder: string): string {
  const path = relative(process.cwd(), folder);
  return path === '' || path.startsWith('..') ? resolve(folder) : path;
}

/** Creates a folder that only this user can read. Its parent must exist: a volume may not be mounted. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

/** The names of the database files; empty without a database, or after an interrupted creation. */
export async function listFiles(folder: string): Promise<string[]> {
  if (await statOf(unfinishedMarkOf(folder))) return [];
  return await readdir(filesOf(folder)).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
}

/** Whether there is a database below `dataDir`, possibly a damaged one. */
export const hasFiles = async (dataDir: string): Promise<boolean> => (await listFiles(folderOf(dataDir))).length > 0;

/** Fails if a path exists and belongs to another user, who could not use files that this process creates. */
export async function assertOwner(path: string): Promise<void> {
  const user = process.geteuid?.();
  const uid = (await statOf(path))?.uid;
  if (user === undefined || uid === undefined || uid === user) return;
  const owner = uid === 0 ? 'root' : `'#${uid}'`;
  throw new ExpectedError(
    `The folder ${describePath(path)} belongs to user ID ${uid}, but this process runs as user ID ${user}. Use sudo -u ${owner} …, or set DATA_DIR to another folder.`,
  );
}

/** Null if there is no such file or folder. */
const statOf = (path: string): Promise<Stats | null> =>
  stat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
