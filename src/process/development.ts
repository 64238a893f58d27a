import type { AstroIntegration } from 'astro';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FILES_FOLDER } from '../identity/files.ts';
import { findServedFiles } from '../identity/served-files.ts';
import { paths } from '../paths.ts';
import { settings, settlePort } from '../settings.ts';
import { sendAnswer, type Answer } from '../http/buffered-response.ts';
import type { SiteDirectory } from './open-site.ts';
import { createServedFile } from '../http/static-files.ts';

/** What all servers of this process read: one that is started again begins before the one before it has ended. */
let opened: Promise<SiteDirectory> | null = null;
let servers = 0;

/** Gives `astro dev` the database of the production server, opened once and kept over reloads, and the style guide. */
export function openDirectoryInDevelopment(): AstroIntegration {
  return {
    name: 'club-directory:database',
    hooks: {
      'astro:config:setup': ({ command, injectRoute }) => {
        if (command === 'dev') injectRoute({ pattern: '/styleguide', entrypoint: './src/pages/_styleguide.astro' });
      },
      'astro:server:setup': async ({ logger, server }) => {
        // Imported here: a build needs no database.
        const { openSiteDirectory } = await import('./open-site.ts');
        opened ??= openSiteDirectory((line) => logger.info(line));
        await opened;
        server.middlewares.use((request, response, next) => {
          const isRead = request.method === 'GET' || request.method === 'HEAD';
          findServedFile(isRead ? (request.url ?? '') : '').then((file) => {
            if (file) sendAnswer(file, request, response);
            else next();
          }, next);
        });
        servers += 1;
        server.httpServer?.once('close', () => {
          servers -= 1;
          if (servers > 0) return;
          void opened?.then((directory) => directory.close());
          opened = null;
        });
      },
      // Not always the one that it was to be: the next one, when that is in use.
      'astro:server:start': ({ address }) => void settlePort(address.port),
    },
  };
}

/** A file of the association as the production server answers it; null for none. */
async function findServedFile(url: string): Promise<Answer | null> {
  const { siteDir } = settings();
  const { pathname } = URL.parse(url, 'http://localhost') ?? {};
  if (!pathname?.startsWith(paths.files)) return null;
  const name = decodeURIComponent(pathname.slice(paths.files.length));
  if (!(await findServedFiles(siteDir)).has(name)) return null;
  return createServedFile(name, await readFile(join(siteDir, FILES_FOLDER, name)));
}
