import type { Database } from '../../../db/client.ts';
import { processWide } from '../../lib/process-wide.ts';
import type { ClubSummary } from '../record/columns.ts';
import type { VersionedRows } from '../record/version-queries.ts';
import type { NameIndex } from './name-index.ts';
import type { Synonyms } from './synonyms.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The database, with the index and cache of this process. */
export interface ClubStore {
  sql: Database;
  /** The words of all clubs; empty until the index is loaded. */
  vocabulary: Vocabulary;
  synonyms: Synonyms;
  /** The index at the newest known version; null while it is missing or older. */
  names: () => NameIndex | null;
  /** The index after at most 250 ms; it may be older than the newest known version, or missing. */
  namesSoon: () => Promise<NameIndex | null>;
  /** Finds the clubs of these ids in their order, from memory where it has them at the version `known`. */
  findCards: (ids: readonly number[], known: string) => Promise<ClubSummary[]>;
  /** The same with the version in the database, which is read after the call. */
  findCurrentCards: (ids: readonly number[], known: string) => Promise<VersionedRows<ClubSummary>>;
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
