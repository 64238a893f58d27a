import { en, type Messages } from './en.ts';
import { fr } from './fr.ts';
import type { Locale } from './locales.ts';

const catalogues: Readonly<Record<Locale, Messages>> = { en, fr, de: en };

export const messages = (locale: Locale): Messages => catalogues[locale];

export const boardLanguage = (locale: Locale): Locale => (locale === 'de' ? 'en' : locale);

/** An action whose success the next page confirms. */
export type Done = keyof Messages['done'];
