import { processWide } from '../../lib/process-wide.ts';
import type { Directory } from './directory.ts';

/** The database, with the index and cache of this process. */
export type ClubStore = Omit<Directory, 'figures' | 'forgetCards' | 'close'>;

const opened = processWide<ClubStore>('club store');

export const shareClubStore = opened.set;

/** The club store of this process; throws if none is open. */
export function clubStore(): ClubStore {
  const store = opened.get();
  if (!store) throw new Error('No club store is open in this process.');
  return store;
}
