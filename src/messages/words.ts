import type { Locale } from './locales.ts';
import { ordinalFirst } from './ordinal-first.ts';

/** The forms of words by number. `many` is how some languages count whole millions; without it they are `other`. */
export interface Forms {
  one: string;
  many?: string;
  other: string;
}

/** How numbers and names of languages are written in a language. */
export function wordsIn(locale: Locale) {
  const numbers = new Intl.NumberFormat(locale);
  const plurals = new Intl.PluralRules(locale);
  const languages = new Intl.DisplayNames(locale, { type: 'language' });

  /** A whole number as people write it: 1,245. */
  const number = (value: number): string => (value < 1000 ? String(value) : numbers.format(value));

  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });

  const form = (value: number, { one, many, other }: Forms): string => {
    const category = plurals.select(value);
    return category === 'one' ? one : category === 'many' ? (many ?? other) : other;
  };

  return {
    number,
    /** How many of something: "1 club", "1,245 clubs". */
    count: (value: number, forms: Forms): string => `${number(value)} ${form(value, forms)}`,
    /** A day: "3 June 2026". */
    day: (date: Date): string => ordinalFirst(days.format(date)),
    /** The name of a language: "French". */
    language: (other: Locale): string => languages.of(other) ?? other,
  };
}
