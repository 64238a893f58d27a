import type { Locale } from './locales.ts';

/** In characters. */
export const QUOTED_LENGTH = 80;

/** Within typographic quotation marks, straight quotes need no escape. English has straight ones. */
const MARKS: Readonly<Partial<Record<Locale, readonly [string, string]>>> = {
  fr: ['«\u202f', '\u202f»'],
  de: ['„', '“'],
};

/** Quotes a value from outside: shortened, with escaped control characters. */
export const quoteIn =
  (locale: Locale) =>
  (text: string): string => {
    // A character has at most two code units; converting a long text is slow.
    const characters = Array.from(text.slice(0, 2 * (QUOTED_LENGTH + 1)));
    const shown = characters.length > QUOTED_LENGTH ? `${characters.slice(0, QUOTED_LENGTH - 1).join('')}…` : text;
    const quoted = escapeControls(JSON.stringify(shown));
    const marks = MARKS[locale];
    if (!marks) return quoted;
    const [open, close] = marks;
    return open + quoted.slice(1, -1).replaceAll('\\"', '"') + close;
  };

/** Escapes control and invisible characters, which a terminal could interpret. */
export const escapeControls = (text: string) =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
