import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { AstroIntegration } from 'astro';
import { describeFailure } from '../failure.ts';
import { MARK_FILE, SITE_FILE } from './files.ts';
import { readSiteFolder } from './site-folder.ts';

/** What pages import, and the stylesheet of the colours. */
const IDENTITY = 'virtual:identity';
const COLOURS = 'virtual:identity.css';

/** The code of both, by their names. */
async function makeModules(siteDir: string): Promise<Map<string, string>> {
  const identity = await readSiteFolder(siteDir);
  // Vite knows files by where they are, whatever links lead there.
  const mark = JSON.stringify(`${join(await realpath(siteDir), MARK_FILE)}?url`);
  return new Map([
    [IDENTITY, `export { default as markUrl } from ${mark};\nexport const identity = ${JSON.stringify(identity)};`],
    [COLOURS, `@layer tokens { :root { --accent: light-dark(${identity.accent}, ${identity.accentDark}); } }`],
  ]);
}

/** Brings who runs the site, read from their folder, into the pages of a build or of development. */
export const siteIdentity = (siteDir: string): AstroIntegration => ({
  name: 'club-directory:identity',
  hooks: {
    'astro:config:setup': async ({ updateConfig, logger }) => {
      const siteFile = join(siteDir, SITE_FILE);
      let modules = await makeModules(siteDir);
      updateConfig({
        vite: {
          // In development the mark is served from where it is.
          server: { fs: { allow: ['.', await realpath(siteDir)] } },
          plugins: [
            {
              name: 'club-directory:identity',
              resolveId: (id: string) => (modules.has(id) ? id : undefined),
              load: (id: string) => modules.get(id),
              // Astro would start again when a file of the configuration changes, and not see changed pages after that.
              configureServer: ({ watcher, environments }) => {
                watcher.add(siteFile);
                const refresh = () => {
                  makeModules(siteDir).then(
                    (made) => {
                      modules = made;
                      for (const { moduleGraph, hot } of Object.values(environments)) {
                        moduleGraph.invalidateAll();
                        hot.send({ type: 'full-reload' });
                      }
                    },
                    (error: unknown) =>
                      logger.error(`${describeFailure(error) ?? String(error)}\nThe site stays as it was.`),
                  );
                };
                let timer: NodeJS.Timeout | undefined;
                watcher.on('change', (file) => {
                  if (file !== siteFile) return;
                  clearTimeout(timer);
                  // A file is empty for a moment while it is saved.
                  timer = setTimeout(refresh, 100);
                });
              },
            },
          ],
        },
      });
    },
  },
});
