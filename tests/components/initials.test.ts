import { expect, test } from 'vitest';
import { initialsOf } from '../../src/components/clubs/initials.ts';

test.each([
  ['Badminton', 'Ba'],
  ['Bureau des Élèves', 'BÉ'],
  ['Club', 'Cl'],
  ['The Club of the Arts', 'Ar'],
  ['L.E.D', 'LE'],
  ["L'Écho d'Art", 'ÉA'],
  ['180 Degrees Consulting', '1D'],
  ['中文角', '中'],
  ['𝒞lub 𝒟', '𝒞𝒟'],
  ['😀', ''],
])('shows %s as %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
