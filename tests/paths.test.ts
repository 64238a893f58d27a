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

describe('The addresses of the API', () => {
  test.each([
    [paths.searchClub, '/api/club/search'],
    [paths.searchClubProfile, '/api/club/search-profile'],
    [paths.fetchClub(7), '/api/club/7'],
  ])('have no language: %s', (address, expected) => {
    expect(address).toBe(expected);
  });
});

describe('The address of an image', () => {
  const hash = '0123456789abcdef'.repeat(4);

  test.each([200, 400] as const)('names its content and its size (%i)', (size) => {
    expect(paths.image({ hash, size })).toBe(`/image/${hash}-${size}.webp`);
    expect(readImagePath(paths.image({ hash, size }))).toEqual({ hash, size });
  });

  test.each([
    '',
    '/image/',
    `/image/${hash}.webp`,
    `/image/${hash}-300.webp`,
    `/image/${hash}-0400.webp`,
    `/image/${hash}-400.png`,
    `/image/${hash}-400.webp/`,
    `/image/${hash}-400.webp\n`,
    `/image/${hash.toUpperCase()}-400.webp`,
    `/image/${hash.slice(1)}-400.webp`,
    `/image/a${hash}-400.webp`,
    `/fr/image/${hash}-400.webp`,
    `https://clubs.example.org/image/${hash}-400.webp`,
  ])('has one spelling, which %j is not', (path) => {
    expect(readImagePath(path)).toBeNull();
  });
});

describe('The addresses of pages', () => {
  test.each([
    ['en', 'en', ''],
    ['fr', 'en', '/fr'],
    ['fr', 'fr', ''],
    ['en', 'fr', '/en'],
  ] as const)('in %s, while %s has no prefix', (locale, defaultLocale, prefix) => {
    const paths = createPagePaths(locale, defaultLocale);
    const { home, clubList, clubView, clubNew, page } = paths;
    expect([home, clubList, clubView(7), clubNew, page('ae')]).toEqual(
      ['/', '/club/', '/club/7/', '/club/new/', '/page/ae/'].map((path) => prefix + path),
    );
    expect([paths.clubHistory(7), paths.clubHistory(7, 12), paths.clubOfficers(7), paths.clubDeleted()]).toEqual(
      ['/club/7/history/', '/club/7/history/?before=12', '/club/7/officers/', '/club/deleted/'].map(
        (path) => prefix + path,
      ),
    );
  });

  test('of this site follow its setting', () => {
    expect(pathsIn('fr').clubList).toBe('/fr/club/');
    expect(mainPaths()).toEqual(pathsIn('en'));
  });
});

test.each([
  [undefined, 'en', 'en'],
  [undefined, 'fr', 'fr'],
  ['fr', 'en', 'fr'],
  ['en', 'fr', 'en'],
  ['en', 'en', null],
  ['de', 'en', null],
  ['FR', 'en', null],
  ['fr/fr', 'en', null],
  ['', 'en', null],
] as const)('The prefix %j is, beside %s without one, of %j', (param, defaultLocale, locale) => {
  expect(readLocaleParam(param, defaultLocale)).toBe(locale);
});

test.each([
  ['/fr/nothing', 'fr'],
  ['/fr', 'fr'],
  ['/fr?page=1', 'fr'],
  ['/en/club/', 'en'],
  ['/french/', 'en'],
  ['/club/fr/', 'en'],
  ['/', 'en'],
  ['', 'en'],
  ['*', 'en'],
])('Who asks for %j is answered in %s', (path, locale) => {
  expect(localeOfPath(path, 'en')).toBe(locale);
});

test('An address has no question mark without a query', () => {
  expect(withQuery('/club/', '')).toBe('/club/');
  expect(withQuery('/club/', 'name=a+b')).toBe('/club/?name=a+b');
});

test('An absolute address begins with the address of the site', () => {
  expect(absolute('https://clubs.example.org', '/club/7/')).toBe('https://clubs.example.org/club/7/');
});
