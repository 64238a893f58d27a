export const LOCALES = ['en', 'fr', 'de'] as const;

export type Locale = (typeof LOCALES)[number];

export const isLocale = (text: string | undefined): text is Locale => LOCALES.some((locale) => locale === text);

export const byLocale = <T>(make: (locale: Locale) => T): Record<Locale, T> =>
  Object.fromEntries(LOCALES.map((locale) => [locale, make(locale)])) as Record<Locale, T>;
