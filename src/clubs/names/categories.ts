import { LRUCache } from 'lru-cache';
import type { Category } from '../category.ts';
import { foldForSearch } from './fold.ts';
import type { NameIndex } from './name-index.ts';
import { visitMatches, type NameFilter } from './search.ts';

/** A category with the number of clubs that have it. */
export interface CategoryCount extends Category {
  count: number;
}

/** More categories than these nobody reads. */
export const CATEGORIES_COUNTED = 1000;
/** What the counts of one index may take of memory, in bytes. */
export const MAX_COUNT_BYTES = 4 * 1024 * 1024;

/** What the counts of a search take, roughly, in bytes. */
const sizeOf = (counts: readonly CategoryCount[], key: string): number => 600 + 2 * key.length + 64 * counts.length;

/** What is known of the categories of an index, made when it is first asked for. */
interface Known {
  /** How each category is spelled by most of the clubs that have it, by its folded label. */
  labels: Map<string, string>;
  counts: LRUCache<string, readonly CategoryCount[]>;
}

const known = new WeakMap<NameIndex, Known>();

/**
 * The categories of the clubs that match a name and a status, whatever categories are asked for: those with most clubs
 * first, then by name. At most a thousand.
 */
export function countCategories(
  index: NameIndex,
  { name, isActive }: Pick<NameFilter, 'name' | 'isActive'>,
): readonly CategoryCount[] {
  const { labels, counts } = recall(index);
  const key = `${String(isActive)}\0${foldForSearch(name)}`;
  const kept = counts.get(key);
  if (kept) return kept;
  const found = [...sumUp(index, countTexts(index, name, isActive))]
    .map(([folded, count]) => ({ folded, label: labels.get(folded) ?? folded, count }))
    .sort((a, b) => b.count - a.count || (a.folded < b.folded ? -1 : 1))
    .slice(0, CATEGORIES_COUNTED);
  counts.set(key, found);
  return found;
}

/** The spelling of a category that somebody asks for, or as it was asked for when no club has it. */
export const labelOf = (index: NameIndex, folded: string): string => recall(index).labels.get(folded) ?? folded;

function recall(index: NameIndex): Known {
  let one = known.get(index);
  if (!one) {
    one = { labels: spell(index), counts: new LRUCache({ maxSize: MAX_COUNT_BYTES, sizeCalculation: sizeOf }) };
    known.set(index, one);
  }
  return one;
}

/** How many matching clubs have each text of categories, by its number. */
function countTexts(index: NameIndex, name: string, isActive: boolean | null): Uint32Array {
  const { categories, categoryTexts } = index;
  const counts = new Uint32Array(categoryTexts.count);
  visitMatches(index, { name, isActive, categories: [], excludeIds: [] })(0, (place) => {
    const text = categories[place] ?? 0;
    counts[text] = (counts[text] ?? 0) + 1;
    return true;
  });
  return counts;
}

/** The same by folded label. */
function sumUp({ categoryTexts }: NameIndex, counts: Uint32Array): Map<string, number> {
  const sums = new Map<string, number>();
  counts.forEach((count, text) => {
    if (count === 0) return;
    for (const { folded } of categoryTexts.categoriesOf(text)) sums.set(folded, (sums.get(folded) ?? 0) + count);
  });
  return sums;
}

function spell(index: NameIndex): Map<string, string> {
  const spellings = new Map<string, Map<string, number>>();
  countTexts(index, '', null).forEach((count, text) => {
    if (count === 0) return;
    for (const { folded, label } of index.categoryTexts.categoriesOf(text)) {
      const clubs = spellings.get(folded) ?? new Map<string, number>();
      clubs.set(label, (clubs.get(label) ?? 0) + count);
      spellings.set(folded, clubs);
    }
  });
  return new Map(
    Array.from(spellings, ([folded, clubs]) => {
      // Of two that are as frequent the one that comes first, so that every site says the same.
      const [[label] = [folded]] = [...clubs].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
      return [folded, label];
    }),
  );
}

/** Categories in which a word begins with a text: the one that is called so, and then those with most clubs. */
export function suggestCategories(
  index: NameIndex,
  { name, isActive }: Pick<NameFilter, 'name' | 'isActive'>,
  limit: number,
): CategoryCount[] {
  const folded = foldForSearch(name);
  const begins = (label: string) =>
    label.startsWith(folded) || label.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(folded));
  const found = countCategories(index, { name: '', isActive }).filter((category) => begins(category.folded));
  const isSame = (category: CategoryCount) => Number(category.folded === folded);
  return found.toSorted((a, b) => isSame(b) - isSame(a)).slice(0, limit);
}
