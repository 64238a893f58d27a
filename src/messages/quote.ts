import type { Locale } from './locales.ts';

/** In characters. */
export const QUOTED_LENGTH = 80;

/** Quotes a value from outside: shortened, with escaped control characters. */
export const quoteIn =
  (locale: Locale) =>
  (text: string): string => {
    // A character has at most two code units; converting a long text is slow.
    const characters = Array.from(text.slice(0, 2 * (QUOTED_LENGTH + 1)));
    const shown = characters.length > QUOTED_LENGTH ? `${characters.slice(0, QUOTED_LENGTH - 1).join('')}…` : text;
    const quoted = escapeControls(JSON.stringify(shown));
    // Within guillemets, straight quotes need no escape.
    return locale === 'fr' ? `«\u202f${quoted.slice(1, -1).replaceAll('\\"', '"')}\u202f»` : quoted;
  };

/** Escapes control and invisible characters, which a terminal could interpret. */
export const escapeControls = (text: string) =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
