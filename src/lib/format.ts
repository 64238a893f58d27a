import { wordsIn } from '../messages/words.ts';

/* Numbers in English, for commands and the log. Texts for visitors come from src/messages. */

/** A whole number with separators: 1,245. */
export const formatNumber = wordsIn('en').number;

/** A number with its noun, which has a regular plural: "1 club", "1,245 clubs". */
export const formatCount = (count: number, noun: string): string =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
