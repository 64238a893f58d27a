import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCategories } from '../../../src/clubs/record/category.ts';
import { foldForSearch } from '../../../src/clubs/record/fold.ts';
import { acronymsOf, ALL_CLUBS, type MovedRow } from '../../../src/clubs/directory/name-index.ts';
import { arbitraryClubs, arbitraryName, inOrder, indexOf, toRow, type NamedClub } from '../../support/name-index.ts';
import { inFull } from '../../support/scope.ts';

const labelsOf = ({ category = '' }: NamedClub) => readCategories(category).map(({ folded }) => folded);

test('A search finds what a filter over all clubs finds', () => {
  fc.assert(
    fc.property(
      arbitraryClubs,
      fc.oneof(arbitraryName, fc.constant('')),
      fc.constantFrom(true, false, null),
      fc.subarray(['sport', 'music', 'theatre', 'none']),
      fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 3 }),
      (all, name, isActive, categories, excludeIds) => {
        const expected = inOrder(all).filter(
          (club) =>
            foldForSearch(club.name).includes(foldForSearch(name)) &&
            (isActive === null || club.isActive === isActive) &&
            (categories.length === 0 || categories.some((label) => labelsOf(club).includes(label))) &&
            !excludeIds.includes(club.id),
        );
        const index = indexOf(all);
        for (const _ of ['first', 'cached']) {
          const found = index.find({ ...ALL_CLUBS, name, isActive, categories, excludeIds });
          expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
        }
      },
    ),
    { numRuns: inFull(50, 500) },
  );
});

describe('An index that follows changes', () => {
  test('equals a new index', () => {
    fc.assert(
      fc.property(
        arbitraryClubs,
        arbitraryClubs,
        fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 50 }),
        (before, after, changedIds) => {
          const isChanged = new Set(changedIds);
          const next = inOrder([
            ...before.filter(({ id }) => !isChanged.has(id)),
            ...after.filter(({ id }) => isChanged.has(id)),
          ]);
          const moved = next.flatMap((club, place): MovedRow[] =>
            isChanged.has(club.id) ? [{ ...toRow(club), previousId: next[place - 1]?.id ?? null }] : [],
          );
          const followed = indexOf(before).apply('e-2', changedIds, moved);
          expect(followed?.version).toBe('e-2');
          expect(followed?.clubs).toEqual(indexOf(next).clubs);
        },
      ),
      { numRuns: inFull(50, 500) },
    );
  });

  test('is discarded when the changes are not of its version', () => {
    const moved = [{ ...toRow({ id: 3, name: 'c', isActive: true }), previousId: 2 }];
    expect(indexOf([{ id: 1, name: 'a', isActive: true }]).apply('e-2', [3], moved)).toBeNull();
  });
});

test.each([
  ['Bureau des Élèves', ['bde', 'be']],
  ['Alpha Omega Epsilon', ['aoe']],
  ['Club d’échecs et de go', ['cdeedg', 'ceg']],
  ['Chess', []],
  ['180 Degrees Consulting at UC Irvine', ['1dcaui', '1dcui']],
  ['Łódzki Klub Żeglarski', ['lkz']],
  ['Men’s Rugby Club', ['mrc']],
  ['中文 角', ['中角']],
  ['😀 😀', []],
  [Array.from({ length: 20 }, () => 'word').join(' '), []],
])('The acronyms of %s are %j', (name, acronyms) => {
  expect(acronymsOf(foldForSearch(name))).toEqual(acronyms);
});
