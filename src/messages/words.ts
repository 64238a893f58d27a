import { dateFormat } from './date-format.ts';
import type { Locale } from './locales.ts';

/** The plural forms of a word. Some languages use `many` for whole millions; the default is `other`. */
export interface Forms {
  one: string;
  many?: string;
  other: string;
}

export function wordsIn(locale: Locale) {
  const numbers = new Intl.NumberFormat(locale);
  const plurals = new Intl.PluralRules(locale);
  const languages = new Intl.DisplayNames(locale, { type: 'language' });

  /** "1,245" */
  const number = (value: number): string => (value < 1000 ? String(value) : numbers.format(value));

  const form = (value: number, { one, many, other }: Forms): string => {
    const category = plurals.select(value);
    return category === 'one' ? one : category === 'many' ? (many ?? other) : other;
  };

  return {
    number,
    /** "1 club", "1,245 clubs" */
    count: (value: number, forms: Forms): string => `${number(value)} ${form(value, forms)}`,
    /** "3 June 2026" */
    day: dateFormat(locale, 'day'),
    /** "French" */
    language: (other: Locale): string => languages.of(other) ?? other,
  };
}
