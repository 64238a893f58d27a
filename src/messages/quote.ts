import type { Locale } from './locales.ts';

/** Maximum number of characters of a quoted value. */
export const QUOTED_LENGTH = 80;

/** Quotes a value from outside: shortened, with escaped control characters. */
export const quoteIn =
  (locale: Locale) =>
  (text: string): string => {
    // Of a long text no more is looked at than that many characters can take.
    const characters = Array.from(text.slice(0, 2 * (QUOTED_LENGTH + 1)));
    const shown = characters.length > QUOTED_LENGTH ? `${characters.slice(0, QUOTED_LENGTH - 1).join('')}…` : text;
    return QUOTES[locale](escapeControls(JSON.stringify(shown)));
  };

/** A text in straight quotes, with those of a language. */
const QUOTES: Record<Locale, (quoted: string) => string> = {
  en: (quoted) => quoted,
  // Between guillemets a straight quote is a character like others.
  fr: (quoted) => `«\u202f${quoted.slice(1, -1).replaceAll('\\"', '"')}\u202f»`,
};

/** A text whose invisible characters are seen, and do nothing to a terminal. */
export const escapeControls = (text: string) =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
