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
  /\b(?:(mon|mondays?|lun|lundis?|montags?)|(tue|tues|tuesdays?|mar|mardis?|dienstags?)|(wed|weds|wednesdays?|mer|mercredis?|mittwochs?)|(thu|thurs?|thursdays?|jeu|jeudis?|donnerstags?)|(fri|fridays?|ven|vendredis?|freitags?)|(sat|saturdays?|sam|samedis?|samstags?|sonnabends?)|(sun|sundays?|dim|dimanches?|sonntags?))\b/g;
/** A text in lower case, without the names of weekdays. */
export const withoutWeekdays = (text: string): string => text.toLowerCase().replace(NAME, '');

const RANGE = /<(\d)>[.\s]*(?:[–—-]|to|through|until|au?|bis)\s*<(\d)>/g;
/** A letter means a day only at the start or beside another day: "W 7-9pm", "M/W/F". */
const LETTER = /^(?:[mwf]|tu|th)(?=\s*\d)|(?<![a-z\d])(?:[mwf]|tu|th)(?=[/&])|(?<=[/&])(?:[mwf]|tu|th)(?![a-z'’])/g;
const LETTERS: Readonly<Record<string, Weekday>> = { m: 'mon', tu: 'tue', w: 'wed', th: 'thu', f: 'fri' };

/** German letters mean a day only alone, beside another day or before a time: "Mo/Mi", "Do 18 Uhr". "Do" is English, too. */
const GERMAN = ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'];
const GERMAN_DAY = String.raw`\b(?:${GERMAN.join('|')})\b`;
const BESIDE = String.raw`\.?\s*(?:[/&+,;–—-]|und|oder|bis)\s*`;
const TIME = String.raw`\.?,?\s*(?:(?:um|ab|von|gegen)\s+)?\d{1,2}(?:[:.]\d\d|\s*(?:Uhr|h)\b|\s*[–-]\s*\d)`;
const GERMAN_LETTERS = new RegExp(
  `${GERMAN_DAY}(?=${BESIDE}${GERMAN_DAY}|${TIME})|^${GERMAN_DAY}(?=\\.?$)|(?<=${GERMAN_DAY}${BESIDE})${GERMAN_DAY}`,
  'g',
);
/** "Montagabend" is a Monday, too. */
const GERMAN_HOURS = /(?<=tag|mittwoch)(?:morgen|vormittag|mittag|nachmittag|abend|nacht)s?\b/g;

/** Finds the weekdays that a text names, in English, French or German. */
export function readWeekdays(text: string): Weekday[] {
  const spelt = text.replace(GERMAN_LETTERS, (letters) => WEEKDAYS[GERMAN.indexOf(letters)] ?? letters);
  const folded = spelt.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const [included, ...excluded] = folded
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .replace(/\b(?:weekdays?|en semaine|jours? ouvr(?:es?|ables?)|werktag(?:s|e|en)|unter der woche)\b/g, 'mon-fri')
    .replace(/\b(?:week[ -]?ends?|wochenenden?)\b/g, 'sat-sun')
    .replace(/\b(?:every day|daily|tous les jours|quotidien|taglich|jeden tag)\b/g, 'mon-sun')
    .replace(GERMAN_HOURS, '')
    .replace(NAME, (_, ...names: string[]) => `<${names.findIndex(Boolean)}>`)
    .replace(RANGE, (_, first: string, last: string) => between(Number(first), Number(last)))
    .split(/\b(?:except|but|sauf|hors|au(?:ß|ss)er)\b/);
  return WEEKDAYS.filter((_, day) => included?.includes(`<${day}>`) && !excluded.join().includes(`<${day}>`));
}

const between = (first: number, last: number): string =>
  Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, step) => `<${(first + step) % 7}>`).join('');

/** A time, or the start and end of a meeting: "19:00", "7–9 pm", "18 h 30", "20 Uhr". */
const CLOCK = String.raw`\d{1,2}(?:[:.]\d\d|\s?h(?:\s?\d\d)?)?(?:\s?(?:[ap]m|Uhr))?`;
const TIMES = new RegExp(String.raw`\b${CLOCK}(?:\s?(?:–|-|to|à|bis)\s?${CLOCK})?(?![\d\p{L}])`, 'gu');

/** The only time in a text about meetings; empty if there are several, or it may be another number. */
export function readTime(text: string): string {
  const [time = '', ...others] = text.match(TIMES) ?? [];
  return others.length === 0 && /[:.h]|[ap]m|Uhr/.test(time) ? time : '';
}

const GLUE =
  /(?<!\p{L})(?:and|at|every|from|on|to|à|chaque|de|dès|du|et|les?|partir|tous|ab|jeden|um|und|von)(?!\p{L})/gu;
/** Whether a text has only days and times: other words may mean "every other week", or a season. */
export function isWeekly(text: string): boolean {
  const days = text.replace(TIMES, (time) => (readTime(time) === '' ? time : ''));
  return !/[\p{L}\d]/u.test(withoutWeekdays(days).replace(GLUE, ''));
}
