import type { Category } from '../record/category.ts';
import { foldForSearch } from '../record/fold.ts';
import type { IndexedClub, NameFilter, NameIndex } from '../directory/name-index.ts';
import { ALL_CLUBS } from '../search.ts';

/* Counts and labels of categories, over the results of a search in the index. */

export interface CategoryCount extends Category {
  count: number;
}

const MAX_COUNTED = 1000;

/** The counts of a search result, and the labels of all clubs, as long as those are in memory. */
const counted = new WeakMap<readonly IndexedClub[], readonly CategoryCount[]>();
const labelled = new WeakMap<readonly IndexedClub[], Map<string, string>>();

/** The categories of matching clubs by size, then label; at most 1,000. The same object while it is cached. */
export function countCategories(
  index: NameIndex,
  { name, isActive, about, ids }: NameFilter,
): readonly CategoryCount[] {
  const clubs = index.find({ ...ALL_CLUBS, name, isActive, about, ids });
  const known = counted.get(clubs);
  if (known) return known;
  const found = sumUp(clubs, ({ folded }) => folded)
    .map(({ folded, count }) => ({ folded, label: labelOf(index, folded), count }))
    .sort((a, b) => b.count - a.count || (a.folded < b.folded ? -1 : 1))
    .slice(0, MAX_COUNTED);
  counted.set(clubs, found);
  return found;
}

/** The most frequent spelling of a folded label; the label itself if no club has it. */
export function labelOf({ clubs }: NameIndex, folded: string): string {
  const labels = labelled.get(clubs) ?? findLabels(clubs);
  labelled.set(clubs, labels);
  return labels.get(folded) ?? folded;
}

/** The labels of the categories of all clubs, in alphabetical order; at most 1,000. */
export const listLabels = (index: NameIndex): string[] =>
  countCategories(index, ALL_CLUBS)
    .map(({ label }) => label)
    .sort((a, b) => a.localeCompare(b, 'und'));

/** Categories with a word that begins with a text: the one with this label, then those with most clubs. */
export function suggestCategories(
  index: NameIndex,
  { name, isActive }: Pick<NameFilter, 'name' | 'isActive'>,
  limit: number,
): CategoryCount[] {
  const folded = foldForSearch(name);
  const begins = (label: string) =>
    label.startsWith(folded) ||
    (label.includes(folded) && label.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(folded)));
  const found = countCategories(index, { ...ALL_CLUBS, isActive }).filter((category) => begins(category.folded));
  const isSame = (category: CategoryCount) => Number(category.folded === folded);
  return found.toSorted((a, b) => isSame(b) - isSame(a)).slice(0, limit);
}

function findLabels(clubs: readonly IndexedClub[]): Map<string, string> {
  // The most frequent spelling comes last and wins.
  const spellings = sumUp(clubs, ({ label }) => label).sort(
    (a, b) => a.count - b.count || (a.label < b.label ? 1 : -1),
  );
  return new Map(spellings.map(({ folded, label }) => [folded, label]));
}

/** The categories of clubs by a key, with the number of clubs. */
function sumUp(clubs: readonly IndexedClub[], keyOf: (category: Category) => string): CategoryCount[] {
  // Clubs with the same categories share one list of them.
  const lists = new Map<readonly Category[], number>();
  for (const { categories } of clubs) lists.set(categories, (lists.get(categories) ?? 0) + 1);
  const sums = new Map<string, CategoryCount>();
  for (const [categories, count] of lists) {
    for (const category of categories) {
      const sum = sums.get(keyOf(category)) ?? { ...category, count: 0 };
      sum.count += count;
      sums.set(keyOf(category), sum);
    }
  }
  return [...sums.values()];
}
