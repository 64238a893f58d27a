import { describeContact } from '../record/contact.ts';
import type { ClubStore } from '../directory/club-store.ts';
import { sortByIds } from '../directory/card-cache.ts';
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

export async function loadShortlist(store: ClubStore, params: URLSearchParams): Promise<Shortlist> {
  const ids = readClubIds(params, MAX_SHORTLIST);
  return nameClubs(ids, await findCurrentCards(store, ids));
}

export async function loadComparison({ sql }: ClubStore, params: URLSearchParams): Promise<ClubComparison> {
  const ids = readClubIds(params, MAX_COMPARED);
  const { version, rows } = await findClubsById(sql, 'compared', ids);
  const shown = rows.map(({ contact, ...club }) => ({
    ...club,
    contact: contact === null ? null : describeContact(contact),
  }));
  return nameClubs(ids, { version, rows: shown });
}

async function findCurrentCards(store: ClubStore, ids: number[]): Promise<VersionedRows<ClubSummary>> {
  const names = store.names();
  if (names) {
    const found = await store.findCards(ids, names.version);
    if (found.version === names.version) return found;
    // The directory has changed, so cached clubs may be out of date.
  }
  return await findClubsById(store.sql, 'card', ids);
}

function nameClubs<Club extends ClubName>(ids: number[], { version, rows }: VersionedRows<Club>): NamedClubs<Club> {
  const clubs = sortByIds(rows, ids);
  return { version, ids, clubs, goneIds: ids.filter((id) => !clubs.some((club) => club.id === id)) };
}
