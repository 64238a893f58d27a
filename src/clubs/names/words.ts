import type { NameIndex } from './name-index.ts';

/** So many names with the longest of the words are looked at. */
const COMPARED = 1000;
/** More words nobody looks for by heart. */
const MOST_WORDS = 8;

/** The words of a text, without what stands between them. */
export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/**
 * The places of up to `limit` clubs whose names have each of the words of a text, which is folded, whatever their order
 * and what stands between them: those first that have the least besides. None for a single word, which a search finds.
 */
export function findByWords(
  { names, signatures }: NameIndex,
  text: string,
  limit: number,
  isWanted: (place: number) => boolean,
): number[] {
  const words = [...new Set(wordsOf(text))].slice(0, MOST_WORDS);
  const [longest, ...others] = words.sort((a, b) => b.length - a.length);
  if (longest === undefined || others.length === 0) return [];
  const found: { place: number; length: number }[] = [];
  let compared = 0;
  signatures.find(Buffer.from(longest), 0, (place) => {
    const name = isWanted(place) ? names.textOf(place) : '';
    if (name.includes(longest)) {
      compared += 1;
      if (others.every((word) => name.includes(word))) found.push({ place, length: name.length });
    }
    return compared < COMPARED;
  });
  return found
    .sort((a, b) => a.length - b.length || a.place - b.place)
    .slice(0, limit)
    .map(({ place }) => place);
}
