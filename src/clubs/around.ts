import type { Directory } from './directory.ts';
import { findCards } from './find-cards.ts';
import type { NameIndex } from './names/name-index.ts';
import { findPositions } from './names/search.ts';
import type { ClubSummary } from './queries.ts';

/** What the page of a club links to. */
export interface ClubSurroundings {
  /** Others of its first category, those that come after it in the list, and then the first: each has its turn. */
  related: ClubSummary[];
  /** Its place in the list that leads back to it, from 0: among the active ones, or among all; null while that is not known. */
  place: number | null;
  /** Whether all of it is of the version that was asked for. */
  isCurrent: boolean;
}

const RELATED = 3;

/** Finds what is around a club, which was read at a version, in memory; nothing while the names are not there. */
export async function findSurroundings(
  directory: Directory,
  club: Pick<ClubSummary, 'id' | 'categories'>,
  version: string,
): Promise<ClubSurroundings> {
  const names = await directory.namesSoon();
  const at = names ? names.ids.indexOf(club.id) : -1;
  if (!names || at === -1) return { related: [], place: null, isCurrent: false };
  const [category] = club.categories;
  const related = category ? findRelated(names, category.folded, at) : [];
  const { rows, version: found } =
    related.length === 0 ? { rows: [], version: names.version } : await findCards(directory, related, names.version);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const place = names.active[at] === 1 ? names.byStatus.active.indexOf(club.id) : at;
  return {
    related: related.flatMap((id) => byId.get(id) ?? []),
    place: place === -1 ? null : place,
    isCurrent: names.version === version && found === version,
  };
}

/** The active clubs of a category that follow a position; behind the last comes the first. */
function findRelated(names: NameIndex, category: string, at: number): number[] {
  const positions = [...findPositions(names, { name: '', isActive: true, categories: [category], excludeIds: [] })];
  const next = positions.findIndex((position) => position > at);
  const rotated = next === -1 ? positions : [...positions.slice(next), ...positions.slice(0, next)];
  return rotated
    .filter((position) => position !== at)
    .slice(0, RELATED)
    .map((position) => names.ids[position] ?? 0);
}
