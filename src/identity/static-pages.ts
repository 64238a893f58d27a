import { getCollection, type CollectionEntry } from 'astro:content';
import { HOME_PAGE, PAGES_FOLDER } from './files.ts';
import { isLocale, LOCALES, type Locale } from '../messages/locales.ts';
import { settings } from '../settings.ts';

interface StaticPage {
  entry: CollectionEntry<'pages'>;
  locale: Locale;
}

/** The names of all pages except the home page. */
export async function findStaticPageNames(): Promise<string[]> {
  const entries = await getCollection('pages');
  return [...new Set(entries.map(({ id }) => splitId(id).name))].filter((name) => name !== HOME_PAGE);
}

/** The page of this name, in `locale` if possible, else in the default or another language. */
export async function loadStaticPage(name: string, locale: Locale): Promise<StaticPage> {
  const entries = await getCollection('pages', ({ id }) => splitId(id).name === name);
  for (const language of [locale, settings().defaultLocale, ...LOCALES]) {
    const entry = entries.find(({ id }) => splitId(id).locale === language);
    if (entry) return { entry, locale: language };
  }
  throw new Error(`${PAGES_FOLDER}/${name}.${locale}.md is missing.`);
}

/** Splits `ae.en` into the name of the page and its language. */
function splitId(id: string): { name: string; locale: Locale } {
  const [, name = '', locale] = /^(.*)\.(\w+)$/.exec(id) ?? [];
  if (!isLocale(locale)) throw new Error(`${PAGES_FOLDER}/${id}.md has an unknown language.`);
  return { name, locale };
}
