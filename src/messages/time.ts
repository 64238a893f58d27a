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

/** Formats a time in the time zone of the process, with the name of the time zone. */
export const formatTime = (locale: Locale, moment: Date): string => times[locale](moment);
