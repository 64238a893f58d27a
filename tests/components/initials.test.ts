import { expect, test } from 'vitest';
import { initialsOf } from '../../src/components/clubs/initials.ts';

test.each([
  ['Badminton', 'Ba'],
  ['Bureau des Élèves', 'BÉ'],
  ['Club Photo', 'Ph'],
  ['Club', 'Cl'],
  ['The Club of the Arts', 'Ar'],
  ['Women in Tech', 'WT'],
  ['L.E.D', 'LE'],
  ['A. I. Society', 'AI'],
  ["L'Écho d'Art", 'ÉA'],
  ['180 Degrees Consulting', '1D'],
  ['中文角', '中'],
  ['Chess 中文', 'Ch'],
  ['ßport', 'SSp'],
  ['𝒞lub 𝒟', '𝒞𝒟'],
  ['😀', ''],
])('The tile of %s has %s on it', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
