import { getViteConfig } from 'astro/config';
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import type { AstroComponentFactory } from 'astro/runtime/server/index.js';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPaginator, getPage, paginationRequest } from '../../src/lib/pagination.ts';
import { messages } from '../../src/messages/messages.ts';
import { pathsIn } from '../../src/paths.ts';
import { readHtml } from '../support/html.ts';

const locals = { locale: 'en', user: null, texts: messages('en'), paths: pathsIn('en') } as App.Locals;
let server: ViteDevServer;
beforeAll(async () => {
  const config = await getViteConfig({}, { configFile: false })({ command: 'serve', mode: 'test' });
  server = await createServer({
    ...config,
    configFile: false,
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true },
    appType: 'custom',
  });
});
afterAll(() => server.close());

async function render(name: string, props: Record<string, unknown>) {
  const module = await server.ssrLoadModule(`/src/components/${name}.astro`);
  const container = await AstroContainer.create();
  const component = module.default as AstroComponentFactory;
  return readHtml(await container.renderToString(component, { locals, props }));
}

async function renderLinks(component: 'Paginate' | 'PaginateHtmx', props: Record<string, unknown> = {}) {
  const paginator = createPaginator(3, 1);
  const shown = { request: paginationRequest([['name', 'go']]), currentPage: getPage(paginator, 2), paginator };
  const html = await render(`pagination/${component}`, { ...shown, ...props });
  return html.all('a').map(({ attributes }) => attributes);
}

test.each([
  [1, 0],
  [2, 1],
])('A page in %i other languages has %i menus of languages', async (count, menus) => {
  const translations = Array.from({ length: count }, (_, index) => ({ locale: 'fr', path: `/${index}/` }));
  const html = await render('site/LanguageLinks', { translations });
  expect(html.all('details')).toHaveLength(menus);
  expect(html.all('a').map(({ attributes }) => attributes.href)).toEqual(translations.map(({ path }) => path));
});

describe('Pagination', () => {
  test('without htmx has plain links', async () => {
    const links = await renderLinks('Paginate');
    expect(links.map(({ href }) => href)).toEqual([1, 1, 2, 3, 3].map((page) => `?name=go&page=${page}`));
    expect(links.flatMap((attributes) => Object.keys(attributes)).filter((name) => name.startsWith('hx-'))).toEqual([]);
  });

  test.each([
    [{}, '#content'],
    [{ htmxTarget: '#paginated' }, '#paginated'],
  ])('with htmx and %j replaces the content of %s', async (props, target) => {
    for (const attributes of await renderLinks('PaginateHtmx', props)) {
      expect(attributes).toMatchObject({
        href: attributes['hx-get'],
        'hx-target': target,
        'hx-swap': 'innerHTML',
        'hx-push-url': 'true',
      });
    }
  });
});
