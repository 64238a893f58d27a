import { expect, test } from 'vitest';
import { findLetters } from '../../../src/clubs/names/letters.ts';
import { indexOf } from '../../support/name-index.ts';

test('Letters lead to their first active club, and those without one are left out', () => {
  const names = ['1st club', 'Art', 'Chess', 'Echo', 'Zen', 'Zoo', '囲碁'];
  const inactive = new Set(['Chess', 'Zen']);
  const clubs = names.map((name, index) => ({ id: index + 1, name, isActive: !inactive.has(name), isTold: true }));
  expect(findLetters(indexOf(clubs))).toEqual([
    { letter: 'A', position: 1 },
    { letter: 'E', position: 2 },
    { letter: 'Z', position: 3 },
  ]);
  expect(findLetters(indexOf([]))).toEqual([]);
});
