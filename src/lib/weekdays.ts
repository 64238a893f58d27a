import { byLocale, type Locale } from '../messages/locales.ts';

/** Weekdays in their order, as stored and as in addresses. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

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

const NAMES =
  /^(?:(mon|mondays?|lun|lundis?|m)|(tue|tues|tuesdays?|mar|mardis?|tu)|(wed|weds|wednesdays?|mer|mercredis?|w)|(thu|thur|thurs|thursdays?|jeu|jeudis?|th)|(fri|fridays?|ven|vendredis?|f)|(sat|saturdays?|sam|samedis?)|(sun|sundays?|dim|dimanches?))$/;
const GROUPS: readonly [RegExp, readonly Weekday[]][] = [
  [/^(?:weekdays?|en semaine|jours? ouvr(?:es?|ables?))$/, WEEKDAYS.slice(0, 5)],
  [/^(?:week ?-?ends?)$/, WEEKDAYS.slice(5)],
  [/^(?:every day|daily|tous les jours|quotidien)$/, WEEKDAYS],
];
/** Words, and what joins two days to a range. */
const TOKENS =
  /every day|tous les jours|en semaine|week ?-?ends?|jours? ouvr(?:es?|ables?)|[a-z]+|(?<=[a-z]\.?)\s*[–—-]\s*(?=[a-z])/g;
const RANGE = /^(?:\s*[–—-]\s*|to|through|until|au|a)$/;
const EXCEPT = /^(?:except|but|sauf|hors)$/;
/** A letter means a day only at the start or beside another day: "W 7-9pm", "M/W/F". */
const LETTER_DAYS =
  /^(?:[mwf]|tu|th)(?=\s*\d)|(?<![a-z\d])(?:[mwf]|tu|th)(?=[/,&])|(?<=[/,&])(?:[mwf]|tu|th)(?![a-z'’])/g;

/** Finds the weekdays that a text names, in English or French. */
export function readWeekdays(text: string): Weekday[] {
  const folded = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const letters = new Set([...folded.matchAll(LETTER_DAYS)].map(({ index }) => index));
  const days = new Set<Weekday>();
  let last: number | null = null;
  let isRange = false;
  let isExcept = false;
  for (const { 0: token, index } of folded.matchAll(TOKENS)) {
    const group = GROUPS.find(([pattern]) => pattern.test(token))?.[1];
    const found = /^(?:[mwf]|tu|th)$/.test(token) && !letters.has(index) ? null : NAMES.exec(token);
    const day = found ? found.slice(1).findIndex(Boolean) : -1;
    const named = group ?? (day < 0 ? [] : between(isRange && last !== null ? last : day, day));
    for (const name of named) {
      if (isExcept) days.delete(name);
      else days.add(name);
    }
    isExcept = EXCEPT.test(token) ? days.size > 0 : isExcept && named.length === 0;
    isRange = last !== null && RANGE.test(token);
    if (day >= 0) last = day;
    else if (!isRange && /^[a-z]/.test(token)) last = null;
  }
  return WEEKDAYS.filter((day) => days.has(day));
}

function between(first: number, last: number): Weekday[] {
  const length = (last - first + 7) % 7;
  return Array.from({ length: length + 1 }, (_, step) => WEEKDAYS[(first + step) % 7] ?? 'mon');
}
