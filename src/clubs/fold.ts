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
 * How names are compared in a search: what search_fold() of the database does, for what people type. A test compares
 * the two over all of Unicode; letters that are younger than the database's tables are all that may differ. In the end
 * letters are put together again: taken apart, か would be found in が.
 */
export function foldForSearch(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .replace(LETTERS, (letter) => TABLE[letter] ?? letter)
    .normalize('NFC');
}

/** The pattern for LIKE that finds a text anywhere in a folded name. */
export const searchPattern = (text: string): string => `%${foldForSearch(text).replace(/[\\%_]/g, '\\$&')}%`;
