import { expect, test } from 'vitest';
import { messages } from '../../src/messages/messages.ts';

test.each([
  [0, '0 active clubs', 'Aucun club actif', 'Keine aktiven Gruppen'],
  [1, '1 active club', '1 club actif', '1 aktive Gruppe'],
  [1245, '1,245 active clubs', '1\u202f245 clubs actifs', '1.245 aktive Gruppen'],
  [1_000_000, '1,000,000 active clubs', '1\u202f000\u202f000 de clubs actifs', '1.000.000 aktive Gruppen'],
])('writes %i with the number format and plural of each language', (count, english, french, german) => {
  expect(messages('en').clubList.result(count, 'true')).toBe(english);
  expect(messages('fr').clubList.result(count, 'true')).toBe(french);
  expect(messages('de').clubList.result(count, 'true')).toBe(german);
});

test.each([
  [0, 0, '', 'Nothing found for “go”', 'Aucun résultat pour «\u202fgo\u202f»'],
  [0, 1, '', '1 club about “go”', '1 club en lien avec «\u202fgo\u202f»'],
  [0, 6, 'false', '6 inactive clubs about “go”', '6 clubs inactifs en lien avec «\u202fgo\u202f»'],
  [2, 0, 'true', '2 clubs called “go”', '2 clubs dont le nom contient «\u202fgo\u202f»'],
  [
    1,
    1,
    '',
    '1 club called “go”, 1 more about it',
    '1 club dont le nom contient «\u202fgo\u202f», 1 autre sur ce sujet',
  ],
  [
    2,
    4,
    null,
    '2 clubs called “go”, 4 more about it',
    '2 clubs dont le nom contient «\u202fgo\u202f», 4 autres sur ce sujet',
  ],
] as const)(
  'says that %i clubs have a text in their names and %i are about it',
  (named, about, status, english, french) => {
    const counts = { named, about, isPartial: false };
    expect(messages('en').clubList.found('go', counts, status).join('')).toBe(english);
    expect(messages('fr').clubList.found('go', counts, status).join('')).toBe(french);
  },
);

test.each([
  [0, 0, '', 'Nichts gefunden zu „go“'],
  [0, 1, '', '1 Gruppe zu „go“'],
  [0, 6, 'false', '6 inaktive Gruppen zu „go“'],
  [2, 0, 'true', '2 Gruppen mit „go“ im Namen'],
  [1, 1, '', '1 Gruppe mit „go“ im Namen, 1 weitere zum Thema'],
  [2, 4, null, '2 Gruppen mit „go“ im Namen, 4 weitere zum Thema'],
] as const)('says the same in German: %i, %i', (named, about, status, german) => {
  expect(messages('de').clubList.found('go', { named, about, isPartial: false }, status).join('')).toBe(german);
});

test('says that clubs are about some words of a text', () => {
  const counts = { named: 0, about: 2, isPartial: true };
  expect(messages('en').clubList.found('go big', counts, '').join('')).toBe(
    '2 clubs matching some of your words: “go big”',
  );
  expect(messages('fr').clubList.found('go big', counts, '').join('')).toBe(
    '2 clubs en lien avec certains mots de «\u202fgo big\u202f»',
  );
  expect(messages('de').clubList.found('go big', counts, '').join('')).toBe(
    '2 Gruppen zu einzelnen Wörtern aus „go big“',
  );
});
