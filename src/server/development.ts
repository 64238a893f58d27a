import type { AstroIntegration } from 'astro';

/** Gives `astro dev` the same database as the production server, opened once and kept over reloads. */
export function openDatabaseInDevelopment(): AstroIntegration {
  return {
    name: 'club-directory:database',
    hooks: {
      'astro:server:setup': async ({ logger, server }) => {
        // Imported here: a build needs no database.
        const { openSiteDatabase } = await import('./database.ts');
        const database = await openSiteDatabase((line) => logger.info(line));
        server.httpServer?.once('close', () => void database.close());
      },
    },
  };
}
