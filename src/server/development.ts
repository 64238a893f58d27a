import type { AstroIntegration } from 'astro';
import { settlePort } from '../settings.ts';
import type { SiteDirectory } from './site-directory.ts';

/** What all servers of this process read: one that is started again begins before the one before it has ended. */
let opened: Promise<SiteDirectory> | null = null;
let servers = 0;

/** Gives `astro dev` the same database as the production server, opened once and kept over reloads. */
export function openDirectoryInDevelopment(): AstroIntegration {
  return {
    name: 'club-directory:database',
    hooks: {
      'astro:server:setup': async ({ logger, server }) => {
        // Imported here: a build needs no database.
        const { openSiteDirectory } = await import('./site-directory.ts');
        opened ??= openSiteDirectory((line) => logger.info(line));
        await opened;
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
