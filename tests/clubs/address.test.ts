import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeClubAddress } from '../../src/clubs/address.ts';
import { readClubApiSearch, readClubListSearch } from '../../src/clubs/search.ts';

const value = fc.oneof(
  fc.constantFrom(
    '',
    '1',
    '2',
    '007',
    '+3',
    '-1',
    'true',
    'FALSE',
    '0',
    'last',
    ' a ',
    'e\u0301',
    '\u2000x',
    '100',
    '\0',
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
  // Longer in the form in which names are compared.
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

describe('The one spelling of an address', () => {
  test('asks the list for the same', () => {
    fc.assert(
      fc.property(paramsOf('name', 'club_status', 'page', 'page_size'), (params) => {
        const address = normalizeClubAddress('/club', params);
        if (!address) return;
        const { path, params: again } = asked(address.key);
        expect(readClubListSearch(again)).toEqual(readClubListSearch(params));
        expect(normalizeClubAddress(path, again)).toEqual(address);
      }),
      { numRuns: 3000 },
    );
  });

  test('asks the API for the same', () => {
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
      { numRuns: 3000 },
    );
  });

  test.each([
    ['/club/', 'page=last', '/club/?page=last'],
    [
      '/club',
      'page_size=2&club_status=TRUE&x=1&name=%20a&page=03',
      '/club/?name=a&club_status=true&page_size=2&page=3',
    ],
    ['/club/7', 'x=1', '/club/7/'],
    ['/api/club/7', '', '/api/club/7'],
  ])('of %s?%s is an address', (path, query, key) => {
    expect(normalizeClubAddress(path, new URLSearchParams(query))?.key).toBe(key);
  });

  test.each([
    ['/club/', 'page=x'],
    ['/club/', 'club_status=x'],
    ['/club/x/', ''],
    ['/club/07/', ''],
    ['/club//', ''],
    ['/CLUB/', ''],
    ['/api/club/search', 'page=last'],
    ['/api/club/search/', ''],
    ['/', ''],
  ])('is not there for %s?%s', (path, query) => {
    expect(normalizeClubAddress(path, new URLSearchParams(query))).toBeNull();
  });
});
