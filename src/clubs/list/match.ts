import { foldForSearch } from './fold.ts';

/** Where a text stands in a name as it is written: from one place to another, in units of UTF-16. */
export type Match = readonly [from: number, to: number];

/** Names that fold to their lower case, character by character. */
const PLAIN = /^(?!.* {2})[ -_a-~]*$/;

/**
 * Finds the first place in a name where a search for a text finds it; null where letters do not fold one by one, so that
 * nobody can say where it is.
 */
export function createMatcher(text: string): (name: string) => Match | null {
  const wanted = foldForSearch(text);
  if (wanted === '') return () => null;
  return (name) => {
    if (PLAIN.test(name)) {
      const found = name.toLowerCase().indexOf(wanted);
      return found === -1 ? null : [found, found + wanted.length];
    }
    return findByLetters(name, wanted);
  };
}

function findByLetters(name: string, wanted: string): Match | null {
  // For each letter of the folded name, where the letter begins that it was made of; and where the last one ends.
  const origins: number[] = [];
  let folded = '';
  let at = 0;
  for (const letter of name) {
    const piece = PLAIN.test(letter) ? letter.toLowerCase() : foldForSearch(letter);
    folded += folded.endsWith(' ') ? piece.replace(/^ /, '') : piece;
    while (origins.length < folded.length) origins.push(at);
    at += letter.length;
  }
  origins.push(at);
  if (folded !== foldForSearch(name)) return null;
  const found = folded.indexOf(wanted);
  if (found === -1) return null;
  const from = origins[found] ?? 0;
  const last = origins[found + wanted.length - 1] ?? 0;
  // To where the next letter begins: what is half of a letter is marked with all of it, and with its marks.
  const to = origins.slice(found + wanted.length).find((origin) => origin > last) ?? name.length;
  return [from, to];
}
