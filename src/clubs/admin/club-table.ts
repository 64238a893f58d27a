import { createPaginator, getPage, pageQuery, type Page, type Paginator } from '../../pagination.ts';
import { foldLabel } from '../category.ts';
import { countDeskClubs, findCategories, findDeskClub, findDeskClubs, type DeskClub } from './queries.ts';
import { isFiltering, sortColumns, type DeskColumn, type DeskSearch } from './club-search.ts';
import type { Directory } from '../directory.ts';

export const DESK_PAGE_SIZE = 50;

/** What the table of all clubs shows. */
export interface DeskPage {
  search: DeskSearch;
  /** What asks for this page of it. */
  query: string;
  isFiltered: boolean;
  paginator: Paginator;
  /** Null when there is no page of that number: status 404. */
  page: Page | null;
  clubs: DeskClub[];
  columns: DeskColumn[];
  /** What to choose from, with the one that is chosen. */
  categories: string[];
}

export async function loadDeskPage({ sql }: Directory, search: DeskSearch): Promise<DeskPage> {
  const { filter, sort } = search;
  const [count, found] = await Promise.all([countDeskClubs(sql, filter), findCategories(sql)]);
  const paginator = createPaginator(count, DESK_PAGE_SIZE);
  const page = getPage(paginator, search.page);
  return {
    search,
    query: queryOf(search, page?.number),
    isFiltered: isFiltering(filter),
    paginator,
    page,
    clubs: page ? await findDeskClubs(sql, filter, sort, { offset: page.offset, limit: DESK_PAGE_SIZE }) : [],
    columns: sortColumns(search),
    categories: withChosen(found, filter.category),
  };
}

/** The categories to choose from with the chosen one as it is written, in the place of the same one. */
function withChosen(categories: string[], chosen: string): string[] {
  if (chosen === '') return categories;
  const folded = foldLabel(chosen);
  const isSame = (label: string) => foldLabel(label) === folded;
  return categories.some(isSame)
    ? categories.map((label) => (isSame(label) ? chosen : label))
    : [chosen, ...categories];
}

/** The table with one club alone, whatever the filters find by now; null when it is gone. */
export async function loadDeskRow({ sql }: Directory, search: DeskSearch, clubId: number): Promise<DeskPage | null> {
  const club = await findDeskClub(sql, clubId);
  if (!club) return null;
  const paginator = createPaginator(1, DESK_PAGE_SIZE);
  return {
    search,
    query: queryOf(search),
    isFiltered: isFiltering(search.filter),
    paginator,
    page: getPage(paginator, 1),
    clubs: [club],
    columns: sortColumns(search),
    categories: [],
  };
}

/** The query of a page of the table, which may be known by its number alone. */
export const queryOf = ({ request, page }: DeskSearch, number = page): string =>
  number === 1 ? request.query : pageQuery(request, number);
