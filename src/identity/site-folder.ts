import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import * as v from 'valibot';
import { ExpectedError, reasonOf } from '../lib/errors.ts';
import { isLocale, LOCALES } from '../messages/locales.ts';
import { paths } from '../paths.ts';
import { ASSOCIATION_PAGE, FILES_FOLDER, HOME_PAGE, MARK_FILE, PAGES_FOLDER, SITE_FILE } from './files.ts';
import type { SiteFolder } from './content.ts';
import type { SiteFile, SitePage } from './site.ts';
import { findMissingTargets, PAGE_NAME, siteFileSchema, type Colours, type SiteLink } from './site-file.ts';

/** The content of every build. */
export const DEFAULT_FOLDER = resolve('src/content');
/** In bytes. The mark is loaded with every page. */
export const MARK_LIMIT = 64 * 1024;
/** In bytes: all files are in memory. */
const MAX_BYTES = 16 * 2 ** 20;

/** Reads SITE_DIR. Throws `ExpectedError` with every issue and its file. */
export async function readSiteFolder(folder: string): Promise<SiteFolder> {
  const stats = await stat(folder).catch(() => null);
  if (!stats?.isDirectory())
    throw new ExpectedError(`The folder ${folder} (SITE_DIR) ${stats ? 'is a file' : 'does not exist'}.`);
  const issues: string[] = [];
  const files = await readServedFiles(folder, issues);
  const pages = await readPages(folder, issues);
  const colours = await readColours();
  const { settings, links } = await readSettings(folder, colours, issues);
  for (const link of links)
    for (const target of findMissingTargets(link, { pages, files }))
      issues.push(`${SITE_FILE}: links to ${target}, which does not exist.`);
  const mark = await readMark(folder, issues);
  if (issues.length > 0 || !settings || mark === null)
    throw new ExpectedError(`Errors in ${relative('', folder) || '.'} (SITE_DIR):\n${issues.join('\n')}`);
  return { settings, pages, mark, files, colours };
}

/** Null if the file cannot be read, which is an issue. */
async function readText(folder: string, file: string, issues: string[]): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(join(folder, file)));
  } catch (error) {
    issues.push(`${file}: ${error instanceof TypeError ? 'is not UTF-8' : `cannot be read: ${reasonOf(error)}`}.`);
    return null;
  }
}

/** The settings are null if they are not valid. */
async function readSettings(
  folder: string,
  colours: Colours,
  issues: string[],
): Promise<{ settings: SiteFolder['settings'] | null; links: SiteLink[] }> {
  const text = await readText(folder, SITE_FILE, issues);
  if (text === null) return { settings: null, links: [] };
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), siteFileSchema(colours)), text);
  if (result.success) {
    const { menu, footer } = result.output.links;
    return { settings: JSON.parse(text) as SiteFolder['settings'], links: [...menu, ...footer] };
  }
  for (const issue of result.issues) issues.push(`${SITE_FILE}: ${v.getDotPath(issue) ?? 'it'}: ${issue.message}.`);
  return { settings: null, links: [] };
}

/** Whether browsers show an SVG as an image. */
export function isMark(svg: string): boolean {
  const [root = ''] = /<svg\b[^>]*>/i.exec(svg.replace(/<!--.*?-->/gs, '')) ?? [];
  return root.includes('http://www.w3.org/2000/svg') && /\sviewBox\s*=/.test(root);
}

/** Checks what keeps browsers from showing the mark, in the header and in a tab. */
async function readMark(folder: string, issues: string[]): Promise<string | null> {
  const text = await readText(folder, MARK_FILE, issues);
  if (text === null) return null;
  if (!isMark(text))
    issues.push(`${MARK_FILE}: must be an SVG image with xmlns="http://www.w3.org/2000/svg" and a viewBox.`);
  if (Buffer.byteLength(text) > MARK_LIMIT) issues.push(`${MARK_FILE}: must have at most 64 KiB.`);
  return text;
}

/** The pages in order; none for a folder that cannot be read. */
async function readPages(folder: string, issues: string[]): Promise<SitePage[]> {
  const names = (await readdir(join(folder, PAGES_FOLDER)).catch(() => []))
    .filter((name) => /\.mdx?$/i.test(name) && !name.startsWith('.'))
    .sort();
  const pages: SitePage[] = [];
  for (const file of names.map((name) => `${PAGES_FOLDER}/${name}`)) {
    const [, name = '', locale] = /^[^/]*\/(.*)\.([^.]*)\.md$/.exec(file) ?? [];
    const source = await readText(folder, file, issues);
    if (PAGE_NAME.test(name) && isLocale(locale)) pages.push({ name, locale, source: source ?? '', hasAnyHtml: true });
    else
      issues.push(
        `${file}: must be named <name>.<language>.md, with lower-case letters, digits and hyphens and the language ${LOCALES.join(' or ')}.`,
      );
  }
  for (const name of [HOME_PAGE, ASSOCIATION_PAGE])
    if (!pages.some((page) => page.name === name))
      issues.push(`${PAGES_FOLDER}/${name}.{${LOCALES.join(',')}}.md: is missing (one language is enough).`);
  return pages;
}

/** The files that are served unchanged, without hidden ones. */
async function readServedFiles(folder: string, issues: string[]): Promise<SiteFile[]> {
  const root = join(folder, FILES_FOLDER);
  const served: SiteFile[] = [];
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])) {
    const file = join(entry.parentPath, entry.name);
    const name = relative(root, file).split(sep).join('/');
    if (entry.isDirectory() || /(?:^|\/)(?:\.|node_modules\/)/.test(name)) continue;
    const isServed = entry.isFile() && /^[a-z0-9._/-]+$/i.test(name) && (await stat(file)).size <= MAX_BYTES;
    if (isServed) served.push({ path: paths.files + name, bytes: await readFile(file) });
    else
      issues.push(
        `${FILES_FOLDER}/${name}: must be a regular file of at most 16 MiB, named with the letters a to z, digits, dots, hyphens and underscores.`,
      );
  }
  return served;
}

const TOKENS = new URL('../styles/tokens.css', import.meta.url);
const PAIR = /--([a-z-]+): light-dark\((#\w+), (#\w+)\);/g;
/** The tokens that are behind the accent or on it. */
const GROUNDS = ['ground', 'surface', 'raised', 'hover', 'on-accent'];

/** The accent of the project, and the colours that another one must contrast with, from the styles. */
export async function readColours(): Promise<Colours> {
  const pairs = [...(await readFile(TOKENS, 'utf8')).matchAll(PAIR)];
  const grounds = pairs.filter(([, name = '']) => GROUNDS.includes(name));
  const [, , light = '', dark = ''] = pairs.find(([, name]) => name === 'accent') ?? [];
  return {
    accent: { light, dark },
    light: grounds.map(([, , one = '']) => one),
    dark: grounds.map(([, , , one = '']) => one),
  };
}
