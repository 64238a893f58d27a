import { expect, test } from 'vitest';
import { findBestMatches } from '../../../src/clubs/list/best-match.ts';
import { foldForSearch } from '../../../src/clubs/record/fold.ts';
import { indexOf } from '../../support/name-index.ts';

const CLUBS: Record<string, string> = {
  'AI Alignment': '',
  'Interfaith Association': '',
  'Women in AI': '',
  'Anti-Inertia': '',
  'Model United Nations, Metropolis': '',
  'Metropolis Model United Nations': '',
  'Society of Women Engineers': '',
  'American Institute of Chemical Engineers, Student Chapter': '',
  'Bureau des Élèves': '',
  Checkmates: 'Chess friends|BDE',
  "Men's Ski": '',
  'Ski Club': '',
};

test.each([
  ['AI', ['AI Alignment', 'Women in AI', 'Anti-Inertia']],
  ['MUN', ['Metropolis Model United Nations', 'Model United Nations, Metropolis']],
  ['swe', ['Society of Women Engineers']],
  ['AIChE', ['American Institute of Chemical Engineers, Student Chapter']],
  ['bde', ['Checkmates', 'Bureau des Élèves']],
  ['chess friends', ['Checkmates']],
  ['ski', ['Ski Club', "Men's Ski"]],
  ['sk', []],
  ['club', []],
  ['…', []],
])('The best matches of %s are %j: names, other names, initials, then words within names', (text, names) => {
  const clubs = Object.entries(CLUBS).map(([name, aliases], id) => ({ id, name, aliases, isActive: true }));
  const matches = findBestMatches(indexOf(clubs).clubs, foldForSearch(text));
  expect(matches.map(({ id }) => clubs[id]?.name)).toEqual(names);
});
