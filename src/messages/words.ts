import { dateFormat } from './date-format.ts';
import { LOCALES, type Locale } from './locales.ts';

/** Labels of fields, also of their texts in each language: “Description (French)” for `description_fr`. */
export function withLanguages<Field extends string>(
  locale: Locale,
  labels: Record<Field, string>,
): Record<Field | `${Field}_${Locale}`, string> {
  const { language } = wordsIn(locale);
  const texts = Object.entries<string>(labels).flatMap(([field, label]) =>
    LOCALES.map((other) => [`${field}_${other}`, `${label} (${language(other)})`]),
  );
  return { ...labels, ...Object.fromEntries(texts) } as Record<Field | `${Field}_${Locale}`, string>;
}

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
    /** The form of a word by a number that stands elsewhere. */
    forms:
      (one: string, other: string) =>
      (value: number): string =>
        form(value, { one, other }),
    /** "3 June 2026" */
    day: dateFormat(locale, 'day'),
    /** "French" */
    language: (other: Locale): string => languages.of(other) ?? other,
  };
}
