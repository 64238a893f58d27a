import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCategories } from '../../../src/clubs/record/category.ts';
import { countCategories, labelOf, listLabels, suggestCategories } from '../../../src/clubs/list/categories.ts';
import { ALL_CLUBS } from '../../../src/clubs/search.ts';
import { foldForSearch } from '../../../src/clubs/record/fold.ts';
import { arbitraryClubs, arbitraryName, indexOf } from '../../support/name-index.ts';
import { inFull } from '../../support/scope.ts';

const clubs = (...categories: string[]) =>
  indexOf(categories.map((category, id) => ({ id: id + 1, name: `Club ${id}`, isActive: id % 2 === 0, category })));

describe('The counts of categories', () => {
  test('equal a count of all clubs and the results of a search', () => {
    fc.assert(
      fc.property(arbitraryClubs, arbitraryName, fc.constantFrom(true, false, null), (all, name, isActive) => {
        const expected = new Map<string, number>();
        for (const club of all) {
          if (!foldForSearch(club.name).includes(foldForSearch(name))) continue;
          if (isActive !== null && club.isActive !== isActive) continue;
          for (const { folded } of readCategories(club.category)) expected.set(folded, (expected.get(folded) ?? 0) + 1);
        }
        const index = indexOf(all);
        const counts = countCategories(index, { ...ALL_CLUBS, name, isActive });
        expect(new Map(counts.map(({ folded, count }) => [folded, count]))).toEqual(expected);
        for (const { folded, count } of counts) {
          const filter = { ...ALL_CLUBS, name, isActive, categories: [folded] };
          expect(index.find(filter)).toHaveLength(count);
        }
      }),
      { numRuns: inFull(20, 200) },
    );
  });

  test('are sorted by frequency and have the most frequent spelling', () => {
    const index = clubs('Théâtre', 'Sport; theatre', 'Théâtre ; sport', 'sport', 'sport');
    expect(countCategories(index, ALL_CLUBS)).toEqual([
      { folded: 'sport', label: 'sport', count: 4 },
      { folded: 'theatre', label: 'Théâtre', count: 3 },
    ]);
    expect(labelOf(index, 'theatre')).toBe('Théâtre');
    expect(labelOf(index, 'none')).toBe('none');
    expect(listLabels(clubs('Zen', 'Échecs; sport', 'Éveil; sport', 'ECHECS'))).toEqual([
      'ECHECS',
      'Éveil',
      'sport',
      'Zen',
    ]);
  });
});

test('A category is suggested by a prefix of any of its words', () => {
  const index = clubs('Performing arts & Music', 'Music', 'Music', 'Amusement', '');
  const suggest = (name: string) => suggestCategories(index, { name, isActive: null }, 5).map(({ label }) => label);
  expect(suggest('mus')).toEqual(['Music', 'Performing arts & Music']);
  expect(suggest('MÚSIC')).toEqual(['Music', 'Performing arts & Music']);
  expect(suggest('performing arts')).toEqual(['Performing arts & Music']);
  expect(suggest('amuse')).toEqual(['Amusement']);
  expect(suggestCategories(index, { ...ALL_CLUBS, name: 'amuse', isActive: true }, 5)).toEqual([]);
  // An exact match comes before larger categories.
  const others = clubs('Creative arts', 'Creative arts', 'Arts');
  expect(suggestCategories(others, { name: 'arts', isActive: null }, 1).map(({ label }) => label)).toEqual(['Arts']);
});
