import type { Database } from '../../db/client.ts';
import { processWide } from '../process-wide.ts';
import type { CardMemory } from './cards.ts';
import type { NameIndex } from './names/name-index.ts';

/** Where pages read clubs: the database, and what of it this process has in memory. */
export interface Directory {
  sql: Database;
  /** The names at the version that this process knows of; null while they are not there, or not of that version. */
  names: () => NameIndex | null;
  /** The names a moment later, if they are not of that version now; at worst of an older one, or none. */
  namesSoon: () => Promise<NameIndex | null>;
  cards: CardMemory;
  /** The version in the database, as of a moment after the call. */
  currentVersion: () => Promise<string>;
}

const opened = processWide<Directory>('directory');

/** Makes a directory the one of this process (null: none). */
export const shareDirectory = opened.set;

/** The directory that this process opened when it started. */
export function directory(): Directory {
  const directory = opened.get();
  if (!directory) throw new Error('No directory is open in this process.');
  return directory;
}
