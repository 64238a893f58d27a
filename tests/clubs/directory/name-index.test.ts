import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCategories } from '../../../src/clubs/record/category.ts';
import { foldForSearch } from '../../../src/clubs/record/fold.ts';
import { acronymsOf } from '../../../src/clubs/directory/name-index.ts';
import { ALL_CLUBS } from '../../../src/clubs/search.ts';
import { arbitraryClubs, arbitraryName, inOrder, indexOf, type NamedClub } from '../../support/name-index.ts';
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
