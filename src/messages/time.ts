import { dateFormat } from './date-format.ts';
import { byLocale, type Locale } from './locales.ts';

const times = byLocale((locale) => dateFormat(locale, 'time', { timeZoneName: 'short' }));
const days = byLocale((locale) => dateFormat(locale, 'day', { timeZone: 'UTC' }));
const shortDays = byLocale((locale) => dateFormat(locale, 'shortDay', { timeZone: 'UTC' }));
const briefDays = byLocale((locale) => dateFormat(locale, 'briefDay', { timeZone: 'UTC' }));
const months = byLocale((locale) => dateFormat(locale, 'month', { timeZone: 'UTC' }));

/** `day` is like `2026-11-22`. */
export const formatDay = (locale: Locale, day: string): string => days[locale](new Date(`${day}T00:00:00Z`));

/** Without the year if it is the current one. */
export const formatShortDay = (locale: Locale, day: string): string =>
  (Number.parseInt(day) === new Date().getFullYear() ? shortDays : days)[locale](new Date(`${day}T00:00:00Z`));

/** "22 Nov". */
export const formatBriefDay = (locale: Locale, day: string): string => briefDays[locale](new Date(`${day}T00:00:00Z`));

/** `day` is like `2026-11-22`. */
export const formatMonth = (locale: Locale, day: string): string => months[locale](new Date(`${day}T00:00:00Z`));

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
