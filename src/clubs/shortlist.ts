import { describeContact } from './contact.ts';
import type { ClubStore } from './club-store.ts';
import { findCards } from './list/cards.ts';
import { findClubsById, type ClubName, type ClubSummary, type ComparedClub, type VersionedRows } from './queries.ts';
import { COMPARED_MOST, readClubIds, SHORTLIST_MOST, type ClubIds } from './search.ts';
import type { Versioned } from './list/club-window.ts';

/** The clubs of an address that names them, which are the same for whoever opens it. */
interface NamedClubs<Club> extends Versioned, ClubIds {
  /** Those that are there, in the order of the address. */
  clubs: Club[];
  /** The numbers of the others. */
  goneIds: number[];
}

export type Shortlist = NamedClubs<ClubSummary>;

/** A club beside others, with where its contact leads and how that is shown. */
export interface ShownComparedClub extends Omit<ComparedClub, 'contact'> {
  contact: ReturnType<typeof describeContact> | null;
}

export type Comparison = NamedClubs<ShownComparedClub>;

/** Loads the clubs of a shortlist that a query string names. */
export async function loadShortlist(store: ClubStore, params: URLSearchParams): Promise<Shortlist> {
  const named = readClubIds(params, SHORTLIST_MOST);
  return nameClubs(named, await findCurrentCards(store, named.ids));
}

/** Loads the clubs that a query string wants to see side by side. */
export async function loadComparison({ sql }: ClubStore, params: URLSearchParams): Promise<Comparison> {
  const named = readClubIds(params, COMPARED_MOST);
  const { version, rows } = await findClubsById(sql, 'compared', named.ids);
  const shown = rows.map(({ contact, ...club }) => ({
    ...club,
    contact: contact === null ? null : describeContact(contact),
  }));
  return nameClubs(named, { version, rows: shown });
}

async function findCurrentCards(store: ClubStore, ids: number[]): Promise<VersionedRows<ClubSummary>> {
  const names = store.names();
  if (names) {
    const found = await findCards(store, ids, names.version);
    if (found.version === names.version) return found;
    // The directory has changed since: what is in memory of these clubs may no longer hold.
  }
  return await findClubsById(store.sql, 'card', ids);
}

function nameClubs<Club extends ClubName>(named: ClubIds, { version, rows }: VersionedRows<Club>): NamedClubs<Club> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    ...named,
    version,
    clubs: named.ids.flatMap((id) => byId.get(id) ?? []),
    goneIds: named.ids.filter((id) => !byId.has(id)),
  };
}
