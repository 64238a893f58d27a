import type { NameIndex } from './name-index.ts';

/** A letter with the position of its first active club among all active clubs. */
export interface LetterStart {
  letter: string;
  position: number;
}

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');

/** The letters from A to Z that names of active clubs begin with. */
export function findLetters({ ids, names, active }: NameIndex): LetterStart[] {
  const initialOf = (place: number) => names.textOf(place).charAt(0);
  const found: LetterStart[] = [];
  let place = 0;
  let position = 0;
  for (const letter of LETTERS) {
    // Names are sorted, so the first name of a letter is found by halving.
    let end = ids.length;
    let start = place;
    while (start < end) {
      const middle = (start + end) >>> 1;
      if (initialOf(middle) < letter) start = middle + 1;
      else end = middle;
    }
    for (; place < start; place += 1) position += active[place] ?? 0;
    let first = start;
    while (first < ids.length && active[first] === 0) first += 1;
    if (first < ids.length && initialOf(first) === letter) found.push({ letter: letter.toUpperCase(), position });
  }
  return found;
}
