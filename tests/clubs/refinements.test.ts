import { describe, expect, test } from 'vitest';
import type { Database } from '../../db/client.ts';
import { CardMemory } from '../../src/clubs/cards.ts';
import type { NameIndex } from '../../src/clubs/names/name-index.ts';
import { loadRefinements } from '../../src/clubs/refinements.ts';
import { readClubListSearch } from '../../src/clubs/search.ts';
import { indexOf } from '../support/name-index.ts';

describe('The links to categories', () => {
  const index = indexOf([
    { id: 1, name: 'Chess', isActive: true, category: 'Games' },
    { id: 2, name: 'Ski', isActive: true, category: 'Sports' },
  ]);
  const linksOf = async (query: string, names: NameIndex = index) => {
    const { version } = names;
    const directory = {
      sql: null as unknown as Database,
      names: () => names,
      namesSoon: () => Promise.resolve(names),
      cards: new CardMemory(version),
      currentVersion: () => Promise.resolve(version),
    };
    const search = readClubListSearch(new URLSearchParams(query));
    return (await loadRefinements(directory, search, { count: 2, version })).categories;
  };

  test('are made once for all pages of a list without a name', async () => {
    const first = await linksOf('page_size=24');
    expect(await linksOf('page_size=24&page=2')).toBe(first);
    expect(first.map(({ query }) => query)).toEqual(['category=games&page_size=24', 'category=sports&page_size=24']);
    for (const other of ['page_size=12', 'page_size=24&category=games', 'page_size=24&club_status='])
      expect(await linksOf(other), other).not.toBe(first);
  });

  test('are those of the clubs as they are when a category has changed', async () => {
    const changed = indexOf([{ id: 1, name: 'Chess', isActive: true, category: 'Board games' }], 'e-2');
    expect(await linksOf('')).toHaveLength(2);
    expect((await linksOf('', changed)).map(({ label, count }) => [label, count])).toEqual([['Board games', 1]]);
  });

  test('lead to no eleventh, of which a list would leave one out', async () => {
    const nine = Array.from('abcdefghi');
    const queryOf = (labels: string[]) => labels.map((label) => `category=${label}`).join('&');
    expect((await linksOf(queryOf(nine))).map(({ folded }) => folded)).toEqual(['games', 'sports', ...nine]);
    const ten = await linksOf(queryOf([...nine, 'sports']));
    expect(ten.map(({ folded }) => folded)).toEqual(['sports', ...nine]);
    expect(ten.every(({ isChosen }) => isChosen)).toBe(true);
  });

  test('are remembered for eight ways to ask for the clubs of a status, and for no search by name', async () => {
    const first = await linksOf('page_size=100');
    for (let size = 1; size < 8; size += 1) await linksOf(`page_size=${size}`);
    expect(await linksOf('page_size=100')).toBe(first);
    for (let size = 1; size <= 8; size += 1) await linksOf(`page_size=${size}`);
    expect(await linksOf('page_size=100')).not.toBe(first);
    expect(await linksOf('name=s')).not.toBe(await linksOf('name=s'));
  });
});
