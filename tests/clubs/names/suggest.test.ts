import { describe, expect, test } from 'vitest';
import { foldForSearch } from '../../../src/clubs/names/fold.ts';
import { acronymsOf } from '../../../src/clubs/names/name-index.ts';
import { findByAlias, findByWords, findSimilarNames } from '../../../src/clubs/names/suggest.ts';
import { indexOf, type NamedClub } from '../../support/name-index.ts';

test.each([
  ['Bureau des Élèves', ['bde', 'be']],
  ['Alpha Omega Epsilon', ['aoe']],
  ['Club d’échecs et de go', ['cdeedg', 'ceg']],
  ['Chess', []],
  ['180 Degrees Consulting at UC Irvine', ['1dcaui', '1dcui']],
  ['Łódzki Klub Żeglarski', ['lkz']],
  ['Men’s Rugby Club', ['mrc']],
  ['中文 角', ['中角']],
  ['😀 😀', []],
  [Array.from({ length: 20 }, () => 'word').join(' '), []],
])('The acronyms of %s are %j', (name, acronyms) => {
  expect(acronymsOf(foldForSearch(name))).toEqual(acronyms);
});

describe('A search by aliases', () => {
  const find = (clubs: Omit<NamedClub, 'isActive'>[], text: string, limit = 5, unwanted = -1) => {
    const index = indexOf(clubs.map((club) => ({ ...club, isActive: true })));
    const places = findByAlias(index, foldForSearch(text), limit, (place) => index.ids[place] !== unwanted);
    return places.map((place) => index.ids[place]);
  };
  const clubs = [
    { id: 1, name: 'A', aliases: 'Checkmates|Go Club' },
    { id: 2, name: 'B', aliases: 'Échecs' },
    { id: 3, name: 'Bureau des Élèves', aliases: '' },
    { id: 4, name: 'D', aliases: 'BDE|Échecs et Go' },
  ];

  test('finds whole aliases, prefixes and parts, the best first', () => {
    expect(find(clubs, 'echecs')).toEqual([2, 4]);
    expect(find(clubs, 'bde')).toEqual([4, 3]);
    expect(find(clubs, 'check')).toEqual([1]);
    expect(find(clubs, 'mates')).toEqual([1]);
    expect(find(clubs, 'et go')).toEqual([4]);
    expect(find(clubs, 'ÉCHECS', 1)).toEqual([2]);
    expect(find(clubs, 'echecs', 5, 2)).toEqual([4]);
  });

  test('finds the prefix of an acronym from three letters on', () => {
    const named = [
      { id: 6, name: 'Alpha Gamma Alpha International', aliases: '' },
      { id: 7, name: 'Art Games Association', aliases: '' },
    ];
    expect(find(named, 'aga')).toEqual([7, 6]);
    expect(find(named, 'ag')).toEqual([]);
  });

  test('finds no inner part of an acronym and nothing across two aliases', () => {
    expect(find(clubs, 'bd')).toEqual([4]);
    expect(find(clubs, 'de')).toEqual([]);
    expect(find(clubs, 'sg')).toEqual([]);
    expect(find(clubs, 'checkmatesgo')).toEqual([]);
  });
});

const NAMES = [
  'Ballroom Dance Team',
  'Chess Club, MIT',
  'Dance Troupe',
  'MIT Ballroom and Latin Dance',
  'Théâtre d’Échecs',
];
const wordsIndex = indexOf(NAMES.map((name, id) => ({ id: id + 1, name, isActive: name !== 'Dance Troupe' })));
const findWords = (text: string, limit = 5, isWanted: (place: number) => boolean = () => true) =>
  findByWords(wordsIndex, foldForSearch(text), limit, isWanted).map((place) => NAMES[(wordsIndex.ids[place] ?? 0) - 1]);

test.each([
  ['mit chess', ['Chess Club, MIT']],
  ['dance ballroom', ['Ballroom Dance Team', 'MIT Ballroom and Latin Dance']],
  ['latin-mit', ['MIT Ballroom and Latin Dance']],
  ['ÉCHECS theatre', ['Théâtre d’Échecs']],
  ['dance judo', []],
  ['dance', []],
  ['dance dance', []],
  ['…', []],
])('The words of %s are in %j, the shortest name first', (text, names) => {
  expect(findWords(text)).toEqual(names);
});

test('A search by words respects the limit and the filter', () => {
  expect(findWords('dance ballroom', 1)).toEqual(['Ballroom Dance Team']);
  expect(findWords('dance ballroom', 5, (place) => wordsIndex.ids[place] !== 1)).toEqual([
    'MIT Ballroom and Latin Dance',
  ]);
});

const ALL = () => true;

describe('Similar names', () => {
  const names = ['Badminton', 'Bad Films Club', 'Club Échecs', 'Ski', 'Théâtre du Sous-sol', '中文角', 'Minton House'];
  const index = indexOf(names.map((name, id) => ({ id: id + 1, name, isActive: id % 2 === 0 })));
  const ordered = Array.from(index.ids, (id) => names[id - 1]);
  const find = (text: string, limit = 5, isWanted: (place: number) => boolean = ALL) =>
    findSimilarNames(index, text, limit, isWanted).map((place) => ordered[place]);

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
    expect(find('quantum club')).toEqual([]);
    expect(find('')).toEqual([]);
    expect(find('badmington', 5, (place) => ordered[place] !== 'Badminton')).not.toContain('Badminton');
    expect(find('badmington', 1)).toHaveLength(1);
  });
});
