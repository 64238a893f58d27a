import { describe, expect, test } from 'vitest';
import { foldForSearch, searchPattern } from '../../../src/clubs/names/fold.ts';
import { describeDatabase } from '../../support/database.ts';

/** What has had a simpler form since Unicode 11 or later, which is older than the tables of some servers. */
const YOUNGER_FORMS = /[\ua7f1\u{105c9}\u{105e4}\u{1ccd6}-\u{1ccf9}\u{1e030}-\u{1e06d}]/u;

/** Names, what people look for them with, and whether that finds them. */
const SEARCHES: [script: string, name: string, looked: string, isFound: boolean][] = [
  ['Latin', 'Đà Nẵng', 'da nang', true],
  ['Latin', 'Da Nang', 'đà nẵng', true],
  ['Latin', 'Café de l’Été', 'cafe de l’ete', true],
  ['Latin', 'Cafe', 'kafe', false],
  ['Greek', 'Ἀθῆναι', 'αθηναι', true],
  ['Greek', 'ᾠδή', 'ΩΔΗ', true],
  ['Greek', 'Φιλοσοφία', 'φιλοσοφεια', false],
  ['Cyrillic', 'Ёлка', 'елка', true],
  ['Cyrillic', 'гдⷭ҇ь', 'гдь', true],
  ['Cyrillic', 'ка҃', 'ка', true],
  ['Cyrillic', 'Шахматы', 'шахмат', true],
  ['Cyrillic', 'Шахматы', 'шахматя', false],
  ['Hebrew', 'שָׁלוֹם', 'שלום', true],
  ['Hebrew', 'שלום', 'שָׁלוֹם', true],
  ['Hebrew', '\ufb2aלום', 'שלום', true],
  ['Hebrew', 'בְּרֵאשִׁ֖ית', 'בראשית', true],
  ['Hebrew', 'בית־ספר', 'ביתספר', false],
  ['Arabic', 'مُحَمَّد', 'محمد', true],
  ['Arabic', 'محمد', 'مُحَمَّد', true],
  ['Arabic', 'أحمد', 'احمد', true],
  ['Arabic', 'الرَّحْمٰن', 'الرحمن', true],
  ['Arabic', '\ufdf4', 'محمد', true],
  ['Arabic', '\ufefbعب', 'لاعب', true],
  ['Arabic', 'اُردُو', 'اردو', true],
  ['Arabic', 'محمد', 'محمود', false],
  // A stretched word is spelled with one letter more.
  ['Arabic', 'محـــمد', 'محمد', false],
  ['Devanagari', 'किताब', 'किताब', true],
  ['Devanagari', 'किताब', 'कताब', false],
  ['Devanagari', 'क़लम', 'कलम', false],
  ['Bengali', 'কোণ', 'কো', true],
  ['Bengali', 'কোণ', 'কে', false],
  ['Tamil', 'கொடி', 'கொ', true],
  ['Tamil', 'கொடி', 'கெ', false],
  ['Thai', 'กินข้าว', 'กิน', true],
  ['Thai', 'กินข้าว', 'กน', false],
  ['Thai', 'ข้าว', 'ขาว', false],
  ['Hiragana', 'がっこう', 'がっ', true],
  ['Hiragana', 'がっこう', 'か\u3099っ', true],
  ['Hiragana', 'が', 'か', false],
  ['Hiragana', 'か', 'が', false],
  ['Katakana', 'ガーデン', 'ｶﾞｰ', true],
  ['Katakana', 'パン', 'ハ', false],
  ['Katakana', 'パン', 'バン', false],
  ['Hangul', '한국어', '한국', true],
  ['Hangul', '한국어'.normalize('NFD'), '한국', true],
  ['Hangul', '각', '가', false],
  ['Han', '三院科协游戏开发', '游戏', true],
  ['Han', '游戏', '遊戲', false],
  ['Armenian', 'Շախմատ և նարդի', 'ՇԱԽՄԱՏ ԵՒ', true],
  ['Georgian', 'ჭადრაკი', 'ჭადრა', true],
  ['Georgian', 'ᲭᲐᲓᲠᲐᲙᲘ', 'ჭადრა', true],
  ['Georgian', 'ჭადრაკი', 'ᲭᲐᲓᲠᲐ', true],
  ['Cherokee', 'ᏣᎳᎩ', 'ꮳꮃꭹ', true],
  ['Cherokee', 'ꮳꮃꭹ', 'ᏣᎳᎩ', true],
  ['Osage', '𐓏𐓘𐓻𐓘𐓻𐓟', '𐓷𐓘𐓻𐓘𐓻𐓟', true],
  ['Adlam', '𞤀𞤣𞤤𞤢𞤥', '𞤢𞤣𞤤𞤢𞤥', true],
  ['Deseret', '𐐔𐐯𐑅𐐨𐑉𐐯𐐻', '𐐼𐐯𐑅𐐨𐑉𐐯𐐻', true],
  ['Vithkuqi', '𐕲𐖗', '𐖙𐖗', true],
  ['Medefaidrin', '𖹀𖹁', '𖹠𖹡', true],
  ['Garay', '𐵐𐵑', '𐵰𐵱', true],
  ['Amharic', 'ቼዝ ክለብ', 'ክለብ', true],
  ['Tibetan', 'བོད་ཡིག', 'བད', false],
  ...['’', '‘', 'ʼ', 'ʻ', '′', '`', '´', '\u1ffd', '＇'].map((sign): [string, string, string, boolean] => [
    'apostrophes',
    `L${sign}Atelier Photo`,
    "l'atelier",
    true,
  ]),
  ['apostrophes', "L'Atelier Bois", 'l’atelier', true],
  ['apostrophes', 'LAtelier', "l'atelier", false],
  ...['‐', '‑', '‒', '–', '—', '―', '−', '－'].map((sign): [string, string, string, boolean] => [
    'dashes',
    `Rock${sign}Climbing`,
    'rock-climbing',
    true,
  ]),
  ['dashes', 'Rock-Climbing', 'rock—climbing', true],
  ['dashes', 'Rock Climbing', 'rock-climbing', false],
  ['spaces', 'Ski  \u00a0 Club', 'ski club', true],
  ['spaces', 'Ski Club', 'ski\t\u2003\u1680\u0085 club', true],
  ['spaces', 'SkiClub', 'ski club', false],
  ['zero-width characters', 'Ski\u200b\u00ad\u2060 \u200eClub', 'ski club', true],
  ['zero-width characters', 'می\u200cخواهم', 'میخواهم', true],
  ['zero-width characters', 'Ski Club', 'sk\u200di \u200b club', true],
  ['zero-width characters', 'か\u200b\u3099', 'が', true],
];

describe('Folding', () => {
  /** Written in one of the five, as Unicode has it; U+0951 and U+0952 are those of India that Latin shares. */
  const ALPHABETS = ['Latin', 'Greek', 'Cyrillic', 'Hebrew', 'Arabic'].map((name) => `\\p{scx=${name}}`).join('');
  const OF_THE_FIVE = new RegExp(`[[${ALPHABETS}]--[\\u0951\\u0952]]`, 'v');
  /** Made for any letter, and used with Latin, Greek and Cyrillic ones. */
  const SHARED = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/;

  test('leaves out the marks of Latin, Greek, Cyrillic, Hebrew and Arabic, and no others', () => {
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
  test.each(SEARCHES)('and in the database, in %s: %j by %j: %j', async (_, name, looked, isFound) => {
    const [inDatabase] = await database.sql<[{ isFound: boolean }]>`
      select search_fold(${name}) like ${searchPattern(looked)} as is_found`;
    expect(foldForSearch(name).includes(foldForSearch(looked)), 'in memory').toBe(isFound);
    expect(inDatabase.isFound, 'in the database').toBe(isFound);
  });

  test('does what the database does, for every character', async () => {
    const characters: string[] = [];
    for (let point = 1; point <= 0x10ffff; point += 1) {
      const character = String.fromCodePoint(point);
      // Surrogates and what stands for no character; a byte order mark at the start of a text is lost on the way.
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

  test('does what the database does, for words', async () => {
    const words = [
      'ΟΔΟΣ',
      'ΟΔΟΣΑ',
      'İstanbul',
      'ẞTRASSE',
      'Ǆungla',
      'E\u0301checs',
      'ﬁn',
      'ℌ',
      'Œuvre Łódź',
      'Þór',
      'Søren',
      '１２３',
      '가각',
      'が',
      ...SEARCHES.flatMap(([, name, looked]) => [name, looked]),
    ];
    const folded = await database.sql<{ folded: string }[]>`
      select search_fold(word) as folded
      from unnest(${words}::text[]) with ordinality as given(word, place) order by place`;
    expect(words.map(foldForSearch)).toEqual(folded.map((row) => row.folded));
  });
});
