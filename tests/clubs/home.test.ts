import { describe, expect, test } from 'vitest';
import { chooseOfDay, chooseToMeet } from '../../src/clubs/home.ts';
import { indexOf } from '../support/name-index.ts';

const dayAfter = (days: number) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10);
const clubs = (count: number) => Int32Array.from({ length: count }, (_, index) => index + 1);

describe('The clubs of a day', () => {
  test('are up to six distinct clubs, the same for every visitor', () => {
    for (const count of [0, 1, 5, 6, 7, 55, 100, 4350]) {
      const ids = chooseOfDay(clubs(count), 6, '2026-11-23');
      expect(ids).toEqual(chooseOfDay(clubs(count).reverse(), 6, '2026-11-23'));
      expect(new Set(ids).size).toBe(Math.min(6, count));
      expect(ids.every((id) => id >= 1 && id <= count)).toBe(true);
    }
  });

  test('change the next day', () => {
    const [one, other] = [dayAfter(0), dayAfter(1)].map((day) => chooseOfDay(clubs(4350), 6, day));
    expect(one?.filter((id) => other?.includes(id))).toEqual([]);
  });

  test('are active and have a logo or a text where possible', () => {
    const named = Array.from({ length: 40 }, (_, index) => ({
      id: index + 1,
      name: `Club ${index}`,
      isActive: index % 4 !== 0,
      hasContent: index % 2 === 0,
    }));
    const idsOf = (those: typeof named) => new Set(those.map(({ id }) => id));
    const [active, told] = [idsOf(named.filter((club) => club.isActive)), idsOf(named.filter((club) => club.hasContent))];
    const chosen = chooseToMeet(indexOf(named), '2026-11-23');
    expect(chosen).toHaveLength(6);
    expect(chosen.every((id) => active.has(id) && told.has(id))).toBe(true);
    const few = chooseToMeet(indexOf(named.map((club) => ({ ...club, hasContent: club.id < 8 }))), '2026-11-23');
    expect(few.slice(0, 5).toSorted((a, b) => a - b)).toEqual([2, 3, 4, 6, 7]);
    expect(new Set(few).size).toBe(6);
    expect(few.every((id) => active.has(id))).toBe(true);
  });
});
