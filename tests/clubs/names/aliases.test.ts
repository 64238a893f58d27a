import { describe, expect, test } from 'vitest';
import { acronymsOf, findByAlias } from '../../../src/clubs/names/aliases.ts';
import { foldForSearch } from '../../../src/clubs/names/fold.ts';
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
    const places = findByAlias(index.aliases, foldForSearch(text), limit, (place) => index.ids[place] !== unwanted);
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
