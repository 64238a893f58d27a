import { createPaginator, getPage, type Page, type Paginator } from '../../pagination.ts';
import { sortByIds } from './cards.ts';
import type { Directory } from '../directory.ts';
import { findClubs, findClubsById, type ClubColumns, type Cut, type Versioned } from '../queries.ts';
import type { ClubFilter, PageNumber } from '../search.ts';

/** Which part of a result is asked for; a page of null does not exist. */
export interface Wanted extends Omit<Cut, 'page'> {
  page: PageNumber | null;
}

/** The version of the directory that something was made from; null if it was made without clubs. */
export interface Dated {
  version: string | null;
}

/** One page of a search result. */
export interface Slice<Row> extends Dated {
  paginator: Paginator;
  /** Null when the result has no page of that number. */
  page: Page | null;
  items: Row[];
  /** The clubs before and after them, as many as were asked for. */
  before: Row[];
  after: Row[];
}

/** Finds clubs by id; those that are cached have to be of the version `known`. */
type FindByIds<Row> = (ids: number[], known: string) => Promise<Versioned<Row>>;

/** Loads one page of a search result: from the index if it is current, else from the database. */
export async function loadSlice<Kind extends keyof ClubColumns>(
  directory: Directory,
  kind: Kind,
  filter: ClubFilter,
  wanted: Wanted,
  findByIds: FindByIds<ClubColumns[Kind]> = (ids) => findClubsById(directory.sql, kind, ids),
): Promise<Slice<ClubColumns[Kind]>> {
  const { pageSize, around = 0 } = wanted;
  const paginate = (count: number) => {
    const paginator = createPaginator(count, pageSize);
    return { paginator, page: wanted.page === null ? null : getPage(paginator, wanted.page) };
  };
  const divide = (page: Page | null, rows: ClubColumns[Kind][]) => {
    const start = Math.min(page?.offset ?? 0, around);
    const end = start + pageSize;
    return { page, before: rows.slice(0, start), items: rows.slice(start, end), after: rows.slice(end) };
  };

  const names = directory.names();
  if (names && filter.parentId === null) {
    const matches = names.find(filter);
    const { paginator, page } = paginate(matches.length);
    const shown = page ? matches.slice(Math.max(page.offset - around, 0), page.offset + pageSize + around) : [];
    const ids = shown.map(({ id }) => id);
    const { version, rows } = await findByIds(ids, names.version);
    // Otherwise the directory has changed meanwhile, and the index is out of date.
    if (version === names.version) return { version, paginator, ...divide(page, sortByIds(rows, ids)) };
  }
  const { total, version, rows } = await findClubs(directory.sql, kind, filter, { ...wanted, page: wanted.page ?? 1 });
  const { paginator, page } = paginate(total);
  return { version, paginator, ...divide(page, page ? rows : []) };
}
