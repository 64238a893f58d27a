import { describe, expect, test } from 'vitest';
import { foldForSearch, searchPattern } from '../../../src/clubs/record/fold.ts';
import { IS_FULL } from '../../support/scope.ts';
import { describeDatabase } from '../../support/database.ts';

/** Characters with decompositions or cases from Unicode 11 or later, which some servers do not know. */
const YOUNGER_FORMS = /[\ua7f1\u{105c9}\u{105e4}\u{1ccd6}-\u{1ccf9}\u{1e030}-\u{1e06d}]/u;

/** Names, search texts and whether they match. */
const SEARCHES: [script: string, name: string, looked: string, isFound: boolean][] = [
  ['Latin', 'Đà Nẵng', 'da nang', true],
  ['Latin', 'Łódź', 'lodz', true],
  ['Latin', 'Œnologie', 'OENO', true],
  ['Latin', 'Straße', 'STRASSE', true],
  ['Latin', 'İstanbul', 'istanbul', true],
  ['Latin', 'ﬁnance ﬀ №5', 'finance ff no5', true],
  ['Latin', 'Cafe', 'kafe', false],
  ['Greek', 'Ἀθῆναι', 'αθηναι', true],
  ['Greek', 'ΟΔΟΣ', 'οδοσ', true],
  ['Cyrillic', 'Ёлка', 'елка', true],
  ['Cyrillic', 'Шахматы', 'шахматя', false],
  ['Hebrew', 'שָׁלוֹם', 'שלום', true],
  ['Arabic', 'مُحَمَّد', 'محمد', true],
  ['Arabic', 'أحمد', 'احمد', true],
  ['Arabic', 'محمد', 'محمود', false],
  ['Devanagari', 'किताब', 'कताब', false],
  ['Thai', 'กินข้าว', 'กน', false],
  ['Hiragana', 'がっこう', 'か\u3099っ', true],
  ['Hiragana', 'が', 'か', false],
  ['Katakana', 'ガーデン', 'ｶﾞｰ', true],
  ['Hangul', '한국어'.normalize('NFD'), '한국', true],
  ['Han', '三院科协游戏开发', '游戏', true],
  ['Georgian', 'ᲭᲐᲓᲠᲐᲙᲘ', 'ჭადრა', true],
  ['apostrophes', 'L’Atelier L‘Atelier', "l'atelier l'atelier", true],
  ['apostrophes', 'LAtelier', "l'atelier", false],
  ['dashes', 'Rock–Climbing', 'rock-climbing', true],
  ['dashes', 'Rock Climbing', 'rock-climbing', true],
  ['apostrophes', "CIE D'ARC", 'cie d arc', true],
  ['spaces', 'Ski  \u00a0 Club', 'ski\t\u2003club', true],
  ['spaces', 'SkiClub', 'ski club', false],
  ['zero-width characters', 'Ski\u200b\u00ad\u2060 \u200eClub', 'ski club', true],
];

describe('Folding', () => {
  /** The marks of the five scripts in Unicode, without U+0951 and U+0952, Indic marks that Latin shares. */
  const ALPHABETS = ['Latin', 'Greek', 'Cyrillic', 'Hebrew', 'Arabic'].map((name) => `\\p{scx=${name}}`).join('');
  const OF_THE_FIVE = new RegExp(`[[${ALPHABETS}]--[\\u0951\\u0952]]`, 'v');
  /** Marks for any letter, used with Latin, Greek and Cyrillic letters. */
  const SHARED = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/;

  test('removes the marks of Latin, Greek, Cyrillic, Hebrew and Arabic only', () => {
    const wrong: string[] = [];
    for (let point = 0; point <= 0x10ffff; point += 1) {
      const mark = String.fromCodePoint(point);
      if (!/\p{M}/u.test(mark)) continue;
      const isLeftOut = !foldForSearch(`x${mark}`).slice(1);
      if (isLeftOut !== (OF_THE_FIVE.test(mark) || SHARED.test(mark))) wrong.push(`U+${point.toString(16)}`);
    }
    expect(wrong).toEqual([]);
  });
});

describeDatabase('Folding in memory', (database) => {
  test.each(SEARCHES)('finds the same as in the database, in %s: %j by %j: %j', async (_, name, looked, isFound) => {
    const [inDatabase] = await database.sql<[{ isFound: boolean }]>`
      select search_fold(${name}) like ${searchPattern(looked)} as is_found`;
    expect(foldForSearch(name).includes(foldForSearch(looked)), 'in memory').toBe(isFound);
    expect(inDatabase.isFound, 'in the database').toBe(isFound);
  });

  test.runIf(IS_FULL)('equals that of the database for every character', async () => {
    const characters: string[] = [];
    for (let point = 1; point <= 0x10ffff; point += 1) {
      const character = String.fromCodePoint(point);
      // Without surrogates, unassigned and private characters, and the byte order mark, which is lost in transfer.
      if (!/\p{Cs}|\p{Cn}|\p{Co}|\ufeff/u.test(character)) characters.push(character);
    }
    const folded = await database.sql<{ folded: string }[]>`
      select search_fold(character) as folded
      from unnest(${characters}::text[]) with ordinality as given(character, place) order by place`;
    const different = characters.filter(
      (character, place) => foldForSearch(character) !== folded[place]?.folded && !YOUNGER_FORMS.test(character),
    );
    expect(different.map((character) => `${character} U+${character.codePointAt(0)?.toString(16)}`)).toEqual([]);
  });
});
