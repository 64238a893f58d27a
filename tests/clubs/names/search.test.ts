import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCategories } from '../../../src/clubs/category.ts';
import { foldForSearch } from '../../../src/clubs/names/fold.ts';
import { moveClubs } from '../../../src/clubs/names/name-index.ts';
import { searchNames } from '../../../src/clubs/names/search.ts';
import {
  arbitraryClubs,
  arbitraryName,
  inOrder,
  indexOf,
  toIndexed,
  type NamedClub,
} from '../../support/name-index.ts';

const labelsOf = ({ category = '' }: NamedClub) => readCategories(category).map(({ folded }) => folded);

describe('A search of the names', () => {
  test('finds what a look at each name would, counts all of it, and answers the stretch that is asked for', () => {
    fc.assert(
      fc.property(
        arbitraryClubs,
        fc.oneof(arbitraryName, fc.constant('')),
        fc.constantFrom(true, false, null),
        fc.subarray(['sport', 'music', 'theatre', 'none']),
        fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 3 }),
        fc.nat(10),
        fc.integer({ min: 1, max: 10 }),
        (all, needle, isActive, categories, excludeIds, offset, limit) => {
          const folded = foldForSearch(needle);
          const expected = inOrder(all)
            .filter(
              (club) =>
                foldForSearch(club.name).includes(folded) &&
                (isActive === null || club.isActive === isActive) &&
                (categories.length === 0 || categories.some((label) => labelsOf(club).includes(label))) &&
                !excludeIds.includes(club.id),
            )
            .map(({ id }) => id);
          const found = searchNames(
            indexOf(all),
            { name: needle, isActive, categories, excludeIds },
            { offset, limit },
          );
          expect(found).toEqual({ count: expected.length, ids: expected.slice(offset, offset + limit) });
        },
      ),
      { numRuns: 500 },
    );
  });

  test('never finds a text across the end of a name', () => {
    const index = indexOf([
      { id: 1, name: 'ab', isActive: true },
      { id: 2, name: 'cd', isActive: true },
    ]);
    for (const needle of ['bc', 'abc', 'b\uffffc', 'abcd']) {
      expect(
        searchNames(index, { name: needle, isActive: null, categories: [], excludeIds: [] }, { offset: 0, limit: 9 })
          .count,
      ).toBe(0);
    }
  });

  test('finds the same when the search is repeated, for any page of it', () => {
    const many = Array.from({ length: 12_000 }, (_, id) => ({
      id: id + 1,
      name: `Club ${id % 3 === 0 ? 'of chess' : 'of judo'} ${String(id).padStart(6, '0')}`,
      isActive: id % 7 !== 0,
    }));
    const index = indexOf(many);
    for (const [needle, isActive] of [
      ['judo', true],
      ['judo', null],
      ['chess', false],
      ['c', null],
      ['club of', true],
      ['\u0301', true],
    ] as const) {
      const folded = foldForSearch(needle);
      const expected = inOrder(many)
        .filter(
          (club) => foldForSearch(club.name).includes(folded) && (isActive === null || club.isActive === isActive),
        )
        .map(({ id }) => id);
      for (const offset of [0, 1, 255, 256, 257, 4095, 4096, 5000, expected.length - 1, expected.length, 50_000]) {
        const found = searchNames(
          index,
          { name: needle, isActive, categories: [], excludeIds: [] },
          { offset, limit: 20 },
        );
        expect(found, `${needle} from ${offset}`).toEqual({
          count: expected.length,
          ids: expected.slice(offset, offset + 20),
        });
      }
    }
  });

  test('knows of nothing that an older index had', () => {
    const filter = { name: 'ski', isActive: null, categories: [], excludeIds: [] };
    const old = indexOf([{ id: 1, name: 'Ski', isActive: true }]);
    expect(searchNames(old, filter, { offset: 0, limit: 9 }).ids).toEqual([1]);
    const next = moveClubs(
      old,
      'e-2',
      [2],
      [{ ...toIndexed({ id: 2, name: 'skiing', isActive: true }), previousId: 1 }],
    );
    expect(next && searchNames(next, filter, { offset: 0, limit: 9 }).ids).toEqual([1, 2]);
  });
});
