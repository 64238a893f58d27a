import { describe, expect, test } from 'vitest';
import { activeIdsOn, chooseMeetings, chooseNewest, orderFaces } from '../../../src/clubs/list/home.ts';
import { indexClub, NameIndex } from '../../../src/clubs/directory/name-index.ts';

describe('The clubs of a day', () => {
  const indexOf = (count: number) =>
    new NameIndex(
      'e-1',
      Array.from({ length: count }, (_, index) =>
        indexClub({ id: index + 1, isActive: index % 4 > 0, nameFolded: `club ${index}`, category: '', aliases: '' }),
      ),
    );

  test('are all active ones, in the same order all day and in another the next day', () => {
    const ids = activeIdsOn('2026-11-23', indexOf(60));
    expect(activeIdsOn('2026-11-23', indexOf(60))).toEqual(ids);
    expect(new Set(ids).size).toBe(45);
    expect(ids.every((id) => id % 4 !== 1)).toBe(true);
    expect(activeIdsOn('2026-11-24', indexOf(60)).slice(0, 9)).not.toEqual(ids.slice(0, 9));
    expect(activeIdsOn('2026-11-23', indexOf(0))).toEqual([]);
  });

  test('are a part of a large directory', () => {
    const ids = activeIdsOn('2026-11-23', indexOf(12_000));
    expect(ids.length).toBeGreaterThan(1700);
    expect(ids.length).toBeLessThanOrEqual(2000);
  });

  test('have a logo in turn', () => {
    const clubs = [false, false, true, true, true].map((hasLogo, index) => ({ id: index + 1, hasLogo }));
    expect(orderFaces(clubs)).toEqual([3, 1, 4, 2, 5]);
  });
});

describe('The meetings of a week', () => {
  /** A Thursday. */
  const FROM = '2026-11-26';
  const meetingsOf = (...days: string[]) =>
    chooseMeetings(
      days.map((meetingDays, index) => ({ id: index + 1, meetingDays })),
      FROM,
    ).map(({ id, day }) => `${day.slice(-2)} ${id}`);

  test('are those of seven clubs, on as many days as possible, from today on', () => {
    expect(meetingsOf('mon', 'mon', 'wed', 'thu', 'thu', 'thu', 'fri; sat')).toEqual([
      ...['26 4', '26 5', '26 6', '27 7', '30 1', '30 2', '02 3'],
    ]);
    expect(meetingsOf('thu', 'fri', 'sat', 'sun', 'mon', 'tue', 'wed', 'thu')).toEqual([
      ...['26 1', '27 2', '28 3', '29 4', '30 5', '01 6', '02 7'],
    ]);
  });

  test('have each club once, and may be few', () => {
    expect(meetingsOf('mon; thu', 'mon')).toEqual(['26 1', '30 2']);
    expect(meetingsOf('')).toEqual([]);
  });
});

describe('New clubs', () => {
  const NOW = new Date('2026-11-30T12:00:00Z');
  const newestOf = (...ages: number[]) =>
    chooseNewest(
      ages.map((days, index) => ({ id: index + 1, createdAt: new Date(NOW.getTime() - days * 86_400_000) })),
      NOW,
    );

  test('are the newest of three months', () => {
    expect(newestOf(400, 400, 400, 89, 3, 400, 91)).toEqual([5, 4]);
    expect(newestOf(...Array.from({ length: 20 }, (_, index) => (index < 6 ? index : 400)))).toEqual([1, 2, 3, 4]);
  });

  test('are left out while all are equally new', () => {
    expect(newestOf(2, 2, 2, 1.5, 1.5, 1.5)).toEqual([]);
    expect(newestOf(40, 40, 3, 3)).toEqual([]);
    expect(newestOf()).toEqual([]);
  });
});
