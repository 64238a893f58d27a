import { describe, expect, test } from 'vitest';
import {
  absolute,
  createPagePaths,
  localeOfPath,
  mainPaths,
  paths,
  pathsIn,
  readImagePath,
  readLocaleParam,
  withQuery,
} from '../src/paths.ts';

describe('The address of an image', () => {
  const hash = '0123456789abcdef'.repeat(4);

  test.each([200, 400] as const)('contains its hash and its size (%i)', (size) => {
    expect(paths.image({ hash, size })).toBe(`/image/${hash}-${size}.webp`);
    expect(readImagePath(paths.image({ hash, size }))).toEqual({ hash, size });
  });

  test.each([
    '/image/',
    `/image/${hash}-300.webp`,
    `/image/${hash}-0400.webp`,
    `/image/${hash}-400.png`,
    `/image/${hash}-400.webp\n`,
    `/image/${hash.toUpperCase()}-400.webp`,
    `/image/a${hash}-400.webp`,
    `/fr/image/${hash}-400.webp`,
  ])('has one spelling, and %j is not it', (path) => {
    expect(readImagePath(path)).toBeNull();
  });
});

test.each([
  ['en', 'en', ''],
  ['fr', 'en', '/fr'],
  ['fr', 'fr', ''],
  ['en', 'fr', '/en'],
] as const)('Pages in %s begin with their language unless it is the default (%s)', (locale, defaultLocale, prefix) => {
  const { home, clubList, clubView, page, clubHistory } = createPagePaths(locale, defaultLocale);
  expect([home, clubList, clubView(7), page('ae'), clubHistory(7, 12)]).toEqual(
    ['/', '/club/', '/club/7/', '/page/ae/', '/club/7/history/?before=12'].map((path) => prefix + path),
  );
});

test('The addresses of this site follow its default language', () => {
  expect(pathsIn('fr').clubList).toBe('/fr/club/');
  expect(mainPaths()).toEqual(pathsIn('en'));
});

test.each([
  [undefined, ['fr', 'en'], 'fr'],
  ['fr', ['en', 'fr'], 'fr'],
  ['fr', ['en', 'de'], null],
  ['en', ['en', 'fr'], null],
  ['xx', ['en', 'fr'], null],
  ['FR', ['en', 'fr'], null],
] as const)('reads the language prefix %j on a site in %j as %j', (param, languages, locale) => {
  expect(readLocaleParam(param, languages)).toBe(locale);
});

test.each([
  ['/fr/nothing', 'fr'],
  ['/de/', 'en'],
  ['/fr?page=1', 'fr'],
  ['/french/', 'en'],
  ['/club/fr/', 'en'],
  ['*', 'en'],
])('answers %j in %s', (path, locale) => {
  expect(localeOfPath(path, ['en', 'fr'])).toBe(locale);
});

test('builds queries and absolute addresses', () => {
  expect(withQuery('/club/', '')).toBe('/club/');
  expect(withQuery('/club/', 'name=a+b')).toBe('/club/?name=a+b');
  expect(absolute('https://clubs.example.org', '/club/7/')).toBe('https://clubs.example.org/club/7/');
});
