import { foldForSearch } from '../../src/clubs/record/fold.ts';
import { createRandom, pick } from '../../tests/support/random.ts';

/** Shorter words are not mistyped: the result would be another word. */
const MIN_WORD = 4;
const MAX_TRIES = 10_000;
const ALPHABET = Array.from('abcdefghijklmnopqrstuvwxyz');

/** A seeded sequence of search texts without repetition. `begin` starts the next sequence. */
export interface Texts {
  begin: () => void;
  next: () => string;
}

/** Turns `create`, which returns null for no text, into a sequence without repetition. */
export function createTexts(seed: number, create: (random: () => number) => string | null): Texts {
  let random = createRandom(seed);
  let begun = 0;
  const given = new Set<string>();
  return {
    begin() {
      begun += 1;
      random = createRandom(seed + begun * 1000);
      given.clear();
    },
    next() {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const text = create(random);
        if (text === null || given.has(text)) continue;
        given.add(text);
        return text;
      }
      throw new Error(`No new text after ${given.size}.`);
    },
  };
}

/** One or more words of a name with a typo in one of them. No name contains the text. */
export function createTypos(seed: number, names: readonly string[]): Texts {
  const known = [...new Set(names.flatMap(wordsOf).map(foldForSearch))].join(' ');
  return createTexts(seed, (random) => {
    const words = wordsOf(pick(random, names));
    const from = Math.floor(random() * words.length);
    const chosen = words.slice(from, from + 1 + Math.floor(random() * (words.length - from)));
    const place = Math.floor(random() * chosen.length);
    const mistyped = mistype(random, chosen[place] ?? '');
    if (mistyped === null || known.includes(foldForSearch(mistyped))) return null;
    return chosen.with(place, mistyped).join(' ');
  });
}

export const wordsOf = (name: string): string[] => name.toLowerCase().split(/\s+/).filter(Boolean);

/** Swaps, drops, adds or replaces a letter after the first; null if the word is too short. */
function mistype(random: () => number, word: string): string | null {
  const letters = Array.from(word);
  if (letters.length < MIN_WORD) return null;
  const at = 1 + Math.floor(random() * (letters.length - 2));
  const [one = '', other = ''] = letters.slice(at, at + 2);
  const kinds = [[other, one], [other], [one, pick(random, ALPHABET), other], [pick(random, ALPHABET), other]];
  return letters.toSpliced(at, 2, ...pick(random, kinds)).join('');
}
