import { BOARD_SECTIONS, type BoardSection, type Catalogue } from './catalogue.ts';
import { de } from './de.ts';
import { en, type Messages } from './en.ts';
import { fr } from './fr.ts';
import { byLocale, type Locale } from './locales.ts';

const catalogues: Readonly<Record<Locale, Catalogue>> = { en, fr, de };
const complete = byLocale((locale): Messages => ({ ...en, ...catalogues[locale] }));

export const messages = (locale: Locale): Messages => complete[locale];

/** The language of the texts of a section: English if the catalogue lacks it. */
export const languageOf = (locale: Locale, section: BoardSection): Locale =>
  catalogues[locale][section] ? locale : 'en';

export const isComplete = (locale: Locale): boolean =>
  BOARD_SECTIONS.every((section) => languageOf(locale, section) === locale);

/** An action whose success the next page confirms. */
export type Done = keyof Messages['done'];
