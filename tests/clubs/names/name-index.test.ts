import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALIAS_LIMITS } from '../../../src/clubs/alias.ts';
import { MAX_TEXTS } from '../../../src/clubs/names/category-texts.ts';
import { moveClubs, type MovedClub, type NameIndex } from '../../../src/clubs/names/name-index.ts';
import { searchNames } from '../../../src/clubs/names/search.ts';
import { BITS } from '../../../src/clubs/names/signatures.ts';
import { MOST_ROOM } from '../../../src/clubs/names/text-rows.ts';
import { arbitraryClubs, inOrder, indexOf, toIndexed } from '../../support/name-index.ts';

/** All that an index says, without how it numbers texts and what room it has. */
function readIndex(index: NameIndex | null) {
  if (!index) return null;
  const { ids, names, aliases, categories, categoryTexts, ...others } = index;
  const rowsOf = (rows: NameIndex['names']) =>
    Array.from(ids, (_, place) => rows.bytes.toString('latin1', rows.startOf(place), rows.startOf(place + 1)));
  return {
    ...others,
    ids,
    names: rowsOf(names),
    aliases: rowsOf(aliases),
    categories: Array.from(categories, (number) => categoryTexts.categoriesOf(number)),
  };
}

describe('An index that follows changes', () => {
  test('is the index that would be made anew', () => {
    fc.assert(
      fc.property(
        arbitraryClubs,
        arbitraryClubs,
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
            isTouched.has(club.id) ? [{ ...toIndexed(club), previousId: ordered[place - 1]?.id ?? null }] : [],
          );
          expect(readIndex(moveClubs(indexOf(before), 'e-2', touched, moved))).toEqual(readIndex(indexOf(next, 'e-2')));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('is given up when it is not the one that the changes came after', () => {
    const index = indexOf([{ id: 1, name: 'a', isActive: true }]);
    const moved = [{ ...toIndexed({ id: 3, name: 'c', isActive: true }), previousId: 2 }];
    expect(moveClubs(index, 'e-2', [3], moved)).toBeNull();
  });

  test('is made anew when the texts of categories that were there once leave no room for others, and not again after that', () => {
    const club = { id: 1, name: 'a', isActive: true };
    const recategorize = (index: NameIndex, category: string) =>
      moveClubs(index, 'e-2', [1], [{ ...toIndexed({ ...club, category }), previousId: null }]);
    const index = indexOf([club]);
    for (let number = 1; number < MAX_TEXTS; number += 1) index.categoryTexts.numberOf(`Category ${number}`);
    expect(recategorize(index, 'Category 1')).not.toBeNull();
    expect(recategorize(index, 'One more')).toBeNull();
    expect(recategorize(index, 'One more')).not.toBeNull();
  });

  test('keeps everything when no name or status changed', () => {
    const index = indexOf([{ id: 1, name: 'a', isActive: true }]);
    expect(moveClubs(index, 'e-7', [], [])).toEqual({ ...index, version: 'e-7' });
  });
});

/** What an index takes of memory for each of its clubs, in bytes. */
function bytesPerClub({ ids, active, categories, names, aliases, byStatus }: NameIndex): number {
  const arrays = [ids, active, categories, names, aliases, byStatus.active, byStatus.inactive];
  return arrays.reduce((total, { byteLength }) => total + byteLength, 0) / ids.length + BITS / 8;
}

test('a hundred thousand names are built and searched in memory of about 100 bytes a name', () => {
  const many = Array.from({ length: 100_000 }, (_, index) => ({
    id: index + 1,
    name: `A club of as many letters as ${String(index).padStart(6, '0')}`.slice(-33),
    isActive: index % 2 === 0,
  }));
  const index = indexOf(many);
  expect(index.ids.length).toBe(100_000);
  expect(bytesPerClub(index)).toBeLessThan(105);
  expect(
    searchNames(index, { name: '99999', isActive: false, categories: [], excludeIds: [] }, { offset: 0, limit: 2 }),
  ).toEqual({
    count: 1,
    ids: [100_000],
  });
});

test('the categories of a name take no more of them, and other names a byte a letter', () => {
  const count = 20_000;
  const clubs = (more: { category?: string; aliases?: string }) =>
    indexOf(
      Array.from({ length: count }, (_, index) => ({
        id: index + 1,
        name: `Chess and music at ${index}`,
        isActive: true,
        ...more,
      })),
    );
  const plain = bytesPerClub(clubs({}));
  expect(plain).toBeLessThan(105);
  expect(bytesPerClub(clubs({ category: 'Games; Student life; Music' }))).toBe(plain);
  // Before and behind each stands a byte.
  const added = bytesPerClub(clubs({ aliases: 'CMU|Chess & Music' })) - plain;
  expect(added).toBeGreaterThan(16);
  expect(added).toBeLessThan(16 + 2 * 2 + MOST_ROOM / count);
  const aliases = Array.from({ length: ALIAS_LIMITS.count }, (_, n) => `${n} `.padEnd(ALIAS_LIMITS.length, 'x')).join(
    '|',
  );
  expect(bytesPerClub(clubs({ aliases })) - plain).toBeLessThan(2100);
});
