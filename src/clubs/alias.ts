import { compose, countCharacters, isVisible } from './text.ts';

/** What stands between the other names of a club. */
export const ALIAS_SEPARATOR = '|';

/** How many there may be, and the most characters of each; the table has the same. */
export const ALIAS_LIMITS = { count: 20, length: 100 } as const;

export type AliasFault = 'tooManyAliases' | 'longAlias' | 'lineBreak';

/** The other names of a club that a text has, in the form they are kept in, or what is wrong with it. */
export type ReadAliases = { aliases: string[]; fault?: undefined } | { aliases?: undefined; fault: AliasFault };

/** Reads what a file or a form has, one behind the other with `|` between them, or one in a line; each counts once. */
export function readAliases(text: string): ReadAliases {
  const aliases = new Set(
    text
      .split(/[|\r\n]/)
      .map((alias) => compose(alias.trim(), ALIAS_LIMITS.length))
      .filter(isVisible),
  );
  if (aliases.size > ALIAS_LIMITS.count) return { fault: 'tooManyAliases' };
  for (const alias of aliases) {
    if (countCharacters(alias) > ALIAS_LIMITS.length) return { fault: 'longAlias' };
    if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(alias)) return { fault: 'lineBreak' };
  }
  return { aliases: [...aliases] };
}

/** The text that is stored and exported. */
export const formatAliases = (aliases: readonly string[]): string => aliases.join(ALIAS_SEPARATOR);
