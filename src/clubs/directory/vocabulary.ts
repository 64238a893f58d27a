import { editDistance } from '../../lib/edit-distance.ts';
import { lettersOf } from './name-index.ts';
import { stemOf } from './stem.ts';
import { INTEREST_GROUPS } from './synonyms.ts';

interface Entry {
  word: string;
  sound: string;
  /** The letters of the sound, one bit each: rules out most words without comparing them. */
  letters: number;
}

function entryOf(word: string): Entry {
  const sound = soundOf(word);
  return { word, sound, letters: lettersOf(sound) };
}

const LONGEST_WORD = 30;
/** The minimum length of words that typos become. */
const CORRECTED_FROM = 5;

/** Words that find clubs by their synonyms. */
const INTEREST_ENTRIES = [...new Set(INTEREST_GROUPS.flatMap(({ terms, oneWay }) => [...terms, ...oneWay]))]
  .filter((term) => !term.includes(' '))
  .map(entryOf);

/** The folded words of all clubs. It may keep words that no club has any more. */
export class Vocabulary {
  /** The number of clubs with each word. */
  readonly #counts = new Map<string, number>();
  readonly #byStem = new Map<string, string[]>();
  /** Sorted by word. */
  readonly #entries: Entry[] = [];

  /** Adds a word of some clubs. Adding words in their order is fastest. */
  add(word: string, count: number): void {
    const known = this.#counts.get(word);
    this.#counts.set(word, (known ?? 0) + count);
    if (known !== undefined || word.length > LONGEST_WORD) return;
    // "k-pop" is a form of "kpop".
    const stem = stemOf(word.replaceAll('-', ''));
    const sameStem = this.#byStem.get(stem);
    if (sameStem) sameStem.push(word);
    else this.#byStem.set(stem, [word]);
    this.#entries.splice(this.#placeOf(word), 0, entryOf(word));
  }

  /** About how many clubs have a word: each change of a club counts again. */
  countOf(word: string): number {
    return this.#counts.get(word) ?? 0;
  }

  /** The words with the same stem, and the word itself. */
  formsOf(word: string): readonly string[] {
    const forms = this.#byStem.get(stemOf(word)) ?? [];
    return forms.includes(word) ? forms : [word, ...forms];
  }

  /** At most `limit` words that begin with a text. */
  beginningWith(text: string, limit: number): string[] {
    const place = this.#placeOf(text);
    return this.#entries
      .slice(place, place + limit)
      .map(({ word }) => word)
      .filter((word) => word.startsWith(text));
  }

  /** The most similar word with at most `typos` differences; null if there is none. Short words may only lack a letter. */
  correct(word: string, typos: number): string | null {
    if (word.length < CORRECTED_FROM - 1 || word.length > LONGEST_WORD) return null;
    const { sound, letters } = entryOf(word);
    const isShort = word.length < CORRECTED_FROM;
    let best: { word: string; rank: number } | null = null;
    for (const other of this.#entries.concat(INTEREST_ENTRIES)) {
      if (isShort && !other.word.startsWith(word.slice(0, 1))) continue;
      if (Math.abs(other.sound.length - sound.length) > typos || other.word.length < CORRECTED_FROM) continue;
      if (bitsOf(letters & ~other.letters) > typos || bitsOf(other.letters & ~letters) > typos) continue;
      const distance = editDistance(word, other.word);
      if (distance > typos && other.sound !== sound) continue;
      // The first letter is rarely wrong, a frequent word is more likely, and one that no club has is less so.
      const firstLetter = other.sound.startsWith(sound.slice(0, 1)) ? 0 : 0.7;
      const count = this.countOf(other.word);
      const frequency = count === 0 ? -0.7 : Math.min(Math.log10(count + 1), 2) / 5;
      const rank = Math.min(distance, editDistance(sound, other.sound) + distance / 10) + firstLetter - frequency;
      if (!best || rank < best.rank) best = { word: other.word, rank };
    }
    return best?.word ?? null;
  }

  /** The index of the first word that is not before another one. */
  #placeOf(word: string): number {
    const last = this.#entries.at(-1);
    if (!last || last.word < word) return this.#entries.length;
    let [from, to] = [0, this.#entries.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#entries[middle]?.word ?? '') < word) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

/** Roughly how a word sounds: "fotografie" and "photography" are the same. */
function soundOf(word: string): string {
  return word
    .replace(/ph/g, 'f')
    .replace(/ck/g, 'k')
    .replace(/([a-z])\1+/g, '$1')
    .replace(/(?<=[a-z])h(?=[a-z])/g, '')
    .replace(/(?<=.)(?:y|ie)(?=s?$)/, 'i');
}

function bitsOf(letters: number): number {
  let count = 0;
  for (let rest = letters; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
