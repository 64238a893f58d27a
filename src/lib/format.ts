import { wordsIn } from '../messages/words.ts';

/* Numbers in English, for commands and the log. Texts for visitors come from src/messages. */

/** A whole number with separators: 1,245. */
export const formatNumber = wordsIn('en').number;

/** A number with its noun: "1 club", "1,245 clubs", "2 statuses". */
export const formatCount = (count: number, one: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : pluralize(one)}`;

function pluralize(one: string): string {
  if (/(s|x|z|ch|sh)$/.test(one)) return `${one}es`;
  return /[^aeiou]y$/.test(one) ? `${one.slice(0, -1)}ies` : `${one}s`;
}
