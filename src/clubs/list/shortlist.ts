import type { Sql } from '../../../db/client.ts';
import { publicContact } from '../record/contact.ts';
import type { ClubStore } from '../directory/club-store.ts';
import { findClubsById } from '../directory/queries.ts';
import { findRedirects } from '../directory/redirects.ts';
import type { ClubColumns, ClubName, ClubSummary, ComparedClub } from '../record/columns.ts';
import { MAX_COMPARED, MAX_SHORTLIST } from '../record/limits.ts';
import { readClubIds } from '../search.ts';
import type { Versioned } from '../directory/club-window.ts';

interface NamedClubs<Club> extends Versioned {
  /** Unique, in the order of the address; those of merged clubs are replaced. */
  ids: number[];
  /** The clubs that exist, in the order of the address. */
  clubs: Club[];
  goneIds: number[];
  /** The new ids of merged clubs by the old ones. */
  redirects: ReadonlyMap<number, number>;
}

export type Shortlist = NamedClubs<ClubSummary>;

export type ShownComparedClub = Omit<ComparedClub, 'contact'> & { contact: ReturnType<typeof publicContact> };

export type ClubComparison = NamedClubs<ShownComparedClub>;

export const loadShortlist = async ({ sql }: ClubStore, params: URLSearchParams): Promise<Shortlist> =>
  await loadClubs(sql, 'card', readClubIds(params, MAX_SHORTLIST));

export async function loadComparison({ sql }: ClubStore, params: URLSearchParams): Promise<ClubComparison> {
  const { clubs, ...rest } = await loadClubs(sql, 'compared', readClubIds(params, MAX_COMPARED));
  return { ...rest, clubs: clubs.map(showCompared) };
}

/** Without an address that is not public. */
export const showCompared = (club: ComparedClub): ShownComparedClub => ({ ...club, contact: publicContact(club) });

async function loadClubs<Kind extends 'card' | 'compared'>(
  sql: Sql,
  kind: Kind,
  named: number[],
): Promise<NamedClubs<ClubColumns[Kind]>> {
  const redirects = await findRedirects(sql, named);
  const ids = [...new Set(named.map((id) => redirects.get(id) ?? id))];
  const { version, rows: clubs } = await findClubsById(sql, kind, ids);
  const found: readonly ClubName[] = clubs;
  return { version, ids, clubs, goneIds: ids.filter((id) => !found.some((club) => club.id === id)), redirects };
}
