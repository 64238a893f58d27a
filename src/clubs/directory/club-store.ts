import type { Database } from '../../../db/client.ts';
import { processWide } from '../../lib/process-wide.ts';
import type { CardCache } from './cards.ts';
import type { NameIndex } from './name-index.ts';

/** The database, with the index and cache of this process. */
export interface ClubStore {
  sql: Database;
  /** The index at the newest known version; null while it is missing or older. */
  names: () => NameIndex | null;
  /** The index after at most 250 ms; it may be older than the newest known version, or missing. */
  namesSoon: () => Promise<NameIndex | null>;
  cards: CardCache;
  /** The version in the database, read after the call. */
  currentVersion: () => Promise<string>;
}

const opened = processWide<ClubStore>('club store');

export const shareClubStore = opened.set;

/** The club store of this process; throws if none is open. */
export function clubStore(): ClubStore {
  const store = opened.get();
  if (!store) throw new Error('No club store is open in this process.');
  return store;
}
