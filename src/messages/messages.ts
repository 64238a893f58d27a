import { BOARD_SECTIONS, type Catalogue } from './catalogue.ts';
import { de } from './de.ts';
import { en, type Messages } from './en.ts';
import { fr } from './fr.ts';
import { byLocale, type Locale } from './locales.ts';

const catalogues: Readonly<Record<Locale, Catalogue>> = { en, fr, de };
const complete = byLocale((locale): Messages => ({ ...en, ...catalogues[locale] }));

export const messages = (locale: Locale): Messages => complete[locale];

/** The language of the board for a reader: English if a section of it is not translated. */
export const boardLanguage = (locale: Locale): Locale =>
  BOARD_SECTIONS.every((section) => catalogues[locale][section]) ? locale : 'en';

/** An action whose success the next page confirms. */
export type Done = keyof Messages['done'];
