import { createPaginator, getPage } from '../../lib/pagination.ts';
import type { ClubStore } from './club-store.ts';
import { findClubs, findClubsById, type WindowRequest } from './queries.ts';
import type { ClubColumns } from '../record/columns.ts';
import type { VersionedRows } from '../record/version-queries.ts';
import type { ClubFilter } from '../search.ts';

/* A window is one page of a search result with its total. The list and the API use it. */

/** Finds clubs in the order of their ids; cached ones must have the version `known`. */
type FindByIds<Row> = (ids: number[], known: string) => Promise<VersionedRows<Row>>;

/** Loads one page of a search result: from the index if it is current, else from the database. */
export async function loadClubWindow<Kind extends keyof ClubColumns>(
  store: ClubStore,
  kind: Kind,
  filter: ClubFilter,
  request: WindowRequest,
  findByIds: FindByIds<ClubColumns[Kind]> = (ids) => findClubsById(store.sql, kind, ids),
) {
  /** The page is null if it does not exist. */
  const paginate = (count: number) => {
    const paginator = createPaginator(count, request.pageSize);
    return { paginator, page: request.page === null ? null : getPage(paginator, request.page) };
  };

  const names = store.names();
  if (names && filter.parentId === null) {
    const matches = names.find(filter);
    const { paginator, page } = paginate(matches.length);
    const clubs = page ? matches.slice(page.offset, page.offset + request.pageSize) : [];
    const { version, rows } = await findByIds(
      clubs.map(({ id }) => id),
      names.version,
    );
    // Otherwise the directory has changed, and the index is out of date.
    if (version === names.version) return { version, paginator, page, items: rows };
  }
  const { total, version, rows } = await findClubs(store.sql, kind, filter, request);
  const { paginator, page } = paginate(total);
  return { version, paginator, page, items: page ? rows : [] };
}
