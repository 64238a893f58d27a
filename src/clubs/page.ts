import type { Sql } from '../db.ts';
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
import {
  countClubs,
  findClub,
  findClubNames,
  findClubProfile,
  findClubProfiles,
  findClubs,
  type ClubDetail,
  type ClubName,
  type ClubProfileRow,
  type ClubReference,
  type ClubSummary,
  type Slice,
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

/** Everything that the list page and its fragment show. */
export interface ClubListPage {
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
export async function loadClubListPage(sql: Sql, params: URLSearchParams, pageSize: number): Promise<ClubListPage> {
  const search = readClubListSearch(params);
  const size = search.pageSize ?? pageSize;
  const { paginator, page, items } = search.filter
    ? await loadSlice(sql, search.filter, search.page, size, findClubs)
    : { paginator: createPaginator(0, size), page: getPage(createPaginator(0, size), 1), items: [] };

  const { request } = search;
  return {
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
export interface ClubPage {
  club: ClubDetail;
  parent: ClubReference | null;
  children: ClubReference[];
}

/** Loads a club's own page; null when there is no such club. */
export async function loadClubPage(sql: Sql, id: number): Promise<ClubPage | null> {
  return await findClub(sql, id);
}

/** The number of active clubs. */
export async function loadActiveClubCount(sql: Sql): Promise<number> {
  return await countClubs(sql, { name: '', isActive: true, parentId: null, excludeIds: [] });
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
  { status: 200; envelope: Envelope<Item> } | { status: 404; pageCount: number } | { status: 422; issues: Issue[] };

/** The search of the API with items in the simple club schema. */
export async function loadClubNames(
  sql: Sql,
  params: URLSearchParams,
  siteUrl: string,
): Promise<ApiSearchResult<ClubName>> {
  return await loadApiSearch(sql, params, siteUrl, paths.searchClub, findClubNames);
}

/** The search of the API with items in the club profile schema. */
export async function loadClubProfiles(
  sql: Sql,
  params: URLSearchParams,
  siteUrl: string,
): Promise<ApiSearchResult<ClubProfile>> {
  return await loadApiSearch(sql, params, siteUrl, paths.searchClubProfile, async (...args) =>
    (await findClubProfiles(...args)).map((row) => toProfile(row, siteUrl)),
  );
}

/** One club in the club profile schema; null when there is no such club. */
export async function loadClubProfile(sql: Sql, id: number, siteUrl: string): Promise<ClubProfile | null> {
  const row = await findClubProfile(sql, id);
  return row && toProfile(row, siteUrl);
}

async function loadApiSearch<Item>(
  sql: Sql,
  params: URLSearchParams,
  siteUrl: string,
  path: string,
  find: FindSlice<Item>,
): Promise<ApiSearchResult<Item>> {
  const { value: search, issues } = readClubApiSearch(params);
  if (issues) return { status: 422, issues };
  const { paginator, page, items } = await loadSlice(sql, search.filter, search.page, search.pageSize, find);
  if (!page) return { status: 404, pageCount: paginator.pageCount };

  const addressOf = (number: number) => absolute(siteUrl, withQuery(path, pageQuery(search.request, number)));
  return {
    status: 200,
    envelope: {
      count: paginator.count,
      next: page.hasNext ? addressOf(page.number + 1) : null,
      previous: page.hasPrevious ? addressOf(page.number - 1) : null,
      results: items,
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

type FindSlice<Item> = (sql: Sql, filter: ClubFilter, slice: Slice) => Promise<Item[]>;

/** The one place where a result is counted, cut into pages and fetched. */
async function loadSlice<Item>(
  sql: Sql,
  filter: ClubFilter,
  number: PageNumber | null,
  pageSize: number,
  find: FindSlice<Item>,
): Promise<{ paginator: Paginator; page: Page | null; items: Item[] }> {
  const paginator = createPaginator(await countClubs(sql, filter), pageSize);
  const page = number === null ? null : getPage(paginator, number);
  const items = page && paginator.count > 0 ? await find(sql, filter, { offset: page.offset, limit: pageSize }) : [];
  return { paginator, page, items };
}
