import type { Database } from '../../db/client.ts';
import type { CardMemory } from './cards.ts';
import type { NameIndex } from './names/name-index.ts';

/** Where pages read clubs: the database, and what of it this process has in memory. */
export interface Directory {
  sql: Database;
  /** The names at the version that this process knows of; null while they are not there, or not of that version. */
  names: () => NameIndex | null;
  cards: CardMemory;
  /** The version in the database, as of a moment after the call. */
  currentVersion: () => Promise<string>;
}

const key = Symbol.for('club-directory.directory');
const shared = globalThis as typeof globalThis & { [key]?: Directory | undefined };

/** Makes a directory the one of this process (null: none). */
export function shareDirectory(directory: Directory | null): void {
  shared[key] = directory ?? undefined;
}

/**
 * The directory that this process opened when it started. It is kept outside of modules because a process may hold
 * this module twice: the server's own, and the one in the bundle of pages (or before and after a hot reload).
 */
export function directory(): Directory {
  const opened = shared[key];
  if (!opened) throw new Error('This process has opened no directory.');
  return opened;
}
