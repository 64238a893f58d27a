import { expect, test } from 'vitest';
import { readTime } from '../../../src/components/clubs/joining-texts.ts';

test.each([
  ['Tuesdays and Thursdays, 7–9 pm', '7–9 pm'],
  ['Le jeudi, de 19 h 30 à 22 h', '19 h 30 à 22 h'],
  ['Mittwochs 20 Uhr', '20 Uhr'],
  ['2nd Thursday, 18:30-20:00', '18:30-20:00'],
  ['Tuesdays, 7 pm, and Fridays, 12:30', ''],
  ['Every 2 weeks', ''],
])('reads the only time of %j', (text, time) => {
  expect(readTime(text)).toBe(time);
});
