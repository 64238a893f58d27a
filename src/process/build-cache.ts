import type { AstroIntegration } from 'astro';

/** Where Astro keeps, on the way, what it has read of the pages of a build: beside the folder of the build. */
export const cacheFolderOf = (buildFolder: string): string => `${buildFolder.replace(/[/\\]$/, '')}.cache`;

/** Gives each build a cache of its own: several may be made at the same time, of other pages. */
export const cacheOfItsOwn = (): AstroIntegration => ({
  name: 'club-directory:build-cache',
  hooks: {
    'astro:config:setup': ({ command, config, updateConfig }) => {
      if (command === 'build') updateConfig({ cacheDir: new URL(`${cacheFolderOf(config.outDir.href)}/`) });
    },
  },
});
