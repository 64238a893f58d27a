import { describe, expect, test } from 'vitest';
import {
  chooseDay,
  isFuture,
  readDayOrder,
  readDays,
  simplifyDay,
  today,
  type DayOrder,
} from '../../../src/clubs/record/day.ts';

describe('A day', () => {
  test.each([
    ...['2026-05-17', '2026-5-17', '2026/05/17', '2026.05.17', '2026-05-17T00:00:00.000Z', '2026-05-17 00:00:00'],
    ...['17/05/2026', '17.5.2026', '17-05-2026', '5/17/2026', '17/05/2026 00:00', '17/05/2026 0:00:00'],
  ])('is read from an unambiguous text: %s', (text) => {
    expect(readDays(text)).toEqual(['2026-05-17']);
  });

  test('is unambiguous when day and month are equal', () => {
    expect(readDays('05/05/2026')).toEqual(['2026-05-05']);
  });

  test.each(['05/06/2026', '1.2.2026', '12-11-2026 00:00:00'])('has two readings when it is ambiguous: %s', (text) => {
    expect(readDays(text)).toHaveLength(2);
  });

  test.each([
    ...['', '46159', '17/05/26', '2026-13-01', '2026-02-29', '31/04/2026', '32/01/2026', '17 mai 2026', '2026-05'],
    ...['2026-05-17 14:30', '2026/05-17', '1899-12-31', '0026-05-17', '20260517', 'infinity', '-2026-05-17'],
  ])('is not read from other texts: %j', (text) => {
    expect(readDays(text)).toEqual([]);
  });

  test.each([
    ...['2026-05-17T14:33:02Z', '2026-05-17T00:00:00.000+02:00', '46159.6', '17 mai 2026 à 09:15', '17-May-26'],
    ...['May 17, 2026', '17th May 2026 9:15 AM', '17 MAI 2026'],
  ])('is simplified from %s', (text) => {
    expect(simplifyDay(text)).toBe('2026-05-17');
  });

  test.each([
    ['17/05/2026 09:15', '17/05/2026'],
    ['1er févr. 2026', '2026-02-01'],
    ['17.05.26', '17.05.2026'],
    ...['31 Feb 2026', '12345', 'May 2026'].map((text): [string, string] => [text, text]),
  ])('simplifies %s to %s', (text, simple) => {
    expect(simplifyDay(text)).toBe(simple);
  });

  test.each<[text: string, order: DayOrder | null]>([
    ['17/05/2026', 'day'],
    ['17/05/26', 'day'],
    ['5/17/2026 14:08:11', 'month'],
    ...['05/05/2026', '05/06/2026', '2026-05-17', '32/05/2026', ''].map((text): [string, null] => [text, null]),
  ])('shows the order of day and month when it is unambiguous: %j', (text, order) => {
    expect(readDayOrder(text)).toBe(order);
  });

  test('is chosen by the order of day and month', () => {
    expect([chooseDay('05/06/2026', 'day'), chooseDay('05/06/2026', 'month')]).toEqual(['2026-06-05', '2026-05-06']);
  });

  test('is in the future from the day after tomorrow', () => {
    const now = new Date(2026, 11, 30, 23, 59);
    expect(['2026-12-30', '2026-12-31', '2027-01-01'].map((day) => isFuture(day, now))).toEqual([false, false, true]);
  });

  test('is today in the time zone of the server', () => {
    expect(today(new Date(2026, 0, 2, 0, 0, 1))).toBe('2026-01-02');
    expect(today(new Date(2026, 10, 22, 23, 59, 59))).toBe('2026-11-22');
  });
});
