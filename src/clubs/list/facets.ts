import { LRUCache } from 'lru-cache';
import type { PaginationRequest } from '../../lib/pagination.ts';
import type { ClubStore } from '../directory/club-store.ts';
import { countCategories, labelOf, suggestCategories, type CategoryCount } from './categories.ts';
import { foldForSearch } from '../record/fold.ts';
import { ACTIVE_CLUBS, type NameIndex } from '../directory/name-index.ts';
import { loadOfferedFacts, readFactWords, withCounts } from './facts.ts';
import { findBestMatches } from './best-match.ts';
import type { ClubName, ClubSummary } from '../record/columns.ts';
import {
  ALL_CLUBS,
  FACTS,
  withFacts,
  withoutFilters,
  withParameter,
  type ClubFilter,
  type ClubListSearch,
  type Fact,
} from '../search.ts';

/* Links from the list page to other lists, by the index: filters, categories, the other status, and suggestions. */

/** A link that adds the category to the filters, or removes it. */
export interface CategoryLink extends CategoryCount {
  isChosen: boolean;
  query: string;
}

/** An active filter, with the query of the list without it. */
export interface ActiveFilter {
  kind: 'name' | 'status' | 'category' | 'about' | Fact;
  /** The name, the label of the category, or what the clubs are about; or empty. */
  text: string;
  query: string;
}

const CATEGORIES_LISTED = 64;
const MAX_SUGGESTED_CATEGORIES = 2;
/** The largest categories, for a search that finds nothing. */
const LARGEST = 8;
/** Clubs that are visible without scrolling. */
const SEEN_AT_ONCE = 6;
/** The minimum length of a name that gets suggestions. */
const SHORTEST_NAME = 2;

const NOTHING = {
  categories: [],
  facts: [],
  otherStatus: null,
  suggestions: [],
  bestMatches: [],
  factsInName: [],
};

interface ShownList {
  shown: readonly ClubName[];
  count: number;
  /** Null if no clubs were loaded. */
  version: string | null;
  /** Finds all clubs of the page, also those beside the list. */
  whole: ClubFilter | null;
}

/** Loads the links for a list of `count` clubs that was made at a version. */
export async function loadFacets(
  store: ClubStore,
  search: ClubListSearch,
  { shown, count, version, whole }: ShownList,
) {
  const { request, filter } = search;
  const isLoaded = filter !== null && version !== null;
  const names = isLoaded ? await store.namesSoon() : null;
  const activeFilters = listActiveFilters(search, names);
  // Without its text, nothing is searched.
  const removable = activeFilters.length > 1 ? activeFilters.filter(({ kind }) => kind !== 'name') : [];
  const filters = { activeFilters, clearQuery: withoutFilters(request).query };
  if (!isLoaded || !names) return { ...filters, ...NOTHING, waysOn: null, isCurrent: !isLoaded };
  const bestMatches = await loadBestMatches(store, names, { ...search, filter }, shown);
  return {
    ...filters,
    // The largest categories of matching clubs, and those in the filters. The same object while it is cached.
    categories: linkCategories(names, whole ?? filter, request),
    // Links that add or remove a filter by a fact that enough clubs have.
    facts: linkFacts(await loadOfferedFacts(store), filter, request),
    otherStatus: findOtherStatus(names, filter, request, count),
    suggestions: suggest(names, { ...search, filter }, shown.length + bestMatches.length === 0),
    bestMatches,
    // Filters by the facts that the name is about: a day, or beginners.
    factsInName: await withCounts(store, names, linkFactsInName({ ...search, filter })),
    // Ways on from an empty list: all clubs, or the list without one of its filters.
    waysOn:
      count === 0
        ? { clubCount: names.find(ACTIVE_CLUBS).length, removals: await withCounts(store, names, removable) }
        : null,
    // Whether everything has the version of the list.
    isCurrent: names.version === version,
  };
}

type ValidSearch = ClubListSearch & { filter: ClubFilter };

/** Keeps the status, because without a name and a status the list shows active clubs only. */
export const withoutName = ({ request, form }: Pick<ClubListSearch, 'request' | 'form'>) =>
  withParameter(withParameter(request, 'name', []), 'club_status', [form.clubStatus ?? '']);

export function listActiveFilters({ form, filter, request }: ClubListSearch, names: NameIndex | null): ActiveFilter[] {
  if (!filter) return [];
  const { name, isActive, categories, about } = filter;
  const activeFilters: ActiveFilter[] = [];
  if (name !== '') activeFilters.push({ kind: 'name', text: name, query: withoutName({ request, form }).query });
  if (isActive === false)
    activeFilters.push({ kind: 'status', text: '', query: withParameter(request, 'club_status', ['true']).query });
  for (const folded of categories) {
    const others = categories.filter((label) => label !== folded);
    const text = names ? labelOf(names, folded) : folded;
    activeFilters.push({ kind: 'category', text, query: withParameter(request, 'category', others).query });
  }
  if (about !== '')
    activeFilters.push({ kind: 'about', text: about, query: withParameter(request, 'about', []).query });
  for (const kind of filter.facts)
    activeFilters.push({ kind, text: '', query: toggleFact(request, filter.facts, kind) });
  return activeFilters;
}

export type FactLink = ReturnType<typeof linkFacts>[number];

const linkFacts = (offered: readonly Fact[], { facts }: ClubFilter, request: PaginationRequest) =>
  FACTS.filter((fact) => facts.includes(fact) || offered.includes(fact)).map((fact) => ({
    fact,
    isChosen: facts.includes(fact),
    query: toggleFact(request, facts, fact),
  }));

const toggleFact = (request: PaginationRequest, facts: readonly Fact[], fact: Fact): string =>
  withFacts(
    request,
    FACTS.filter((other) => facts.includes(other) !== (other === fact)),
  ).query;

/** The links for the same counts by the query of the list. */
const linked = new WeakMap<readonly CategoryCount[], LRUCache<string, readonly CategoryLink[]>>();
const MAX_LINKED = 8;

function linkCategories(names: NameIndex, filter: ClubFilter, request: PaginationRequest): readonly CategoryLink[] {
  const counted = countCategories(names, filter);
  const cache = linked.get(counted) ?? new LRUCache({ max: MAX_LINKED });
  linked.set(counted, cache);
  const cached = cache.get(request.query);
  if (cached) return cached;

  const chosen = filter.categories;
  const listed = counted.slice(0, CATEGORIES_LISTED);
  for (const folded of chosen) {
    if (listed.some((category) => category.folded === folded)) continue;
    const count = counted.find((category) => category.folded === folded)?.count ?? 0;
    listed.push({ folded, label: labelOf(names, folded), count });
  }
  const links = listed.map(categoryLinks(chosen, request));
  cache.set(request.query, links);
  return links;
}

const categoryLinks =
  (chosen: readonly string[], request: PaginationRequest) =>
  (category: CategoryCount): CategoryLink => {
    const isChosen = chosen.includes(category.folded);
    const labels = isChosen
      ? chosen.filter((folded) => folded !== category.folded)
      : [...chosen, category.folded].sort();
    return { ...category, isChosen, query: withParameter(request, 'category', labels).query };
  };

/** Only for a search by name, or an empty list. */
function findOtherStatus(names: NameIndex, filter: ClubFilter, request: PaginationRequest, count: number) {
  if (filter.isActive === null) return null;
  if (filter.name === '' && filter.about === '' && (count > 0 || filter.categories.length === 0)) return null;
  const isActive = !filter.isActive;
  const { length } = names.find({ ...filter, isActive });
  const { query } = withParameter(request, 'club_status', [String(isActive)]);
  return length === 0 ? null : { isActive, count: length, query };
}

/** Links that replace the text of a search by the facts that it names; only for its first page. */
function linkFactsInName({ filter, page, ...search }: ValidSearch) {
  const facts = page === 1 ? readFactWords(filter.name) : [];
  return facts
    .filter((fact) => !filter.facts.includes(fact))
    .map((fact) => ({ fact, query: withFacts(withoutName(search), [...filter.facts, fact]).query }));
}

/** Categories with a word that begins with the name, or else the largest ones; only for the first page of a search. */
function suggest(names: NameIndex, { filter, page, request, form }: ValidSearch, isEmpty: boolean): CategoryLink[] {
  const name = foldForSearch(filter.name);
  if (page !== 1 || Array.from(name).length < SHORTEST_NAME) return [];
  // The link to a category drops the name.
  const link = categoryLinks([], withParameter(withoutName({ request, form }), 'category', []));
  const found = suggestCategories(names, { ...ALL_CLUBS, name, isActive: filter.isActive }, MAX_SUGGESTED_CATEGORIES)
    .filter(({ folded }) => !filter.categories.includes(folded))
    .map(link);
  return found.length > 0 || !isEmpty
    ? found
    : countCategories(names, ACTIVE_CLUBS)
        .slice(0, LARGEST)
        .map(categoryLinks([], withoutFilters(request)));
}

/** Only for the first page of a search, unless the list begins with the same clubs. */
async function loadBestMatches(
  store: ClubStore,
  names: NameIndex,
  { filter, page }: ValidSearch,
  shown: readonly ClubName[],
): Promise<ClubSummary[]> {
  const text = foldForSearch(filter.name);
  if (page !== 1 || Array.from(text).length < SHORTEST_NAME) return [];
  const { isActive, categories, ids: about } = filter;
  const clubs = names
    .withLettersOf(text)
    .filter(
      (club) =>
        (isActive === null || club.isActive === isActive) &&
        (categories.length === 0 || club.categories.some(({ folded }) => categories.includes(folded))) &&
        (about === null || about.has(club.id)),
    );
  const ids = findBestMatches(clubs, text, store.synonyms.of(text)).map(({ id }) => id);
  const first = new Set(shown.slice(0, SEEN_AT_ONCE).map(({ id }) => id));
  return ids.every((id) => first.has(id)) ? [] : await store.findCards(ids, names.version);
}
