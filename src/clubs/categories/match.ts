import { foldLabel, LABEL_SEPARATOR, readCategories, type Category } from '../record/category.ts';
import { parseField } from '../record/fields.ts';
import { STOPWORDS } from '../directory/stopwords.ts';
import { singularOf } from '../directory/stem.ts';

/* The categories of many clubs, and what becomes of them. */

/** By folded label: the new label, or several (`Arts; Music`); null deletes the category. */
export type CategoryMatches = ReadonlyMap<string, string | null>;

/** A category of some clubs in its most frequent spelling, with the names of the first clubs. */
export interface CategoryValue extends Category {
  count: number;
  examples: readonly string[];
}

/** The clubs that are named for a category. */
const EXAMPLES = 3;

const isLowerCase = ({ label }: Category) => label === label.toLowerCase();

/** The distinct categories of clubs by frequency, the capitalised ones first, then by label. */
export function countValues(clubs: Iterable<{ name: string; category: string }>): CategoryValue[] {
  const values = new Map<string, { count: number; examples: string[]; spellings: Map<string, number> }>();
  for (const { category, name } of clubs) {
    for (const { label, folded } of readCategories(category)) {
      const value = values.get(folded) ?? { count: 0, examples: [], spellings: new Map<string, number>() };
      values.set(folded, value);
      value.count += 1;
      value.spellings.set(label, (value.spellings.get(label) ?? 0) + 1);
      if (value.examples.length < EXAMPLES) value.examples.push(name);
    }
  }
  return [...values]
    .map(([folded, { count, examples, spellings }]) => {
      const [[label] = [folded]] = [...spellings].sort((a, b) => b[1] - a[1]);
      return { folded, label, count, examples };
    })
    .sort(
      (a, b) => b.count - a.count || Number(isLowerCase(a)) - Number(isLowerCase(b)) || (a.folded < b.folded ? -1 : 1),
    );
}

/** The categories of a club after a match, in their order, without duplicates. Others and too long ones stay as they are. */
export function relabel(category: string, matches: CategoryMatches): string {
  const categories = readCategories(category);
  if (!categories.some(({ folded }) => matches.has(folded))) return category;
  const matched = categories.map(({ label, folded }) => (matches.has(folded) ? (matches.get(folded) ?? '') : label));
  const labels = readCategories(matched.join(LABEL_SEPARATOR)).map(({ label }) => label);
  const relabelled = labels.join(LABEL_SEPARATOR);
  return parseField('category', relabelled).issues ? category : relabelled;
}

/** Words that do not tell two categories apart. */
const KINDS = new Set('association asso club group groupe organization organisation society'.split(' '));

/**
 * The same for the spellings of a category: singular and plural, masculine and feminine in French, "culture" and
 * "cultural", "and", "&" and "/", and the order of words. C, C++ and C# differ.
 */
function spellingKey(folded: string): string {
  const words = (folded.match(/[\p{L}\p{N}\p{M}]+(?:[#+]+(?![\p{L}\p{N}]))?/gu) ?? [])
    .filter((word) => !STOPWORDS.has(word))
    .map((word) => singularOf(word).replace(/elle$/, 'el').replace(/ive$/, 'if'))
    .map((word) => word.replace(/ure$|ur[ae]l$/, 'ur'));
  const own = words.filter((word) => !KINDS.has(word));
  // "e-sports" is folded to "e sports".
  const text = (own.length > 0 ? own : words).join(' ').replace(/(?<![^ ])(\p{L}) (?=\p{L})/gu, '$1');
  return text.split(' ').sort().join('');
}

/** The label of each spelling: of several, the first one. */
function labelsBySpelling(categories: readonly Category[]): Map<string, string> {
  const labels = new Map<string, string>();
  for (const { folded, label } of categories) {
    const key = spellingKey(folded);
    if (key !== '' && !labels.has(key)) labels.set(key, label);
  }
  return labels;
}

/**
 * Proposes one label for the spellings of a category: that of `known`, else the most frequent one. Categories without
 * another spelling are not in the result.
 */
export function proposeMatches(values: readonly CategoryValue[], known: readonly Category[] = []): Map<string, string> {
  const labels = labelsBySpelling([...known, ...values]);
  const proposals = values.map(({ folded }) => [folded, labels.get(spellingKey(folded))] as const);
  return new Map(
    proposals.filter((entry): entry is [string, string] => entry[1] !== undefined && foldLabel(entry[1]) !== entry[0]),
  );
}

/** What separates categories in some lists, and is part of a label in others. */
const OTHER_SEPARATORS = /[,/]/;

/** Proposes several categories for a label such as "Sport, Music" or "Sport / Music" if each of its parts is one. */
export function proposeParts(values: readonly CategoryValue[], known: readonly Category[]): Map<string, string> {
  const labels = labelsBySpelling([...known, ...values]);
  return new Map(
    values.flatMap(({ folded, label }) => {
      const parts = label.split(OTHER_SEPARATORS).map((part) => labels.get(spellingKey(foldLabel(part))));
      const isList = parts.length > 1 && !parts.includes(undefined);
      return isList ? [[folded, [...new Set(parts)].join(LABEL_SEPARATOR)]] : [];
    }),
  );
}
