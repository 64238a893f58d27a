import { dateFormat } from './date-format.ts';
import { WEEKDAYS, type Weekday } from '../lib/weekdays.ts';
import type { Locale } from './locales.ts';

/** The plural forms of a word. Some languages use `many` for whole millions; the default is `other`. */
export interface Forms {
  one: string;
  many?: string;
  other: string;
}

/** The first days of a year that began on a Monday. */
const WEEKDAY_DATES = Object.fromEntries(
  WEEKDAYS.map((day, index) => [day, new Date(Date.UTC(2024, 0, index + 1))]),
) as Record<Weekday, Date>;

export function wordsIn(locale: Locale) {
  const numbers = new Intl.NumberFormat(locale);
  const plurals = new Intl.PluralRules(locale);
  const weekdays = {
    short: new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }),
    long: new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }),
  };
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
    /** "Wed" or "Wednesday" */
    weekday: (day: Weekday, length: 'short' | 'long'): string => weekdays[length].format(WEEKDAY_DATES[day]),
    /** "3 June 2026" */
    day: dateFormat(locale, 'day'),
    /** "French" */
    language: (other: Locale): string => languages.of(other) ?? other,
  };
}
