import { byLocale, type Locale } from './locales.ts';

const formats = byLocale(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: 'UTC',
      timeZoneName: 'short',
    }),
);

/** A moment as people write it, in UTC, which is named: servers and readers are anywhere. */
export const formatTime = (locale: Locale, moment: Date): string => formats[locale].format(moment);
