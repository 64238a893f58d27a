import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { LRUCache } from 'lru-cache';

/** What the site serves as it is. Not found from this module: the build has it in another folder. */
const FOLDER = resolve('public');

const known = new LRUCache<string, boolean>({ max: 10_000 });

/** Whether the site has a file at an address that begins with `/`. Answers stand for the life of a command. */
export function isServed(address: string): boolean {
  const path = readPath(address);
  if (path === null) return false;
  const before = known.get(path);
  if (before !== undefined) return before;
  const isThere = statSync(FOLDER + path, { throwIfNoEntry: false })?.isFile() === true;
  known.set(path, isThere);
  return isThere;
}

/** The path of an address, without what a URL may carry besides; null when it has none. */
function readPath(address: string): string | null {
  try {
    const path = decodeURIComponent(new URL(address, 'http://site.invalid').pathname);
    return path.includes('\0') ? null : path;
  } catch {
    return null;
  }
}
