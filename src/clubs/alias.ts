import { compose, countCharacters, isVisible } from './text.ts';

export const ALIAS_SEPARATOR = '|';

/** The most aliases of a club, and the most characters of each; the table has the same limits. */
export const ALIAS_LIMITS = { count: 20, length: 100 } as const;

export type AliasIssue = 'tooManyAliases' | 'longAlias' | 'lineBreak';

export type ReadAliases = { aliases: string[]; issue?: undefined } | { aliases?: undefined; issue: AliasIssue };

/** Parses aliases separated by `|` or line breaks, without duplicates. */
export function readAliases(text: string): ReadAliases {
  const aliases = new Set(
    text
      .split(/[|\r\n]/)
      .map((alias) => compose(alias.trim(), ALIAS_LIMITS.length))
      .filter(isVisible),
  );
  if (aliases.size > ALIAS_LIMITS.count) return { issue: 'tooManyAliases' };
  for (const alias of aliases) {
    if (countCharacters(alias) > ALIAS_LIMITS.length) return { issue: 'longAlias' };
    if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(alias)) return { issue: 'lineBreak' };
  }
  return { aliases: [...aliases] };
}

export const formatAliases = (aliases: readonly string[]): string => aliases.join(ALIAS_SEPARATOR);
