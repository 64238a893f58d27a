import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCategories } from '../../../src/clubs/category.ts';
import { foldForSearch } from '../../../src/clubs/names/fold.ts';
import { searchNames } from '../../../src/clubs/names/search.ts';
import { inFull } from '../../support/scope.ts';
import { arbitraryClubs, arbitraryName, inOrder, indexOf, type NamedClub } from '../../support/name-index.ts';

const labelsOf = ({ category = '' }: NamedClub) => readCategories(category).map(({ folded }) => folded);

describe('A search of the names', () => {
  test('finds, counts and pages what a filter over all names does', () => {
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
      { numRuns: inFull(50, 500) },
    );
  });

  test('finds no text across two names', () => {
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
});
