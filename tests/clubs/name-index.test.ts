import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldForSearch } from '../../src/clubs/fold.ts';
import {
  moveClubs,
  NameIndexBuilder,
  searchNames,
  type MovedClub,
  type NameIndex,
} from '../../src/clubs/name-index.ts';

interface Club {
  id: number;
  name: string;
  isActive: boolean;
}

const inOrder = (clubs: Club[]) => clubs.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id));

function indexOf(clubs: Club[], version = 1): NameIndex {
  const builder = new NameIndexBuilder();
  for (const { id, name, isActive } of inOrder(clubs)) builder.add({ id, isActive, nameFolded: foldForSearch(name) });
  return builder.finish(version);
}

const name = fc.oneof(
  fc.constantFrom(
    'Échecs',
    'Œnologie',
    'Łódź',
    '中文角',
    'a',
    'aa',
    'aaa',
    'a\nb',
    '100%',
    'x_y',
    '\\',
    'ABC abc',
    '😀 club',
  ),
  fc.string({ minLength: 1, maxLength: 12 }),
);
const clubs = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 60 }), name, isActive: fc.boolean() }), {
  selector: ({ id }) => id,
  maxLength: 40,
});

describe('A search of the names', () => {
  test('finds what a look at each name would, counts all of it, and answers the stretch that is asked for', () => {
    fc.assert(
      fc.property(
        clubs,
        fc.oneof(name, fc.constant('')),
        fc.constantFrom(true, false, null),
        fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 3 }),
        fc.nat(10),
        fc.integer({ min: 1, max: 10 }),
        (all, needle, isActive, excludeIds, offset, limit) => {
          const folded = foldForSearch(needle);
          const expected = inOrder(all)
            .filter(
              (club) =>
                foldForSearch(club.name).includes(folded) &&
                (isActive === null || club.isActive === isActive) &&
                !excludeIds.includes(club.id),
            )
            .map(({ id }) => id);
          const found = searchNames(indexOf(all), { name: needle, isActive, excludeIds }, { offset, limit });
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
      expect(searchNames(index, { name: needle, isActive: null, excludeIds: [] }, { offset: 0, limit: 9 }).count).toBe(
        0,
      );
    }
  });
});

describe('An index that follows changes', () => {
  test('is the index that would be made anew', () => {
    fc.assert(
      fc.property(
        clubs,
        clubs,
        fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 50 }),
        (before, after, touched) => {
          // Of the clubs that are touched, the second state holds; the others stay as they were.
          const isTouched = new Set(touched);
          const next = [
            ...before.filter(({ id }) => !isTouched.has(id)),
            ...after.filter(({ id }) => isTouched.has(id)),
          ];
          const ordered = inOrder(next);
          const moved: MovedClub[] = ordered.flatMap((club, place) =>
            isTouched.has(club.id)
              ? [{ ...club, nameFolded: foldForSearch(club.name), previousId: ordered[place - 1]?.id ?? null }]
              : [],
          );
          expect(moveClubs(indexOf(before), 2, touched, moved)).toEqual(indexOf(next, 2));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('is given up when it is not the one that the changes came after', () => {
    const index = indexOf([{ id: 1, name: 'a', isActive: true }]);
    const moved = [{ id: 3, isActive: true, nameFolded: 'c', previousId: 2 }];
    expect(moveClubs(index, 2, [3], moved)).toBeNull();
  });

  test('keeps everything when no name or status changed', () => {
    const index = indexOf([{ id: 1, name: 'a', isActive: true }]);
    expect(moveClubs(index, 7, [], [])).toEqual({ ...index, version: 7 });
  });
});

test('a hundred thousand names are built and searched in memory that is counted in bytes a name', () => {
  const many = Array.from({ length: 100_000 }, (_, index) => ({
    id: index + 1,
    name: `Club ${String(index).padStart(6, '0')}`,
    isActive: index % 2 === 0,
  }));
  const index = indexOf(many);
  expect(index.ids.length).toBe(100_000);
  expect(index.text.length).toBe(100_000 * 12);
  expect(searchNames(index, { name: '99999', isActive: false, excludeIds: [] }, { offset: 0, limit: 2 })).toEqual({
    count: 1,
    ids: [100_000],
  });
});
