import { byLocale, type Locale } from '../messages/locales.ts';

/** Weekdays in their order, as stored and as in addresses. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The weekday of a date such as `2026-11-22`. */
export const weekdayOf = (day: string): Weekday => WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7] ?? 'mon';

const formats = byLocale((locale) => ({
  short: new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }),
  long: new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }),
}));

/** Formats weekdays as stored: "Wed, Fri", or "Wednesday, Friday". */
export const formatWeekdays = (locale: Locale, days: string, length: 'short' | 'long'): string =>
  // The year 2024 began on a Monday.
  WEEKDAYS.flatMap((day, index) =>
    days.includes(day) ? formats[locale][length].format(Date.UTC(2024, 0, index + 1)) : [],
  ).join(', ');

const NAME =
  /\b(?:(mon|mondays?|lun|lundis?)|(tue|tues|tuesdays?|mar|mardis?)|(wed|weds|wednesdays?|mer|mercredis?)|(thu|thurs?|thursdays?|jeu|jeudis?)|(fri|fridays?|ven|vendredis?)|(sat|saturdays?|sam|samedis?)|(sun|sundays?|dim|dimanches?))\b/g;
const RANGE = /<(\d)>[.\s]*(?:[–—-]|to|through|until|au?)\s*<(\d)>/g;
/** A letter means a day only at the start or beside another day: "W 7-9pm", "M/W/F". */
const LETTER = /^(?:[mwf]|tu|th)(?=\s*\d)|(?<![a-z\d])(?:[mwf]|tu|th)(?=[/&])|(?<=[/&])(?:[mwf]|tu|th)(?![a-z'’])/g;
const LETTERS: Readonly<Record<string, Weekday>> = { m: 'mon', tu: 'tue', w: 'wed', th: 'thu', f: 'fri' };

/** Finds the weekdays that a text names, in English or French. */
export function readWeekdays(text: string): Weekday[] {
  const folded = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const [included, ...excluded] = folded
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .replace(/\b(?:weekdays?|en semaine|jours? ouvr(?:es?|ables?))\b/g, 'mon-fri')
    .replace(/\bweek[ -]?ends?\b/g, 'sat-sun')
    .replace(/\b(?:every day|daily|tous les jours|quotidien)\b/g, 'mon-sun')
    .replace(NAME, (_, ...names: string[]) => `<${names.findIndex(Boolean)}>`)
    .replace(RANGE, (_, first: string, last: string) => between(Number(first), Number(last)))
    .split(/\b(?:except|but|sauf|hors)\b/);
  return WEEKDAYS.filter((_, day) => included?.includes(`<${day}>`) && !excluded.join().includes(`<${day}>`));
}

const between = (first: number, last: number): string =>
  Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, step) => `<${(first + step) % 7}>`).join('');
