import { quoteIn } from './quote.ts';
import { wordsIn } from './words.ts';

/* Errors and warnings about a file of clubs, beside those of its fields (`clubIssues`). Each text stands alone. */

const { number, count } = wordsIn('en');
const quote = quoteIn('en');

const COLUMNS = { one: 'column', other: 'columns' };

export const fileIssues = {
  noFile: 'Choose a file.',
  fileTooLarge: ({ bytes }: { bytes: number }) =>
    `The file is larger than ${number(bytes / 2 ** 20)} MB. Split it into smaller files.`,
  unreadable:
    'This file cannot be read: it is not an XLSX or CSV file, has a password, is damaged, or is in an unknown encoding. Open the original in a spreadsheet program, save it without a password as an Excel workbook (.xlsx) and import that file.',
  unsolved:
    'This workbook has formulas whose results are not stored. Open it in a spreadsheet program, save it and import it again.',
  tooLarge: 'This workbook is too large to read. Copy the list alone into a new workbook and import that file.',
  sheetNeeded: ({ sheets }: { sheets: readonly string[] }) =>
    `Choose one of these sheets (in the command: --sheet NAME): ${sheets.slice(0, 20).map(quote).join(', ')}.`,
  tooManyRows: ({ limit }: { limit: number }) =>
    `The file has more than ${number(limit)} rows. Split it, or ask the person who runs this site to import it with the command clubs:import.`,
  tooManyColumns: ({ limit }: { limit: number }) =>
    `The file has more than ${number(limit)} columns. Delete those that the site does not need.`,
  emptyFile: 'The file is empty. It needs a header, and a row for each club.',
  columnsUnknown: 'These columns have other names than those of the site. Choose what each column is.',
  rowWidth: ({ cells, columns }: { cells: number; columns: number }) =>
    `The row has ${count(cells, { one: 'cell', other: 'cells' })}, but the header has ${count(columns, COLUMNS)}. Put texts that contain separators, quotes or line breaks in quotes.`,
  quoteNotClosed: 'A quote in this row is not closed, or the file is incomplete.',
  damagedCell: 'This is a spreadsheet error, or contains “\ufffd” instead of a lost character. Check the cell.',
  logoMissing: 'This image is not on this site, so the club will not have a logo.',
  nameTwice: ({ line }: { line: number }) => `This is already on line ${line}. Each club needs a unique name.`,
  similarName: ({ name }: { name: string }) =>
    `This differs from ${quote(name)} only by case, accents or punctuation. Check that it is a different club.`,
  idOfOther: ({ of, named }: { of: string | null; named: number }) =>
    `This ${of === null ? 'does not belong to a club' : `is the id of ${quote(of)}`}, but the name is that of club ${named}. Delete the id column to match clubs by name, or make the change in two imports.`,
  sameClub: ({ line }: { line: number }) => `This is the same club as on line ${line}.`,
  parentGone: 'This import renames, deletes or leaves out this club.',
};
