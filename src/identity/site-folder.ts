import { readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import * as v from 'valibot';
import { reasonOf } from '../lib/system-errors.ts';
import { ExpectedError } from '../lib/expected-error.ts';
import { paths } from '../paths.ts';
import { MARK_FILE, SITE_FILE } from './files.ts';
import { findPages } from './pages.ts';
import { findServedFiles } from './served-files.ts';
import { siteFileSchema, type Grounds, type Identity } from './site-file.ts';

/** In KiB. The mark is loaded with every page. */
const MARK_LIMIT = 64;

/** Reads `site.json` and checks the files of SITE_DIR. Throws `ExpectedError` with every issue and its file. */
export async function readSiteFolder(folder: string): Promise<Identity> {
  const stats = await stat(folder).catch(() => null);
  if (!stats?.isDirectory())
    throw new ExpectedError(`The folder ${folder} (SITE_DIR) ${stats ? 'is a file' : 'does not exist'}.`);
  const issues: string[] = [];
  const served = await findServedFiles(folder, issues);
  const pages = await findPages(folder, issues);
  const identity = await readIdentity(folder, issues);
  for (const link of identity ? [...identity.links.menu, ...identity.links.footer] : []) {
    const targets = 'page' in link ? [link.page] : Object.values(link.href);
    const isMissing = (target: string) =>
      'page' in link
        ? !pages.has(target)
        : target.startsWith(paths.files) && !served.has(target.slice(paths.files.length).replace(/[?#].*/s, ''));
    for (const target of new Set(targets.filter(isMissing)))
      issues.push(`${SITE_FILE}: links to ${target}, which does not exist.`);
  }
  await checkMark(folder, issues);
  if (issues.length > 0 || !identity)
    throw new ExpectedError(`Errors in ${relative('', folder) || '.'} (SITE_DIR):\n${issues.join('\n')}`);
  return identity;
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

async function readIdentity(folder: string, issues: string[]): Promise<Identity | null> {
  const text = await readText(folder, SITE_FILE, issues);
  if (text === null) return null;
  const schema = v.pipe(v.string(), v.parseJson(), siteFileSchema(await readGrounds()));
  const result = v.safeParse(schema, text);
  if (result.success) return result.output;
  for (const issue of result.issues) issues.push(`${SITE_FILE}: ${v.getDotPath(issue) ?? 'it'}: ${issue.message}.`);
  return null;
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

const TOKENS = new URL('../styles/tokens.css', import.meta.url);
/** The tokens that are behind the accent or on it. */
const GROUNDS = /--(?:ground|surface|raised|hover|on-accent): light-dark\((#\w+), (#\w+)\);/g;

/** The colours that the accent must contrast with, from the styles. */
export async function readGrounds(): Promise<Grounds> {
  const pairs = [...(await readFile(TOKENS, 'utf8')).matchAll(GROUNDS)];
  return { light: pairs.map(([, light = '']) => light), dark: pairs.map(([, , dark = '']) => dark) };
}
