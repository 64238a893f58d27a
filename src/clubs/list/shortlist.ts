import type { ClubStore } from '../directory/club-store.ts';
import { findClubsById, findRedirects } from '../directory/queries.ts';
import { readClubIds } from '../search.ts';

/**
 * Loads the clubs that the address of a shortlist or a comparison names, in its order. `ids` are unique, with the new ids
 * of merged clubs by `redirects`; `goneIds` are those of deleted clubs.
 */
export async function loadNamedClubs({ sql }: ClubStore, params: URLSearchParams) {
  const named = readClubIds(params);
  const redirects = await findRedirects(sql, named);
  const ids = [...new Set(named.map((id) => redirects.get(id) ?? id))];
  const { version, rows: clubs } = await findClubsById(sql, 'compared', ids);
  return { version, ids, clubs, goneIds: ids.filter((id) => !clubs.some((club) => club.id === id)), redirects };
}
