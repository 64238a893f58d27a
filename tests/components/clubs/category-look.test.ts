import { expect, test } from 'vitest';
import { iconOf, tintOf, TINTS } from '../../../src/components/clubs/category-look.ts';

test('a category always has the same tint, and the tints vary', () => {
  const labels = [
    'sport',
    'music',
    'arts',
    'science',
    'games',
    'vie etudiante',
    'culture',
    'technique',
    'food',
    'service',
  ];
  const tints = labels.map(tintOf);
  expect(labels.map(tintOf)).toEqual(tints);
  for (const tint of tints) expect(tint).toBeLessThan(TINTS);
  expect(new Set(tints).size).toBeGreaterThanOrEqual(TINTS - 1);
  expect(tintOf('')).toBe(0);
});

test.each([
  ['sports', 'sport'],
  ['sports and recreation', 'sport'],
  ['musique', 'music'],
  ['creative and performing arts', 'stage'],
  ['game studies in school', 'games'],
  ['science and technology', 'technology'],
  ['cultural/ethnic', 'world'],
  ['œnologie', null],
  ['游戏开发', 'games'],
  ['transport', null],
  ['', null],
])('shows %s with the icon %s', (folded, icon) => {
  expect(iconOf(folded)).toBe(icon);
});
