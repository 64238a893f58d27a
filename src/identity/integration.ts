import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { AstroIntegration } from 'astro';
import { MARK_FILE, SITE_FILE } from './files.ts';
import { readSiteFolder } from './site-folder.ts';

/** What pages import, and the stylesheet of the colours. */
const IDENTITY = 'virtual:identity';
const COLOURS = 'virtual:identity.css';

/** Brings who runs the site, read from their folder, into the pages of a build or of development. */
export const siteIdentity = (siteDir: string): AstroIntegration => ({
  name: 'club-directory:identity',
  hooks: {
    'astro:config:setup': async ({ updateConfig, addWatchFile }) => {
      const siteFile = join(siteDir, SITE_FILE);
      addWatchFile(siteFile);
      const identity = await readSiteFolder(siteDir);
      // Vite knows files by where they are, whatever links lead there.
      const folder = await realpath(siteDir);
      const mark = JSON.stringify(`${join(folder, MARK_FILE)}?url`);
      const modules = new Map([
        [IDENTITY, `export { default as markUrl } from ${mark};\nexport const identity = ${JSON.stringify(identity)};`],
        [COLOURS, `@layer tokens { :root { --accent: light-dark(${identity.accent}, ${identity.accentDark}); } }`],
      ]);
      updateConfig({
        vite: {
          // In development the mark is served from where it is.
          server: { fs: { allow: ['.', folder] } },
          plugins: [
            {
              name: 'club-directory:identity',
              resolveId: (id: string) => (modules.has(id) ? id : undefined),
              load: (id: string) => modules.get(id),
              // Outside of the project nobody else looks.
              configureServer: ({ watcher }) => {
                watcher.add(siteFile);
              },
            },
          ],
        },
      });
    },
  },
});
