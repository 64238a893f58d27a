import { describe, expect, test } from 'vitest';
import type { Database } from '../../../db/client.ts';
import type { NameIndex } from '../../../src/clubs/directory/name-index.ts';
import { Synonyms } from '../../../src/clubs/directory/synonyms.ts';
import { Vocabulary } from '../../../src/clubs/directory/vocabulary.ts';
import { loadFacets } from '../../../src/clubs/list/facets.ts';
import { readClubListSearch } from '../../../src/clubs/search.ts';
import { indexOf } from '../../support/name-index.ts';

describe('The facets', () => {
  const index = indexOf([
    { id: 1, name: 'Chess', isActive: true, category: 'Games' },
    { id: 2, name: 'Ski', isActive: true, category: 'Sports' },
  ]);
  const facetsOf = async (query: string, count: number, names: NameIndex = index) => {
    const { version } = names;
    const directory = {
      sql: (() => Promise.resolve([{}])) as unknown as Database,
      vocabulary: new Vocabulary(),
      synonyms: new Synonyms(),
      names: () => names,
      namesSoon: () => Promise.resolve(names),
      findCards: () => Promise.resolve([]),
      findCurrentCards: () => Promise.resolve({ version, rows: [] }),
    };
    const search = readClubListSearch(new URLSearchParams(query));
    return await loadFacets(directory, search, { shown: [], count, version, whole: null });
  };
  const linksOf = async (query: string, names?: NameIndex) => (await facetsOf(query, 2, names)).categories;

  test.each([
    ['for an empty category', 'category=games&club_status=false', 0, 'club_status=true&category=games'],
    ['not for a category with clubs', 'category=games&club_status=true', 1, null],
    ['not for a category without clubs of either', 'category=arts&club_status=false', 0, null],
    ['for a search by name', 'name=ski&club_status=false', 0, 'name=ski&club_status=true'],
    ['not for all clubs of a status', 'club_status=false', 0, null],
  ])('have a link to the other status %s', async (_, query, count, link) => {
    const expected = link === null ? null : { isActive: true, count: 1, query: link };
    expect((await facetsOf(query, count)).otherStatus).toEqual(expected);
  });

  test('suggest categories from two letters on', async () => {
    const suggested = async (name: string) =>
      (await facetsOf(`name=${name}`, 0)).suggestions.map(({ folded }) => folded);
    expect(await suggested('ga')).toEqual(['games']);
    expect(await suggested('g')).toEqual([]);
  });

  test('have the categories after a change', async () => {
    const changed = indexOf([{ id: 1, name: 'Chess', isActive: true, category: 'Board games' }], 'e-2');
    expect(await linksOf('')).toHaveLength(2);
    expect((await linksOf('', changed)).map(({ label, count }) => [label, count])).toEqual([['Board games', 1]]);
  });
});
