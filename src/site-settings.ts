import { processWide } from './lib/process-wide.ts';
import type { Locale } from './messages/locales.ts';
import { settings, type Settings } from './settings.ts';

/* The settings that the board can change while the site runs (src/identity). */

/** The languages of a site. Addresses in the default one, `main`, have no prefix. */
export type SiteLanguages = readonly [main: Locale, ...others: Locale[]];

interface SiteSettings {
  languages: SiteLanguages;
  /** How visitors write to clubs that have not chosen, on a site that sends e-mails. */
  clubContact: Settings['clubContact'];
}

const shared = processWide<SiteSettings>('site settings');

export const shareSiteSettings: (current: SiteSettings | null) => void = shared.set;

/** Of a site that does not choose others. */
export const DEFAULT_LANGUAGES: SiteLanguages = ['en', 'fr'];

export const siteLanguages = (): SiteLanguages =>
  shared.get()?.languages ?? withMain(settings().defaultLocale, DEFAULT_LANGUAGES);

export const mainLocale = (): Locale => siteLanguages()[0];

export const clubContact = (): Settings['clubContact'] => shared.get()?.clubContact ?? settings().clubContact;

/** The languages with this one first. */
export const withMain = (main: Locale, languages: readonly Locale[]): SiteLanguages => [
  main,
  ...languages.filter((locale) => locale !== main),
];
