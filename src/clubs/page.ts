import type { Directory } from '../directory.ts';
import {
  createPaginator,
  getPage,
  pageQuery,
  requestQuery,
  type Page,
  type PaginationRequest,
  type Paginator,
} from '../pagination.ts';
import { absolute, paths, withQuery } from '../paths.ts';
import type { Issue } from '../result.ts';
import type { NameIndex } from './name-index.ts';
import { searchNames } from './name-search.ts';
import {
  countActiveClubs,
  findClub,
  findClubProfile,
  findClubs,
  findClubsById,
  type ClubColumns,
  type ClubDetail,
  type ClubName,
  type ClubProfileRow,
  type ClubReference,
  type ClubSummary,
  type Versioned,
} from './queries.ts';
import {
  readClubApiSearch,
  readClubListSearch,
  withPageSize,
  type ClubFilter,
  type ClubSearchForm,
  type PageNumber,
} from './search.ts';

/** Sizes of the two views that the list page offers. */
export const LIST_VIEWS = { oneByOne: 1, grid: 24 } as const;

/** A way of looking at the list: a link to the page that holds the first club now shown. */
export interface ListView {
  name: keyof typeof LIST_VIEWS;
  query: string;
  isCurrent: boolean;
}

/** What an answer was made from: the version of the directory, or null when it was made without the directory. */
interface Dated {
  version: string | null;
}

/** Everything that the list page and its fragment show. */
export interface ClubListPage extends Dated {
  form: ClubSearchForm;
  /** Null when there is no page of that number: status 404. */
  page: Page | null;
  paginator: Paginator;
  isPaginated: boolean;
  clubs: ClubSummary[];
  request: PaginationRequest;
  /** The visitor's own page size, for the form to keep; null when not chosen. */
  chosenPageSize: number | null;
  views: ListView[];
  /** `Club list`, with the number of a page after the first. */
  title: string;
  /** The query of this very page, with what was recognised; for the canonical address. */
  canonicalQuery: string;
}

/** Loads the list page that a query string asks for. `pageSize` is the site's, for visitors who did not choose one. */
export async function loadClubListPage(
  directory: Directory,
  params: URLSearchParams,
  pageSize: number,
): Promise<ClubListPage> {
  const search = readClubListSearch(params);
  const size = search.pageSize ?? pageSize;
  const { paginator, page, items, version } = search.filter
    ? await loadSlice(directory, 'card', search.filter, search.page, size, (ids, known) =>
        findCards(directory, ids, known),
      )
    : { paginator: createPaginator(0, size), page: getPage(createPaginator(0, size), 1), items: [], version: null };

  const { request } = search;
  return {
    version,
    form: search.form,
    page,
    paginator,
    isPaginated: page !== null && paginator.pageCount > 1,
    clubs: items,
    request,
    chosenPageSize: search.pageSize,
    views: (['oneByOne', 'grid'] as const).map((name) => ({
      name,
      query: pageQuery(withPageSize(request, LIST_VIEWS[name]), Math.floor((page?.offset ?? 0) / LIST_VIEWS[name]) + 1),
      isCurrent: size === LIST_VIEWS[name],
    })),
    title: page && page.number > 1 ? `Club list (page ${page.number})` : 'Club list',
    canonicalQuery: page && page.number > 1 ? pageQuery(request, page.number) : requestQuery(request),
  };
}

/** Everything that a club's own page shows. */
export interface ClubPage extends Dated {
  club: ClubDetail;
  parent: ClubReference | null;
  children: ClubReference[];
}

/** Loads a club's own page; null when there is no such club. */
export async function loadClubPage({ sql }: Directory, id: number): Promise<ClubPage | null> {
  const { version, rows } = await findClub(sql, id);
  const [club] = rows;
  return club ? { version, club, parent: club.parent, children: club.children } : null;
}

/** The number of active clubs. */
export async function loadActiveClubCount({ sql, names }: Directory): Promise<number> {
  return names()?.byStatus.active.length ?? (await countActiveClubs(sql));
}

/** A page of results as the API sends it. */
export interface Envelope<Item> {
  count: number;
  next: string | null;
  previous: string | null;
  results: Item[];
}

/** A club in the club profile schema; both addresses are absolute. */
export interface ClubProfile {
  id: number;
  name: string;
  logo: string | null;
  is_active: boolean;
  short_description: string;
  url: string;
}

/** What a search of the API comes to: the envelope, no such page, or what is wrong with the parameters. */
export type ApiSearchResult<Item> =
  | ({ status: 200; envelope: Envelope<Item> } & Dated)
  | { status: 404; pageCount: number }
  | { status: 422; issues: Issue[] };

/** The search of the API with items in the simple club schema. */
export async function loadClubNames(
  directory: Directory,
  params: URLSearchParams,
  siteUrl: string,
): Promise<ApiSearchResult<ClubName>> {
  return await loadApiSearch(directory, params, siteUrl, paths.searchClub, 'name', (row) => row);
}

/** The search of the API with items in the club profile schema. */
export async function loadClubProfiles(
  directory: Directory,
  params: URLSearchParams,
  siteUrl: string,
): Promise<ApiSearchResult<ClubProfile>> {
  return await loadApiSearch(directory, params, siteUrl, paths.searchClubProfile, 'profile', (row) =>
    toProfile(row, siteUrl),
  );
}

/** One club in the club profile schema; null when there is no such club. */
export async function loadClubProfile(
  { sql }: Directory,
  id: number,
  siteUrl: string,
): Promise<({ profile: ClubProfile } & Dated) | null> {
  const { version, rows } = await findClubProfile(sql, id);
  const [row] = rows;
  return row ? { version, profile: toProfile(row, siteUrl) } : null;
}

async function loadApiSearch<Kind extends keyof ClubColumns, Item>(
  directory: Directory,
  params: URLSearchParams,
  siteUrl: string,
  path: string,
  kind: Kind,
  toItem: (row: ClubColumns[Kind]) => Item,
): Promise<ApiSearchResult<Item>> {
  const { value: search, issues } = readClubApiSearch(params);
  if (issues) return { status: 422, issues };
  const { paginator, page, items, version } = await loadSlice(
    directory,
    kind,
    search.filter,
    search.page,
    search.pageSize,
  );
  if (!page) return { status: 404, pageCount: paginator.pageCount };

  const addressOf = (number: number) => absolute(siteUrl, withQuery(path, pageQuery(search.request, number)));
  return {
    status: 200,
    version,
    envelope: {
      count: paginator.count,
      next: page.hasNext ? addressOf(page.number + 1) : null,
      previous: page.hasPrevious ? addressOf(page.number - 1) : null,
      results: items.map(toItem),
    },
  };
}

const toProfile = (row: ClubProfileRow, siteUrl: string): ClubProfile => ({
  id: row.id,
  name: row.name,
  logo: row.logo && absolute(siteUrl, row.logo),
  is_active: row.isActive,
  short_description: row.shortDescription,
  url: absolute(siteUrl, paths.clubView(row.id)),
});

interface LoadedSlice<Row> extends Dated {
  paginator: Paginator;
  /** Null when the result has no page of that number. */
  page: Page | null;
  items: Row[];
}

/** Finds the clubs of these ids, in no order; what it has in memory may be of the version `known` only. */
type FindByIds<Row> = (ids: number[], known: string) => Promise<Versioned<Row>>;

/** The one place where a result is counted, cut into pages and fetched: one round trip to the database. */
async function loadSlice<Kind extends keyof ClubColumns>(
  directory: Directory,
  kind: Kind,
  filter: ClubFilter,
  number: PageNumber | null,
  pageSize: number,
  findByIds: FindByIds<ClubColumns[Kind]> = (ids) => findClubsById(directory.sql, kind, ids),
): Promise<LoadedSlice<ClubColumns[Kind]>> {
  const names = directory.names();
  if (names && filter.parentId === null) {
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
): Promise<LoadedSlice<Row>> {
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

/** The clubs of these ids for their cards, those from memory that are there. */
async function findCards(
  { sql, cards, currentVersion }: Directory,
  ids: number[],
  known: string,
): Promise<Versioned<ClubSummary>> {
  const kept = cards.pick(known, ids);
  if (kept.length === ids.length) return { version: await currentVersion(), rows: kept };
  const keptIds = new Set(kept.map(({ id }) => id));
  const missing = ids.filter((id) => !keptIds.has(id));
  const found = await findClubsById(sql, 'card', missing);
  cards.add(found.version, found.rows);
  return { version: found.version, rows: [...kept, ...found.rows] };
}
