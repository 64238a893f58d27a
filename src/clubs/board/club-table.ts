import type { ClubStore } from '../directory/club-store.ts';
import { listLabels } from '../list/categories.ts';
import { readTableSearch } from './club-search.ts';
import { loadList } from '../paged-list.ts';
import { countTableClubs, findTableClubs } from './queries.ts';

/** Null when the query string is invalid. */
export async function loadTablePage({ sql, namesSoon }: ClubStore, params: URLSearchParams) {
  const search = readTableSearch(params);
  if (!search) return null;
  const { filter } = search;
  const [count, names] = await Promise.all([countTableClubs(sql, filter), namesSoon()]);
  return {
    search,
    list: await loadList(search, count, (slice) => findTableClubs(sql, search, slice)),
    // The clubs whose checkboxes are checked: their ids, or all of the page.
    chosen: params.get('chosen') === 'page' ? ('page' as const) : params.getAll('club'),
    categories: [...new Set([filter.category, ...(names ? listLabels(names) : [])])].filter(Boolean),
  };
}
