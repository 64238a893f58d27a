import { createPaginator, getPage, type Page, type Paginator } from '../../pagination.ts';
import { sortByIds } from './cards.ts';
import type { ClubStore } from '../club-store.ts';
import { findClubs, findClubsById, type ClubColumns, type PageRequest, type VersionedRows } from '../queries.ts';
import type { ClubFilter } from '../search.ts';

/*
 * The pages of the list and the API are made of windows: one page of a search result with its total.
 */

/** The version of the directory that something was made from; null if it was made without clubs. */
export interface Versioned {
  version: string | null;
}

/** One page of a search result. */
export interface ClubWindow<Row> extends Versioned {
  paginator: Paginator;
  /** Null when the result has no page of that number. */
  page: Page | null;
  items: Row[];
  /** The clubs before and after them, as many as were asked for. */
  before: Row[];
  after: Row[];
}

/** Finds clubs by id; those that are cached have to be of the version `known`. */
type FindByIds<Row> = (ids: number[], known: string) => Promise<VersionedRows<Row>>;

/** Loads one page of a search result: from the index if it is current, else from the database. */
export async function loadClubWindow<Kind extends keyof ClubColumns>(
  store: ClubStore,
  kind: Kind,
  filter: ClubFilter,
  request: PageRequest,
  findByIds: FindByIds<ClubColumns[Kind]> = (ids) => findClubsById(store.sql, kind, ids),
): Promise<ClubWindow<ClubColumns[Kind]>> {
  const { pageSize, neighbours = 0 } = request;
  const paginate = (count: number) => {
    const paginator = createPaginator(count, pageSize);
    return { paginator, page: request.page === null ? null : getPage(paginator, request.page) };
  };
  const divide = (page: Page | null, rows: ClubColumns[Kind][]) => {
    const start = Math.min(page?.offset ?? 0, neighbours);
    const end = start + pageSize;
    return { page, before: rows.slice(0, start), items: rows.slice(start, end), after: rows.slice(end) };
  };

  const names = store.names();
  if (names && filter.parentId === null) {
    const matches = names.find(filter);
    const { paginator, page } = paginate(matches.length);
    const shown = page ? matches.slice(Math.max(page.offset - neighbours, 0), page.offset + pageSize + neighbours) : [];
    const ids = shown.map(({ id }) => id);
    const { version, rows } = await findByIds(ids, names.version);
    // Otherwise the directory has changed meanwhile, and the index is out of date.
    if (version === names.version) return { version, paginator, ...divide(page, sortByIds(rows, ids)) };
  }
  const { total, version, rows } = await findClubs(store.sql, kind, filter, request);
  const { paginator, page } = paginate(total);
  return { version, paginator, ...divide(page, page ? rows : []) };
}
