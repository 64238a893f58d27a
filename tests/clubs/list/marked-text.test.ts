import { expect, test } from 'vitest';
import {
  choosePassage,
  createNameMarker,
  createWordMarker,
  type MarkedText,
} from '../../../src/clubs/list/marked-text.ts';

const mark = createWordMarker({ words: new Set(['chess', 'echecs']), beginnings: ['photog'] });
const written = (text: MarkedText) => text.map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text)).join('');

test.each([
  ['Chess, chessboards and CHESS', '[Chess], chessboards and [CHESS]'],
  ['Les Échecs', 'Les [Échecs]'],
  ['Photographers', '[Photographers]'],
  ['Nothing here', 'Nothing here'],
  ['', ''],
])('Whole words of a query and words with its open end are marked: %s', (text, expected) => {
  expect(written(mark(text))).toBe(expected);
});

test('A passage begins with the first sentence with a marked word', () => {
  const html = '<p>We meet on Mondays. All are welcome!</p><p>We play <em>chess</em>. And go.</p>';
  expect(written(choosePassage(html, mark))).toBe('… We play [chess]. And go.');
  expect(written(choosePassage('<p>We meet. We eat.</p>', mark))).toBe('We meet. We eat.');
});

test('A long passage is cut between words and keeps its first marked word', () => {
  const passage = written(choosePassage(`<p>${'word '.repeat(100)}chess ${'word '.repeat(100)}</p>`, mark));
  expect(passage).toMatch(/^… word .*\[chess\] word .*word…$/);
  expect(passage.length).toBeLessThan(220);
});

test.each([
  ['Théâtre du Sous-sol', 'theatre', '[Théâtre] du Sous-sol'],
  ['Théâtre du Sous-sol', 'SOL', 'Théâtre du Sous-[sol]'],
  ['中文角', '文', '中[文]角'],
  ['😀 club', 'club', '😀 [club]'],
  ['Club L’Atelier Photo', "l'atelier photo", 'Club [L’Atelier Photo]'],
  ['A & <b>', '& <', 'A [& <]b>'],
  ['Œnologie', 'oeno', null],
  ['The  Ski Club', 'ski', null],
  ['Chess', 'go', null],
  ['Chess', '', null],
])('the name %s, searched for %s, is %s', (name, text, marked) => {
  const pieces = createNameMarker(text)(name);
  expect(pieces && written(pieces)).toBe(marked);
});
