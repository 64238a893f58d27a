import { createPaginator, getPage, type Page, type Paginator } from '../pagination.ts';
import { countDeskClubs, findCategories, findDeskClubs, type DeskClub } from './desk.ts';
import { isFiltering, sortColumns, type DeskColumn, type DeskSearch } from './desk-search.ts';
import type { Directory } from './directory.ts';

export const DESK_PAGE_SIZE = 50;

/** What the table of all clubs shows. */
export interface DeskPage {
  search: DeskSearch;
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
  const isListed = filter.category === '' || found.includes(filter.category);
  return {
    search,
    isFiltered: isFiltering(filter),
    paginator,
    page,
    clubs: page ? await findDeskClubs(sql, filter, sort, { offset: page.offset, limit: DESK_PAGE_SIZE }) : [],
    columns: sortColumns(search),
    categories: isListed ? found : [filter.category, ...found],
  };
}
