import { wordsIn } from '../messages/words.ts';

/*
 * Numbers as commands and the log say them, which speak English. What visitors read comes from src/messages.
 */

/** A whole number as people write it: 1,245. */
export const formatNumber = wordsIn('en').number;

/** How many of something: "1 club", "1,245 clubs", "2 statuses". */
export const formatCount = (count: number, one: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : pluralize(one)}`;

function pluralize(one: string): string {
  if (/(s|x|z|ch|sh)$/.test(one)) return `${one}es`;
  return /[^aeiou]y$/.test(one) ? `${one.slice(0, -1)}ies` : `${one}s`;
}
