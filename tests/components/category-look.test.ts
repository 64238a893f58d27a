import { expect, test } from 'vitest';
import { signOf, tintOf, TINTS } from '../../src/components/clubs/category-look.ts';

test('a category has the same tint wherever it stands, and all tints are used', () => {
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
  ['club sports', 'sport'],
  ['sports and recreation', 'sport'],
  ['musique', 'music'],
  ['creative and performing arts', 'stage'],
  ['arts', 'art'],
  ['games', 'games'],
  ['jeux', 'games'],
  ['game studies in school', 'games'],
  ['science and technology', 'technology'],
  ['science', 'science'],
  ['environnement', 'nature'],
  ['community service', 'care'],
  ['health and wellness', 'health'],
  ['cultural/ethnic', 'world'],
  ['religious/spiritual', 'faith'],
  ['activism/advocacy/awareness', 'voice'],
  ['business and entrepreneurship', 'work'],
  ['academics and honors', 'study'],
  ['vie etudiante', 'people'],
  ['œnologie', null],
  ['oenologie', 'food'],
  ['游戏开发', 'games'],
  ['wydzial mechaniczny', 'technology'],
  ['transport', null],
  ['', null],
])('%s is about %s', (folded, sign) => {
  expect(signOf(folded)).toBe(sign);
});
