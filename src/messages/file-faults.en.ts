import { markLine } from './line-numbers.ts';
import { quoteIn } from './quote.ts';
import { wordsIn } from './words.ts';

/*
 * What is said of a file of clubs. What is said of a cell begins with its verb: the name of its column stands before it.
 */

const { number, count } = wordsIn('en');
const quote = quoteIn('en');

const SAVE_AS = 'save it as "CSV UTF-8" and import that file';
const OTHER_FILES = {
  webPage: `is a web page or XML, whatever its name ends in, not a CSV file: open it in a spreadsheet program, ${SAVE_AS}`,
  utf32: `is in UTF-32, which is not understood: open it, ${SAVE_AS}`,
  utf16: `is in UTF-16 without a byte order mark, which cannot be told for certain: open it, ${SAVE_AS}`,
  pdfOrPicture: `is a PDF or a picture, not a CSV file: open the spreadsheet that it was made of, ${SAVE_AS}`,
  gzip: 'is a compressed file (.gz), not a CSV file: unpack it, and import the CSV file that is in it',
  zip: `is a compressed file (.zip) or a spreadsheet, not a CSV file: open what is in it, ${SAVE_AS}`,
  document: `is a document (.docx or .pptx), not a CSV file: copy its table into a spreadsheet, ${SAVE_AS}`,
  xls: `is an old Excel workbook (.xls), or one with a password, not a CSV file: open it, ${SAVE_AS}`,
  xlsx: `is an Excel workbook (.xlsx), not a CSV file: open it in Excel, ${SAVE_AS}`,
  ods: 'is a LibreOffice spreadsheet (.ods), not a CSV file: open it, and save it as Text CSV with the character set UTF-8 and import that file',
  numbers:
    'is an Apple Numbers spreadsheet (.numbers), not a CSV file: open it in Numbers, export it as CSV with the text encoding Unicode (UTF-8) and import that file',
};

const SEPARATORS = { ',': 'comma', ';': 'semicolon', '\t': 'tab' };
type Separator = keyof typeof SEPARATORS;

const COLUMNS = { one: 'column', other: 'columns' };
const STATUS = 'true or false (or yes or no, oui or non, vrai or faux, 1 or 0)';
const ID = 'must be empty or a whole number from 1 to 2,147,483,647';
const AS_TEXT = 'give the column the format of texts, and write 2026-05-17: year, month, day';
const NO_PICTURE = 'the club will have no picture';

const widths = (cells: number, columns: number) =>
  `the row has ${count(cells, { one: 'cell', other: 'cells' })}, and the header ${count(columns, COLUMNS)}`;
const filledDown = ({ from, to }: { from: number; to: number }) =>
  `the ids on lines ${markLine(from)} to ${markLine(to)} look filled down in the spreadsheet. Take them from a new export, or delete the column id, and clubs are matched by name`;
const alike = (other: string) =>
  `differs from ${other} only by case, accents, apostrophes, dashes or spaces: are they one club?`;

/** A cell that breaks a rule. */
const rule =
  <Fault extends object>(say: (fault: Fault) => string) =>
  (fault: Fault & { isSpreadsheetError: boolean; inLine?: number | null }): string =>
    say(fault) +
    (fault.inLine ? ` (in its line ${fault.inLine})` : '') +
    (fault.isSpreadsheetError ? ' (it is an error of a spreadsheet)' : '');

export const fileFaults = {
  otherFile: ({ is }: { is: keyof typeof OTHER_FILES }) => `the file ${OTHER_FILES[is]}`,
  cutOff: () => 'the file is cut off: it ends in the middle of a letter. Get it whole, and import that',
  damaged: () => 'the text is damaged from here on: save the file again as "CSV UTF-8"',
  emptyFile: ({ columns }: { columns: readonly string[] }) =>
    `the file is empty: it begins with a header, ${columns.join(',')}`,
  unknownSeparator: ({ separator }: { separator: string }) =>
    `the file is separated by ${quote(separator)}, which is not understood: save it with commas, semicolons or tabs`,

  headerBelow: ({ line }: { line: number }) =>
    `this is not the header, which seems to be on line ${markLine(line)}: remove the lines above that one`,
  headerAgain: () => 'this is the header once more: remove the line',
  columnsMissing: ({ columns }: { columns: readonly string[] }) => `the header lacks ${columns.map(quote).join(', ')}`,
  columnsUnknown: ({ columns, more, known }: { columns: readonly string[]; more: number; known: readonly string[] }) =>
    `the header has unknown columns: ${columns.map(quote).join(', ')}${more > 0 ? ` and ${number(more)} more` : ''} (known are ${known.join(', ')})`,
  columnsUnnamed: ({ letters, more }: { letters: readonly string[]; more: number }) =>
    letters.length === 1
      ? `the header has no name for column ${letters.join()}: give it one, or delete the column`
      : `the header has no names for columns ${letters.join(', ')}${more > 0 ? ` and ${number(more)} more` : ''}: give them names, or delete these columns`,
  columnsRepeated: ({ columns }: { columns: readonly string[] }) =>
    `the header has columns more than once: ${columns.map(quote).join(', ')}`,

  rowSeparator: ({ ofRow, ofHeader }: { ofRow: Separator; ofHeader: Separator }) =>
    `the row is separated by ${SEPARATORS[ofRow]}s, and the header by ${SEPARATORS[ofHeader]}s: use one of them in the whole file`,
  rowTooWide: ({ cells, columns, separator }: { cells: number; columns: number; separator: Separator }) =>
    `${widths(cells, columns)}: perhaps a text in it has a ${SEPARATORS[separator]} or a quote, and is not in quotes, or a program opened the file with several separators at once (in LibreOffice tick only Comma)`,
  rowTooNarrow: (row: {
    cells: number;
    columns: number;
    missing: readonly string[];
    separator: Separator;
    isEnd: boolean;
  }) => {
    const lack = `${widths(row.cells, row.columns)} (${row.missing.join(', ')} missing)`;
    const separator = SEPARATORS[row.separator];
    return row.isEnd
      ? `${lack}: the file ends here, perhaps it is cut off: get it whole`
      : `${lack}: a ${separator} was lost, or a text has a line break and is not in quotes, or the program that saved the file has left out empty cells at the end. Put the ${separator} back, or make name the last column of the spreadsheet and save again`;
  },
  rowInOneCell: () =>
    'the whole row is in one cell, as where Excel has opened a file by a double click: export the clubs again, open that file in Excel by Data → From Text/CSV with the comma as delimiter, and make the changes there',
  quoteNotClosed: () => 'a quote in this row is never closed, or the file is cut off',
  rowTooLong: () => 'the row is longer than any club can be: perhaps a quote in it is never closed',
  quoteClosedBefore: () => 'has text after its closing quote: write a quote within a text twice, ""',
  spaceBeforeQuote: () => 'has a space before its opening quote: remove the space',

  nul: rule(() => 'must not contain a NUL character'),
  tooLong: rule(({ limit }: { limit: number }) => `must have at most ${limit} characters`),
  empty: rule(() => 'must not be empty'),
  lineBreak: rule(() => 'must not contain a line break, a tab or a control character'),
  space: rule(() => 'has a space inside, and an address has none'),
  website: rule(() => 'must be empty or an address that begins with http:// or https://'),
  secondScheme: rule(() => 'has two schemes: write one, as in https://www.example.org'),
  contact: rule(() => 'must be empty, an e-mail address, or an address that begins with http:// or https://'),
  contacts: rule(() => 'must be one address: others have their place in links and description'),
  contactPhone: rule(() => 'must be an e-mail address or an address of a page, not a telephone number'),
  contactSign: rule(() => 'has a sign in it that an e-mail address has not: type it anew'),
  contactSpace: rule(() => 'must be an e-mail address without spaces and words around it'),
  tooManyLinks: rule(({ limit }: { limit: number }) => `must have at most ${limit} links`),
  tooManyAliases: rule(({ limit }: { limit: number }) => `must have at most ${limit} names with | between them`),
  longAlias: rule(
    ({ limit }: { limit: number }) => `must have names of at most ${limit} characters, with | between them`,
  ),
  link: rule(
    () =>
      'must have in each line a name, a space and an address that begins with http:// or https://, or the address alone',
  ),
  linkHandle: rule(
    () => 'must have the address of a page where it has a name with @: Instagram https://www.instagram.com/club',
  ),
  linkLabel: rule(({ limit }: { limit: number }) => `must have names of at most ${limit} characters`),
  linkUrl: rule(({ limit }: { limit: number }) => `must have addresses of at most ${limit} characters`),
  logoUrl: rule(
    () => 'must be empty, an address on this site that begins with /, or one that begins with http:// or https://',
  ),
  status: rule(() => `must be ${STATUS}`),
  statusEmpty: rule(() => `must not be empty: it is ${STATUS}`),
  id: rule(() => ID),
  idFormat: rule(() => `${ID} (format the column as whole numbers, without separators, exponents or zeros in front)`),
  day: rule(() => 'must be empty or a date in the form 2026-05-17: year, month, day'),
  dayOfTwo: rule(() => `could be two days: ${AS_TEXT}`),
  dayYear: rule(() => `has a year of two digits: ${AS_TEXT}`),
  dayNumber: rule(() => `is the number that a spreadsheet has for a day: ${AS_TEXT}`),
  dayAhead: rule(() => 'is later than tomorrow, and nobody can have confirmed it then'),
  dayOrder: ({ first, otherLine }: { first: 'day' | 'month'; otherLine: number }) =>
    `has the ${first} first, and that of line ${markLine(otherLine)} has not: ${AS_TEXT}`,

  spreadsheetError: () => 'is an error of a spreadsheet, not a text: is it meant?',
  spaceInside: () => 'has a space inside: is it one address?',
  letterLost: ({ sign }: { sign: string }) =>
    `has ${quote(sign)} in it, the sign for a letter that was lost in a wrong encoding`,
  garbled: ({ shown, meant }: { shown: string; meant: string }) =>
    `has ${quote(shown)} in it, perhaps for ${quote(meant)}: was the text opened in a wrong encoding, not as UTF-8?`,
  entity: ({ shown, meant }: { shown: string; meant: string }) =>
    `contains the HTML entity ${quote(shown)}: write ${quote(meant)} if that is what you mean`,

  logoDamaged: ({ folder }: { folder: string }) =>
    `is a picture whose files in ${folder} are damaged, not all there or cannot be read: ${NO_PICTURE}`,
  logoNoFile: () => `is an address on this site where there is no file: ${NO_PICTURE}`,
  logoUnknown: ({ canBeInFolder }: { canBeInFolder: boolean }) =>
    `is a picture that this site does not have: ${NO_PICTURE}${canBeInFolder ? ', unless it is in a folder of an export (--with-logos)' : ''}`,
  logoNotInFolder: ({ folder }: { folder: string }) =>
    `is a picture that is neither on this site nor in ${folder}: ${NO_PICTURE}`,

  nameTwice: ({ line }: { line: number }) =>
    `is on line ${markLine(line)} already: a club has one row, and two clubs have two names`,
  similarName: ({ line }: { line: number }) => alike(`the name on line ${markLine(line)}`),
  similarStoredName: ({ name }: { name: string }) => alike(`${quote(name)} of the directory`),
  idLarge: ({ largest }: { largest: number }) =>
    `is so large that few numbers are left behind it for new clubs (up to ${number(largest)}): is it meant?`,
  idOfOther: (id: {
    of: string | null;
    named: number;
    filled: { from: number; to: number } | null;
    way: 'rename' | 'delete' | 'takeIn' | null;
  }) => {
    const whose = `${id.of === null ? 'is the id of no club' : `is the id of ${quote(id.of)}`}, and the name is that of club ${id.named}`;
    if (id.filled) return `${whose}: ${filledDown(id.filled)}`;
    if (id.way === 'takeIn')
      return `${whose}, which keeps it while its change is left out: take that in, or leave this row out too`;
    const others = new Map<string | null, string>([
      ['rename', ', or rename in two imports, with another name in between'],
      ['delete', `, or delete club ${id.named} in one import and give its name away in a second`],
    ]);
    return `${whose}: leave the column id out to match clubs by name${others.get(id.way) ?? ''}`;
  },
  sameClub: (row: { line: number; filled: { from: number; to: number } | null; isRenaming: boolean }) =>
    `is the same club as on line ${markLine(row.line)}${
      row.filled
        ? `: ${filledDown(row.filled)}`
        : row.isRenaming
          ? ': to give a new club the old name of another, rename in one import and make the new one in a second'
          : ''
    }`,
  parentRenamed: ({ line, to }: { line: number; to: string }) =>
    `is no club after this import: line ${markLine(line)} renames it to ${quote(to)}`,
  parentDeleted: () => 'is a club that this import deletes, as it has no row',
  parentLeftOut: ({ line }: { line: number }) =>
    `is the club of line ${markLine(line)}, which is left out: take that row in, or leave this one out too`,
  parentUnknown: () => 'is no club of the file or of the directory',
  ownParent: () => 'must not be the club itself',
  loop: ({ first, last }: { first: readonly string[]; last: readonly string[] }) =>
    `closes a loop of parents (${[...first.map(quote), ...(last.length > 0 ? ['…', ...last.map(quote)] : [])].join(' under ')})`,

  renamed: () => 'is the new name of a club',
  deleted: () => 'has no row in the file',
};
