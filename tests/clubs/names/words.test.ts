import { expect, test } from 'vitest';
import { foldForSearch } from '../../../src/clubs/names/fold.ts';
import { findByWords } from '../../../src/clubs/names/words.ts';
import { indexOf } from '../../support/name-index.ts';

const NAMES = [
  'Ballroom Dance Team',
  'Chess Club, MIT',
  'Dance Troupe',
  'MIT Ballroom and Latin Dance',
  'Théâtre d’Échecs',
];
const index = indexOf(NAMES.map((name, id) => ({ id: id + 1, name, isActive: name !== 'Dance Troupe' })));
const find = (text: string, limit = 5, isWanted: (place: number) => boolean = () => true) =>
  findByWords(index, foldForSearch(text), limit, isWanted).map((place) => NAMES[(index.ids[place] ?? 0) - 1]);

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
  expect(find(text)).toEqual(names);
});

test('A search by words respects the limit and the filter', () => {
  expect(find('dance ballroom', 1)).toEqual(['Ballroom Dance Team']);
  expect(find('dance ballroom', 5, (place) => index.ids[place] !== 1)).toEqual(['MIT Ballroom and Latin Dance']);
});
