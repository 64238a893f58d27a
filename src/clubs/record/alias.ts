import { compose, countCharacters, isVisible } from './text.ts';

export const ALIAS_SEPARATOR = '|';

/** The maximum number of aliases, and of characters in each; the table has the same limits. */
export const ALIAS_LIMITS = { count: 20, length: 100 } as const;

type ReadAliases = { aliases: string[]; issue?: undefined } | { aliases?: undefined; issue: 'tooMany' | 'lineBreak' };

/** Parses aliases separated by `|` or line breaks, without duplicates. */
export function readAliases(text: string): ReadAliases {
  const unique = new Set(
    text
      .split(/[|\r\n]/)
      .map((alias) => compose(alias, ALIAS_LIMITS.length))
      .filter(isVisible),
  );
  const aliases = [...unique];
  if (aliases.length > ALIAS_LIMITS.count) return { issue: 'tooMany' };
  if (aliases.some((alias) => countCharacters(alias) > ALIAS_LIMITS.length)) return { issue: 'tooMany' };
  return aliases.some((alias) => /[\p{Cc}\p{Zl}\p{Zp}]/u.test(alias)) ? { issue: 'lineBreak' } : { aliases };
}

export const formatAliases = (aliases: readonly string[]): string => aliases.join(ALIAS_SEPARATOR);
