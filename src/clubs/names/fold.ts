/** The marks of Latin, Greek, Cyrillic, Hebrew and Arabic; the signs of other scripts are part of a letter. */
const MARKS = new RegExp(
  '[' +
    // Latin and Greek, with marks that any letter takes
    '\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f\\u{1d242}-\\u{1d244}' +
    // Cyrillic
    '\\u0483-\\u0489\\u2de0-\\u2dff\\ua66f-\\ua672\\ua674-\\ua67d\\ua69e\\ua69f\\u{1e08f}' +
    // Hebrew
    '\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\ufb1e' +
    // Arabic
    '\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed' +
    '\\u0897-\\u089f\\u08ca-\\u08e1\\u08e3-\\u08ff\\u{102e0}\\u{10efa}-\\u{10eff}' +
    ']',
  'gu',
);
/**
 * Capitals that Unicode has had since version 7, with their small letters: a database or a Node.js with older tables does
 * not know them. The first and the last of a range, the small letter of the first, and how far each is from the next.
 */
const YOUNGER_CAPITALS: [first: number, last: number, small: number, step: number][] = [
  // Greek
  [0x37f, 0x37f, 0x3f3, 1],
  // Cyrillic
  [0x528, 0x52e, 0x529, 2],
  [0xa698, 0xa69a, 0xa699, 2],
  [0x1c89, 0x1c89, 0x1c8a, 1],
  // Latin
  [0xa796, 0xa7a8, 0xa797, 2],
  [0xa7aa, 0xa7aa, 0x266, 1],
  [0xa7ab, 0xa7ab, 0x25c, 1],
  [0xa7ac, 0xa7ac, 0x261, 1],
  [0xa7ad, 0xa7ad, 0x26c, 1],
  [0xa7ae, 0xa7ae, 0x26a, 1],
  [0xa7b0, 0xa7b0, 0x29e, 1],
  [0xa7b1, 0xa7b1, 0x287, 1],
  [0xa7b2, 0xa7b2, 0x29d, 1],
  [0xa7b3, 0xa7b3, 0xab53, 1],
  [0xa7b4, 0xa7c2, 0xa7b5, 2],
  [0xa7c4, 0xa7c4, 0xa794, 1],
  [0xa7c5, 0xa7c5, 0x282, 1],
  [0xa7c6, 0xa7c6, 0x1d8e, 1],
  [0xa7c7, 0xa7c9, 0xa7c8, 2],
  [0xa7cb, 0xa7cb, 0x264, 1],
  [0xa7cc, 0xa7da, 0xa7cd, 2],
  [0xa7dc, 0xa7dc, 0x19b, 1],
  [0xa7f5, 0xa7f5, 0xa7f6, 1],
  // Cherokee
  [0x13a0, 0x13ef, 0xab70, 1],
  [0x13f0, 0x13f5, 0x13f8, 1],
  // Georgian
  [0x1c90, 0x1cba, 0x10d0, 1],
  [0x1cbd, 0x1cbf, 0x10fd, 1],
  // Glagolitic
  [0x2c2f, 0x2c2f, 0x2c5f, 1],
  // Osage
  [0x104b0, 0x104d3, 0x104d8, 1],
  // Vithkuqi
  [0x10570, 0x1057a, 0x10597, 1],
  [0x1057c, 0x1058a, 0x105a3, 1],
  [0x1058c, 0x10592, 0x105b3, 1],
  [0x10594, 0x10595, 0x105bb, 1],
  // Old Hungarian
  [0x10c80, 0x10cb2, 0x10cc0, 1],
  // Garay
  [0x10d50, 0x10d65, 0x10d70, 1],
  // Warang Citi
  [0x118a0, 0x118bf, 0x118c0, 1],
  // Medefaidrin
  [0x16e40, 0x16e5f, 0x16e60, 1],
  // Beria Erfe
  [0x16ea0, 0x16eb8, 0x16ebb, 1],
  // Adlam
  [0x1e900, 0x1e921, 0x1e922, 1],
];
const SMALL = new Map(
  YOUNGER_CAPITALS.flatMap(([first, last, small, step]) =>
    Array.from({ length: (last - first) / step + 1 }, (_, index): [string, string] => [
      String.fromCodePoint(first + index * step),
      String.fromCodePoint(small + index * step),
    ]),
  ),
);
const CAPITALS = new RegExp(`[${[...SMALL.keys()].join('')}]`, 'gu');
/** Spacing acute accents, which NFKD decomposes into a space and a mark. */
const ACUTE = /[\u00b4\u1ffd]/g;
/** Soft hyphens, zero-width spaces and joiners, directional marks. */
const ZERO_WIDTH = '\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff';
const IGNORED = new RegExp(`[${ZERO_WIDTH}]`, 'g');
const IGNORED_ENDS = new RegExp(`^[\\s\\u0085${ZERO_WIDTH}]+|[\\s\\u0085${ZERO_WIDTH}]+$`, 'g');
const APOSTROPHES = /[\u2019\u2018\u02bc\u02bb\u2032`]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;
const SPACES = /[\s\u0085]+/g;
const LETTERS = /[ßæœþøłđðıς]/g;
const TABLE: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ς: 'σ',
};

/**
 * Folds a text for comparison, as search_fold() of the database does. A test compares the two over all of Unicode; only
 * compatibility forms that are younger than the database's tables may differ. Letters are composed again at the end:
 * otherwise か would be found in が.
 */
export function foldForSearch(text: string): string {
  return text
    .replace(CAPITALS, (capital) => SMALL.get(capital) ?? capital)
    .replace(ACUTE, "'")
    .replace(IGNORED, '')
    .toLowerCase()
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .replace(LETTERS, (letter) => TABLE[letter] ?? letter)
    .normalize('NFC')
    .replace(APOSTROPHES, "'")
    .replace(DASHES, '-')
    .replace(SPACES, ' ');
}

/** A search text without the spaces and zero-width characters at its ends. */
export const trimSearch = (text: string): string => text.replace(IGNORED_ENDS, '');

/** The pattern for LIKE that finds a text anywhere in a folded name. */
export const searchPattern = (text: string): string => `%${foldForSearch(text).replace(/[\\%_]/g, '\\$&')}%`;
