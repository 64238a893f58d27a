import { expect, test } from 'vitest';
import { formatAge } from '../../src/messages/time.ts';

const NOW = Date.parse('2026-11-30T12:00:00Z');

test.each([
  [new Date('2026-11-30T11:50:00Z'), 'today', 'aujourd’hui'],
  [new Date('2026-11-30T10:00:00Z'), '2 hours ago', 'il y a 2 heures'],
  [new Date('2026-11-29T11:00:00Z'), 'yesterday', 'hier'],
  // For a day, hours do not count. In another time zone, it may be tomorrow.
  ['2026-11-30', 'today', 'aujourd’hui'],
  ['2026-12-01', 'today', 'aujourd’hui'],
  ['2026-08-30', '3 months ago', 'il y a 3 mois'],
  ['2001-02-03', '25 years ago', 'il y a 25 ans'],
])('formatAge formats %s as %j and %j', (at, english, french) => {
  expect(formatAge('en', at, NOW)).toBe(english);
  expect(formatAge('fr', at, NOW)).toBe(french);
});
