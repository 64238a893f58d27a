import { getCollection, type CollectionEntry } from 'astro:content';
import { HOME_PAGE, PAGES_FOLDER } from './identity/files.ts';
import { isLocale, LOCALES, type Locale } from './messages/locales.ts';

/** A page that is a Markdown file, with the language that it is there in. */
export interface StaticPage {
  entry: CollectionEntry<'pages'>;
  locale: Locale;
}

/** The names of all of them but the home page, in whichever languages they are there. */
export async function findStaticPageNames(): Promise<string[]> {
  const entries = await getCollection('pages');
  return [...new Set(entries.map(({ id }) => takeApart(id).name))].filter((name) => name !== HOME_PAGE);
}

/** The page of this name in a language, or else in another one. Fails when it is there in none. */
export async function loadStaticPage(name: string, locale: Locale): Promise<StaticPage> {
  const entries = await getCollection('pages', ({ id }) => takeApart(id).name === name);
  for (const one of [locale, ...LOCALES]) {
    const entry = entries.find(({ id }) => takeApart(id).locale === one);
    if (entry) return { entry, locale: one };
  }
  throw new Error(`${PAGES_FOLDER}/${name}.${locale}.md is missing.`);
}

/** Of `ae.en`: the name of the page and its language. */
function takeApart(id: string): { name: string; locale: Locale } {
  const [, name = '', locale] = /^(.*)\.(\w+)$/.exec(id) ?? [];
  if (!isLocale(locale)) throw new Error(`${PAGES_FOLDER}/${id}.md has an unknown language.`);
  return { name, locale };
}
