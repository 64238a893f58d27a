import type { AstroIntegration } from 'astro';
import type { IncomingMessage } from 'node:http';
import { sendResponse, textResponse } from '../http/buffered-response.ts';
import type { StoredFiles } from '../http/stored-files.ts';
import { createContent } from '../identity/content.ts';
import { findContentEntries, type SiteEntry } from '../identity/entries.ts';
import { checkPages } from '../identity/pages.ts';
import { shareSiteContent, siteContent } from '../identity/site.ts';
import { DEFAULT_FOLDER, readSiteFolder } from '../identity/site-folder.ts';
import { isRead } from '../lib/requests.ts';
import { paths } from '../paths.ts';
import { settings, settlePort } from '../settings.ts';
import type { OpenSite } from './open-site.ts';
import { createServedFile } from './static-files.ts';

/** Shared by all servers of the process: a restarted server starts before the previous one ends. */
let opening: Promise<OpenSite> | null = null;

/**
 * Provides the content of the site: for a build, that of the default folder. In development, it is read again for each
 * request, and the database, its images and the style guide are there too.
 */
export function siteIntegration(): AstroIntegration {
  return {
    name: 'club-directory',
    hooks: {
      'astro:config:setup': async ({ command, injectRoute }) => {
        if (command === 'build') await loadContent(DEFAULT_FOLDER);
        if (command === 'dev') injectRoute({ pattern: '/styleguide', entrypoint: './src/pages/_styleguide.astro' });
      },
      'astro:server:setup': async ({ logger, server }) => {
        // Imported here, because a build needs no database.
        const { openSite } = await import('./open-site.ts');
        const { createStoredFiles } = await import('./application.ts');
        opening ??= openSite((line) => logger.info(line));
        const { sql } = await opening;
        const images = createStoredFiles(sql);
        const { siteDir } = settings();
        server.watcher.add(siteDir).on('change', (file) => {
          if (file.startsWith(siteDir)) server.hot.send({ type: 'full-reload' });
        });
        server.middlewares.use((_request, _response, next) => {
          findContentEntries(sql)
            .then((entries) => loadContent(siteDir, entries))
            .then(() => next(), next);
        });
        server.middlewares.use((request, response, next) => {
          findFile(request, images).then((file) => (file ? sendResponse(file, request, response) : next()), next);
        });
      },
      // The next port, if the configured one is in use.
      'astro:server:start': ({ address }) => void settlePort(address.port),
    },
  };
}

/** Loads the content of a folder with what the board saved. */
async function loadContent(folder: string, entries: readonly SiteEntry[] = []): Promise<void> {
  const content = createContent(await readSiteFolder(folder), entries);
  await checkPages(content);
  shareSiteContent(content);
}

async function findFile(request: IncomingMessage, images: StoredFiles) {
  const { pathname = '' } = URL.parse(request.url ?? '', 'http://localhost') ?? {};
  if (!isRead(request)) return null;
  if (pathname.startsWith(paths.images)) return (await images.fetch(pathname)) ?? textResponse(404, 'Not found.\n');
  const { mark, stylesheet, files } = siteContent();
  const file = [mark, stylesheet, ...files].find((one) => one?.path === decodeURIComponent(pathname));
  return file ? createServedFile(file.path, file.bytes) : null;
}
