import type { ClubStore } from '../directory/club-store.ts';
import { ACTIVE_CLUBS } from '../directory/name-index.ts';
import type { ClubSummary } from '../record/columns.ts';
import { findSimilar } from './similar.ts';

export interface ClubSurroundings {
  /** Other active clubs with the same subjects. */
  similar: ClubSummary[];
  /** Its position from 0 in the list of active clubs, or if it is inactive in that of all clubs; null if unknown. */
  place: number | null;
  /** Whether everything has the version of the club. */
  isCurrent: boolean;
}

/** Finds the surroundings of a club that was read at a version; empty while the index is not loaded. */
export async function findSurroundings(store: ClubStore, id: number, version: string): Promise<ClubSurroundings> {
  const names = await store.namesSoon();
  const club = names?.clubs.find((other) => other.id === id);
  if (!names || !club) return { similar: [], place: null, isCurrent: false };
  const ids = await findSimilar(store, names, club);
  const { rows, version: found } = await store.findCurrentCards(ids, names.version);
  return {
    similar: rows,
    place: (club.isActive ? names.find(ACTIVE_CLUBS) : names.clubs).indexOf(club),
    isCurrent: names.version === version && found === version,
  };
}
