import type { Category } from '../category.ts';
import { foldForSearch } from './fold.ts';
import type { NameIndex } from './name-index.ts';
import { findPositions, type NameFilter } from './search.ts';

/** A category with the number of clubs that have it. */
export interface CategoryCount extends Category {
  count: number;
}

/** The most categories that are counted. */
const MOST = 1000;
/** The most counts that are cached for an index. */
const MOST_CACHED = 200;

interface Counted {
  /** The most frequent spelling of each folded label. */
  labels: Map<string, string>;
  counts: Map<string, readonly CategoryCount[]>;
}

const counted = new WeakMap<NameIndex, Counted>();

/**
 * The categories of the clubs that match a name and a status, those with most clubs first, then by label; at most 1,000.
 * The same object while it is cached.
 */
export function countCategories(
  index: NameIndex,
  { name, isActive }: Pick<NameFilter, 'name' | 'isActive'>,
): readonly CategoryCount[] {
  const { labels, counts } = cacheOf(index);
  const key = `${String(isActive)} ${foldForSearch(name)}`;
  const known = counts.get(key);
  if (known) return known;
  const sums = new Map<string, number>();
  const byText = countTexts(index, findPositions(index, { name, isActive, categories: [], excludeIds: [] }));
  for (const [id, count] of byText)
    for (const { folded } of categoriesOf(index, id)) sums.set(folded, (sums.get(folded) ?? 0) + count);
  const found = Array.from(sums, ([folded, count]) => ({ folded, label: labels.get(folded) ?? folded, count }))
    .sort((a, b) => b.count - a.count || (a.folded < b.folded ? -1 : 1))
    .slice(0, MOST);
  if (counts.size >= MOST_CACHED) counts.clear();
  counts.set(key, found);
  return found;
}

/** The usual spelling of a folded label; the label itself if no club has it. */
export const labelOf = (index: NameIndex, folded: string): string => cacheOf(index).labels.get(folded) ?? folded;

function cacheOf(index: NameIndex): Counted {
  const known = counted.get(index);
  if (known) return known;
  const made = { labels: findSpellings(index), counts: new Map<string, readonly CategoryCount[]>() };
  counted.set(index, made);
  return made;
}

const categoriesOf = (index: NameIndex, id: number) => index.categoryTexts.categories[id] ?? [];

/** The number of clubs by the id of their category text. */
function countTexts(index: NameIndex, positions: Iterable<number>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const position of positions) {
    const id = index.categoryIds[position] ?? 0;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

function findSpellings(index: NameIndex): Map<string, string> {
  const spellings = new Map<string, Map<string, number>>();
  for (const [id, count] of countTexts(index, index.ids.keys())) {
    for (const { folded, label } of categoriesOf(index, id)) {
      const clubs = spellings.get(folded) ?? new Map<string, number>();
      spellings.set(folded, clubs.set(label, (clubs.get(label) ?? 0) + count));
    }
  }
  return new Map(
    Array.from(spellings, ([folded, clubs]) => {
      const [[label] = [folded]] = [...clubs].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
      return [folded, label];
    }),
  );
}

/** Categories with a word that begins with a text: the one with this label, then those with most clubs. */
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
