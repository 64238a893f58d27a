import { editDistance } from '../../nearest.ts';
import { SMALL_WORDS } from '../../small-words.ts';
import { foldForSearch } from './fold.ts';
import { lettersOf, wordsOf, type IndexedClub, type NameFilter, type NameIndex } from './name-index.ts';

/** A shorter text has no suggestions by its parts. */
const SHORTEST_PART = 3;
const LONGEST_TEXT = 100;
const MOST_WORDS = 8;
/** The most names whose similarity is measured. */
const MEASURED = 50;
/** The least similarity of a suggestion, from 0 to 1: with a common beginning of words, and without. */
const LEAST_SIMILARITY = { begins: 0.5, other: 0.7 };

/** Words that many names have, so that their similarity says little. */
const GENERIC = new Set([...SMALL_WORDS, 'association', 'club', 'group', 'society', 'student', 'students', 'team']);
const GENERIC_WEIGHT = 0.2;

/**
 * Clubs that may be meant by a name, the best first: with such another name, and if no name contains it also with the same
 * words or else similar names.
 */
export function suggestClubs(
  index: NameIndex,
  { name, isActive }: Pick<NameFilter, 'name' | 'isActive'>,
  isListEmpty: boolean,
  limit: number,
): IndexedClub[] {
  const text = foldForSearch(name);
  const clubs = index.find({ name: '', isActive, categories: [], excludeIds: [] });
  const found = findByOtherNames(clubs, text, clubs.length).filter(({ nameFolded }) => !nameFolded.includes(text));
  if (isListEmpty) {
    const byWords = findByWords(clubs, text, limit);
    found.push(...(byWords.length > 0 ? byWords : findSimilarNames(clubs, text, limit)));
  }
  return [...new Set(found)].slice(0, limit);
}

/** Clubs with another name or an acronym like a text: whole ones first, then beginnings, then parts of other names. */
export function findByOtherNames(clubs: readonly IndexedClub[], text: string, limit: number): IndexedClub[] {
  const isShort = Array.from(text).length < SHORTEST_PART;
  const rankOf = ({ otherNames }: IndexedClub) => {
    const [aliases = '', acronyms = ''] = otherNames.split('\t');
    return [
      aliases.includes(`|${text}|`),
      acronyms.includes(`|${text}|`),
      aliases.includes(`|${text}`),
      !isShort && acronyms.includes(`|${text}`),
      !isShort && aliases.includes(text),
    ].indexOf(true);
  };
  const letters = lettersOf(text);
  return clubs
    .filter((club) => (letters & ~club.letters) === 0 && club.otherNames.includes(text))
    .map((club) => ({ club, rank: rankOf(club) }))
    .filter(({ rank }) => rank !== -1)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ club }) => club);
}

/** Clubs whose name has all words of a text in any order, the shortest names first. */
export function findByWords(clubs: readonly IndexedClub[], text: string, limit: number): IndexedClub[] {
  const words = [...new Set(wordsOf(text))].slice(0, MOST_WORDS);
  // A single word is what the search itself looks for.
  if (words.length < 2) return [];
  const letters = lettersOf(words.join(''));
  return clubs
    .filter((club) => (letters & ~club.letters) === 0 && words.every((word) => club.nameFolded.includes(word)))
    .sort((a, b) => a.nameFolded.length - b.nameFolded.length)
    .slice(0, limit);
}

/** The clubs with the names most similar to a text. */
export function findSimilarNames(clubs: readonly IndexedClub[], text: string, limit: number): IndexedClub[] {
  const words = specificWordsOf(text.slice(0, LONGEST_TEXT)).map(toSearchWord);
  if (words.length === 0) return [];
  const likely: { club: IndexedClub; rank: number }[] = [];
  for (const club of clubs) {
    let shared = 0;
    for (const { length, letters, parts } of words) {
      const missing = letters & ~club.letters;
      // More than one bit is set: a mistyped word has at most one letter that the name lacks.
      if ((missing & (missing - 1)) !== 0) continue;
      for (const part of parts)
        if ((part.letters & ~club.letters) === 0 && club.nameFolded.includes(part.text)) shared += length;
    }
    if (shared > 0) likely.push({ club, rank: shared / club.nameFolded.length ** 0.2 });
  }
  const similarityTo = createComparison(text.slice(0, LONGEST_TEXT));
  return likely
    .sort((a, b) => b.rank - a.rank)
    .slice(0, MEASURED)
    .map(({ club }) => ({ club, similarity: similarityTo(club.nameFolded) }))
    .filter(({ similarity }) => similarity > 0)
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, limit)
    .map(({ club }) => club);
}

/** The longest words of a text, without those that many names have unless there are no others. */
function specificWordsOf(text: string): string[] {
  const words = wordsOf(text).filter((word) => Array.from(word).length >= SHORTEST_PART);
  const specific = words.filter((word) => !GENERIC.has(word));
  return (specific.length > 0 ? specific : words).sort((a, b) => b.length - a.length).slice(0, 3);
}

/** A word with its beginning and its end: one mistake changes only one of them. */
function toSearchWord(word: string) {
  const size = Math.min(Math.max(Math.floor((word.length - 1) / 2), 2), 4);
  const parts = [word.slice(0, size), word.slice(-size)].map((text) => ({ text, letters: lettersOf(text) }));
  return { length: word.length, letters: lettersOf(word), parts };
}

/** Compares names with a text: from 0 to 1, 0 if they are not similar enough. */
function createComparison(text: string): (name: string) => number {
  const words = wordsOf(text).slice(0, MOST_WORDS);
  const weights = words.map((word) => word.length * (GENERIC.has(word) ? GENERIC_WEIGHT : 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const beginnings = words.filter((word) => !GENERIC.has(word)).map((word) => word.slice(0, SHORTEST_PART));
  return (name) => {
    const others = wordsOf(name);
    const best = words.map((word) => Math.max(0, ...others.map((other) => compareWords(word, other))));
    const byWords = best.reduce((sum, similarity, place) => sum + similarity * (weights[place] ?? 0), 0) / total;
    const similarity = Math.max(byWords, compareWords(text, name));
    const begins = beginnings.some((beginning) => others.some((other) => other.startsWith(beginning)));
    return similarity >= (begins ? LEAST_SIMILARITY.begins : LEAST_SIMILARITY.other) ? similarity : 0;
  };
}

/** From 0 to 1, by the letters that are wrong, missing, added or swapped with their neighbours. */
function compareWords(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  if (a === b) return 1;
  if (Math.abs(a.length - b.length) > longest / 2) return 0;
  return 1 - editDistance(a, b) / longest;
}
