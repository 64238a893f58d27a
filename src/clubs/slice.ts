import { createPaginator, getPage, type Page, type Paginator } from '../pagination.ts';
import type { Directory } from './directory.ts';
import type { NameIndex } from './names/name-index.ts';
import { answersByNames, searchNames } from './names/search.ts';
import { findClubs, findClubsById, type ClubColumns, type ClubName, type Versioned } from './queries.ts';
import type { ClubFilter, PageNumber } from './search.ts';

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
}

/** Finds the clubs of these ids, in no order; what it has in memory may be of the version `known` only. */
type FindByIds<Row> = (ids: number[], known: string) => Promise<Versioned<Row>>;

/** The one place where a result is counted, cut into pages and fetched: one round trip to the database. */
export async function loadSlice<Kind extends keyof ClubColumns>(
  directory: Directory,
  kind: Kind,
  filter: ClubFilter,
  number: PageNumber | null,
  pageSize: number,
  findByIds: FindByIds<ClubColumns[Kind]> = (ids) => findClubsById(directory.sql, kind, ids),
): Promise<Slice<ClubColumns[Kind]>> {
  const names = directory.names();
  if (names && answersByNames(names, filter)) {
    const slice = await loadSliceByNames(directory, names, filter, number, pageSize, findByIds);
    if (slice.version === names.version) return slice;
    // The directory has changed since: what is in memory of this page may no longer hold.
  }
  const { sql } = directory;
  const found = await findClubs(sql, kind, filter, number ?? 1, pageSize);
  const paginator = createPaginator(found.total, pageSize);
  const page = number === null ? null : getPage(paginator, number);
  return { version: found.version, paginator, page, items: page ? found.rows : [] };
}

async function loadSliceByNames<Row extends ClubName>(
  { currentVersion }: Directory,
  names: NameIndex,
  filter: ClubFilter,
  number: PageNumber | null,
  pageSize: number,
  findByIds: FindByIds<Row>,
): Promise<Slice<Row>> {
  const search = (offset: number) => searchNames(names, filter, { offset, limit: pageSize });
  let matches = search(typeof number === 'number' ? (number - 1) * pageSize : 0);
  const paginator = createPaginator(matches.count, pageSize);
  const page = number === null ? null : getPage(paginator, number);
  if (!page || matches.count === 0) return { version: await currentVersion(), paginator, page, items: [] };

  if (number === 'last') matches = search(page.offset);
  const { version, rows } = await findByIds(matches.ids, names.version);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { version, paginator, page, items: matches.ids.flatMap((id) => byId.get(id) ?? []) };
}
