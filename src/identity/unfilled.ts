import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PAGES_FOLDER } from './files.ts';

/** The beginning of a placeholder in the default pages. */
const UNFILLED = /\[(?:To fill in|À compléter)\b/;

/**
 * The pages with unfilled placeholders, such as `pages/imprint.en.md`, in order. Empty for a folder that cannot be read,
 * which the build reports.
 */
export async function findUnfilledPages(siteDir: string): Promise<string[]> {
  const folder = join(siteDir, PAGES_FOLDER);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.md')).sort();
  const unfilled: string[] = [];
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '');
    if (UNFILLED.test(text)) unfilled.push(`${PAGES_FOLDER}/${name}`);
  }
  return unfilled;
}
