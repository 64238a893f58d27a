import type { AstroIntegration } from 'astro';
import type { IncomingMessage } from 'node:http';
import { sendResponse, textResponse } from '../http/buffered-response.ts';
import type { StoredFiles } from '../http/stored-files.ts';
import { siteContent } from '../identity/site.ts';
import { isRead } from '../lib/requests.ts';
import { paths } from '../paths.ts';
import { settlePort } from '../settings.ts';
import type { OpenSite } from './open-site.ts';
import { createServedFile } from './static-files.ts';

/** Shared by all servers of the process: a restarted server starts before the previous one ends. */
let opening: Promise<OpenSite> | null = null;

/** Provides the database, its images, the files of the association and the style guide to `astro dev`. */
export function developmentServer(): AstroIntegration {
  return {
    name: 'club-directory:development',
    hooks: {
      'astro:config:setup': ({ command, injectRoute }) => {
        if (command === 'dev') injectRoute({ pattern: '/styleguide', entrypoint: './src/pages/_styleguide.astro' });
      },
      'astro:server:setup': async ({ logger, server }) => {
        // Imported here, because a build needs no database.
        const { openSite } = await import('./open-site.ts');
        const { createStoredFiles } = await import('./application.ts');
        opening ??= openSite((line) => logger.info(line));
        const images = createStoredFiles((await opening).sql);
        server.middlewares.use((request, response, next) => {
          findFile(request, images).then((file) => (file ? sendResponse(file, request, response) : next()), next);
        });
      },
      // The next port, if the configured one is in use.
      'astro:server:start': ({ address }) => void settlePort(address.port),
    },
  };
}

async function findFile(request: IncomingMessage, images: StoredFiles) {
  const { pathname = '' } = URL.parse(request.url ?? '', 'http://localhost') ?? {};
  if (!isRead(request)) return null;
  if (pathname.startsWith(paths.images)) return (await images.find(pathname)) ?? textResponse(404, 'Not found.\n');
  const { mark, stylesheet, files } = siteContent();
  const file = [mark, stylesheet, ...files].find((one) => one?.path === decodeURIComponent(pathname));
  return file ? createServedFile(file.path, file.bytes) : null;
}
