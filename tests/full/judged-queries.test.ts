import { expect, test } from 'vitest';
import type { Database } from '../../db/client.ts';
import type { ClubStore } from '../../src/clubs/directory/club-store.ts';
import { foldForSearch } from '../../src/clubs/record/fold.ts';
import { loadFacets } from '../../src/clubs/list/facets.ts';
import { readClubListSearch } from '../../src/clubs/search.ts';
import { judgedQueries, KINDS } from '../support/judged-queries.ts';
import { indexOf } from '../support/name-index.ts';
import { readRealClubs, REAL_CLUBS_FOLDER } from '../support/real-clubs.ts';

const OF_EACH_KIND = 150;
/** Clubs that a visitor of the grid sees first. */
const FIRST_PAGE = 24;

test.skipIf(REAL_CLUBS_FOLDER === null)(
  'Nearly all of nine hundred judged searches have the club on the first page or among the suggestions',
  async () => {
    const names = new Set<string>();
    const clubs = readRealClubs().filter(({ name }) => !names.has(name) && names.add(name));
    const order = new Intl.Collator('und').compare;
    clubs.sort((a, b) => order(a.name, b.name));
    const index = indexOf(
      clubs.map(({ name, category }, place) => ({ id: place + 1, name, category, isActive: true })),
    );
    const cards = clubs.map(({ name }, place) => ({
      id: place + 1,
      name,
      logo: null,
      isActive: true,
      categories: [],
      website: null,
      confirmedOn: null,
      shortDescriptionHtml: '',
    }));
    const store: ClubStore = {
      sql: null as unknown as Database,
      names: () => index,
      namesSoon: () => Promise.resolve(index),
      findCards: (ids, version) => Promise.resolve({ version, rows: ids.flatMap((id) => cards[id - 1] ?? []) }),
      currentVersion: () => Promise.resolve(index.version),
    };

    const missed: string[] = [];
    const queries = judgedQueries(clubs, OF_EACH_KIND);
    for (const query of queries) {
      const search = readClubListSearch(new URLSearchParams({ name: query.text, club_status: 'true' }));
      if (!search.filter) throw new Error(`${query.text} is not a valid search.`);
      const found = index.find(search.filter);
      const { suggestions } = await loadFacets(store, search, {
        count: found.length,
        version: index.version,
      });
      const id = query.place + 1;
      const category = foldForSearch(query.category ?? '');
      const isThere =
        query.kind === 'category'
          ? suggestions.categories.some(({ folded }) => folded === category)
          : found.slice(0, FIRST_PAGE).some((one) => one.id === id) || suggestions.clubs.some((one) => one.id === id);
      if (!isThere) missed.push(`${query.kind}: ${query.text} for ${clubs[query.place]?.name ?? ''}`);
    }
    expect(new Set(queries.map(({ kind }) => kind))).toEqual(new Set(KINDS));
    expect(queries.length).toBeGreaterThanOrEqual(800);
    expect(1 - missed.length / queries.length, missed.join('\n')).toBeGreaterThanOrEqual(0.98);
  },
  180_000,
);
