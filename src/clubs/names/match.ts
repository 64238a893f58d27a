import { foldForSearch } from './fold.ts';

/** Where a text stands in a name as it is written: from one place to another, in units of UTF-16. */
export type Match = readonly [from: number, to: number];

/**
 * The first place in a name where a search for a text finds it; null where letters do not fold one by one, so that
 * nobody can say where it is.
 */
export function findMatch(name: string, text: string): Match | null {
  const wanted = foldForSearch(text);
  if (wanted === '') return null;
  // For each letter of the folded name, where the letter begins that it was made of; and where the last one ends.
  const origins: number[] = [];
  let folded = '';
  let at = 0;
  for (const letter of name) {
    const one = foldForSearch(letter);
    origins.push(...Array.from({ length: one.length }, () => at));
    folded += one;
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
