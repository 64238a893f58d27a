import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';

/** HTML that names the language of a text that a page does not have in its own language. */
export const languageLabel = (lang: Locale, locale: Locale): string =>
  `<small class="text-language" lang="${locale}">${messages(locale).language.textIn(lang)} </small>`;
