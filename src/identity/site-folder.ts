import { isUtf8 } from 'node:buffer';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import * as v from 'valibot';
import { Failure } from '../lib/failure.ts';
import { isLocale, LOCALES } from '../messages/locales.ts';
import { paths } from '../paths.ts';
import { reasonOf } from '../lib/error-codes.ts';
import { ASSOCIATION_PAGE, HOME_PAGE, MARK_FILE, PAGES_FOLDER, SITE_FILE } from './files.ts';
import { findServedFiles } from './served-files.ts';
import { PAGE_NAME, siteFileSchema, type Grounds, type Identity } from './site-file.ts';

/** The mark is loaded with every page, in KiB. */
const MARK_LIMIT = 64;

/**
 * Reads who runs the site from SITE_DIR, and checks its files. Astro checks the content of pages itself. Throws `Failure`
 * with every issue and its file.
 */
export async function readSiteFolder(folder: string): Promise<Identity> {
  if (!(await isFolder(folder))) throw new Failure(`SITE_DIR does not exist or is not a folder: ${folder}.`);
  const issues: string[] = [];
  const served = await findServedFiles(folder, issues);
  const pages = await readPages(folder, served, issues);
  const identity = await readIdentity(folder, issues);
  for (const link of identity ? [...identity.links.menu, ...identity.links.footer] : []) {
    if ('page' in link) {
      if (!pages.has(link.page)) issues.push(`${SITE_FILE}: links to the page ${link.page}, which does not exist.`);
    } else findMissingFiles(SITE_FILE, Object.values(link.href), served, issues);
  }
  await checkMark(folder, issues);
  if (issues.length > 0 || !identity)
    throw new Failure(`Errors in ${relative('', folder) || '.'} (SITE_DIR):\n${issues.join('\n')}`);
  return identity;
}

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Null if the file cannot be read, which is an issue. */
async function readText(folder: string, file: string, issues: string[]): Promise<string | null> {
  try {
    const bytes = await readFile(join(folder, file));
    if (isUtf8(bytes) && !bytes.includes(0)) return bytes.toString().replace(/^\ufeff/, '');
    issues.push(`${file}: is not UTF-8; save it as UTF-8.`);
  } catch (error) {
    issues.push(`${file}: cannot be read: ${reasonOf(error)}.`);
  }
  return null;
}

async function readIdentity(folder: string, issues: string[]): Promise<Identity | null> {
  const text = await readText(folder, SITE_FILE, issues);
  if (text === null) return null;
  try {
    const read = v.safeParse(siteFileSchema(await readGrounds()), JSON.parse(text));
    if (read.success) return read.output;
    for (const issue of read.issues) issues.push(`${SITE_FILE}: ${v.getDotPath(issue) ?? 'it'} ${issue.message}.`);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    issues.push(`${SITE_FILE}: is not valid JSON: ${error.message}.`);
  }
  return null;
}

/** The names of the pages that exist in some language. */
async function readPages(folder: string, served: ReadonlySet<string>, issues: string[]): Promise<Set<string>> {
  const names = new Set<string>();
  const files = await readdir(join(folder, PAGES_FOLDER)).catch(() => []);
  for (const file of files.filter((one) => /\.mdx?$/i.test(one) && !one.startsWith('.')).sort()) {
    const path = `${PAGES_FOLDER}/${file}`;
    const [, name = '', locale] = /^(.*)\.([^.]*)\.md$/.exec(file) ?? [];
    if (PAGE_NAME.test(name) && isLocale(locale)) {
      names.add(name);
      const text = (await readText(folder, path, issues)) ?? '';
      const links = text.matchAll(/(?:\]\(<?|(?:href|src)=["'])(\/[^\s)"'>]*)/g);
      findMissingFiles(
        path,
        Array.from(links, ([, link = '']) => link),
        served,
        issues,
      );
    } else {
      issues.push(
        `${path}: must be named <name>.<language>.md, with lower-case letters, digits and hyphens and the language ${LOCALES.join(' or ')}.`,
      );
    }
  }
  for (const name of [HOME_PAGE, ASSOCIATION_PAGE]) {
    if (!names.has(name))
      issues.push(`${PAGES_FOLDER}/${name}.{${LOCALES.join(',')}}.md: is missing (one language is enough).`);
  }
  return names;
}

function findMissingFiles(from: string, links: readonly string[], served: ReadonlySet<string>, issues: string[]): void {
  for (const link of new Set(links.filter((one) => one.startsWith(paths.files)))) {
    const name = link.slice(paths.files.length).replace(/[?#].*/s, '');
    if (!served.has(name)) issues.push(`${from}: links to ${link}, but that file does not exist.`);
  }
}

/** What keeps browsers from showing the mark, in the header and in a tab. */
async function checkMark(folder: string, issues: string[]): Promise<void> {
  const text = await readText(folder, MARK_FILE, issues);
  if (text === null) return;
  const [root = ''] = /<svg\b[^>]*>/i.exec(text.replace(/<!--.*?-->/gs, '')) ?? [];
  if (!root.includes('http://www.w3.org/2000/svg') || !/\sviewBox\s*=/.test(root))
    issues.push(`${MARK_FILE}: must be an SVG image with xmlns="http://www.w3.org/2000/svg" and a viewBox.`);
  if (Buffer.byteLength(text) > MARK_LIMIT * 1024) issues.push(`${MARK_FILE}: must have at most ${MARK_LIMIT} KiB.`);
}

/** The tokens that the accent is on, or that are on the accent. */
const GROUND_TOKENS = ['ground', 'surface', 'raised', 'hover', 'on-accent'];
const TOKENS = new URL('../styles/tokens.css', import.meta.url);

/** The colours of the styles that the accent must be readable with. */
export async function readGrounds(): Promise<Grounds> {
  const css = await readFile(TOKENS, 'utf8');
  const pairs = GROUND_TOKENS.map((token) => {
    const [, light, dark] = new RegExp(`--${token}: light-dark\\((#\\w+), (#\\w+)\\);`).exec(css) ?? [];
    if (light === undefined || dark === undefined)
      throw new Error(`src/styles/tokens.css lacks colours of --${token}.`);
    return { light, dark };
  });
  return { light: pairs.map(({ light }) => light), dark: pairs.map(({ dark }) => dark) };
}
