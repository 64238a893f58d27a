import { describeContact } from '../record/contact.ts';
import type { ClubStore } from '../directory/club-store.ts';
import { findClubsById } from '../directory/queries.ts';
import type { ClubName, ClubSummary, ComparedClub } from '../record/columns.ts';
import type { VersionedRows } from '../record/version-queries.ts';
import { MAX_COMPARED, MAX_SHORTLIST } from '../record/limits.ts';
import { readClubIds } from '../search.ts';
import type { Versioned } from '../directory/club-window.ts';

interface NamedClubs<Club> extends Versioned {
  /** Unique, in the order of the address. */
  ids: number[];
  /** The clubs that exist, in the order of the address. */
  clubs: Club[];
  goneIds: number[];
}

export type Shortlist = NamedClubs<ClubSummary>;

export interface ShownComparedClub extends Omit<ComparedClub, 'contact'> {
  contact: ReturnType<typeof describeContact> | null;
}

export type ClubComparison = NamedClubs<ShownComparedClub>;

export async function loadShortlist({ sql }: ClubStore, params: URLSearchParams): Promise<Shortlist> {
  const ids = readClubIds(params, MAX_SHORTLIST);
  return nameClubs(ids, await findClubsById(sql, 'card', ids));
}

export async function loadComparison({ sql }: ClubStore, params: URLSearchParams): Promise<ClubComparison> {
  const ids = readClubIds(params, MAX_COMPARED);
  const { version, rows } = await findClubsById(sql, 'compared', ids);
  const clubs = rows.map(({ contact, ...club }) => ({
    ...club,
    contact: contact === null ? null : describeContact(contact),
  }));
  return nameClubs(ids, { version, rows: clubs });
}

const nameClubs = <Club extends ClubName>(
  ids: number[],
  { version, rows: clubs }: VersionedRows<Club>,
): NamedClubs<Club> => ({
  version,
  ids,
  clubs,
  goneIds: ids.filter((id) => !clubs.some((club) => club.id === id)),
});
