/** The combining marks of Latin, Greek, Cyrillic, Hebrew and Arabic; in other scripts, marks are part of a letter. */
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
/** Spacing acute accents, which NFKD decomposes into a space and a mark. */
const ACUTE = /[\u00b4\u1ffd]/g;
/** Soft hyphens, zero-width spaces and joiners, directional marks. */
const ZERO_WIDTH = '\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff';
const IGNORED = new RegExp(`[${ZERO_WIDTH}]`, 'g');
const IGNORED_ENDS = new RegExp(`^[\\s\\u0085${ZERO_WIDTH}]+|[\\s\\u0085${ZERO_WIDTH}]+$`, 'g');
const APOSTROPHES = /[\u2019\u2018\u02bc\u02bb\u2032`]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;
/** Apostrophes and dashes between words, and before the next one. The lookbehind comes last, which is faster. */
const JOINTS = /['-](?<=[\p{L}\p{Nd}]['-])/gu;
const SPACES = /[\s\u0085]+/g;
const LETTERS = /[ßæœþøłđðıς]/g;
// prettier-ignore
const TABLE: Record<string, string> =
  { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i', ς: 'σ' };

/** Texts that fold to their lower case, which is faster. */
const PLAIN = /^[a-z\d]*(?: [a-z\d]+)*$/i;

/** Folds a text like search_fold() of the database. Recomposes letters at the end: otherwise か would match が. */
export function foldForSearch(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
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
    .replace(JOINTS, ' ')
    .replace(SPACES, ' ');
}

/** A search text without the spaces and zero-width characters at its ends. */
export const trimSearch = (text: string): string => text.replace(IGNORED_ENDS, '');

/** The pattern for LIKE that finds a text anywhere in a folded name. */
export const searchPattern = (text: string): string => `%${foldForSearch(text).replace(/[\\%_]/g, '\\$&')}%`;
