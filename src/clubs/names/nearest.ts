import { foldForSearch } from './fold.ts';
import type { NameIndex } from './name-index.ts';

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
  return signatures
    .findMostAlike(Buffer.from(text), COMPARED, isWanted)
    .map((place) => {
      const found = names.textOf(place);
      return { place, similarity: Math.max(compare(wanted, trigramsOf(found)), compareLetters(text, found)) };
    })
    .filter(({ similarity }) => similarity >= LEAST_SIMILARITY)
    .sort((a, b) => b.similarity - a.similarity || a.place - b.place)
    .slice(0, limit)
    .map(({ place }) => place);
}

/** From 0 to 1: how much of the trigrams that are wanted others have. */
function compare(wanted: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let shared = 0;
  for (const trigram of wanted) if (others.has(trigram)) shared += 1;
  return shared / (wanted.size + WEIGHT_OF_REST * (others.size - shared));
}

/**
 * From 0 to 1: how few letters are wrong, missing, too many, or have changed places with their neighbours, of a text
 * that is about as long. Of short words this says more than their trigrams.
 */
function compareLetters(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  if (Math.abs(a.length - b.length) > longest / 2) return 0;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const distances = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (distances[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        least = Math.min(least, (beforeLast[column - 2] ?? 0) + 1);
      }
      distances.push(least);
    }
    beforeLast = last;
    last = distances;
  }
  return 1 - (last[b.length] ?? longest) / longest;
}

/** Three letters in a row of each word, with two places before it and one behind, as PostgreSQL's pg_trgm has them. */
function trigramsOf(text: string): Set<string> {
  const trigrams = new Set<string>();
  for (const word of text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []) {
    const padded = `  ${word} `;
    for (let at = 0; at + 3 <= padded.length; at += 1) trigrams.add(padded.slice(at, at + 3));
  }
  return trigrams;
}
