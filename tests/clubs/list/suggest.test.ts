import { describe, expect, test } from 'vitest';
import { foldForSearch } from '../../../src/clubs/record/fold.ts';
import type { IndexedClub } from '../../../src/clubs/directory/name-index.ts';
import { findByOtherNames, findByWords, findSimilarNames } from '../../../src/clubs/list/suggest.ts';
import { indexOf } from '../../support/name-index.ts';

type Find = (clubs: readonly IndexedClub[], text: string, limit: number) => IndexedClub[];

/** The names that a text finds among clubs, which are names with their aliases. */
function createFinder(find: Find, clubs: Record<string, string>) {
  const named = Object.entries(clubs).map(([name, aliases], id) => ({ id, name, aliases, isActive: true }));
  return (text: string, limit = 5) =>
    find(indexOf(named).clubs, foldForSearch(text), limit).map(({ id }) => named[id]?.name);
}

const withoutAliases = (names: string[]) => Object.fromEntries(names.map((name) => [name, '']));

describe('Other names', () => {
  const find = createFinder(findByOtherNames, {
    A: 'Checkmates|Go Club',
    B: 'Échecs',
    'Bureau des Élèves': '',
    D: 'BDE|Échecs et Go',
    'Alpha Gamma Alpha International': '',
    'Art Games Association': '',
  });

  test.each([
    ['echecs', ['B', 'D']],
    ['bde', ['D', 'Bureau des Élèves']],
    ['check', ['A']],
    ['mates', ['A']],
    ['et go', ['D']],
    ['aga', ['Art Games Association', 'Alpha Gamma Alpha International']],
    ['ag', []],
    ['bd', ['D']],
    ['de', []],
    ['sg', []],
    ['checkmatesgo', []],
  ])('like %s are those of %j: whole ones, beginnings, then parts of aliases', (text, names) => {
    expect(find(text)).toEqual(names);
  });
});

describe('The words of a text', () => {
  const find = createFinder(
    findByWords,
    withoutAliases(['Ballroom Dance Team', 'Chess Club, MIT', 'MIT Ballroom and Latin Dance', 'Théâtre d’Échecs']),
  );

  test.each([
    ['mit chess', ['Chess Club, MIT']],
    ['dance ballroom', ['Ballroom Dance Team', 'MIT Ballroom and Latin Dance']],
    ['latin-mit', ['MIT Ballroom and Latin Dance']],
    ['ÉCHECS theatre', ['Théâtre d’Échecs']],
    ['dance judo', []],
    ['dance dance', []],
    ['…', []],
  ])('%s are in %j, the shortest name first', (text, names) => {
    expect(find(text)).toEqual(names);
  });
});

describe('Similar names', () => {
  const find = createFinder(
    findSimilarNames,
    withoutAliases([
      'Badminton',
      'Bad Films Club',
      'Club Échecs',
      'Minton House',
      'Ski',
      'Tabletop Roleplaying',
      'Théâtre du Sous-sol',
      '中文角',
    ]),
  );

  test.each([
    ['badmington', 'Badminton'],
    ['BADMINTONN', 'Badminton'],
    ['echcs', 'Club Échecs'],
    ['theatr du soussol', 'Théâtre du Sous-sol'],
    ['skii', 'Ski'],
  ])('of %s begin with %s', (text, name) => {
    expect(find(text)[0]).toBe(name);
  });

  test.each(['quantum physics', 'quantum club', 'beekeeping', 'sk', ''])('of "%s" are none', (text) => {
    expect(find(text)).toEqual([]);
  });
});
