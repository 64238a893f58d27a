import { cp, readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AstroIntegration } from 'astro';
import { paths } from '../paths.ts';
import { FILES_FOLDER, MARK_FILE, SITE_FILE } from './files.ts';
import { makeIcons } from './icons.ts';
import { findServedFiles } from './served-files.ts';
import { readSiteFolder } from './site-folder.ts';
import { findUnfilledPages } from './pages.ts';

/** The contents of `site.json`, and a stylesheet with the accent colour. */
const IDENTITY = 'virtual:identity';
const COLOURS = 'virtual:identity.css';

/** Provides SITE_DIR to the pages. In development, a changed file is read again and an error is shown by Vite. */
export function siteIdentity(siteDir: string): AstroIntegration {
  return {
    name: 'club-directory:identity',
    hooks: {
      'astro:config:setup': async ({ updateConfig }) => {
        // Vite knows files by their real paths.
        const folder = await realpath(siteDir);
        updateConfig({
          vite: {
            // In development the mark is served from SITE_DIR.
            server: { fs: { allow: ['.', folder] } },
            plugins: [
              {
                name: 'club-directory:identity',
                resolveId: (id: string) => (id === IDENTITY || id === COLOURS ? id : undefined),
                async load(id: string) {
                  if (id !== IDENTITY && id !== COLOURS) return undefined;
                  for (const file of [SITE_FILE, MARK_FILE]) this.addWatchFile(join(folder, file));
                  const identity = await readSiteFolder(siteDir);
                  if (id === COLOURS)
                    return `@layer tokens { :root { --accent: light-dark(${identity.accent}, ${identity.accent_dark}); } }`;
                  return `
                    export { default as markUrl } from ${JSON.stringify(`${join(folder, MARK_FILE)}?url`)};
                    export const identity = ${JSON.stringify(identity)};
                    export const unfilledPages = ${JSON.stringify(await findUnfilledPages(siteDir))};`;
                },
              },
            ],
          },
        });
      },
      'astro:build:done': async ({ dir }) => {
        for (const file of await findServedFiles(siteDir))
          await cp(join(siteDir, FILES_FOLDER, file), new URL(`.${paths.files}${file}`, dir));
        for (const [path, icon] of await makeIcons(await readFile(join(siteDir, MARK_FILE))))
          await writeFile(new URL(`.${path}`, dir), icon);
      },
    },
  };
}
