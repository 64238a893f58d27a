import node, { getAdapter } from '@astrojs/node';
import { defineConfig } from 'astro/config';
import { fileURLToPath } from 'node:url';
import { siteIntegration } from './src/process/development.ts';
import { settings } from './src/settings.ts';

const site = settings();
// Set by src/process/build.ts. Builds of several sites may run at the same time.
const { BUILD_FOLDER, BUILD_CACHE } = process.env;

// All pages share the global stylesheet, all rendered pages a second one and those of the board a third one, so that
// browsers load each once. The
// project's code is in one file, because Astro imports the file of a page with every request.
const GLOBAL_STYLES = { name: 'global', test: /\/src\/styles\/.*\.css$/, priority: 2 };
const BOARD_STYLES = { name: 'board', test: /\/src\/styles\/board.*\.css$/, priority: 3 };
const STYLES = { name: 'styles', test: /\.css$|[?&]type=style\b/, priority: 1 };
const CODE = { name: 'site', test: /^(?!.*node_modules)(?!.*\/src\/clubs\/csv\/workbook\/)/ };
// The build contains the packages that pages use, because an update may remove them while the site runs. Not sharp, which
// has native code, and the languages of a highlighter that is off.
const PACKAGES = BUILD_FOLDER ? { noExternal: true, external: ['sharp', '@shikijs/langs', '@shikijs/themes'] } : {};

/** Builds the worker thread of src/clubs/csv/read-workbook.ts as a separate file. */
const workbookWorker = {
  name: 'club-directory:workbook-worker',
  applyToEnvironment: ({ name }) => name === 'ssr',
  buildStart() {
    const id = fileURLToPath(new URL('./src/clubs/csv/workbook/worker.ts', import.meta.url));
    if (BUILD_FOLDER) this.emitFile({ type: 'chunk', id, fileName: 'workbook-worker.mjs' });
  },
};

// The browsers named in the README. Replaces light-dark() by custom properties, and adds prefixes.
const BROWSERS = ['chrome111', 'edge111', 'firefox115', 'safari16.4', 'ios16.4'];

export default defineConfig({
  output: 'server',
  ...(BUILD_FOLDER ? { outDir: BUILD_FOLDER, cacheDir: BUILD_CACHE } : {}),
  // For development; the production server reads the settings itself.
  server: { host: site.host, port: site.port },
  trailingSlash: 'ignore',
  adapter: nodeWithOwnServer(),
  integrations: [siteIntegration()],
  session: false,
  // Writes the caching policy of a route into headers, for src/http/response-cache.ts.
  cache: {
    provider: { name: 'club-directory', entrypoint: new URL('./src/http/astro-cache-provider.ts', import.meta.url) },
  },
  markdown: { syntaxHighlight: false },
  build: { inlineStylesheets: 'never' },
  vite: {
    plugins: [workbookWorker],
    build: { assetsInlineLimit: 0, cssTarget: BROWSERS },
    environments: {
      prerender: { build: { rolldownOptions: { output: { codeSplitting: { groups: [GLOBAL_STYLES] } } } } },
      ssr: {
        resolve: PACKAGES,
        build: {
          rolldownOptions: { output: { codeSplitting: { groups: [BOARD_STYLES, GLOBAL_STYLES, STYLES, CODE] } } },
        },
      },
    },
  },
  devToolbar: { enabled: false },
  security: {
    // The middleware has its own check (isFromThisSite in src/middleware.ts), which covers all bodies.
    checkOrigin: false,
    // The server sends the policy for scripts as a header: src/http/security-headers.ts.
  },
});

/** The adapter for Node.js with the project's own server instead of the adapter's. */
function nodeWithOwnServer() {
  // Required, though it only concerns the adapter's server.
  const adapter = node({ mode: 'middleware' });
  const serverEntrypoint = new URL('./src/process/astro-entrypoint.ts', import.meta.url);
  adapter.hooks['astro:config:done'] = ({ setAdapter }) =>
    setAdapter({ ...getAdapter({ staticHeaders: false }), serverEntrypoint });
  return adapter;
}
