import { createPaginator, getPage, type Page, type Paginator } from '../pagination.ts';
import type { Directory } from './directory.ts';
import type { NameIndex } from './names/name-index.ts';
import { canSearchNames, searchNames } from './names/search.ts';
import { findClubs, findClubsById, type ClubColumns, type ClubName, type Cut, type Versioned } from './queries.ts';
import type { ClubFilter, PageNumber } from './search.ts';

/** Which part is asked for; a page of null is one that there is not. */
export interface Wanted extends Omit<Cut, 'page'> {
  page: PageNumber | null;
}

/** What an answer was made from: the version of the directory, or null when it was made without the directory. */
export interface Dated {
  version: string | null;
}

/** The part of a result that one page shows. */
export interface Slice<Row> extends Dated {
  paginator: Paginator;
  /** Null when the result has no page of that number. */
  page: Page | null;
  items: Row[];
  /** Those around them, as many as were asked for, or there are. */
  before: Row[];
  after: Row[];
}

/** Finds the clubs of these ids, in no order; what it has in memory may be of the version `known` only. */
type FindByIds<Row> = (ids: number[], known: string) => Promise<Versioned<Row>>;

/** The one place where a result is counted, cut into pages and fetched: one round trip to the database. */
export async function loadSlice<Kind extends keyof ClubColumns>(
  directory: Directory,
  kind: Kind,
  filter: ClubFilter,
  wanted: Wanted,
  findByIds: FindByIds<ClubColumns[Kind]> = (ids) => findClubsById(directory.sql, kind, ids),
): Promise<Slice<ClubColumns[Kind]>> {
  const names = directory.names();
  if (names && canSearchNames(filter)) {
    const slice = await loadSliceByNames(directory, names, filter, wanted, findByIds);
    if (slice.version === names.version) return slice;
    // The directory has changed since: what is in memory of this page may no longer hold.
  }
  const { sql } = directory;
  const found = await findClubs(sql, kind, filter, { ...wanted, page: wanted.page ?? 1 });
  const paginator = createPaginator(found.total, wanted.pageSize);
  const page = wanted.page === null ? null : getPage(paginator, wanted.page);
  return { version: found.version, paginator, page, ...divide(page ? found.rows : [], page, wanted) };
}

/** Of the rows of a page and around it, which are which. */
function divide<Row>(rows: Row[], page: Page | null, { pageSize, around = 0 }: Wanted) {
  const first = Math.min(page?.offset ?? 0, around);
  const end = first + pageSize;
  return { before: rows.slice(0, first), items: rows.slice(first, end), after: rows.slice(end) };
}

async function loadSliceByNames<Row extends ClubName>(
  { currentVersion }: Directory,
  names: NameIndex,
  filter: ClubFilter,
  wanted: Wanted,
  findByIds: FindByIds<Row>,
): Promise<Slice<Row>> {
  const { page: number, pageSize, around = 0 } = wanted;
  const search = (offset: number) => {
    const before = Math.min(offset, around);
    return searchNames(names, filter, { offset: offset - before, limit: before + pageSize + around });
  };
  let matches = search(typeof number === 'number' ? (number - 1) * pageSize : 0);
  const paginator = createPaginator(matches.count, pageSize);
  const page = number === null ? null : getPage(paginator, number);
  if (!page || matches.count === 0)
    return { version: await currentVersion(), paginator, page, ...divide([], page, wanted) };

  if (number === 'last') matches = search(page.offset);
  const { version, rows } = await findByIds(matches.ids, names.version);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const rowsInOrder = matches.ids.flatMap((id) => byId.get(id) ?? []);
  return { version, paginator, page, ...divide(rowsInOrder, page, wanted) };
}
