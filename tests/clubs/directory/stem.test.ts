import { expect, test } from 'vitest';
import { stemOf } from '../../../src/clubs/directory/stem.ts';

test.each([
  'hike hikes hiking hiker hikers',
  'dance dances dancing dancers',
  'run running runners',
  'party parties',
  'church churches',
  'ski skiing skiers',
  'cycle cycling',
  'engineer engineers engineering',
  'jeu jeux',
  'journal journaux',
  'bateau bateaux',
  'etudiant etudiante etudiants etudiantes',
])('One stem: %s', (words) => {
  expect(new Set(words.split(' ').map(stemOf)).size).toBe(1);
});

test.each(['organ organization', 'intern international', 'anime animal animation', 'car care career', 'bus business'])(
  'Different stems: %s',
  (words) => {
    expect(new Set(words.split(' ').map(stemOf)).size).toBe(words.split(' ').length);
  },
);

test.each(['us', 'as', 'échecs', '中文角', '2024', 'spring'])('%s is its own stem', (word) => {
  expect(stemOf(word)).toBe(word);
});
