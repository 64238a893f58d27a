import { describe, expect, test } from 'vitest';
import { chooseMeetings } from '../../../src/clubs/list/home.ts';

describe('The meetings of a week', () => {
  /** A Thursday. */
  const FROM = '2026-11-26';
  const meetingsOf = (...days: string[]) =>
    chooseMeetings(
      days.map((meetingDays, index) => ({ id: index + 1, meetingDays })),
      FROM,
    ).map(({ id, day }) => `${day.slice(-2)} ${id}`);

  test('are those of six clubs, on as many days as possible, from today on', () => {
    expect(meetingsOf('mon', 'mon', 'wed', 'thu', 'thu', 'thu', 'fri; sat')).toEqual([
      ...['26 4', '26 5', '27 7', '30 1', '30 2', '02 3'],
    ]);
    expect(meetingsOf('thu', 'fri', 'sat', 'sun', 'mon', 'tue', 'wed')).toEqual([
      '26 1',
      '27 2',
      '28 3',
      '29 4',
      '30 5',
      '01 6',
    ]);
  });

  test('have each club once, and may be few', () => {
    expect(meetingsOf('mon; thu', 'mon')).toEqual(['26 1', '30 2']);
    expect(meetingsOf('')).toEqual([]);
  });
});
