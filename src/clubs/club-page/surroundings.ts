import type { ClubStore } from '../directory/club-store.ts';
import { ACTIVE_CLUBS } from '../directory/name-index.ts';
import type { ClubSummary } from '../record/columns.ts';

export interface ClubSurroundings {
  /** Other active clubs of its first category: those that follow it in the list, then the first ones. */
  related: ClubSummary[];
  /** Its position from 0 in the list of active clubs, or if it is inactive in that of all clubs; null if unknown. */
  place: number | null;
  /** Whether everything has the version of the club. */
  isCurrent: boolean;
}

const RELATED = 3;

/** Finds the surroundings of a club that was read at a version; empty while the index is not loaded. */
export async function findSurroundings(
  store: ClubStore,
  { id, categories: [category] }: Pick<ClubSummary, 'id' | 'categories'>,
  version: string,
): Promise<ClubSurroundings> {
  const names = await store.namesSoon();
  const club = names?.clubs.find((one) => one.id === id);
  if (!names || !club) return { related: [], place: null, isCurrent: false };
  const alike = category ? names.find({ ...ACTIVE_CLUBS, isActive: null, categories: [category.folded] }) : [];
  const at = alike.indexOf(club);
  const related = [...alike.slice(at + 1), ...alike.slice(0, Math.max(at, 0))].filter(({ isActive }) => isActive);
  const ids = related.slice(0, RELATED).map((one) => one.id);
  const { rows, version: found } = await store.findCards(ids, names.version);
  return {
    related: rows,
    place: (club.isActive ? names.find(ACTIVE_CLUBS) : names.clubs).indexOf(club),
    isCurrent: names.version === version && found === version,
  };
}
