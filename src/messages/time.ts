import { byLocale, type Locale } from './locales.ts';
import { ordinalFirst } from './ordinal-first.ts';

const formats = byLocale(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
    }),
);

const days = byLocale(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
);

/** `day` is like `2026-11-22`. */
export const formatDay = (locale: Locale, day: string): string =>
  ordinalFirst(locale, days[locale].format(new Date(`${day}T00:00:00Z`)));

const months = byLocale(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);

/** `day` is like `2026-11-22`. */
export const formatMonth = (locale: Locale, day: string): string => months[locale].format(new Date(`${day}T00:00:00Z`));

/** Formats a time in the time zone of the process, with the name of the time zone. */
export const formatTime = (locale: Locale, moment: Date): string =>
  ordinalFirst(locale, formats[locale].format(moment));
