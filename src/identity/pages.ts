import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLocale, LOCALES } from '../messages/locales.ts';
import { ASSOCIATION_PAGE, HOME_PAGE, PAGES_FOLDER } from './files.ts';
import { PAGE_NAME } from './site-file.ts';

/** Sorted; empty for a folder that cannot be read. */
const listFiles = async (siteDir: string): Promise<string[]> =>
  (await readdir(join(siteDir, PAGES_FOLDER)).catch(() => []))
    .filter((name) => /\.mdx?$/i.test(name) && !name.startsWith('.'))
    .sort();

/** The names of the pages that exist in some language. */
export async function findPages(siteDir: string, issues: string[]): Promise<Set<string>> {
  const names = new Set<string>();
  for (const file of await listFiles(siteDir)) {
    const [, name = '', locale] = /^(.*)\.([^.]*)\.md$/.exec(file) ?? [];
    if (PAGE_NAME.test(name) && isLocale(locale)) names.add(name);
    else
      issues.push(
        `${PAGES_FOLDER}/${file}: must be named <name>.<language>.md, with lower-case letters, digits and hyphens and the language ${LOCALES.join(' or ')}.`,
      );
  }
  for (const name of [HOME_PAGE, ASSOCIATION_PAGE])
    if (!names.has(name))
      issues.push(`${PAGES_FOLDER}/${name}.{${LOCALES.join(',')}}.md: is missing (one language is enough).`);
  return names;
}

/** The beginnings of a placeholder in the default pages. */
const PLACEHOLDERS = ['[To fill in', '[À compléter'];

/** The pages with unfilled placeholders, such as `pages/imprint.en.md`, in order. */
export async function findUnfilledPages(siteDir: string): Promise<string[]> {
  const files = (await listFiles(siteDir)).map((name) => `${PAGES_FOLDER}/${name}`);
  const texts = await Promise.all(files.map((file) => readFile(join(siteDir, file), 'utf8').catch(() => '')));
  return files.filter((_, index) => PLACEHOLDERS.some((text) => texts[index]?.includes(text)));
}
