import { LRUCache } from 'lru-cache';
import type { PaginationRequest } from '../pagination.ts';
import type { Directory } from './directory.ts';
import { findCards } from './find-cards.ts';
import { countCategories, labelOf, suggestCategories, type CategoryCount } from './names/categories.ts';
import { foldForSearch } from './names/fold.ts';
import { nameAt, type NameIndex } from './names/name-index.ts';
import { searchNames, type NameFilter } from './names/search.ts';
import { findByAlias, findByWords, findSimilarNames } from './names/suggest.ts';
import type { ClubReference } from './queries.ts';
import { CATEGORIES_MAX, withCategories, withParameter, type ClubFilter, type ClubListSearch } from './search.ts';

/*
 * What leads on from a list of clubs: to a wider or narrower one, and to what may have been meant. All of it is found in
 * memory, and none of it adds a club to the list.
 */

/** A category as a link that asks for it too, or no more if it is chosen. */
export interface CategoryLink extends CategoryCount {
  isChosen: boolean;
  query: string;
}

/** A list with another filter, as a link. */
export interface OtherList {
  count: number;
  query: string;
}

/** Something that filters, with the query of the list without it. */
export interface FilterChip {
  kind: 'name' | 'status' | 'category';
  /** What is looked for, or the label of a category; of a status its value in the form. */
  text: string;
  query: string;
}

/** What may have been meant by a name, five in all; and where nothing is found, categories that lead on. */
export interface Suggestions {
  clubs: ClubReference[];
  categories: CategoryLink[];
  others: CategoryLink[];
  /** Where nothing is found: what is to be taken off for some clubs, the name or everything. */
  wayOut: { takesOff: 'name' | 'all'; query: string } | null;
}

export interface Refinements {
  /** What filters beyond the list as it is first, and the query of that. */
  chips: FilterChip[];
  clearQuery: string;
  /**
   * Categories of the clubs that match name and status, the largest first, those that are chosen among them. Where no
   * name filters it is the same object on all pages of a list.
   */
  categories: readonly CategoryLink[];
  /** Whether there are more of them, with fewer clubs. */
  areCategoriesCut: boolean;
  /** How many clubs of the other status match, where a status filters and any do. */
  otherStatus: (OtherList & { isActive: boolean }) | null;
  suggestions: Suggestions;
  /** Whether all of it is of the version that the list is of. */
  isCurrent: boolean;
}

/** As many categories lead on, more than associations have; those that are chosen come besides. */
const CATEGORIES_LISTED = 64;
/** As many suggestions are read at a glance. */
const SUGGESTED = 5;
const CATEGORIES_SUGGESTED = 2;
/** Where nothing is found, so many lead on, whatever they are called. */
const CATEGORIES_OF_NOTHING = 4;
/** Of one letter anything may have been meant. */
const SHORTEST_SUGGESTED = 2;

const NO_SUGGESTIONS: Suggestions = { clubs: [], categories: [], others: [], wayOut: null };
const NOTHING = { categories: [], areCategoriesCut: false, otherStatus: null, suggestions: NO_SUGGESTIONS };

/** Finds what leads on from a list with `count` clubs, which was made at a version; null is that of no club. */
export async function loadRefinements(
  directory: Directory,
  search: ClubListSearch,
  { count, version }: { count: number; version: string | null },
): Promise<Refinements> {
  const { request, filter } = search;
  const isAsked = filter !== null && version !== null;
  const names = isAsked ? await directory.namesSoon() : null;
  const around = { chips: chipsOf(search, names), clearQuery: clear(request).query };
  if (!isAsked || !names) return { ...around, ...NOTHING, isCurrent: !isAsked };
  return {
    ...around,
    ...linkCategories(names, filter, request),
    otherStatus: findOtherStatus(names, filter, request, count),
    suggestions: await suggest(directory, names, search, count),
    isCurrent: names.version === version,
  };
}

/** Without a name an absent status would mean active clubs: what is asked for stays. */
const withStatus = (request: PaginationRequest, { clubStatus }: ClubListSearch['form']) =>
  withParameter(request, 'club_status', [clubStatus ?? '']);

const withoutName = ({ request, form }: Pick<ClubListSearch, 'request' | 'form'>) =>
  withStatus(withParameter(request, 'name', []), form);

const clear = (request: PaginationRequest) =>
  (['name', 'club_status', 'category'] as const).reduce((rest, name) => withParameter(rest, name, []), request);

function chipsOf({ form, filter, request }: ClubListSearch, names: NameIndex | null): FilterChip[] {
  if (!filter) return [];
  const chips: FilterChip[] = [];
  if (filter.name !== '') {
    chips.push({ kind: 'name', text: filter.name, query: withoutName({ request, form }).query });
  }
  if (filter.isActive !== true) {
    const query = withParameter(request, 'club_status', ['true']).query;
    chips.push({ kind: 'status', text: form.clubStatus ?? '', query });
  }
  for (const folded of filter.categories) {
    const others = filter.categories.filter((label) => label !== folded);
    const text = names ? labelOf(names, folded) : folded;
    chips.push({ kind: 'category', text, query: withParameter(request, 'category', others).query });
  }
  return chips;
}

type LinkedCategories = Pick<Refinements, 'categories' | 'areCategoriesCut'>;

/** Those of lists without a name, for each way to ask for one of them, by what was counted for it. */
const linked = new WeakMap<readonly CategoryCount[], LRUCache<string, LinkedCategories>>();
/** So many ways are remembered of each status. */
const WAYS_LINKED = 8;

function linkCategories(names: NameIndex, filter: ClubFilter, request: PaginationRequest): LinkedCategories {
  const counted = countCategories(names, filter);
  if (filter.name !== '') return linkCounted(names, counted, filter, request);
  const known = linked.get(counted) ?? new LRUCache({ max: WAYS_LINKED });
  linked.set(counted, known);
  const links = known.get(request.query) ?? linkCounted(names, counted, filter, request);
  known.set(request.query, links);
  return links;
}

function linkCounted(
  names: NameIndex,
  counted: readonly CategoryCount[],
  filter: ClubFilter,
  request: PaginationRequest,
): LinkedCategories {
  // Of one more, a list would leave one out, and perhaps that very one.
  const isFull = filter.categories.length >= CATEGORIES_MAX;
  const leading = isFull ? counted.filter(({ folded }) => filter.categories.includes(folded)) : counted;
  const listed = leading.slice(0, CATEGORIES_LISTED);
  for (const folded of filter.categories) {
    if (listed.some((category) => category.folded === folded)) continue;
    const count = counted.find((category) => category.folded === folded)?.count ?? 0;
    listed.push({ folded, label: labelOf(names, folded), count });
  }
  return {
    categories: listed.map(categoryLinks(filter, request)),
    areCategoriesCut: leading.length > CATEGORIES_LISTED,
  };
}

function categoryLinks(
  { categories }: ClubFilter,
  request: PaginationRequest,
): (category: CategoryCount) => CategoryLink {
  const queryOf = withCategories(request);
  return (category) => {
    const isChosen = categories.includes(category.folded);
    const chosen = isChosen
      ? categories.filter((folded) => folded !== category.folded)
      : [...categories, category.folded].sort();
    return { ...category, isChosen, query: queryOf(chosen) };
  };
}

/** Of a name; without one only where it leads on from nothing. */
function findOtherStatus(
  names: NameIndex,
  filter: ClubFilter,
  request: PaginationRequest,
  listed: number,
): Refinements['otherStatus'] {
  if (filter.isActive === null) return null;
  if (filter.name === '' && (listed > 0 || filter.categories.length === 0)) return null;
  const isActive = !filter.isActive;
  const { count } = searchNames(names, { ...filter, isActive }, { offset: 0, limit: 0 });
  return count === 0
    ? null
    : { isActive, count, query: withParameter(request, 'club_status', [String(isActive)]).query };
}

/** Only on the first page: whoever goes on reading has found something. */
async function suggest(
  directory: Directory,
  names: NameIndex,
  { form, filter, request, page }: ClubListSearch,
  count: number,
): Promise<Suggestions> {
  if (!filter || page !== 1) return NO_SUGGESTIONS;
  if (filter.name === '' && (count > 0 || filter.categories.length === 0)) return NO_SUGGESTIONS;
  // A category leads away from the name: it shows all of its clubs that have the status which is asked for.
  const fresh = withoutName({ request, form });
  const link = categoryLinks({ ...filter, categories: [] }, fresh);
  const isNew = ({ folded }: CategoryCount) => !filter.categories.includes(folded);
  const alike = { name: '', isActive: filter.isActive };
  const largest = count === 0 ? countCategories(names, alike).filter(isNew) : [];
  const wayOut = count === 0 ? findWayOut(names, { form, filter, request }) : null;
  const folded = foldForSearch(filter.name);
  if (Array.from(folded).length < SHORTEST_SUGGESTED)
    return { ...NO_SUGGESTIONS, wayOut, others: largest.slice(0, CATEGORIES_OF_NOTHING).map(link) };
  const meant = suggestCategories(names, { ...alike, name: filter.name }, CATEGORIES_SUGGESTED).filter(isNew);
  const others = largest.filter(({ folded: other }) => meant.every((category) => category.folded !== other));
  const places = findPlaces(names, filter, folded, count, SUGGESTED - meant.length);
  return {
    clubs: await nameClubs(directory, names, places),
    categories: meant.map(link),
    others: others.slice(0, CATEGORIES_OF_NOTHING).map(link),
    wayOut,
  };
}

/** Without the name, where the other filters leave any club. */
function findWayOut(
  names: NameIndex,
  { form, filter, request }: Pick<ClubListSearch, 'form' | 'request'> & { filter: ClubFilter },
): Suggestions['wayOut'] {
  const finds = (other: ClubFilter) => searchNames(names, other, { offset: 0, limit: 0 }).count > 0;
  if (filter.name !== '' && finds({ ...filter, name: '' }))
    return { takesOff: 'name', query: withoutName({ request, form }).query };
  const isAny = finds({ ...filter, name: '', isActive: true, categories: [] });
  return isAny ? { takesOff: 'all', query: clear(request).query } : null;
}

/** Clubs with another name like that, and where nothing matches those with the same words, else the nearest names; of the same status. */
function findPlaces(
  names: NameIndex,
  { name, isActive }: NameFilter,
  folded: string,
  count: number,
  limit: number,
): number[] {
  const isOfStatus = (place: number) => isActive === null || (names.active[place] === 1) === isActive;
  const isListed = (place: number) => nameAt(names, place).includes(folded);
  const places = findByAlias(names, folded, limit, (place) => isOfStatus(place) && !isListed(place));
  if (count > 0) return places;
  // Whoever has the words right means none that is only like them.
  const byWords = findByWords(names, folded, limit, isOfStatus);
  const nearest = byWords.length > 0 ? [] : findSimilarNames(names, name, limit, isOfStatus);
  return [...new Set([...places, ...byWords, ...nearest])].slice(0, limit);
}

async function nameClubs(directory: Directory, names: NameIndex, places: number[]): Promise<ClubReference[]> {
  if (places.length === 0) return [];
  const ids = places.map((place) => names.ids[place] ?? 0);
  const { rows } = await findCards(directory, ids, names.version);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const club = byId.get(id);
    return club ? [{ id, name: club.name, isActive: club.isActive }] : [];
  });
}
