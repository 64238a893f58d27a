import { describe, expect, test } from 'vitest';
import { chooseOfDay, chooseToMeet } from '../../src/clubs/home.ts';
import { indexOf } from '../support/name-index.ts';

const dayAfter = (days: number) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10);
const clubs = (count: number) => Int32Array.from({ length: count }, (_, index) => index + 1);

/** How often each of so many clubs comes within days, the rarest first. */
function timesOf(count: number, days: number): number[] {
  const times = new Array<number>(count).fill(0);
  for (let day = 0; day < days; day += 1) {
    for (const id of chooseOfDay(clubs(count), 6, dayAfter(day))) times[id - 1] = (times[id - 1] ?? 0) + 1;
  }
  return times.sort((a, b) => a - b);
}

describe('The clubs of a day', () => {
  test('are the same for everybody, none twice, and as many as there are up to six', () => {
    for (const count of [0, 1, 5, 6, 7, 55, 100, 4350]) {
      const ids = chooseOfDay(clubs(count), 6, '2026-11-23');
      expect(ids).toEqual(chooseOfDay(clubs(count).reverse(), 6, '2026-11-23'));
      expect(new Set(ids).size).toBe(Math.min(6, count));
      expect(ids.every((id) => id >= 1 && id <= count)).toBe(true);
    }
  });

  test.each([7, 20, 55, 96, 300])('are each about as often as any other in a year, of %i', (count) => {
    const times = timesOf(count, 365);
    const mean = (365 * 6) / count;
    expect(times[0]).toBeGreaterThan(mean * 0.7 - 1);
    expect(times.at(-1)).toBeLessThan(mean * 1.3 + 1);
  });

  test('come once, and none a third time, in as many days as it takes to show all', () => {
    // From a day on which a period begins: 2026-05-03 is the 20,576th since 1970, and 32 divides it.
    const begins = Date.parse('2026-05-03') / 86_400_000;
    expect(begins % 32).toBe(0);
    const times = new Map<number, number>();
    for (let day = 0; day < 32; day += 1) {
      const date = new Date((begins + day) * 86_400_000).toISOString().slice(0, 10);
      for (const id of chooseOfDay(clubs(100), 6, date)) times.set(id, (times.get(id) ?? 0) + 1);
    }
    expect(times.size).toBe(100);
    expect(new Set(times.values())).toEqual(new Set([1, 2]));
  });

  test('are others on the next day', () => {
    const [one, other] = [dayAfter(0), dayAfter(1)].map((day) => chooseOfDay(clubs(4350), 6, day));
    expect(one?.filter((id) => other?.includes(id))).toEqual([]);
  });

  test('stay where one more club comes, but for two at most', () => {
    for (let day = 0; day < 100; day += 1) {
      const before = chooseOfDay(clubs(55), 6, dayAfter(day));
      const after = chooseOfDay(clubs(56), 6, dayAfter(day));
      expect(before.filter((id) => !after.includes(id)).length).toBeLessThanOrEqual(2);
    }
  });

  test('are active and have a logo or a text, unless there are too few', () => {
    const named = Array.from({ length: 40 }, (_, index) => ({
      id: index + 1,
      name: `Club ${index}`,
      isActive: index % 4 !== 0,
      isTold: index % 2 === 0,
    }));
    const idsOf = (those: typeof named) => new Set(those.map(({ id }) => id));
    const [active, told] = [idsOf(named.filter((club) => club.isActive)), idsOf(named.filter((club) => club.isTold))];
    const chosen = chooseToMeet(indexOf(named), '2026-11-23');
    expect(chosen).toHaveLength(6);
    expect(chosen.every((id) => active.has(id) && told.has(id))).toBe(true);
    const few = chooseToMeet(indexOf(named.map((club) => ({ ...club, isTold: club.id < 8 }))), '2026-11-23');
    expect(few.slice(0, 5).toSorted((a, b) => a - b)).toEqual([2, 3, 4, 6, 7]);
    expect(new Set(few).size).toBe(6);
    expect(few.every((id) => active.has(id))).toBe(true);
  });
});
