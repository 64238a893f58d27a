import type { Category } from '../category.ts';
import { foldForSearch } from './fold.ts';
import type { IndexedClub, NameFilter, NameIndex } from './name-index.ts';

/** A category with the number of clubs that have it. */
export interface CategoryCount extends Category {
  count: number;
}

const MOST_COUNTED = 1000;

/** The counts of a search result, and the labels of all clubs, as long as those are in memory. */
const counted = new WeakMap<readonly IndexedClub[], readonly CategoryCount[]>();
const labelled = new WeakMap<readonly IndexedClub[], Map<string, string>>();

/**
 * The categories of the clubs that match a name and a status, those with most clubs first, then by label; at most 1,000.
 * The same object while it is cached.
 */
export function countCategories(
  index: NameIndex,
  { name, isActive }: Pick<NameFilter, 'name' | 'isActive'>,
): readonly CategoryCount[] {
  const clubs = index.find({ name, isActive, categories: [], excludeIds: [] });
  const known = counted.get(clubs);
  if (known) return known;
  const counts = new Map<string, CategoryCount>();
  for (const [categories, count] of countTexts(clubs)) {
    for (const { folded } of categories) {
      const category = counts.get(folded) ?? { folded, label: labelOf(index, folded), count: 0 };
      category.count += count;
      counts.set(folded, category);
    }
  }
  const found = [...counts.values()]
    .sort((a, b) => b.count - a.count || (a.folded < b.folded ? -1 : 1))
    .slice(0, MOST_COUNTED);
  counted.set(clubs, found);
  return found;
}

/** The most frequent spelling of a folded label; the label itself if no club has it. */
export function labelOf({ clubs }: NameIndex, folded: string): string {
  const labels = labelled.get(clubs) ?? findLabels(clubs);
  labelled.set(clubs, labels);
  return labels.get(folded) ?? folded;
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

/** The number of clubs by category text: clubs with the same text share the array. */
function countTexts(clubs: readonly IndexedClub[]): Map<readonly Category[], number> {
  const counts = new Map<readonly Category[], number>();
  for (const { categories } of clubs) counts.set(categories, (counts.get(categories) ?? 0) + 1);
  return counts;
}

function findLabels(clubs: readonly IndexedClub[]): Map<string, string> {
  const counts = new Map<string, Category & { count: number }>();
  for (const [categories, count] of countTexts(clubs)) {
    for (const { folded, label } of categories) {
      const spelling = counts.get(label) ?? { folded, label, count: 0 };
      spelling.count += count;
      counts.set(label, spelling);
    }
  }
  // The most frequent one comes last and wins.
  const sorted = [...counts.values()].sort((a, b) => a.count - b.count || (a.label < b.label ? 1 : -1));
  return new Map(sorted.map(({ folded, label }) => [folded, label]));
}
