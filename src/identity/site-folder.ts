import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import * as v from 'valibot';
import { Failure } from '../failure.ts';
import { isLocale, LOCALES } from '../messages/locales.ts';
import { paths } from '../paths.ts';
import { codeOf, reasonOf } from '../system-reasons.ts';
import { ASSOCIATION_PAGE, FILES_FOLDER, HOME_PAGE, MARK_FILE, PAGES_FOLDER, SITE_FILE } from './files.ts';
import { findNamed } from './page-text.ts';
import { findServedFiles } from './served-files.ts';
import { line, PAGE_NAME, readSiteFile, type Grounds, type Identity } from './site-file.ts';

/** A mark is loaded with every page. */
const MARK_LIMIT = 64 * 1024;

/** What is wrong with the folder, each with the file that it is in. */
type Faults = string[];

/**
 * Reads who runs the site from the folder of an association, and looks at everything else in it. Throws `Failure` with
 * every fault there is, each with its file.
 */
export async function readSiteFolder(folder: string): Promise<Identity> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new Failure(`SITE_DIR does not exist or is not a folder: ${folder}.`);
  const faults: Faults = [];
  if (/[?#]/.test(folder)) faults.push('The path must not contain ? or #.');
  const served = await findServedFiles(folder, faults);
  const names = await readPages(folder, served, faults);
  for (const name of [HOME_PAGE, ASSOCIATION_PAGE]) {
    if (names && !names.has(name)) faults.push(`${pageFile(name)}: is missing (one language is enough).`);
  }
  const identity = await readIdentity(folder, faults);
  if (identity && names) findMissingLinks(identity, names, served, faults);
  await checkMark(folder, faults);
  if (faults.length > 0 || !identity) {
    throw new Failure(`Errors in ${relative('', folder) || '.'} (SITE_DIR):\n${faults.join('\n')}`);
  }
  return identity;
}

async function readIdentity(folder: string, faults: Faults): Promise<Identity | null> {
  const text = await readText(folder, SITE_FILE, faults);
  if (text === null) return null;
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    faults.push(`${SITE_FILE}: is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`);
    return null;
  }
  const { value, issues } = readSiteFile(content, await readGrounds());
  for (const { field, message } of issues ?? [])
    faults.push(`${SITE_FILE}: ${[field, message].filter(Boolean).join(' ')}.`);
  return value ?? null;
}

/** Null when it cannot be read, of which the faults tell; `told` is how they name the file. */
async function readBytes(folder: string, file: string, faults: Faults, told = show(file)): Promise<Buffer | null> {
  try {
    const found = await stat(join(folder, file));
    // Whoever reads a pipe waits for somebody to write to it.
    if (found.isFile()) return await readFile(join(folder, file));
    faults.push(`${told}: is ${found.isDirectory() ? 'a folder' : 'not a regular file'}.`);
  } catch (error) {
    faults.push(`${told}: cannot be read: ${reasonOf(error)}.`);
  }
  return null;
}

/** Null when it cannot be read, of which the faults tell. */
async function readText(folder: string, file: string, faults: Faults): Promise<string | null> {
  const bytes = await readBytes(folder, file, faults);
  const text = bytes?.toString();
  if (text === undefined) return null;
  if (!bytes?.includes(0) && !text.includes('\ufffd')) return text.replace(/^\ufeff/, '');
  faults.push(`${show(file)}: is not UTF-8: save it as UTF-8.`);
  return null;
}

/** The signs of a name that nobody sees, such as U+200B, and the spaces that look like another or like none. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{DI}]|(?! )\p{Z}/gu;

/** A name as a person can tell it from another one. */
const show = (name: string) => name.replace(UNSEEN, (sign) => `\\u{${sign.codePointAt(0)?.toString(16) ?? ''}}`);

/** What a person means as a page, by the end of its name: also when Windows has hidden and added a `.txt`. */
const MEANT_AS_PAGE = new RegExp(
  `\\.(?:md|mdown|mdx|mkd|markdown)(?:\\.txt)?$|\\.(?:${LOCALES.join('|')})(?:\\.(?:html?|txt))?$`,
  'i',
);

/** The names of the pages that are there in some language; null when the faults tell that nobody can know. */
async function readPages(folder: string, served: ReadonlySet<string>, faults: Faults): Promise<Set<string> | null> {
  const names = new Set<string>();
  const root = join(folder, PAGES_FOLDER);
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    faults.push(`${PAGES_FOLDER}: cannot be read: ${reasonOf(error)}.`);
    return null;
  });
  if (!entries) return null;
  for (const file of entries.map((entry) => relative(root, join(entry.parentPath, entry.name))).sort()) {
    const path = file.split(sep);
    // Editors and macOS have files of their own, which begin with a dot; pictures may have any other name.
    if (path.some((part) => part.startsWith('.'))) continue;
    if (!MEANT_AS_PAGE.test(file.replace(UNSEEN, '').trim())) continue;
    const [, name = '', locale] = /^(.*)\.([^.]*)\.md$/.exec(file) ?? [];
    if (path.length > 1) {
      faults.push(`${PAGES_FOLDER}/${path.map(show).join('/')}: is in a subfolder: move it to ${PAGES_FOLDER}.`);
    } else if (!PAGE_NAME.test(name) || !isLocale(locale)) {
      faults.push(
        `${PAGES_FOLDER}/${show(file)}: is not a valid page name: use <name>.<language>.md, with a name of lower-case letters a to z, digits and hyphens, and the language ${LOCALES.join(' or ')}.`,
      );
    } else {
      names.add(name);
      const text = await readText(folder, `${PAGES_FOLDER}/${file}`, faults);
      if (text !== null) await checkPage(folder, `${PAGES_FOLDER}/${file}`, text, served, faults);
    }
  }
  return names;
}

const PageSchema = v.strictObject({ title: line, description: v.optional(line) }, ({ expected }) =>
  expected === 'never'
    ? 'is unknown; use title and description'
    : "is missing: start the page with the lines '---', title: …, '---'",
);

/** What the lines before the text of a page stand between, as Astro finds them. */
const AROUND_LINES = /^(?:\s*\n)?(---|\+\+\+)[^]*?\n(---|\+\+\+)/;

/** What is wrong with a page: the lines before its text, or what the text names. */
async function checkPage(
  folder: string,
  path: string,
  text: string,
  served: ReadonlySet<string>,
  faults: Faults,
): Promise<void> {
  if (AROUND_LINES.exec(text)?.slice(1).includes('+++')) {
    faults.push(
      `${path}: TOML front matter (+++) is not supported: start the page with the lines '---', title: …, '---'.`,
    );
    return;
  }
  // Loaded for a build alone: it takes longer than all the rest of a start.
  const { parseFrontmatter } = await import('@astrojs/markdown-remark');
  let content: string;
  try {
    const parsed = parseFrontmatter(text);
    content = parsed.content;
    const { issues } = v.safeParse(PageSchema, parsed.frontmatter);
    for (const issue of issues ?? []) faults.push(`${path}: ${v.getDotPath(issue) ?? ''} ${issue.message}.`);
  } catch (error) {
    // Its other lines draw the place.
    const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
    faults.push(`${path}: invalid YAML between the --- lines: ${reason}.`);
    return;
  }
  const { pictures, files } = await findNamed(content);
  for (const picture of pictures) await checkPicture(folder, path, picture, faults);
  for (const file of files) {
    const name = fileOf(file);
    if (!served.has(name))
      faults.push(`${path}: links to ${show(file)}, but ${FILES_FOLDER}/${show(name)} does not exist.`);
  }
}

/** The file that an address names, below its folder. */
const fileOf = (address: string) => address.slice(paths.files.length).replace(/[?#].*/s, '');

/** What Astro takes for a picture, by the end of its name. */
const PICTURES = ['apng', 'avif', 'gif', 'jpeg', 'jpg', 'png', 'svg', 'tiff', 'webp'];

/** What keeps a picture of a page from being shown. */
async function checkPicture(folder: string, page: string, picture: string, faults: Faults): Promise<void> {
  const label = `${page}: picture ${show(picture)}`;
  const place = relative(folder, join(folder, PAGES_FOLDER, picture)).split(sep);
  // A build takes no notice of changes elsewhere.
  if (place.some((part) => part.startsWith('.') || part === 'node_modules')) {
    faults.push(`${label}: must be in SITE_DIR, and not in a hidden folder.`);
  } else if (/[%?#]/.test(picture)) faults.push(`${label}: the name must not contain %, ? or #.`);
  else if (!PICTURES.includes(extname(picture).slice(1).toLowerCase())) {
    faults.push(`${label}: must be one of these formats: ${PICTURES.join(', ')}.`);
  } else {
    const bytes = await readBytes(join(folder, PAGES_FOLDER), picture, faults, label);
    if (!bytes) return;
    const { imageMetadata } = await import('astro/assets/utils');
    await imageMetadata(bytes).catch(() => faults.push(`${label}: is not an image, or damaged.`));
  }
}

/** A page in any language, as a person finds its file. */
const pageFile = (name: string) => `${PAGES_FOLDER}/${name}.{${LOCALES.join(',')}}.md`;

/** Links to pages that are not there. */
function findMissingLinks(
  { links }: Identity,
  names: ReadonlySet<string>,
  served: ReadonlySet<string>,
  faults: Faults,
): void {
  for (const [place, list] of Object.entries(links)) {
    for (const [index, link] of list.entries()) {
      const hrefs = 'href' in link ? Object.values(link.href) : [];
      for (const file of new Set(hrefs.filter((href) => href.startsWith(paths.files)))) {
        const name = fileOf(file);
        if (!served.has(name)) {
          faults.push(
            `${SITE_FILE}: links.${place}.${index}.href links to ${show(file)}, but ${FILES_FOLDER}/${show(name)} does not exist.`,
          );
        }
      }
      if ('page' in link && !names.has(link.page)) {
        faults.push(
          `${SITE_FILE}: links.${place}.${index}.page is ${link.page}, but ${pageFile(link.page)} does not exist.`,
        );
      }
    }
  }
}

/** What keeps browsers from showing the mark, in the header and in a tab. */
async function checkMark(folder: string, faults: Faults): Promise<void> {
  const text = await readText(folder, MARK_FILE, faults);
  if (text === null) return;
  const [root] = /<svg\b[^>]*>/i.exec(text.replace(/<!--.*?-->/gs, '')) ?? [];
  if (!root) faults.push(`${MARK_FILE}: is not an SVG image.`);
  else {
    if (!/\sxmlns\s*=\s*["']http:\/\/www\.w3\.org\/2000\/svg["']/.test(root)) {
      faults.push(`${MARK_FILE}: the svg element needs xmlns="http://www.w3.org/2000/svg".`);
    }
    if (!/\sviewBox\s*=/.test(root)) {
      faults.push(`${MARK_FILE}: the svg element needs a viewBox, such as viewBox="0 0 32 32".`);
    }
  }
  if (Buffer.byteLength(text) > MARK_LIMIT) {
    faults.push(`${MARK_FILE}: must have at most ${MARK_LIMIT / 1024} KiB.`);
  }
}

/** The tokens that the accent is seen on, or that are seen on it. */
const GROUND_TOKENS = ['ground', 'surface', 'raised', 'hover', 'on-accent'];
const TOKENS = new URL('../styles/tokens.css', import.meta.url);

/** The colours of the styles that the accent must be told from. */
export async function readGrounds(): Promise<Grounds> {
  const css = await readFile(TOKENS, 'utf8');
  const pairs = GROUND_TOKENS.map((token) => {
    const [, light, dark] = new RegExp(`--${token}: light-dark\\((#\\w+), (#\\w+)\\);`).exec(css) ?? [];
    if (light === undefined || dark === undefined)
      throw new Error(`src/styles/tokens.css has no colours of --${token}.`);
    return { light, dark };
  });
  return { light: pairs.map(({ light }) => light), dark: pairs.map(({ dark }) => dark) };
}
