import type { Locale } from './locales.ts';

/** Uses the ordinal for the first of a month in French: "1er mai 2026". */
export const ordinalFirst = (locale: Locale, date: string): string =>
  locale === 'fr' ? date.replace(/^1 /, '1er ') : date;
