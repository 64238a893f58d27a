import type { Locale } from '../../messages/locales.ts';
import { siteLanguages } from '../../site-settings.ts';
import { translatedName } from './fields.ts';

/** A text in the languages that have it, the default language of the site first. */
export type Localized = Partial<Record<Locale, string>>;

/** The names of a value in each language: `description`, `descriptionFr`. */
export const localizedNames = (name: string) =>
  siteLanguages().map((locale, index) => (index === 0 ? name : translatedName(name, locale)));

/** Frequent words and letters of one language only. */
const FREQUENT: Readonly<Record<Locale, RegExp>> = {
  en: /\b(the|and|of|for|with|is|are|our|we|you|your|from|by|to|in)\b/gi,
  de: /\b(?:der|die|das|und|wir|für)\b|[äöüß]/gi,
  fr: /\b(?:(?:le|la|les|de|des|du|et|une?|pour|avec|nous|vous|est|dans|sur|aux?|qui|par)\b|[dl]['’])|[éèêàçù]/gi,
};

/** The language of a text in the plain field: clubs may not write in the default language of the site. */
function languageOf(text: string): Locale {
  const [main, ...others] = siteLanguages();
  const count = (locale: Locale) => text.slice(0, 600).match(FREQUENT[locale])?.length ?? 0;
  return others.find((locale) => count(locale) > 2 * count(main) + 1) ?? main;
}

/** The texts of a value that are not blank. */
export function localize(name: string, textOf: (name: string) => string): Localized {
  const languages = siteLanguages();
  const [main] = languages;
  const texts = localizedNames(name)
    .map((name, index) => [languages[index] ?? main, textOf(name)] as const)
    .filter(([, text]) => text.trim() !== '');
  const [first, other] = texts;
  const isAlone = first?.[0] === main && !other;
  return isAlone ? { [languageOf(first[1])]: first[1] } : (Object.fromEntries(texts) as Localized);
}

/** The text for a page, with its language unless it is that of the page; null without any. */
export function textIn<Text>(texts: Partial<Record<Locale, Text>>, locale: Locale) {
  const [language] = locale in texts ? [locale] : (Object.keys(texts) as Locale[]);
  const text = language && texts[language];
  return text === undefined ? null : { text, lang: language === locale ? undefined : language };
}
