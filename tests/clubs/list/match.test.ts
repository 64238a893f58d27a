import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldForSearch } from '../../../src/clubs/record/fold.ts';
import { createMatcher } from '../../../src/clubs/list/match.ts';
import { arbitraryName } from '../../support/name-index.ts';
import { inFull } from '../../support/scope.ts';

test.each([
  ['Théâtre du Sous-sol', 'theatre', 'Théâtre'],
  ['Théâtre du Sous-sol', 'SOL', 'sol'],
  ['Œnologie', 'oeno', 'Œno'],
  ['Œnologie', 'eno', 'Œno'],
  ['Straße', 'ass', 'aß'],
  ['x\u0302y', 'x', 'x\u0302'],
  ['中文角', '文', '文'],
  ['😀 club', 'club', 'club'],
  ['Club L’Atelier  Photo', "l'atelier photo", 'L’Atelier  Photo'],
  ['Club O`Neill', "o'neill", 'O`Neill'],
  ['The Ski  Club', 'ski club', 'Ski  Club'],
  ['The  Ski Club', 'ski', 'Ski'],
  ['The \u00a0\u2003Ski Club', 'the ski', 'The \u00a0\u2003Ski'],
  ['The\u200b Rock\u00ad–Climb\u200bing', 'rock-climb', 'Rock\u00ad–Climb\u200b'],
  ['Chess', 'go', null],
  ['Chess', '', null],
  ['Chess', '\u0301', null],
])('In %s a search for %s finds %s', (name, text, marked) => {
  const match = createMatcher(text)(name);
  expect(match && name.slice(...match)).toBe(marked);
});

test('A match contains the text in any name', () => {
  fc.assert(
    fc.property(arbitraryName, arbitraryName, (name, text) => {
      const match = createMatcher(text)(name);
      if (!match) return;
      expect(foldForSearch(name.slice(...match))).toContain(foldForSearch(text));
      expect(name.slice(0, match[0]).isWellFormed() && name.slice(match[1]).isWellFormed()).toBe(name.isWellFormed());
    }),
    { numRuns: inFull(100, 1000) },
  );
});
