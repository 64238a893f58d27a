import type { ClubStore } from '../directory/club-store.ts';
import { findClubsById } from '../directory/queries.ts';
import type { ComparedClub } from '../record/columns.ts';
import { publicContact } from '../record/contact.ts';
import { readClubListSearch, wholeListQuery } from '../search.ts';
import { listActiveFilters } from './facets.ts';
import { loadListIds } from './list-page.ts';

/** The maximum number of clubs in one print job: more would keep the process busy for seconds. */
export const MAX_PRINTED = { booklet: 1000, posters: 400 } as const;

export type PrintedClub = Omit<ComparedClub, 'contact'> & { contact: ReturnType<typeof publicContact> };

/** The clubs of a list for printing: none if there are too many. Null for an invalid search. */
export async function loadPrintedList(store: ClubStore, params: URLSearchParams) {
  const search = readClubListSearch(params);
  const ids = await loadListIds(store, params);
  if (!search.filter || !ids) return null;
  const layout: keyof typeof MAX_PRINTED = params.get('layout') === 'posters' ? 'posters' : 'booklet';
  const clubs = ids.length > MAX_PRINTED[layout] ? [] : await loadPrintedClubs(store, ids);
  const list = { query: wholeListQuery(search.request), filters: listActiveFilters(search, store.names()) };
  return { ...list, layout, count: ids.length, clubs, sections: groupByCategory(clubs, search.filter.categories) };
}

/** Loads clubs in the order of their ids, without addresses that are not public. */
export async function loadPrintedClubs({ sql }: ClubStore, ids: readonly number[]): Promise<PrintedClub[]> {
  const { rows } = await findClubsById(sql, 'compared', ids);
  return rows.map((club) => ({ ...club, contact: publicContact(club) }));
}

/** By the category that the list is filtered by, else the first one of the club; last those without one. */
function groupByCategory(clubs: readonly PrintedClub[], wanted: readonly string[]) {
  const categoryOf = ({ categories }: PrintedClub) =>
    categories.find(({ folded }) => wanted.includes(folded)) ?? categories[0];
  const groups = [...Map.groupBy(clubs, (club) => categoryOf(club)?.folded).values()];
  return groups
    .map((clubs) => ({ category: clubs.map(categoryOf)[0]?.label ?? '', clubs }))
    .sort(({ category: a }, { category: b }) => Number(a === '') - Number(b === '') || a.localeCompare(b, 'und'));
}
