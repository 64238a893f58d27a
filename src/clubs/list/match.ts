import { foldForSearch } from '../record/fold.ts';

/** The range of a match in a name, in UTF-16 code units. */
export type MatchRange = readonly [from: number, to: number];

/** Names that fold to their lower case, character by character. */
const PLAIN = /^(?!.* {2})[ -&(-,.-_a-~]*$/;
/** An apostrophe or dash that folds to a space. */
const JOINT = /(?<=[\p{L}\p{Nd}])['-]$/u;

/** Finds the first match of a search text in names. Null if letters do not fold one by one: the position is unknown. */
export function createMatcher(text: string): (name: string) => MatchRange | null {
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

function findByLetters(name: string, wanted: string): MatchRange | null {
  // The offset in the name of each letter of the folded name, and the end of the last one.
  const origins: number[] = [];
  let folded = '';
  let at = 0;
  for (const letter of name) {
    const piece = PLAIN.test(letter) ? letter.toLowerCase() : foldForSearch(letter);
    folded = (folded + piece).replace(JOINT, ' ').replace(/ {2}$/, ' ');
    while (origins.length < folded.length) origins.push(at);
    at += letter.length;
  }
  origins.push(at);
  if (folded !== foldForSearch(name)) return null;
  const found = folded.indexOf(wanted);
  if (found === -1) return null;
  const from = origins[found] ?? 0;
  const last = origins[found + wanted.length - 1] ?? 0;
  // Extends to the start of the next letter, so that a letter is marked as a whole, with its combining marks.
  const to = origins.slice(found + wanted.length).find((origin) => origin > last) ?? name.length;
  return [from, to];
}
