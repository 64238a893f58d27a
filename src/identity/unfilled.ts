import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PAGES_FOLDER } from './files.ts';

/** What begins a place that an association fills in, in the pages that the project comes with. */
const UNFILLED = /\[(?:To fill in|À compléter)\b/;

/**
 * The pages of an association's folder that still have places to fill in, as `pages/imprint.en.md`, in order. None of a
 * folder that cannot be read, of which a build tells.
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
