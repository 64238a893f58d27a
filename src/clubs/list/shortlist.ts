import type { Sql } from '../../../db/client.ts';
import { publicContact } from '../record/contact.ts';
import type { ClubStore } from '../directory/club-store.ts';
import { findClubsById } from '../directory/queries.ts';
import { findRedirects } from '../directory/redirects.ts';
import type { ClubName, ComparedClub } from '../record/columns.ts';
import { MAX_COMPARED, MAX_SHORTLIST } from '../record/limits.ts';
import { readClubIds } from '../search.ts';

export type Shortlist = Awaited<ReturnType<typeof loadShortlist>>;

export type ShownComparedClub = ClubComparison['clubs'][number];

export type ClubComparison = Awaited<ReturnType<typeof loadComparison>>;

export const loadShortlist = async ({ sql }: ClubStore, params: URLSearchParams) =>
  await loadClubs(sql, 'card', readClubIds(params, MAX_SHORTLIST));

export async function loadComparison({ sql }: ClubStore, params: URLSearchParams) {
  const { clubs, ...rest } = await loadClubs(sql, 'compared', readClubIds(params, MAX_COMPARED));
  return { ...rest, clubs: clubs.map(showCompared) };
}

/** Without an address that is not public. */
export const showCompared = (club: ComparedClub) => ({ ...club, contact: publicContact(club) });

/** The clubs that exist, in the order of the address; the ids of merged clubs are replaced. */
async function loadClubs<Kind extends 'card' | 'compared'>(sql: Sql, kind: Kind, named: number[]) {
  const redirects = await findRedirects(sql, named);
  const ids = [...new Set(named.map((id) => redirects.get(id) ?? id))];
  const { version, rows: clubs } = await findClubsById(sql, kind, ids);
  const found: readonly ClubName[] = clubs;
  return { version, ids, clubs, goneIds: ids.filter((id) => !found.some((club) => club.id === id)), redirects };
}
