import { quoteIn } from './quote.ts';
import { wordsIn } from './words.ts';

/*
 * Errors and warnings about a file of clubs. Those about a cell continue after the name of its column: "contact must …".
 * Those about a row or the file stand alone. They begin in lower case and end without a full stop.
 */

const { number, count } = wordsIn('en');
const quote = quoteIn('en');

const SAVE_AS = 'save it as “CSV UTF-8” and import that file';
const OTHER_FILES = {
  spreadsheet: `this is a spreadsheet or a compressed file, not a CSV file: open it in a spreadsheet program, ${SAVE_AS}`,
  other: `this is not a CSV file, or it is damaged: open the original in a spreadsheet program, ${SAVE_AS}`,
};

const COLUMNS = { one: 'column', other: 'columns' };
const STATUS = 'true or false (or yes or no, oui or non, vrai or faux, 1 or 0)';
const ID = 'must be empty or a whole number from 1 to 2,147,483,647 without separators';
const AS_TEXT = 'format the column as text and write dates as 2026-05-17 (year-month-day)';

const others = (more: number) => (more > 0 ? ` and ${number(more)} more` : '');
const alike = (other: string) =>
  `differs from ${other} only by case, accents or punctuation: check that it is a different club`;

interface Limit {
  limit: number;
}

export const fileIssues = {
  otherFile: ({ is }: { is: keyof typeof OTHER_FILES }) => OTHER_FILES[is],
  tooManyRows: ({ limit }: { limit: number }) =>
    `the file has more than ${number(limit)} rows: split it, or ask an administrator to import it with the command clubs:import`,
  emptyFile: ({ columns }: { columns: readonly string[] }) =>
    `the file is empty: its first line must be the header ${columns.join(',')}`,
  headerBelow: ({ line }: { line: number }) =>
    `this is not the header, which seems to be on line ${line}: delete the lines above it`,
  columnsMissing: ({ columns }: { columns: readonly string[] }) => `missing columns: ${columns.map(quote).join(', ')}`,
  columnsUnknown: ({ columns, more, known }: { columns: readonly string[]; more: number; known: readonly string[] }) =>
    `unknown columns: ${columns.map(quote).join(', ')}${others(more)} (known columns: ${known.join(', ')})`,
  columnsRepeated: ({ columns }: { columns: readonly string[] }) =>
    `repeated columns: ${columns.map(quote).join(', ')}`,
  rowWidth: ({ cells, columns }: { cells: number; columns: number }) =>
    `the row has ${count(cells, { one: 'cell', other: 'cells' })}, but the header has ${count(columns, COLUMNS)}: put texts that contain separators, quotes or line breaks in quotes`,
  quoteNotClosed: 'a quote in this row is not closed, or the file is incomplete',
  badQuote: 'has text before or after its quotes: delete it, or write quotes inside a text twice ("")',
  nul: 'must not contain a NUL character',
  tooLong: ({ limit, length }: Limit & { length: number }) =>
    `must have at most ${number(limit)} characters, and has ${number(length)}`,
  empty: 'must not be empty',
  lineBreak: 'must not contain line breaks, tabs or control characters',
  website: 'must be empty or one address without spaces that begins with http:// or https://',
  contact: 'must be empty, one e-mail address, or one address that begins with http:// or https://, and nothing else',
  tooManyLinks: ({ limit }: Limit) => `must have at most ${limit} links`,
  aliases: ({ count: limit, length }: { count: number; length: number }) =>
    `must have at most ${limit} names of at most ${length} characters, separated by |`,
  link: 'must have an address that begins with http:// or https:// on each line, after an optional name',
  longLink: ({ label, url }: { label: number; url: number }) =>
    `must have names of at most ${label} characters and addresses of at most ${number(url)}`,
  logo: 'must be empty or an address that begins with /, http:// or https://',
  status: `must be ${STATUS}`,
  id: ID,
  day: 'must be empty or a date such as 2026-05-17 (year-month-day)',
  dayOfTwo: `is an ambiguous date: ${AS_TEXT}`,
  dayAhead: 'must not be in the future',
  spreadsheetError: 'is a spreadsheet error: check the cell',
  spaceInside: 'contains a space: check that it is a single address',
  letterLost: 'contains “\ufffd”, which replaces a character lost in conversion',
  logoMissing: ({ folder }: { folder: string | null }) =>
    `names an image not on this site${folder === null ? '' : `, and is missing or damaged in ${folder}`}: the club will not have a logo`,
  nameTwice: ({ line }: { line: number }) => `is already on line ${line}: each club needs a unique name`,
  similarName: ({ line }: { line: number }) => alike(`the name on line ${line}`),
  similarStoredName: ({ name }: { name: string }) => alike(`${quote(name)} in the directory`),
  idLarge: ({ largest }: { largest: number }) =>
    `leaves few higher ids for new clubs (the largest is ${number(largest)}): check the id`,
  idOfOther: ({ of, named }: { of: string | null; named: number }) =>
    `${of === null ? 'does not belong to a club' : `is the id of ${quote(of)}`}, but the name is that of club ${named}: delete the id column to match clubs by name, or make the change in two imports`,
  sameClub: ({ line }: { line: number }) => `is the same club as on line ${line}`,
  parentUnknown: 'is not a club in the file or the directory',
  parentGone: 'is a club that this import renames, deletes or leaves out',
  loop: 'makes the club part of itself',
  renamed: 'is the new name of a club',
  deleted: 'is not in the file',
};

/** Follows an issue of one line of a cell. */
export const inLineOfCell = (line: number): string => ` (line ${line} of the cell)`;
