import { describe, expect, test } from 'vitest';
import { absolute, paths, withQuery } from '../src/paths.ts';

describe('The addresses of the site', () => {
  test.each([
    [paths.home, '/'],
    [paths.clubList, '/club/'],
    [paths.clubView(7), '/club/7/'],
    [paths.clubNew, '/club/new/'],
    [paths.page('ae'), '/page/ae/'],
    [paths.searchClub, '/api/club/search'],
    [paths.searchClubProfile, '/api/club/search-profile'],
    [paths.fetchClub(7), '/api/club/7'],
  ])('%s', (address, expected) => {
    expect(address).toBe(expected);
  });
});

test('An address has no question mark without a query', () => {
  expect(withQuery(paths.clubList, '')).toBe('/club/');
  expect(withQuery(paths.clubList, 'name=a+b')).toBe('/club/?name=a+b');
});

test('An absolute address begins with the address of the site', () => {
  expect(absolute('https://clubs.example.org', paths.clubView(7))).toBe('https://clubs.example.org/club/7/');
});
