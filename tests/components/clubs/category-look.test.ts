import { expect, test } from 'vitest';
import { iconOf } from '../../../src/components/clubs/category-look.ts';

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
