import type { Directory } from './directory.ts';
import { findClubsById, type ClubSummary, type Versioned } from './queries.ts';

/** The clubs of these ids for their cards, those from memory that are there; `known` is the version they have to be of. */
export async function findCards(
  { sql, cards, currentVersion }: Directory,
  ids: number[],
  known: string,
): Promise<Versioned<ClubSummary>> {
  const kept = cards.pick(known, ids);
  if (kept.length === ids.length) return { version: await currentVersion(), rows: kept };
  const keptIds = new Set(kept.map(({ id }) => id));
  const missing = ids.filter((id) => !keptIds.has(id));
  const found = await findClubsById(sql, 'card', missing);
  cards.add(found.version, found.rows);
  return { version: found.version, rows: [...kept, ...found.rows] };
}
