import { cp, readFile, realpath, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { inspect } from 'node:util';
import type { AstroIntegration, AstroIntegrationLogger, HookParameters } from 'astro';
import { describeFailure } from '../failure.ts';
import { paths } from '../paths.ts';
import { FILES_FOLDER, MARK_FILE, PAGES_FOLDER, SITE_FILE } from './files.ts';
import { makeIcons } from './icons.ts';
import { findServedFiles } from './served-files.ts';
import { readSiteFolder } from './site-folder.ts';
import { findUnfilledPages } from './unfilled.ts';

/** What pages import, and the stylesheet of the colours. */
const IDENTITY = 'virtual:identity';
const COLOURS = 'virtual:identity.css';

/** The code of both, by their names. */
async function makeModules(siteDir: string): Promise<Map<string, string>> {
  const identity = await readSiteFolder(siteDir);
  const unfilled = await findUnfilledPages(siteDir);
  // Vite knows files by where they are, whatever links lead there.
  const mark = JSON.stringify(`${join(await realpath(siteDir), MARK_FILE)}?url`);
  return new Map([
    [
      IDENTITY,
      `export { default as markUrl } from ${mark};\nexport const identity = ${JSON.stringify(identity)};\nexport const unfilledPages = ${JSON.stringify(unfilled)};`,
    ],
    [COLOURS, `@layer tokens { :root { --accent: light-dark(${identity.accent}, ${identity.accentDark}); } }`],
  ]);
}

/** Brings who runs the site, read from their folder, into the pages of a build or of development. */
export function siteIdentity(siteDir: string): AstroIntegration {
  let modules = new Map<string, string>();
  const read = async () => {
    modules = await makeModules(siteDir);
  };
  return {
    name: 'club-directory:identity',
    hooks: {
      'astro:config:setup': async ({ updateConfig }) => {
        await read();
        updateConfig({
          vite: {
            // In development the mark is served from where it is.
            server: { fs: { allow: ['.', await realpath(siteDir)] } },
            plugins: [
              {
                name: 'club-directory:identity',
                resolveId: (id: string) => (modules.has(id) ? id : undefined),
                load: (id: string) => modules.get(id),
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
      'astro:server:setup': ({ server, logger }) => {
        server.middlewares.use((request, response, next) => {
          const { url = '' } = request;
          if (url !== paths.favicon && url !== paths.touchIcon) {
            next();
            return;
          }
          readFile(join(siteDir, MARK_FILE))
            .then(makeIcons)
            .then((icons) => response.end(icons.get(url)), next);
        });
        readAgain(siteDir, read, server, logger);
      },
    },
  };
}

/**
 * Reads the folder again in development when a file of it has changed. What does not fit is told in the terminal and
 * above every page, until it is mended.
 */
function readAgain(
  siteDir: string,
  read: () => Promise<void>,
  { watcher, environments }: HookParameters<'astro:server:setup'>['server'],
  logger: AstroIntegrationLogger,
): void {
  const { hot } = environments.client;
  let faults: string | null = null;
  const showFaults = () => {
    if (faults !== null) hot.send({ type: 'error', err: { message: faults, stack: '' } });
  };
  // To all pages, and not to the new one alone: on that way Astro makes HTML of the text.
  hot.on('vite:client:connect', showFaults);

  const changed = new Set<string>();
  const refresh = async () => {
    // What has changed in a page is Astro's to show.
    const isShown = changed.has(SITE_FILE) || changed.has(MARK_FILE) || faults !== null;
    changed.clear();
    try {
      await read();
    } catch (error) {
      faults = describeFailure(error) ?? inspect(error);
      logger.error(faults);
      showFaults();
      return;
    }
    faults = null;
    if (!isShown) return;
    for (const { moduleGraph, hot } of Object.values(environments)) {
      moduleGraph.invalidateAll();
      hot.send({ type: 'full-reload' });
    }
  };

  // Astro would start again when a file of the configuration changes, and not see changed pages after that.
  const parts = [SITE_FILE, MARK_FILE, PAGES_FOLDER, FILES_FOLDER];
  watcher.add(parts.map((part) => join(siteDir, part)));
  let refreshed = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  watcher.on('all', (_, file) => {
    const part = parts.find((one) => `${file}${sep}`.startsWith(join(siteDir, one, sep)));
    if (part === undefined) return;
    changed.add(part);
    clearTimeout(timer);
    // A file is empty for a moment while it is saved.
    timer = setTimeout(() => {
      refreshed = refreshed.then(refresh);
    }, 100);
  });
}
