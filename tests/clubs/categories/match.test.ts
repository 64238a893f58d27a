import { expect, test } from 'vitest';
import { countValues, proposeMatches, proposeParts, relabel } from '../../../src/clubs/categories/match.ts';
import { foldLabel } from '../../../src/clubs/record/category.ts';
import { readAnswers } from '../../../src/clubs/categories/categories-page.ts';
import { countReady, proposeReady } from '../../../src/clubs/categories/ready.ts';

const valuesOf = (...labels: string[]) =>
  countValues(labels.flatMap((category, index) => Array.from(labels.slice(index), () => ({ name: 'Club', category }))));

test('counts categories in their most frequent spelling, with the first clubs', () => {
  const clubs = ['unity; VR', 'Unity', 'Unity', '', 'Unity; Unity'].map((category, index) => ({
    category,
    name: `Club ${index}`,
  }));
  expect(countValues(clubs)).toEqual([
    { folded: 'unity', label: 'Unity', count: 4, examples: ['Club 0', 'Club 1', 'Club 2'] },
    { folded: 'vr', label: 'VR', count: 1, examples: ['Club 0'] },
  ]);
});

test.each([
  ['Sport', 'Sports'],
  ['Sports', 'Sport clubs'],
  ['Sports and Recreation', 'Sports & Recreation'],
  ['Religious and Spiritual', 'Religious/Spiritual'],
  ['Science and Technology', 'Technology, Science'],
  ['Arts et culture', 'Art & Culture'],
  ['Culturelle', 'Culturel'],
  ['Culture', 'Cultural'],
  ['Sportive', 'Sportif'],
  ['Échecs', 'echec'],
  ['E-sports', 'Esport'],
  ['Game jam', 'Gamejam'],
])('proposes one label for %s and %s', (label, other) => {
  const [{ folded } = { folded: '' }] = valuesOf(other);
  expect([...proposeMatches(valuesOf(label, other))]).toEqual(
    label === 'Échecs' ? [['echec', label]] : [[folded, label]],
  );
});

test.each([
  ['Art', 'Martial arts'],
  ['Media', 'Student Media'],
  ['General', 'General Interest'],
  ['C', 'C++', 'C#'],
  ['FROZEN - Fall 2023', 'FROZEN - Fall 2024'],
  ['Clubs', 'Associations'],
  ['Political', 'Politics', 'Professional'],
  ['游戏开发', '游戏设计'],
])('keeps %s and %s apart', (...labels) => {
  expect([...proposeMatches(valuesOf(...labels))]).toEqual([]);
});

test.each([
  ['Sport, music', 'Sports; Music'],
  ['Music / Sport', 'Music; Sports'],
  ['Sport, Dance', undefined],
])('proposes categories for the list %s', (list, labels) => {
  const known = valuesOf('Sports', 'Music');
  expect(proposeParts(valuesOf(list, 'Film'), known)).toEqual(new Map(labels ? [[foldLabel(list), labels]] : []));
});

test('proposes the spelling of the directory, or the capitalised one of two as frequent', () => {
  const clubs = ['sport', 'Sports'].map((category) => ({ name: 'Club', category }));
  expect([...proposeMatches(countValues(clubs))]).toEqual([['sport', 'Sports']]);
  const known = [{ label: 'Sports', folded: 'sports' }];
  expect([...proposeMatches(valuesOf('Sport', 'SPORTS'), known)]).toEqual([['sport', 'Sports']]);
});

test.each([
  ['Sports; Art', 'Sport; Art'],
  ['Art; SPORTS; Sport', 'Art; Sport'],
  ['Sport;Art', 'Sport;Art'],
  ['Office', ''],
  ['Long; Games', 'Long; Games'],
  ['Fun; Office; Art', 'Music; Games; Art'],
])('turns the categories %s into %s', (category, relabelled) => {
  const matches = new Map([
    ['sports', 'Sport'],
    ['office', null],
    ['fun', 'Music; Games'],
    ['long', 'x'.repeat(995)],
  ]);
  expect(relabel(category, matches)).toBe(relabelled);
});

test('reads the valid labels of a form', () => {
  const form = new FormData();
  const rows = ['sports:Sport', 'art: ', 'office:Office', `fun:${'x'.repeat(1001)}`, 'music:Music;Dance', 'a\0b:Nul'];
  for (const row of rows) {
    const [value = '', to = ''] = row.split(':');
    form.append('value', value);
    form.append('to', to);
  }
  form.append('drop', 'office');
  const expected = { sports: 'Sport', office: null, music: 'Music; Dance' };
  expect(Object.fromEntries(readAnswers(form))).toEqual(expected);
});

test.each([
  ['Badminton Sport Club', '', 'sport'],
  ['Martial Arts', '', 'sport'],
  ['Society of Women Engineers', '', 'technology'],
  ['Magic the Gathering', '', 'games'],
  ['Bureau des Élèves de l’ENSAE', '', 'life'],
  ['Solidari’Terre', 'Une association humanitaire et solidaire.', 'care'],
  ['University Choir', '', 'music'],
  ['Korean Christian Fellowship', '', 'faith'],
  ['Best Buddies', '', null],
  ['Kappa', 'We study the history of music.', 'life'],
  ['Trium', 'Our members read.', null],
])('proposes a ready category for %s: %s', (name, shortDescription, category) => {
  expect(proposeReady({ name, shortDescription })).toBe(category);
});

test.each([
  [[], 'Musique'],
  [['music'], 'music'],
])('proposes the name of an existing category of %j', async (existing, label) => {
  expect(await countReady([{ name: 'Music club' }], 'fr', valuesOf(...existing))).toMatchObject([{ label }]);
});
