import { describe, expect, test } from 'vitest';
import { findNearestNames } from '../../../src/clubs/names/nearest.ts';
import { indexOf } from '../../support/name-index.ts';

const ALL = () => true;

describe('The nearest names', () => {
  const names = ['Badminton', 'Bad Films Club', 'Club Échecs', 'Ski', 'Théâtre du Sous-sol', '中文角', 'Minton House'];
  const index = indexOf(names.map((name, id) => ({ id: id + 1, name, isActive: id % 2 === 0 })));
  const ordered = Array.from(index.ids, (id) => names[id - 1]);
  const find = (text: string, limit = 5, isWanted: (place: number) => boolean = ALL) =>
    findNearestNames(index, text, limit, isWanted).map((place) => ordered[place]);

  test.each([
    ['badmington', 'Badminton'],
    ['BADMINTONN', 'Badminton'],
    ['echcs', 'Club Échecs'],
    ['theatr du soussol', 'Théâtre du Sous-sol'],
    ['skii', 'Ski'],
  ])('of %s begin with %s', (text, name) => {
    expect(find(text)[0]).toBe(name);
  });

  test('leave out dissimilar names, short texts and filtered clubs', () => {
    expect(find('quantum physics')).toEqual([]);
    expect(find('sk')).toEqual([]);
    expect(find('')).toEqual([]);
    expect(find('badmington', 5, (place) => ordered[place] !== 'Badminton')).not.toContain('Badminton');
    expect(find('badmington', 1)).toHaveLength(1);
  });
});
