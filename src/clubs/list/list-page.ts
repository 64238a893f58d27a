import {
  createPaginator,
  getPage,
  pageQuery,
  type Page,
  type PaginationRequest,
  type Paginator,
} from '../../pagination.ts';
import { GRID_PAGE_SIZE } from '../../paths.ts';
import { findCards } from './cards.ts';
import type { ClubStore } from '../club-store.ts';
import { createMatcher, type Match } from './match.ts';
import { findMentions, MENTIONS } from './mentions.ts';
import { ACTIVE_CLUBS } from './name-index.ts';
import { countActiveClubs, type ClubName, type ClubSummary } from '../queries.ts';
import { loadFacets, type Facets } from './facets.ts';
import { readClubListSearch, withPageSize, type ClubSearchForm } from '../search.ts';
import { loadClubWindow, type Versioned } from './club-window.ts';

/** Sizes of the two views that the list page offers. */
export const LIST_VIEWS = { oneByOne: 1, grid: GRID_PAGE_SIZE } as const;

/** A way of looking at the list: a link to the page that holds the first club now shown. */
export interface ListView {
  name: keyof typeof LIST_VIEWS;
  query: string;
  isCurrent: boolean;
}

/** Everything that the list page and its fragment show. */
export interface ClubListPage extends Versioned {
  form: ClubSearchForm;
  /** Null when there is no page of that number: status 404. */
  page: Page | null;
  paginator: Paginator;
  isPaginated: boolean;
  clubs: ClubSummary[];
  /** The names of the clubs before and after one that stands alone; null where there is none, or others are there. */
  neighbours: { previous: string | null; next: string | null };
  /** Where each of their names has what was looked for; null where nothing was, or nobody can say. */
  matches: (Match | null)[];
  request: PaginationRequest;
  /** The folded labels of the categories that are asked for, which the form keeps. */
  categories: readonly string[];
  /** The visitor's own page size, for the form to keep; null when not chosen. */
  chosenPageSize: number | null;
  views: ListView[];
  facets: Facets;
  /** Clubs beside the list that mention the text of a search. */
  mentions: ClubSummary[];
  /** The name that was looked for, where no club of any state has it; else null. */
  zeroResultsName: string | null;
  /** The query of this very page, with what was recognised: of its canonical address, and in the other language. */
  canonicalQuery: string;
}

/** Loads the list page that a query string asks for. `pageSize` is the site's, for visitors who did not choose one. */
export async function loadClubListPage(
  store: ClubStore,
  params: URLSearchParams,
  pageSize: number,
): Promise<ClubListPage> {
  const search = readClubListSearch(params);
  // What leads on needs them too: better all of it is of one version.
  if (search.filter) await store.namesSoon();
  const size = search.pageSize ?? pageSize;
  const isAlone = size === LIST_VIEWS.oneByOne;
  const { paginator, page, items, before, after, version } = search.filter
    ? await loadClubWindow(
        store,
        'card',
        search.filter,
        { page: search.page, pageSize: size, neighbours: isAlone ? 1 : 0 },
        (ids, known) => findCards(store, ids, known),
      )
    : nothing(size);

  const { request } = search;
  const isShort = page !== null && paginator.count < MENTIONS;
  const [{ suggestions, ...others }, mentions] = await Promise.all([
    loadFacets(store, search, { count: paginator.count, version }),
    search.filter && isShort ? findMentions(store.sql, search.filter, MENTIONS) : [],
  ]);
  const isMentioned = ({ id }: ClubName) => mentions.some((club) => club.id === id);
  const facets: Facets = {
    ...others,
    suggestions: { ...suggestions, clubs: suggestions.clubs.filter((club) => !isMentioned(club)) },
  };
  const hasZeroResults =
    paginator.count === 0 &&
    mentions.length === 0 &&
    facets.isCurrent &&
    facets.otherStatus === null &&
    search.filter?.categories.length === 0;
  const match = createMatcher(search.filter?.name ?? '');
  return {
    version,
    form: search.form,
    page,
    paginator,
    isPaginated: page !== null && paginator.pageCount > 1,
    clubs: items,
    matches: items.map(({ name }) => match(name)),
    request,
    categories: search.filter?.categories ?? [],
    neighbours: { previous: before.at(-1)?.name ?? null, next: after[0]?.name ?? null },
    chosenPageSize: search.pageSize,
    views: (['oneByOne', 'grid'] as const).map((name) => ({
      name,
      query: pageQuery(withPageSize(request, LIST_VIEWS[name]), Math.floor((page?.offset ?? 0) / LIST_VIEWS[name]) + 1),
      isCurrent: size === LIST_VIEWS[name],
    })),
    facets,
    mentions,
    zeroResultsName: hasZeroResults && search.filter !== null && search.filter.name !== '' ? search.filter.name : null,
    canonicalQuery: page && page.number > 1 ? pageQuery(request, page.number) : request.query,
  };
}

/** The only page of a search that was not made. */
function nothing(pageSize: number) {
  const paginator = createPaginator(0, pageSize);
  return { paginator, page: getPage(paginator, 1), items: [], before: [], after: [], version: null };
}

/** The number of active clubs. */
export async function loadActiveClubCount({ sql, names }: ClubStore): Promise<number> {
  return names()?.find(ACTIVE_CLUBS).length ?? (await countActiveClubs(sql));
}
