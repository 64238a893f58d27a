import { compose, isVisible } from './text.ts';

export const ALIAS_SEPARATOR = '|';

/** The maximum number of aliases, and of characters in each; the table has the same limits. */
export const ALIAS_LIMITS = { count: 20, length: 100 } as const;

/** The aliases in a text, separated by `|` or line breaks, without duplicates. */
export function readAliases(text: string): string[] {
  const aliases = text.split(/[|\r\n]/).map((alias) => compose(alias, ALIAS_LIMITS.length));
  return [...new Set(aliases.filter(isVisible))];
}
