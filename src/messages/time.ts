import { dateFormat } from './date-format.ts';
import { byLocale, type Locale } from './locales.ts';

const times = byLocale((locale) => dateFormat(locale, 'time', { timeZoneName: 'short' }));
/** Formats a day like `2026-11-22`. */
function dayFormat(format: Parameters<typeof dateFormat>[1]) {
  const formats = byLocale((locale) => dateFormat(locale, format, { timeZone: 'UTC' }));
  return (locale: Locale, day: string): string => formats[locale](new Date(day));
}

export const formatDay = dayFormat('day');
/** "22 Nov". */
export const formatBriefDay = dayFormat('briefDay');
export const formatMonth = dayFormat('month');
const formatWithoutYear = dayFormat('shortDay');

/** Without the year if it is the current one. */
export const formatShortDay = (locale: Locale, day: string): string =>
  (Number.parseInt(day) === new Date().getFullYear() ? formatWithoutYear : formatDay)(locale, day);

const ages = byLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** "2 hours ago", "yesterday". Something of less than an hour ago and a day like `2026-11-22` are "today" at the least. */
export function formatAge(locale: Locale, at: Date | string, now = Date.now()): string {
  const age = Math.max(0, now - new Date(at).getTime());
  const format = (unit: Intl.RelativeTimeFormatUnit, length: number) =>
    ages[locale].format(-Math.floor(age / length), unit);
  if (age >= 365 * DAY) return format('year', 365 * DAY);
  if (age >= 30 * DAY) return format('month', 30 * DAY);
  const isDay = typeof at === 'string' && at.length === 10;
  return age >= DAY || age < HOUR || isDay ? format('day', DAY) : format('hour', HOUR);
}

/** Formats a time in the time zone of the process, with the name of the time zone. */
export const formatTime = (locale: Locale, moment: Date): string => times[locale](moment);
