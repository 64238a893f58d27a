import { SMALL_WORDS } from '../../small-words.ts';
import { foldForSearch } from './fold.ts';
import { nameAt, wordsOf, type NameIndex } from './name-index.ts';
import { forEachLine, lineAt } from './lines.ts';
import { forEachName } from './search.ts';

/** A shorter text has no suggestions by its parts. */
const SHORTEST_PART = 3;
const LONGEST_TEXT = 100;
const MOST_WORDS = 8;
/** The most names that are compared with each text or part. */
const COMPARED = 1000;
const ALIASES_COMPARED = 10_000;
/** The most names whose similarity is measured. */
const MEASURED = 100;
/** The least similarity of a suggestion, from 0 to 1: with a common beginning of words, and without. */
const LEAST_SIMILARITY = { begins: 0.5, other: 0.7 };

/** Words that many names have, so that their similarity says little. */
const GENERIC = new Set([...SMALL_WORDS, 'association', 'club', 'group', 'society', 'student', 'students', 'team']);
const GENERIC_WEIGHT = 0.2;

type IsWanted = (position: number) => boolean;

/**
 * The positions of clubs with another name or an acronym like the needle, which is folded: whole ones first, then
 * beginnings, then parts of other names.
 */
export function findByAlias(index: NameIndex, needle: string, limit: number, isWanted: IsWanted): number[] {
  const { otherNames } = index;
  const isShort = Array.from(needle).length < SHORTEST_PART;
  const rankOf = (position: number) => {
    const [aliases = '', acronyms = ''] = lineAt(otherNames, position).split('\t');
    const ranks = [
      aliases.includes(`|${needle}|`),
      acronyms.includes(`|${needle}|`),
      aliases.includes(`|${needle}`),
      !isShort && acronyms.includes(`|${needle}`),
      !isShort && aliases.includes(needle),
    ];
    return ranks.indexOf(true);
  };
  const found = new Map<number, number>();
  for (const pattern of isShort ? [`|${needle}`] : [`|${needle}`, needle]) {
    let compared = 0;
    forEachLine(otherNames, pattern, (position) => {
      const rank = rankOf(position);
      if (rank !== -1 && isWanted(position)) found.set(position, rank);
      compared += 1;
      return compared < ALIASES_COMPARED;
    });
  }
  return [...found]
    .sort(([a, rankA], [b, rankB]) => rankA - rankB || a - b)
    .slice(0, limit)
    .map(([position]) => position);
}

/** The positions of names that have all words of a text, which is folded, in any order; the shortest names first. */
export function findByWords(index: NameIndex, text: string, limit: number, isWanted: IsWanted): number[] {
  const words = [...new Set(wordsOf(text))].slice(0, MOST_WORDS).sort((a, b) => b.length - a.length);
  const [longest, ...others] = words;
  // A single word is what the search itself looks for.
  if (longest === undefined || others.length === 0) return [];
  const found: { position: number; length: number }[] = [];
  let compared = 0;
  forEachName(index, longest, (position) => {
    if (!isWanted(position)) return true;
    const name = nameAt(index, position);
    if (others.every((word) => name.includes(word))) found.push({ position, length: name.length });
    compared += 1;
    return compared < COMPARED;
  });
  return found
    .sort((a, b) => a.length - b.length || a.position - b.position)
    .slice(0, limit)
    .map(({ position }) => position);
}

/** The positions of the names most similar to a text, word by word; the most similar first. */
export function findSimilarNames(index: NameIndex, text: string, limit: number, isWanted: IsWanted): number[] {
  const folded = foldForSearch(text).slice(0, LONGEST_TEXT);
  if (Array.from(folded).length < SHORTEST_PART) return [];
  const candidates = new Set<number>();
  for (const part of partsOf(folded)) {
    let compared = 0;
    forEachName(index, part, (position) => {
      if (!isWanted(position)) return true;
      candidates.add(position);
      compared += 1;
      return compared < COMPARED;
    });
  }
  const trigrams = trigramsOf(folded);
  const best = Array.from(candidates, (position) => {
    const name = nameAt(index, position);
    return { position, name, shared: trigrams.filter((trigram) => name.includes(trigram)).length / name.length ** 0.2 };
  })
    .sort((a, b) => b.shared - a.shared || a.position - b.position)
    .slice(0, MEASURED);
  const compare = createComparison(folded);
  return best
    .map(({ position, name }) => ({ position, similarity: compare(name) }))
    .filter(({ similarity }) => similarity > 0)
    .sort((a, b) => b.similarity - a.similarity || a.position - b.position)
    .slice(0, limit)
    .map(({ position }) => position);
}

const trigramsOf = (text: string) =>
  wordsOf(text).flatMap((word) =>
    Array.from({ length: Math.max(word.length - 2, 0) }, (_, at) => word.slice(at, at + 3)),
  );

/** Parts of a text of which a name that was mistyped has at least one: the beginnings and the halves of its words. */
function partsOf(folded: string): Set<string> {
  const all = wordsOf(folded).filter(({ length }) => length >= SHORTEST_PART);
  const specific = all.filter((word) => !GENERIC.has(word));
  const words = (specific.length > 0 ? specific : all).sort((a, b) => b.length - a.length).slice(0, 3);
  const parts = new Set<string>();
  for (const word of words) {
    parts.add(word.slice(0, SHORTEST_PART));
    const half = Math.floor(word.length / 2);
    if (half < SHORTEST_PART) parts.add(word.slice(-SHORTEST_PART));
    else parts.add(word.slice(0, half)).add(word.slice(-half));
  }
  return parts;
}

/** Compares names with a text: from 0 to 1, 0 if they are not similar enough. */
function createComparison(text: string): (name: string) => number {
  const words = wordsOf(text).slice(0, MOST_WORDS);
  const weights = words.map((word) => word.length * (GENERIC.has(word) ? GENERIC_WEIGHT : 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return (name) => {
    const others = wordsOf(name);
    let sum = 0;
    let begins = false;
    words.forEach((word, index) => {
      let best = 0;
      for (const other of others) {
        const similarity = compareWords(word, other);
        if (similarity > best) best = similarity;
        if (!GENERIC.has(word) && other.startsWith(word.slice(0, SHORTEST_PART))) begins = true;
      }
      sum += best * (weights[index] ?? 0);
    });
    const similarity = Math.max(sum / total, compareWords(text, name));
    return similarity >= (begins ? LEAST_SIMILARITY.begins : LEAST_SIMILARITY.other) ? similarity : 0;
  };
}

/** From 0 to 1, by the letters that are wrong, missing, added or swapped with their neighbours. */
function compareWords(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  if (a === b) return 1;
  if (Math.abs(a.length - b.length) > longest / 2) return 0;
  return 1 - distanceOf(a, b) / longest;
}

/** The optimal string alignment distance. */
function distanceOf(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length] ?? a.length;
}
