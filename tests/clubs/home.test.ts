import { describe, expect, test } from 'vitest';
import { chooseClubsOfDay, findLetters } from '../../src/clubs/home.ts';
import { indexOf } from '../support/name-index.ts';

describe('The clubs of a day', () => {
  const DAY = '2026-11-23';
  const clubs = (count: number, hasContent = (id: number) => id > 0) =>
    indexOf(
      Array.from({ length: count }, (_, place) => place + 1).map((id) => ({
        id,
        name: `Club ${id}`,
        isActive: true,
        hasContent: hasContent(id),
      })),
    ).clubs;

  test.each([0, 1, 5, 6, 7, 55, 4350])('of %i clubs are up to six, the same for every visitor', (count) => {
    const ids = chooseClubsOfDay(clubs(count), DAY);
    expect(ids).toEqual(chooseClubsOfDay(clubs(count).toReversed(), DAY));
    expect(new Set(ids).size).toBe(Math.min(6, count));
  });

  test('change from day to day and reach most clubs', () => {
    const days = Array.from({ length: 100 }, (_, day) =>
      new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
    );
    const chosen = days.map((day) => chooseClubsOfDay(clubs(100), day));
    expect(new Set(chosen.flat()).size).toBeGreaterThan(95);
    expect(new Set(chosen.map((ids) => ids.join())).size).toBe(100);
  });

  test('have a logo or a text where possible', () => {
    const chosen = chooseClubsOfDay(
      clubs(40, (id) => id > 35),
      DAY,
    );
    expect(chosen.slice(0, 5).toSorted((a, b) => a - b)).toEqual([36, 37, 38, 39, 40]);
    expect(new Set(chosen).size).toBe(6);
  });
});

test('Letters lead to their first active club, and those without one are left out', () => {
  const names = ['1st club', 'Art', 'Chess', 'Echo', 'Zen', 'Zoo', '囲碁'];
  const inactive = new Set(['Chess', 'Zen']);
  const clubs = names.map((name, id) => ({ id, name, isActive: !inactive.has(name) }));
  expect(findLetters(indexOf(clubs))).toEqual([
    { letter: 'A', position: 1 },
    { letter: 'E', position: 2 },
    { letter: 'Z', position: 3 },
  ]);
  expect(findLetters(indexOf([]))).toEqual([]);
});
