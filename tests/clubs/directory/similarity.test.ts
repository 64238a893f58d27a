import { expect, test } from 'vitest';
import { SimilarityIndex, type ComparedTexts } from '../../../src/clubs/directory/similarity.ts';

const club = (name: string, more: ComparedTexts = {}) => ({ name, ...more });

const CLUBS = [
  club('Acroyoga'),
  club('Bureau des Sports', { contact: 'bds@example.org' }),
  club('Women in Computing', { website: 'https://www.example.org/wic/' }),
  club('Chinese Students Association', { contact: 'office@example.org' }),
  club('Mahjong Society', { aliases: 'Riichi|Tiles', contact: 'office@example.org' }),
  club('Debate Team', { contact: 'office@example.org' }),
].map((texts, index) => ({ ...texts, id: index + 1 }));

test.each<[string, ComparedTexts, string[]]>([
  ['without generic words', club('The Acroyoga Club'), ['Acroyoga', 'name']],
  ['with a slip', club('Acro-Yoga Society'), ['Acroyoga', 'name']],
  ['by initials', club('BDS'), ['Bureau des Sports', 'initials']],
  ['by an alias', club('Club de riichi'), ['Mahjong Society', 'name']],
  ['by website', club('WiC', { website: 'http://example.org/WIC' }), ['Women in Computing', 'website']],
  ['by contact', club('Sport pour tous', { contact: 'BDS@example.org' }), ['Bureau des Sports', 'contact']],
  ['not by a contact of three clubs', club('Rowing', { contact: 'office@example.org' }), []],
  ['not by generic words', club('Korean Students Association'), []],
])('finds similar clubs %s, and says why', async (_, texts, expected) => {
  const index = await SimilarityIndex.of(CLUBS);
  expect(index.find(texts).flatMap((similar) => [similar.club.name, similar.club.reason])).toEqual(expected);
});
