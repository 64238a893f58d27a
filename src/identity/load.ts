import { createContent } from './content.ts';
import type { SiteEntry } from './entries.ts';
import { checkPages } from './pages.ts';
import { shareSiteContent } from './site.ts';
import { readSiteFolder } from './site-folder.ts';

/** Loads the content of a folder with what the board saved, for builds and development. Throws `ExpectedError`. */
export async function loadContent(folder: string, entries: readonly SiteEntry[] = []): Promise<void> {
  const content = createContent(await readSiteFolder(folder), entries);
  await checkPages(content);
  shareSiteContent(content);
}
