import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readClubIds } from '../../src/clubs/search.ts';
import { MAX_SHORTLIST } from '../../src/clubs/record/limits.ts';
import { pathsIn, withQuery } from '../../src/paths.ts';
import { join, MAX_CLUBS, queryOf, readIds, without } from '../../src/scripts/shortlist.ts';

const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);

describe('The shortlist in the browser', () => {
  test.each([
    ['', []],
    ['3,3,17,3', [3, 17]],
    ['0,-1,07,1.5,1e3,x,"4", 6,,8', [8]],
    ['{"ids":[3]}', []],
    ['99999999999,4', [4]],
  ])('reads %j as %j', (text, ids) => {
    expect(readIds(text)).toEqual(ids);
  });

  test('holds as many clubs as its page shows', () => {
    expect(MAX_CLUBS).toBe(MAX_SHORTLIST);
    expect(readIds(numbers(MAX_SHORTLIST + 9).join())).toEqual(numbers(MAX_SHORTLIST));
  });

  test('appends clubs up to its limit, and removes them', () => {
    expect(join([3, 1], [2, 3])).toEqual([3, 1, 2]);
    expect(join(numbers(MAX_SHORTLIST - 1), [100, 101])).toEqual([...numbers(MAX_SHORTLIST - 1), 100]);
    expect(without([3, 1, 2], [1, 9])).toEqual([3, 2]);
  });

  test('has an address that the site reads as the same clubs', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 2_147_483_647 }), { maxLength: 60 }), (ids) => {
        const list = join([], ids);
        expect(readIds(list.join())).toEqual(list);
        const { clubShortlist } = pathsIn('en');
        expect(withQuery(clubShortlist([]), queryOf(list))).toBe(clubShortlist(list));
        expect(readClubIds(new URLSearchParams({ ids: list.join() }))).toEqual(list);
      }),
    );
  });
});
