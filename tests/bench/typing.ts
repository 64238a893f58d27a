import { foldForSearch } from '../../src/clubs/names/fold.ts';
import { createRandom, pick } from './random.ts';

/** Further than so many letters nobody types: what was meant is in the list. */
const MOST_TYPED = 15;
/** In shorter words a slip makes another word. */
const SHORTEST_MISTYPED = 4;
/** So many texts in a row that were all given before, or are found: there are no others, or nearly. */
const MAX_TRIES = 10_000;
const ALPHABET = Array.from('abcdefghijklmnopqrstuvwxyz');

/** Texts in a row, none of them twice until `begin`, which goes on with others; the same for everybody who begins as often. */
export interface Texts {
  begin: () => void;
  next: () => string;
}

/** What a search field holds while somebody types names from one of their words on, letter by letter. */
export function createTyping(seed: number, names: readonly string[]): Texts {
  const { begin, give, random } = createTexts(seed);
  let typed: string[] = [];
  const next = (): string => {
    // The space behind a word finds what the word found.
    const text = typed.shift()?.trimEnd();
    if (text !== undefined) return text;
    const words = wordsOf(pick(random, names));
    const from = Math.floor(random() * words.length);
    const letters = Array.from(words.slice(from).join(' ')).slice(0, MOST_TYPED);
    typed = letters.map((_, index) => letters.slice(0, index + 1).join(''));
    return next();
  };
  return {
    begin: () => {
      typed = [];
      begin();
    },
    next: () => give(next),
  };
}

/** One to all words of names, with a slip in one of them: no name that is made of the words of these contains such a text. */
export function createTypos(seed: number, names: readonly string[]): Texts {
  const known = [...new Set(names.flatMap(wordsOf).map(foldForSearch))].join(' ');
  const { begin, give, random } = createTexts(seed);
  const next = (): string | null => {
    const words = wordsOf(pick(random, names));
    const from = Math.floor(random() * words.length);
    const chosen = words.slice(from, from + 1 + Math.floor(random() * (words.length - from)));
    const place = Math.floor(random() * chosen.length);
    const mistyped = mistype(random, chosen[place] ?? '');
    if (mistyped === null || known.includes(foldForSearch(mistyped))) return null;
    return chosen.with(place, mistyped).join(' ');
  };
  return { begin, next: () => give(next) };
}

/** Remembers what was given. */
function createTexts(seed: number) {
  let state = createRandom(seed);
  let begun = 0;
  const given = new Set<string>();
  return {
    random: () => state(),
    begin: () => {
      begun += 1;
      state = createRandom(seed + begun * 1000);
      given.clear();
    },
    give: (next: () => string | null): string => {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const text = next();
        if (text === null || given.has(text)) continue;
        given.add(text);
        return text;
      }
      throw new Error(`After ${given.size} texts there is hardly another.`);
    },
  };
}

const wordsOf = (name: string): string[] => name.toLowerCase().split(/\s+/).filter(Boolean);

/** A word with two letters swapped, or one left out, added or mistaken, behind its first; null if it is too short. */
function mistype(random: () => number, word: string): string | null {
  const letters = Array.from(word);
  if (letters.length < SHORTEST_MISTYPED) return null;
  const at = 1 + Math.floor(random() * (letters.length - 2));
  const [one = '', other = ''] = letters.slice(at, at + 2);
  const kinds = [[other, one], [other], [one, pick(random, ALPHABET), other], [pick(random, ALPHABET), other]];
  return letters.toSpliced(at, 2, ...pick(random, kinds)).join('');
}
