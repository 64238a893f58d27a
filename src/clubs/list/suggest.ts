import { editDistance } from '../../lib/edit-distance.ts';
import { STOPWORDS } from '../directory/stopwords.ts';
import { foldForSearch } from '../record/fold.ts';
import { lettersOf, wordsOf, type IndexedClub, type NameFilter, type NameIndex } from '../directory/name-index.ts';
import { searchWords, synonymsOf } from './synonyms.ts';

/* Suggests clubs for a text that no name contains. Texts are folded; results have at most `limit` clubs, best first. */

/** The maximum number of suggestions: clubs and, at most two (facets.ts), categories. */
export const MAX_SUGGESTIONS = 5;
/** The minimum length of a text for matches within names. */
const SHORTEST_PART = 3;
const LONGEST_TEXT = 100;
const MAX_WORDS = 8;
/** The maximum number of names whose similarity is measured. */
const MEASURED = 50;
/** The minimum similarity of a suggestion, from 0 to 1: with a common beginning of words, and without. */
const LEAST_SIMILARITY = { begins: 0.5, other: 0.7 };

const VERY_SIMILAR = 0.8;

/** Words that many names have, so that their similarity says little. */
const GENERIC = new Set([...STOPWORDS, 'association', 'club', 'group', 'society', 'student', 'students', 'team']);
const GENERIC_WEIGHT = 0.2;

/** Clubs with such an alias or acronym; if no name contains the text, also those with the same words, or similar names. */
export function suggestClubs(
  index: NameIndex,
  { name, isActive }: Pick<NameFilter, 'name' | 'isActive'>,
  isListEmpty: boolean,
  limit: number,
): IndexedClub[] {
  const text = foldForSearch(name);
  const isOfStatus = (club: IndexedClub) => isActive === null || club.isActive === isActive;
  const likely = index.withLettersOf(text).filter(isOfStatus);
  const found = findByOtherNames(likely, text, likely.length).filter(({ nameFolded }) => !nameFolded.includes(text));
  if (isListEmpty) {
    const byWords = findByWords(likely, text, limit);
    // The text of a synonym is spelled correctly: names with similar letters would be wrong guesses.
    const isKnown = synonymsOf(searchWords(text).join(' ')) !== undefined;
    const clubs = index.find({ name: '', isActive, categories: [], excludeIds: [] });
    found.push(...(byWords.length > 0 || isKnown ? byWords : findSimilarNames(clubs, text, limit)));
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
  return clubs
    .filter(({ otherNames }) => otherNames.includes(text))
    .map((club) => ({ club, rank: rankOf(club) }))
    .filter(({ rank }) => rank !== -1)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ club }) => club);
}

/** Clubs whose name has all words of a text in any order, the shortest names first. */
export function findByWords(clubs: readonly IndexedClub[], text: string, limit: number): IndexedClub[] {
  const words = [...new Set(wordsOf(text))].slice(0, MAX_WORDS);
  // The search itself finds single words.
  if (words.length < 2) return [];
  return clubs
    .filter(({ nameFolded }) => words.every((word) => nameFolded.includes(word)))
    .sort((a, b) => a.nameFolded.length - b.nameFolded.length)
    .slice(0, limit);
}

/** The most similar names, of those that lack at most one letter of all words or, if none is close, of any word. */
export function findSimilarNames(clubs: readonly IndexedClub[], text: string, limit: number): IndexedClub[] {
  const short = text.slice(0, LONGEST_TEXT);
  const words = specificWordsOf(short);
  const parts = words.flatMap(partsOf);
  const similarityTo = createComparison(short);
  const find = (letters: readonly number[]) => {
    // Sorted by rank, the highest first. Only the best are inserted: sorting all matches would be slow.
    const likely: { club: IndexedClub; rank: number }[] = [];
    for (const club of clubs) {
      if (!letters.some((some) => isNearly(some, club.letters))) continue;
      let shared = 0;
      for (const part of parts)
        if ((part.letters & ~club.letters) === 0 && club.nameFolded.includes(part.text)) shared += part.weight;
      if (shared === 0) continue;
      const rank = shared / club.nameFolded.length ** 0.2;
      if (likely.length === MEASURED && rank <= (likely.at(-1)?.rank ?? 0)) continue;
      const place = likely.findIndex((other) => other.rank < rank);
      likely.splice(place === -1 ? likely.length : place, 0, { club, rank });
      likely.length = Math.min(likely.length, MEASURED);
    }
    return likely
      .map(({ club }) => ({ club, similarity: similarityTo(club.nameFolded) }))
      .filter(({ similarity }) => similarity > 0)
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, limit);
  };
  let found = find([lettersOf(words.join(''))]);
  if (words.length > 1 && (found[0]?.similarity ?? 0) < VERY_SIMILAR) found = find(words.map(lettersOf));
  return found.map(({ club }) => club);
}

/** Whether at most one letter is missing from others. */
function isNearly(letters: number, others: number): boolean {
  const missing = letters & ~others;
  return (missing & (missing - 1)) === 0;
}

/** The longest words of a text. Generic words count only without others. */
function specificWordsOf(text: string): string[] {
  const words = wordsOf(text).filter((word) => Array.from(word).length >= SHORTEST_PART);
  const specific = words.filter((word) => !GENERIC.has(word));
  return (specific.length > 0 ? specific : words).sort((a, b) => b.length - a.length).slice(0, 3);
}

/** The beginning and the end of a word: a single typo changes only one of them. */
function partsOf(word: string) {
  const size = Math.min(Math.max(Math.floor((word.length - 1) / 2), 2), 4);
  return [word.slice(0, size), word.slice(-size)].map((text) => ({
    text,
    letters: lettersOf(text),
    weight: word.length,
  }));
}

/** Compares names with a text: from 0 to 1, 0 if they are not similar enough. */
function createComparison(text: string): (name: string) => number {
  const words = wordsOf(text).slice(0, MAX_WORDS);
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

/** The similarity from 0 to 1, by edit distance with transpositions. */
function compareWords(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  if (a === b) return 1;
  if (Math.abs(a.length - b.length) > longest / 2) return 0;
  return 1 - editDistance(a, b) / longest;
}
