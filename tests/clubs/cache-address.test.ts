import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { normalizeClubAddress } from '../../src/clubs/cache-address.ts';
import { shareSiteSettings } from '../../src/site-settings.ts';
import { readClubApiSearch, readClubListSearch } from '../../src/clubs/search.ts';
import { anyCharacter } from '../support/characters.ts';
import { inFull } from '../support/scope.ts';

const value = fc.oneof(
  fc.constantFrom(
    ...['', '1', '2', '007', '+3', '-1', 'true', 'FALSE', '0', 'last', ' a ', 'e\u0301', '\u2000x', '100', '\0'],
  ),
  fc.string({ unit: anyCharacter, maxLength: 4 }),
  // Longer after folding.
  fc.constantFrom('\ufb2c', 'a', '\u{1d15e}').chain((sign) => fc.nat(260).map((times) => sign.repeat(times))),
);
const paramsOf = (...names: string[]) =>
  fc
    .array(fc.tuple(fc.constantFrom(...names, 'utm_source'), value), { maxLength: 6 })
    .map((pairs) => new URLSearchParams(pairs));

const asked = (key: string) => {
  const { pathname, searchParams } = new URL(key, 'https://clubs.example.org');
  return { path: pathname, params: searchParams };
};

describe('The cache key of an address', () => {
  test('reads as the same list request', () => {
    fc.assert(
      fc.property(paramsOf('name', 'club_status', 'page', 'page_size'), (params) => {
        for (const prefix of ['', '/fr']) {
          const address = normalizeClubAddress(`${prefix}/club`, params);
          if (!address) continue;
          const { path, params: again } = asked(address.key);
          expect(path).toBe(`${prefix}/club/`);
          expect(readClubListSearch(again)).toEqual(readClubListSearch(params));
          expect(normalizeClubAddress(path, again)).toEqual(address);
        }
      }),
      { numRuns: inFull(100, 3000) },
    );
  });

  test('reads as the same API request', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('/api/club/search', '/api/club/search-profile'),
        paramsOf('search', 'is_active', 'parent_id', 'exclude_ids', 'page', 'page_size'),
        (searchPath, params) => {
          const address = normalizeClubAddress(searchPath, params);
          if (!address) return;
          const { path, params: again } = asked(address.key);
          expect(path).toBe(searchPath);
          expect(readClubApiSearch(again)).toEqual(readClubApiSearch(params));
          expect(normalizeClubAddress(path, again)).toEqual(address);
        },
      ),
      { numRuns: inFull(100, 3000) },
    );
  });

  test.each([
    ['/', 'x=1', '/'],
    ['/fr', '', '/fr/'],
    ['/club/', 'page=last', '/club/?page=last'],
    [
      '/club',
      'page_size=2&club_status=TRUE&x=1&name=%20a&page=03',
      '/club/?name=a&club_status=true&page_size=2&page=3',
    ],
    ['/club/', 'category=b&category=a', '/club/?category=a&category=b&page=1'],
    ['/club/7', 'x=1', '/club/7/'],
    ['/fr/club', 'page=last', '/fr/club/?page=last'],
    ['/fr/club/7', '', '/fr/club/7/'],
    ['/club/shortlist', '', '/club/shortlist/'],
    ['/club/shortlist/', 'ids=3,17,3&x=1', '/club/shortlist/?ids=3,17'],
    ['/fr/club/shortlist', 'ids=%203%2C0,-1,x,,07,2147483648&ids=5', '/fr/club/shortlist/?ids=3,5'],
    ['/club/compare/', 'ids=1&ids=2&ids=3&ids=4&ids=5&ids=6', '/club/compare/?ids=1,2,3,4,5,6'],
    ['/fr/club/compare/', 'ids=4,3', '/fr/club/compare/?ids=4,3'],
    ['/api/club/7', '', '/api/club/7'],
  ])('of %s?%s is canonical', (path, query, key) => {
    expect(normalizeClubAddress(path, new URLSearchParams(query))?.key).toBe(key);
  });

  test.each([
    ['/club/', 'page=x'],
    ['/club/', 'club_status=x'],
    ['/club/x/', ''],
    ['/club/shortlist/3/', ''],
    ['/api/club/shortlist', 'ids=3'],
    ['/club/07/', ''],
    // Too many sets of categories to store.
    ['/club/', 'category=a&category=b&category=c'],
    ['/api/club/search', 'category=a&category=b&category=c'],
    ['/club//', ''],
    ['/CLUB/', ''],
    ['/api/club/search', 'page=last'],
    ['/api/club/search/', ''],
    ['/page/ae/', ''],
    ['/en/', ''],
    ['/en/club/', ''],
    ['/xx/club/', ''],
    ['/FR/club/', ''],
    ['/fr/fr/club/', ''],
    ['/fr/api/club/search', ''],
    ['/fragments/club/', ''],
    ['/fr/fragments/club/', ''],
  ])('does not exist for %s?%s', (path, query) => {
    expect(normalizeClubAddress(path, new URLSearchParams(query))).toBeNull();
  });
});

test('The default language has no prefix, and languages of other sites do not exist', () => {
  shareSiteSettings({ languages: ['fr', 'de'], clubContact: 'both' });
  onTestFinished(() => shareSiteSettings(null));
  const keyOf = (path: string) => normalizeClubAddress(path, new URLSearchParams())?.key;
  expect(keyOf('/club')).toBe('/club/?page=1');
  expect(keyOf('/de/club')).toBe('/de/club/?page=1');
  expect(keyOf('/fr/club')).toBeUndefined();
  expect(keyOf('/en/club')).toBeUndefined();
});
