import { SMALL_WORDS } from '../../small-words.ts';

/** Words that say nothing of a club: its initials are those of others, if it has any. */
const UNTELLING = new Set([...SMALL_WORDS, 'association', 'club', 'society']);

const HAN = /\p{Script=Han}/u;

/** What stands for a club without a logo: one Han character, or the first letters of its first two words. */
export function initialsOf(name: string): string {
  const found = Array.from(name.matchAll(/([\p{L}\p{N}][\p{L}\p{N}\p{M}]*)(\.?)/gu));
  const words = found.map(([, word = '']) => word);
  // A letter with a point behind it stands for a word, as those of an acronym do.
  const telling = found
    .filter(([, word = '', point]) => (point === '.' && word.length === 1) || !UNTELLING.has(word.toLowerCase()))
    .map(([, word = '']) => word);
  const [first = '', second] = telling.length > 0 ? telling : words;
  if (HAN.test(first)) return Array.from(first)[0] ?? '';
  const initial = (word: string) => Array.from(word)[0] ?? '';
  if (second !== undefined && !HAN.test(second)) return (initial(first) + initial(second)).toUpperCase();
  const [one = '', two = ''] = Array.from(first);
  return one.toUpperCase() + two.toLowerCase();
}
