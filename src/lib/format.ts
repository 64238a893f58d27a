import { wordsIn } from '../messages/words.ts';

/* Numbers in English, for commands and the log. Texts for visitors come from src/messages. */

/** A whole number with separators: 1,245. */
export const formatNumber = wordsIn('en').number;

/** A number with its noun: "1 club", "1,245 clubs", "2 statuses". */
export const formatCount = (count: number, noun: string): string =>
  `${formatNumber(count)} ${count === 1 ? noun : pluralize(noun)}`;

function pluralize(noun: string): string {
  if (/(s|x|z|ch|sh)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
