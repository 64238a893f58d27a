import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { ensureBuild } from '../../src/server/build.ts';
import { render, type AstroApp } from '../../src/server/render.ts';

test('A built site says what was thrown before its own code ran', async () => {
  const build = await ensureBuild(() => {});
  const { app } = (await import(pathToFileURL(join(build, 'server', 'entry.mjs')).href)) as { app: AstroApp };
  const broken: AstroApp = {
    match: (request) => {
      const route = app.match(request);
      return route && { ...route, component: 'src/pages/gone.ts' };
    },
    render: (request, options) => app.render(request, options),
  };
  const question = { url: '/api/club/search', headers: {}, request: null, clientAddress: '', id: '' };
  const { status, error } = await render(broken, 'http://localhost', question);
  expect(status).toBe(500);
  expect(String(error)).toMatch('unable to find a component instance for route /api/club/search');
});
