import type { Locale } from '../../messages/locales.ts';
import { siteLanguages, type SiteLanguages } from '../../site-settings.ts';
import { translatedName } from './fields.ts';

/** A text in the languages that have it, the default language of the site first. */
export type Localized = Partial<Record<Locale, string>>;

/** The names of a value in each language: `description`, `descriptionFr`. */
export const localizedNames = (name: string) =>
  siteLanguages().map((locale, index) => (index === 0 ? name : translatedName(name, locale)));

/** Frequent words and letters of one language only. */
const FREQUENT: Readonly<Record<Locale, RegExp>> = {
  en: /\b(the|and|of|for|with|is|are|our|we|you|your|from|by|to|in)\b/gi,
  fr: /\b(?:(?:le|la|les|de|des|du|et|une?|pour|avec|nous|vous|est|dans|sur|aux?|qui|par)\b|[dl]['’])|[éèêàçù]/gi,
  de: /\b(?:der|die|das|dem|und|für|mit|ist|wir|ihr|euch|uns|auf|von|zu|im|nicht|eine[nrm]?|bei|auch|oder)\b|[äöüß]/gi,
};

/** The language of a text; undefined if it has too few frequent words. */
export function detectLanguage(text: string, [first, ...others]: SiteLanguages = siteLanguages()): Locale | undefined {
  const count = (locale: Locale) => text.slice(0, 600).match(FREQUENT[locale])?.length ?? 0;
  const [best] = others.toSorted((one, other) => count(other) - count(one));
  if (best && count(best) > 2 * count(first) + 1) return best;
  return count(first) > (best ? count(best) : 0) ? first : undefined;
}

/** The language of a text in the plain field: clubs may not write in the default language of the site. */
export const languageOf = (text: string, languages: SiteLanguages = siteLanguages()): Locale =>
  detectLanguage(text, languages) ?? languages[0];

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
