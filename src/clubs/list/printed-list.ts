import type { ClubStore } from '../directory/club-store.ts';
import { findClubsById } from '../directory/queries.ts';
import type { ComparedClub } from '../record/columns.ts';
import { readClubListSearch, withParameter } from '../search.ts';
import { loadListIds } from './list-page.ts';

/** The maximum number of clubs in one print job: more would keep the process busy for seconds. */
export const MAX_PRINTED = { booklet: 1000, posters: 400 } as const;

/** The clubs of a list for printing. */
export interface PrintedList {
  layout: keyof typeof MAX_PRINTED;
  query: string;
  count: number;
  /** Empty if there are too many. */
  clubs: ComparedClub[];
  /** Each club once, by category; last those without one. */
  sections: { category: string; clubs: ComparedClub[] }[];
}

/** Null for an invalid search. */
export async function loadPrintedList(store: ClubStore, params: URLSearchParams): Promise<PrintedList | null> {
  const { filter, request } = readClubListSearch(params);
  const ids = await loadListIds(store, params);
  if (!filter || !ids) return null;
  const layout = params.get('layout') === 'posters' ? 'posters' : 'booklet';
  const clubs = ids.length > MAX_PRINTED[layout] ? [] : await loadPrintedClubs(store, ids);
  const { query } = withParameter(request, 'page_size', []);
  return { layout, query, count: ids.length, clubs, sections: groupByCategory(clubs, filter.categories) };
}

export const loadPrintedClubs = async ({ sql }: ClubStore, ids: readonly number[]): Promise<ComparedClub[]> =>
  (await findClubsById(sql, 'compared', ids)).rows;

/** By the category that the list is filtered by, else the first one of the club. */
function groupByCategory(clubs: readonly ComparedClub[], wanted: readonly string[]): PrintedList['sections'] {
  const categoryOf = ({ categories }: ComparedClub) =>
    categories.find(({ folded }) => wanted.includes(folded)) ?? categories[0];
  const groups = [...Map.groupBy(clubs, (club) => categoryOf(club)?.folded).values()];
  return groups
    .map((clubs) => ({ category: clubs.map(categoryOf)[0]?.label ?? '', clubs }))
    .sort(({ category: a }, { category: b }) => Number(a === '') - Number(b === '') || a.localeCompare(b, 'und'));
}
