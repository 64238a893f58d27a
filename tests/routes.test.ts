import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compileRoute, routes } from '../src/routes.ts';

/** Error pages, and pages that are reached by a rewrite only. */
const OTHERS = [
  ...['/404', '/500', '/[...locale]/[error]', '/_styleguide', '/api/[...path]', '/api/docs'],
  ...['/fragments/club', '/fragments/home', '/fragments/static', '/fragments/unsaved'],
];

test('The table has every route', () => {
  const patterns = globSync('src/pages/**/*.{astro,ts}')
    .map((file) => file.replaceAll('\\', '/').replace(/^src\/pages|(?:\/index)?\.\w+$/g, ''))
    .filter((pattern) => !OTHERS.includes(pattern));
  expect(Object.values(routes).sort()).toEqual([...patterns, routes.island].sort());
});

test.each([
  [routes.home, '/', true],
  [routes.home, '/fr', true],
  [routes.clubView, '/club/7', true],
  [routes.clubView, '/fr/club/7/', true],
  [routes.clubView, '/xx/club/7/', false],
  [routes.clubView, '/club/7/edit/', false],
  [routes.boardExport, '/desk/clubs.csv', true],
  [routes.boardExport, '/desk/clubs.csv/', false],
  [routes.boardExport, '/desk/clubs-csv', false],
  [routes.fetchClub, '/api/club/7', true],
  [routes.fetchClub, '/api/club/7/', false],
])('The pattern %s of %s: %s', (pattern, path, fits) => {
  expect(compileRoute(pattern).test(path)).toBe(fits);
});
