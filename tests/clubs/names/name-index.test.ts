import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyChanges, type MovedClub, type NameIndex } from '../../../src/clubs/names/name-index.ts';
import { arbitraryClubs, inOrder, indexOf, toIndexed } from '../../support/name-index.ts';
import { inFull } from '../../support/scope.ts';

/** All that an index says, without how it numbers category texts. */
function readIndex(index: NameIndex | null) {
  if (!index) return null;
  const { categoryIds, categoryTexts, ...others } = index;
  return { ...others, categories: Array.from(categoryIds, (id) => categoryTexts.categories[id]) };
}

describe('An index that follows changes', () => {
  test('equals a new index', () => {
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
          expect(readIndex(applyChanges(indexOf(before), 'e-2', touched, moved))).toEqual(
            readIndex(indexOf(next, 'e-2')),
          );
        },
      ),
      { numRuns: inFull(50, 500) },
    );
  });

  test('is discarded when the changes are not of its version', () => {
    const index = indexOf([{ id: 1, name: 'a', isActive: true }]);
    const moved = [{ ...toIndexed({ id: 3, name: 'c', isActive: true }), previousId: 2 }];
    expect(applyChanges(index, 'e-2', [3], moved)).toBeNull();
  });

  test('keeps everything when no name or status changed', () => {
    const index = indexOf([{ id: 1, name: 'a', isActive: true }]);
    expect(applyChanges(index, 'e-7', [], [])).toEqual({ ...index, version: 'e-7' });
  });
});
