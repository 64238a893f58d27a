import node, { getAdapter } from '@astrojs/node';
import { defineConfig } from 'astro/config';
import { siteIdentity } from './src/identity/integration.ts';
import { developmentServer } from './src/process/development.ts';
import { settings } from './src/settings.ts';

const site = settings();
// Set by src/process/build.ts. Builds of several sites may run at the same time.
const { BUILD_FOLDER, BUILD_CACHE } = process.env;

// One stylesheet for all rendered pages, so that browsers need one request. One file for all code, because Astro imports
// the file of a page with every request.
const STYLES = { name: 'styles', test: /\.css$|[?&]type=style\b/ };
const CODE = { name: 'site', test: /./ };

export default defineConfig({
  output: 'server',
  ...(BUILD_FOLDER ? { outDir: BUILD_FOLDER, cacheDir: BUILD_CACHE } : {}),
  // For development; the production server reads the settings itself.
  server: { host: site.host, port: site.port },
  trailingSlash: 'ignore',
  adapter: nodeWithOwnServer(),
  integrations: [siteIdentity(site.siteDir), developmentServer()],
  session: false,
  // Puts the caching policy of a route into headers; src/http/response-cache.ts follows it.
  cache: {
    provider: { name: 'club-directory', entrypoint: new URL('./src/http/astro-cache-provider.ts', import.meta.url) },
  },
  markdown: { syntaxHighlight: false },
  build: { inlineStylesheets: 'never' },
  vite: {
    build: { assetsInlineLimit: 0 },
    environments: {
      ssr: { build: { rolldownOptions: { output: { codeSplitting: { groups: [STYLES, CODE] } } } } },
    },
  },
  devToolbar: { enabled: false },
  security: {
    // The middleware has another check (isFromThisSite in src/lib/requests.ts), which covers all bodies.
    checkOrigin: false,
    // The policy for scripts is a header of the server: src/http/security-headers.ts.
  },
});

/** The adapter for Node.js with the project's own server instead of the adapter's. */
function nodeWithOwnServer() {
  // The mode is required, though it only concerns the adapter's server.
  const adapter = node({ mode: 'middleware' });
  const serverEntrypoint = new URL('./src/http/astro-entrypoint.ts', import.meta.url);
  adapter.hooks['astro:config:done'] = ({ setAdapter }) =>
    setAdapter({ ...getAdapter({ staticHeaders: false }), serverEntrypoint });
  return adapter;
}
