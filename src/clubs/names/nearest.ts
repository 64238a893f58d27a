import { foldForSearch } from './fold.ts';
import type { NameIndex } from './name-index.ts';
import { wordsOf } from './words.ts';

/** So many names that share most pairs of letters are compared. */
const COMPARED = 500;
/** Names that are less alike than this were not meant. */
const LEAST_SIMILARITY = 0.35;
/** What a name has besides counts for so much of a difference: people leave words away, and add none. */
const WEIGHT_OF_REST = 0.2;
/** Of a shorter text nobody can tell what was meant. */
const SHORTEST = 3;
/** And of a longer one the beginning says it. */
const LONGEST = 100;

/**
 * The places of up to `limit` clubs whose names are most alike to what somebody looked for, by the trigrams of their
 * words or by how few letters are mistyped, the nearest first; of those that `isWanted`.
 */
export function findNearestNames(
  { names, signatures }: NameIndex,
  name: string,
  limit: number,
  isWanted: (place: number) => boolean,
): number[] {
  const text = foldForSearch(name).slice(0, LONGEST);
  if (Array.from(text).length < SHORTEST) return [];
  const wanted = trigramsOf(text);
  let best: { place: number; similarity: number }[] = [];
  for (const place of signatures.findMostAlike(Buffer.from(text), COMPARED, isWanted)) {
    const found = names.textOf(place);
    const least = best[limit - 1]?.similarity ?? LEAST_SIMILARITY;
    const byTrigrams = compare(wanted, trigramsOf(found));
    const similarity = Math.max(byTrigrams, compareLetters(text, found, Math.max(least, byTrigrams)));
    if (similarity < least) continue;
    best = [...best, { place, similarity }]
      .sort((a, b) => b.similarity - a.similarity || a.place - b.place)
      .slice(0, limit);
  }
  return best.map(({ place }) => place);
}

/** From 0 to 1: how much of the trigrams that are wanted others have. */
function compare(wanted: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let shared = 0;
  for (const trigram of wanted) if (others.has(trigram)) shared += 1;
  return shared / (wanted.size + WEIGHT_OF_REST * (others.size - shared));
}

/** The last three rows of distances: one list each for all names, since none is compared before another has been. */
const ROWS: [number[], number[], number[]] = [[], [], []];

/**
 * From 0 to 1: how few letters are wrong, missing, too many, or have changed places with their neighbours, of a text
 * that is about as long. Of short words this says more than their trigrams. What is less than `least` may be 0: most
 * names turn out to be that long before all of their letters are compared.
 */
function compareLetters(a: string, b: string, least: number): number {
  const longest = Math.max(a.length, b.length);
  const mostWrong = Math.ceil((1 - least) * longest);
  const difference = Math.abs(a.length - b.length);
  if (difference > longest / 2 || difference > mostWrong) return 0;
  let [distances, last, beforeLast] = ROWS;
  let leastOfLast = 0;
  for (let column = 0; column <= b.length; column += 1) last[column] = column;
  for (let row = 1; row <= a.length; row += 1) {
    const letter = a.charCodeAt(row - 1);
    const letterBefore = a.charCodeAt(row - 2);
    let before = (distances[0] = row);
    let leastOfRow = row;
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = letter === b.charCodeAt(column - 1);
      let distance = Math.min((last[column] ?? 0) + 1, before + 1, (last[column - 1] ?? 0) + (isSame ? 0 : 1));
      if (row > 1 && column > 1 && letter === b.charCodeAt(column - 2) && letterBefore === b.charCodeAt(column - 1)) {
        distance = Math.min(distance, (beforeLast[column - 2] ?? 0) + 1);
      }
      distances[column] = before = distance;
      if (distance < leastOfRow) leastOfRow = distance;
    }
    // Whatever comes goes on from this row, or by two letters that change places from the one before.
    if (leastOfRow > mostWrong && leastOfLast + 1 > mostWrong) return 0;
    leastOfLast = leastOfRow;
    [beforeLast, last, distances] = [last, distances, beforeLast];
  }
  return 1 - (last[b.length] ?? longest) / longest;
}

/** Three letters in a row of each word, with two places before it and one behind, as PostgreSQL's pg_trgm has them. */
function trigramsOf(text: string): Set<string> {
  const trigrams = new Set<string>();
  for (const word of wordsOf(text)) {
    const padded = `  ${word} `;
    for (let at = 0; at + 3 <= padded.length; at += 1) trigrams.add(padded.slice(at, at + 3));
  }
  return trigrams;
}
