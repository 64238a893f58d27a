import { foldLabel } from '../record/category.ts';
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
    // Whether all checkboxes of the page are checked.
    areChosen: params.get('chosen') === 'page',
    categories: withChosen(names ? listLabels(names) : [], filter.category),
  };
}

/** The categories with the chosen one in the spelling of the query. */
function withChosen(categories: string[], chosen: string): string[] {
  if (chosen === '') return categories;
  const isSame = (label: string) => foldLabel(label) === foldLabel(chosen);
  return categories.some(isSame)
    ? categories.map((label) => (isSame(label) ? chosen : label))
    : [chosen, ...categories];
}
