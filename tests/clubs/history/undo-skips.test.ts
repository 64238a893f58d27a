import { expect, test } from 'vitest';
import { findSkipped, type UndoClub } from '../../../src/clubs/history/undo-skips.ts';

const club = (id: number, values: Partial<UndoClub> = {}): UndoClub => ({
  id,
  name: `Club ${id}`,
  what: 'changed',
  digest: '',
  lost: [],
  newName: null,
  holderId: null,
  parentId: null,
  parentName: '',
  isParentThere: true,
  children: [],
  officers: 0,
  invitations: 0,
  ...values,
});
const skip = (clubs: UndoClub[], options = {}) =>
  Object.fromEntries(findSkipped(clubs, { revertChanged: false, mayDelete: true, ...options }));

test('An undo skips no club that is as the step left it', () => {
  expect(skip([club(1), club(2, { what: 'deleted' }), club(3, { what: 'restored' })])).toEqual({});
});

test.each<[reason: string, clubs: UndoClub[], skipped: number[]]>([
  ['gone', [club(1, { what: 'gone' })], [1]],
  ['taken', [club(1, { newName: 'A', holderId: 9 })], [1]],
  ['taken', [club(1, { newName: 'A', holderId: 2 }), club(2)], [1]],
  ['unknownParent', [club(1, { parentId: 9, isParentThere: false })], [1]],
  ['unknownParent', [club(1, { parentId: 2 }), club(2, { what: 'deleted' })], [1]],
  ['changedSince', [club(1, { lost: ['category'] })], [1]],
  ['changedSince', [club(1, { what: 'deleted', officers: 1 }), club(2, { what: 'deleted', invitations: 1 })], [1, 2]],
  ['changedSince', [club(1, { what: 'deleted', children: [9] })], [1]],
  ['changedSince', [club(1, { what: 'deleted', children: [2] }), club(2, { what: 'deleted', officers: 1 })], [1, 2]],
])('An undo skips a club with the reason %s', (reason, clubs, skipped) => {
  expect(skip(clubs)).toEqual(Object.fromEntries(skipped.map((id) => [id, reason])));
});

test('An undo reverts clubs that depend on each other', () => {
  const swapped = [club(1, { newName: 'A', holderId: 2 }), club(2, { newName: 'B', holderId: 1 })];
  const freed = [club(3, { newName: 'C', holderId: 4 }), club(4, { what: 'deleted' })];
  const family = [club(5, { parentId: 6, isParentThere: false }), club(6, { what: 'restored' })];
  expect(skip([...swapped, ...freed, ...family])).toEqual({});
  expect(
    skip([club(1, { newName: 'A', holderId: 2 }), club(2, { newName: 'B', holderId: 1, lost: ['name'] })]),
  ).toEqual({
    1: 'taken',
    2: 'changedSince',
  });
});

test('An undo reverts clubs that changed later on request, and deletes and restores with the permission only', () => {
  const clubs = [club(1, { lost: ['name'] }), club(2, { what: 'deleted' }), club(3, { what: 'restored' })];
  expect(skip(clubs, { revertChanged: true })).toEqual({});
  expect(skip(clubs, { revertChanged: true, mayDelete: false })).toEqual({ 2: 'notAllowed', 3: 'notAllowed' });
});
