import { pick } from '../../tests/support/random.ts';
import { createTexts, wordsOf, type Texts } from '../support/typos.ts';

const MAX_TYPED = 15;

/** The values of a search field while someone types names letter by letter, starting at one of their words. */
export function createTyping(seed: number, names: readonly string[]): Texts {
  let typed: string[] = [];
  const next = (random: () => number): string => {
    // The space after a word finds the same as the word.
    const text = typed.shift()?.trimEnd();
    if (text !== undefined) return text;
    const words = wordsOf(pick(random, names));
    const from = Math.floor(random() * words.length);
    const letters = Array.from(words.slice(from).join(' ')).slice(0, MAX_TYPED);
    typed = letters.map((_, index) => letters.slice(0, index + 1).join(''));
    return next(random);
  };
  const texts = createTexts(seed, next);
  return {
    begin() {
      typed = [];
      texts.begin();
    },
    next: texts.next,
  };
}
