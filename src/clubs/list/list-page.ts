import { createPaginator, getPage, listQuery, pageQuery } from '../../lib/pagination.ts';
import { GRID_PAGE_SIZE } from '../../paths.ts';
import type { ClubStore } from '../directory/club-store.ts';
import { MAX_CLUB_ID } from '../record/field-rules.ts';
import { withIds } from './facts.ts';
import { createNameMarker } from './marked-text.ts';
import { ENOUGH_CLUBS, findMentions, noMentions, type Mentions } from './mentions.ts';
import { foldLabel } from '../record/category.ts';
import { loadFacets, withoutName } from './facets.ts';
import { readClubListSearch, toApiQuery, wholeListQuery, withParameter, type ClubFilter } from '../search.ts';
import { loadClubWindow } from '../directory/club-window.ts';

const LIST_VIEWS = { oneByOne: 1, grid: GRID_PAGE_SIZE } as const;

export type ClubListPage = Awaited<ReturnType<typeof loadClubListPage>>;

/** The clubs of all pages of a list in their order; null for an invalid search. */
export async function loadListIds(store: ClubStore, params: URLSearchParams): Promise<number[] | null> {
  const { filter } = readClubListSearch(params);
  if (!filter) return null;
  const all = { page: 1, pageSize: MAX_CLUB_ID };
  const { items } = await loadClubWindow(store, 'name', await withIds(store, filter), all);
  return items.map(({ id }) => id);
}

/** Loads the list page. `pageSize` is the default of the site. */
export async function loadClubListPage(store: ClubStore, params: URLSearchParams, pageSize: number) {
  const read = readClubListSearch(params);
  const search = { ...read, filter: read.filter && (await withIds(store, read.filter)) };
  // The facets need the index too: waiting for it first makes one version of the page more likely.
  if (search.filter) await store.namesSoon();
  const size = search.pageSize ?? pageSize;
  const { paginator, page, items, version } = search.filter
    ? await loadClubWindow(store, 'card', search.filter, { page: search.page, pageSize: size }, store.findCurrentCards)
    : nothing(size);

  const { request } = search;
  const isShort = page !== null && paginator.count < ENOUGH_CLUBS;
  const { name = '', about = '' } = search.filter ?? {};
  const mentions =
    search.filter && isShort ? await findMentions(store, search.filter, paginator.count) : noMentions(name);
  const shown = [...items, ...mentions.clubs.map(({ club }) => club)];
  const whole = search.filter && page && (await findWhole(store, search.filter, mentions, isShort));
  const names = store.names();
  const wholeCount = whole && names ? names.find(whole).length : 0;
  const facets = await loadFacets(store, search, {
    shown,
    count: paginator.count,
    version,
    whole: isShort ? whole : null,
  });
  const hasZeroResults =
    paginator.count === 0 &&
    (mentions.total === 0 || mentions.isPartial) &&
    facets.bestMatches.length === 0 &&
    facets.isCurrent &&
    facets.otherStatus === null &&
    search.filter?.categories.length === 0 &&
    search.filter.ids === null;
  const { offset = 0, number = 1 } = page ?? {};
  const numberAt = (other: number) => Math.floor(offset / other) + 1;
  const aboutRequest = (text: string) => withParameter(withoutName(search), 'about', [foldLabel(text)]);
  const aboutQueryOf = (text: string) => aboutRequest(text).query;
  // With clubs about the text, if the page shows any.
  const hasMentions = mentions.total > 0;
  const shownRequest = hasMentions ? aboutRequest(mentions.text) : request;
  return {
    version,
    form: search.form,
    // Null if it does not exist: status 404.
    page,
    paginator,
    isPaginated: page !== null && paginator.pageCount > 1,
    clubs: items,
    // Marks the search text in a name; null if its position is unknown.
    mark: createNameMarker(name),
    request,
    // For a hidden field of the form; null if the visitor chose none.
    chosenPageSize: search.pageSize,
    // Links to the page of each view that contains the first club shown now.
    views: (['oneByOne', 'grid'] as const).map((name) => ({
      name,
      query: pageQuery(withParameter(request, 'page_size', [String(LIST_VIEWS[name])]), numberAt(LIST_VIEWS[name])),
      isCurrent: size === LIST_VIEWS[name],
    })),
    facets,
    mentions,
    about,
    // The list of all clubs about the search text; null if the pages of this list show them all.
    all:
      wholeCount > shown.length && wholeCount > paginator.count
        ? { count: wholeCount, query: aboutQueryOf(mentions.text) }
        : null,
    // The same for a search text that was corrected or shortened, as typed.
    typedQuery: mentions.isCorrected ? aboutQueryOf(name) : null,
    // The search text if no club of any status matches it.
    zeroResultsName: hasZeroResults && name !== '' ? name : null,
    // Of all pages, for other formats.
    wholeQuery: wholeListQuery(shownRequest),
    apiQuery: toApiQuery({ form: hasMentions ? { ...search.form, name: '' } : search.form, request: shownRequest }),
    query: listQuery(request, number),
    // Of the page of the default size with the first club shown.
    canonicalQuery: listQuery(withParameter(request, 'page_size', []), numberAt(pageSize)),
  };
}

/** The minimum length of a text that is more than the beginning of a word. */
const WHOLE_FROM = 3;

/** The filter for all clubs called or about the text of a search; null if there is none. */
async function findWhole(
  store: ClubStore,
  filter: ClubFilter,
  { text, clubs, total }: Mentions,
  isShort: boolean,
): Promise<ClubFilter | null> {
  if (filter.about !== '' || Array.from(text).length < WHOLE_FROM) return null;
  const names = store.names();
  if (isShort && names && clubs.length === total) {
    const ids = [...names.find(filter), ...clubs.map(({ club }) => club)].map(({ id }) => id);
    return { ...filter, name: '', about: foldLabel(text), ids: new Set(ids) };
  }
  return await withIds(store, { ...filter, name: '', about: foldLabel(text) });
}

/** The only page of an invalid search. */
function nothing(pageSize: number) {
  const paginator = createPaginator(0, pageSize);
  return { paginator, page: getPage(paginator, 1), items: [], version: null };
}
