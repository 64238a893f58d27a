import type { AstroIntegration } from 'astro';
import { settlePort } from '../settings.ts';

/** Gives `astro dev` the same database as the production server, opened once and kept over reloads. */
export function openDirectoryInDevelopment(): AstroIntegration {
  return {
    name: 'club-directory:database',
    hooks: {
      'astro:server:setup': async ({ logger, server }) => {
        // Imported here: a build needs no database.
        const { openSiteDirectory } = await import('./site-directory.ts');
        const opened = await openSiteDirectory((line) => logger.info(line));
        server.httpServer?.once('close', () => void opened.close());
      },
      // Not always the one that it was to be: the next one, when that is in use.
      'astro:server:start': ({ address }) => void settlePort(address.port),
    },
  };
}
