import { LRUCache } from 'lru-cache';
import { STOPWORDS } from './stopwords.ts';
import { ALIAS_SEPARATOR } from '../record/alias.ts';
import { readCategories, type Category } from '../record/category.ts';
import { ALL_CLUBS, type ClubFilter } from '../search.ts';
import { foldForSearch } from '../record/fold.ts';

/* The index of club names in memory, in the order of the list, which searches, facets and suggestions filter. */

export interface IndexRow {
  id: number;
  isActive: boolean;
  nameFolded: string;
  category: string;
  aliases: string;
}

export interface IndexedClub extends Pick<IndexRow, 'id' | 'isActive' | 'nameFolded'> {
  /** The folded aliases, and the acronyms of the name, each between `|`. */
  aliases: string;
  acronyms: string;
  categories: readonly Category[];
  /** The letters from a to z in all its names, one bit each: rules out most clubs without reading their names. */
  letters: number;
}

export type NameFilter = Omit<ClubFilter, 'parentId'>;

export const ACTIVE_CLUBS: NameFilter = { ...ALL_CLUBS, isActive: true };

/** All clubs in the order of the list, at one version of the directory. An index does not change. */
export class NameIndex {
  readonly version: string;
  readonly clubs: readonly IndexedClub[];
  /** The letters of each club. A typed array is much faster to compare. */
  readonly #letters: Int32Array;
  /** Search results, limited to about four times the number of clubs. */
  readonly #results: LRUCache<string, readonly IndexedClub[]>;
  readonly #numbers = new WeakMap<ReadonlySet<number>, number>();
  #lastNumber = 0;

  constructor(version: string, clubs: readonly IndexedClub[]) {
    this.version = version;
    this.clubs = clubs;
    this.#letters = Int32Array.from(clubs, ({ letters }) => letters);
    this.#results = new LRUCache({
      maxSize: 4 * clubs.length + 200_000,
      sizeCalculation: (found, key) => found.length + key.length + 100,
    });
  }

  /** All matching clubs in the order of the list, as `findClubs` in queries.ts finds them. */
  find({ name, ...filter }: NameFilter): readonly IndexedClub[] {
    return this.#find({ name: foldForSearch(name), ...filter });
  }

  /** Identifies a set of ids in the keys of the cache: searches with equal words may have different ones. */
  #numberOf(ids: ReadonlySet<number>): number {
    const number = this.#numbers.get(ids) ?? (this.#lastNumber += 1);
    this.#numbers.set(ids, number);
    return number;
  }

  /** Filters one criterion after the other, and caches each result for the searches that share it. */
  #find(filter: NameFilter): readonly IndexedClub[] {
    const { name, isActive, categories, excludeIds, ids } = filter;
    const key = JSON.stringify([name, isActive, categories, excludeIds, ids && this.#numberOf(ids)]);
    const cached = this.#results.get(key);
    if (cached) return cached;
    let found = this.clubs;
    if (excludeIds.length > 0) {
      const excluded = new Set(excludeIds);
      found = this.#find({ ...filter, excludeIds: [] }).filter(({ id }) => !excluded.has(id));
    } else if (categories.length > 0) {
      const hasOne = (club: IndexedClub) => club.categories.some(({ folded }) => categories.includes(folded));
      found = this.#find({ ...filter, categories: [] }).filter(hasOne);
    } else if (ids) {
      found = this.#find({ ...filter, ids: null }).filter(({ id }) => ids.has(id));
    } else if (isActive !== null) {
      found = this.#find({ ...filter, isActive: null }).filter((club) => club.isActive === isActive);
    } else if (name !== '') {
      found = this.withLettersOf(name).filter(({ nameFolded }) => nameFolded.includes(name));
    }
    this.#results.set(key, found);
    return found;
  }

  withLettersOf(text: string): readonly IndexedClub[] {
    const letters = lettersOf(text);
    const clubs: IndexedClub[] = [];
    for (let position = 0; position < this.#letters.length; position += 1) {
      const club = (letters & ~(this.#letters[position] ?? 0)) === 0 && this.clubs[position];
      if (club) clubs.push(club);
    }
    return clubs;
  }
}

export function indexClub({ id, isActive, nameFolded, category, aliases }: IndexRow): IndexedClub {
  const join = (texts: readonly string[]) => (texts.length === 0 ? '' : `|${texts.join('|')}|`);
  const folded = join(aliases === '' ? [] : aliases.split(ALIAS_SEPARATOR).map(foldForSearch));
  const acronyms = join(acronymsOf(nameFolded));
  return {
    id,
    isActive,
    nameFolded,
    aliases: folded,
    acronyms,
    categories: categoryLists.memo(category),
    letters: lettersOf(nameFolded + folded + acronyms),
  };
}

/** Clubs with the same text share one array, which saves memory and the time to count them. */
const categoryLists = new LRUCache<string, readonly Category[]>({ max: 10_000, memoMethod: readCategories });

/** The letters from a to z in a folded text, one bit each. */
export function lettersOf(folded: string): number {
  let letters = 0;
  for (let at = 0; at < folded.length; at += 1) {
    const letter = folded.charCodeAt(at) - 97;
    if (letter >= 0 && letter < 26) letters |= 1 << letter;
  }
  return letters;
}

export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

export const initialsOf = (words: readonly string[]): string =>
  words.map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0)).join('');

const LONGEST_ACRONYM = 12;

/** The initials of a folded name: of all words, and of those that are not small words. */
export function acronymsOf(nameFolded: string): string[] {
  // The s of "Men's" is not a word.
  const words = wordsOf(nameFolded.replace(/(?<=\p{L}) s(?![\p{L}\p{N}\p{M}])/gu, ''));
  const all = initialsOf(words);
  const large = initialsOf(words.filter((word) => !STOPWORDS.has(word)));
  return [...new Set([all, large])].filter(({ length }) => length > 1 && length <= LONGEST_ACRONYM);
}
