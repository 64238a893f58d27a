import type { AstroIntegration } from 'astro';
import { settings } from '../settings.ts';
import { checkPages } from './pages.ts';
import { shareSiteContent } from './site.ts';
import { DEFAULT_FOLDER, readSiteFolder } from './site-folder.ts';

async function load(folder: string): Promise<void> {
  const content = await readSiteFolder(folder);
  await checkPages(content);
  shareSiteContent(content);
}

/** Provides the content of the site to the pages. In development, it is read again for each page. */
export function siteIdentity(): AstroIntegration {
  return {
    name: 'club-directory:identity',
    hooks: {
      'astro:config:setup': async ({ command }) => {
        if (command === 'build') await load(DEFAULT_FOLDER);
      },
      'astro:server:setup': ({ server }) => {
        const { siteDir } = settings();
        server.watcher.add(siteDir);
        server.watcher.on('change', (file) => {
          if (file.startsWith(siteDir)) server.hot.send({ type: 'full-reload' });
        });
        server.middlewares.use((_request, _response, next) => {
          load(siteDir).then(() => next(), next);
        });
      },
    },
  };
}
