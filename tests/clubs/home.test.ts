import { describe, expect, test } from 'vitest';
import { chooseOfDay } from '../../src/clubs/home.ts';

const dayAfter = (days: number) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10);

describe('The clubs of a day', () => {
  test('are the same for everybody, and none twice', () => {
    for (const count of [0, 1, 5, 6, 7, 55, 100, 4350]) {
      const places = chooseOfDay(count, 6, '2026-11-23');
      expect(places).toEqual(chooseOfDay(count, 6, '2026-11-23'));
      expect(new Set(places).size).toBe(Math.min(6, count));
      expect(places.every((place) => place >= 0 && place < count)).toBe(true);
    }
  });

  test.each([7, 55, 96, 4350])('are each as often as any other, of %i, in as many days as they are', (count) => {
    const shown = new Array<number>(count).fill(0);
    for (let day = 0; day < count; day += 1) {
      for (const place of chooseOfDay(count, 6, dayAfter(day))) shown[place] = (shown[place] ?? 0) + 1;
    }
    expect(new Set(shown)).toEqual(new Set([6]));
  });

  test('are no neighbours in the list, where there are enough', () => {
    const places = chooseOfDay(1000, 6, '2026-11-23').toSorted((a, b) => a - b);
    expect(places.some((place, index) => index > 0 && place - (places[index - 1] ?? 0) < 20)).toBe(false);
  });
});
