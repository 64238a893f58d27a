const MARKS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;
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
 * the two over all of Unicode; letters that are younger than the database's tables are all that may differ.
 */
export function foldForSearch(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .replace(LETTERS, (letter) => TABLE[letter] ?? letter);
}

/** The pattern for LIKE that finds a text anywhere in a folded name. */
export const searchPattern = (text: string): string => `%${foldForSearch(text).replace(/[\\%_]/g, '\\$&')}%`;
