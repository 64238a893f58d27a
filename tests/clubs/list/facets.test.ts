import { describe, expect, test } from 'vitest';
import type { Database } from '../../../db/client.ts';
import { CardCache } from '../../../src/clubs/list/cards.ts';
import type { NameIndex } from '../../../src/clubs/list/name-index.ts';
import { loadFacets } from '../../../src/clubs/list/facets.ts';
import { readClubListSearch } from '../../../src/clubs/search.ts';
import { indexOf } from '../../support/name-index.ts';

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
      cards: new CardCache(version),
      currentVersion: () => Promise.resolve(version),
    };
    const search = readClubListSearch(new URLSearchParams(query));
    return (await loadFacets(directory, search, { count: 2, version })).categories;
  };

  test('follow a change of a category', async () => {
    const changed = indexOf([{ id: 1, name: 'Chess', isActive: true, category: 'Board games' }], 'e-2');
    expect(await linksOf('')).toHaveLength(2);
    expect((await linksOf('', changed)).map(({ label, count }) => [label, count])).toEqual([['Board games', 1]]);
  });

  test('stop at ten categories', async () => {
    const nine = Array.from('abcdefghi');
    const queryOf = (labels: string[]) => labels.map((label) => `category=${label}`).join('&');
    expect((await linksOf(queryOf(nine))).map(({ folded }) => folded)).toEqual(['games', 'sports', ...nine]);
    const ten = await linksOf(queryOf([...nine, 'sports']));
    expect(ten.map(({ folded }) => folded)).toEqual(['sports', ...nine]);
    expect(ten.every(({ isChosen }) => isChosen)).toBe(true);
  });
});
