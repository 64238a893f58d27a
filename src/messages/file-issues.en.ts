import { markLine } from './line-numbers.ts';
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
  damaged: 'the file is incomplete or damaged: save it again as “CSV UTF-8”',
  other: `this is not a CSV file: open the original in a spreadsheet program, ${SAVE_AS}`,
};

const SEPARATORS = { ',': 'comma', ';': 'semicolon', '\t': 'tab' };
type Separator = keyof typeof SEPARATORS;

const COLUMNS = { one: 'column', other: 'columns' };
const STATUS = 'true or false (or yes or no, oui or non, vrai or faux, 1 or 0)';
const ID = 'must be empty or a whole number from 1 to 2,147,483,647';
const AS_TEXT = 'format the column as text and write dates as 2026-05-17 (year-month-day)';
const NO_LOGO = 'the club will have no logo';

const others = (more: number) => (more > 0 ? ` and ${number(more)} more` : '');
const widths = (cells: number, columns: number) =>
  `the row has ${count(cells, { one: 'cell', other: 'cells' })}, but the header has ${count(columns, COLUMNS)}`;
const alike = (other: string) =>
  `differs from ${other} only by case, accents or punctuation: check that it is a different club`;

const rule =
  <Issue extends object>(say: (issue: Issue) => string) =>
  (issue: Issue & { isSpreadsheetError: boolean; inLine?: number | null }): string =>
    say(issue) +
    (issue.inLine ? ` (line ${issue.inLine} of the cell)` : '') +
    (issue.isSpreadsheetError ? ' (spreadsheet error)' : '');
const limited = (say: (limit: number) => string) => rule(({ limit }: { limit: number }) => say(limit));

export const fileIssues = {
  otherFile: ({ is }: { is: keyof typeof OTHER_FILES }) => OTHER_FILES[is],
  tooManyRows: ({ limit }: { limit: number }) =>
    `the file has more than ${number(limit)} rows: split it, or ask an administrator to import it with the command clubs:import`,
  emptyFile: ({ columns }: { columns: readonly string[] }) =>
    `the file is empty: its first line must be the header ${columns.join(',')}`,
  headerBelow: ({ line }: { line: number }) =>
    `this is not the header, which seems to be on line ${markLine(line)}: delete the lines above it`,
  columnsMissing: ({ columns }: { columns: readonly string[] }) => `missing columns: ${columns.map(quote).join(', ')}`,
  columnsUnknown: ({ columns, more, known }: { columns: readonly string[]; more: number; known: readonly string[] }) =>
    `unknown columns: ${columns.map(quote).join(', ')}${others(more)} (known columns: ${known.join(', ')})`,
  columnsRepeated: ({ columns }: { columns: readonly string[] }) =>
    `repeated columns: ${columns.map(quote).join(', ')}`,
  rowTooWide: ({ cells, columns, separator }: { cells: number; columns: number; separator: Separator }) =>
    `${widths(cells, columns)}: put texts that contain a ${SEPARATORS[separator]} or a quote in quotes, and open the file with this separator only`,
  rowTooNarrow: (row: { cells: number; columns: number; missing: readonly string[]; separator: Separator }) =>
    `${widths(row.cells, row.columns)} (${row.missing.join(', ')} missing): a ${SEPARATORS[row.separator]} is missing, a text with a line break is not in quotes, or the file is incomplete`,
  quoteNotClosed: () => 'a quote in this row is not closed, or the file is incomplete',
  quoteClosedBefore: () => 'has text after the closing quote: write quotes inside a text twice ("")',
  spaceBeforeQuote: () => 'has a space before the opening quote: delete the space',
  nul: rule(() => 'must not contain a NUL character'),
  tooLong: limited((limit) => `must have at most ${limit} characters`),
  empty: rule(() => 'must not be empty'),
  lineBreak: rule(() => 'must not contain line breaks, tabs or control characters'),
  space: rule(() => 'must not contain spaces'),
  website: rule(() => 'must be empty or an address that begins with http:// or https://'),
  secondScheme: rule(() => 'contains http:// or https:// twice: use it once, as in https://www.example.org'),
  contact: rule(() => 'must be empty, an e-mail address, or an address that begins with http:// or https://'),
  contacts: rule(() => 'must be a single address: put others in the description'),
  contactPhone: rule(() => 'must be an e-mail address or a web address, not a phone number'),
  contactSign: rule(() => 'contains a character that e-mail addresses cannot have: type it again'),
  contactSpace: rule(() => 'must be an e-mail address only, without spaces or other words'),
  tooManyLinks: limited((limit) => `must have at most ${limit} links`),
  tooManyAliases: limited((limit) => `must have at most ${limit} names, separated by |`),
  longAlias: limited((limit) => `must have names of at most ${limit} characters, separated by |`),
  link: rule(() => 'must have an address that begins with http:// or https:// on each line, after an optional name'),
  linkHandle: rule(() => 'must have a web address instead of an @name: Instagram https://www.instagram.com/club'),
  linkLabel: limited((limit) => `must have names of at most ${limit} characters`),
  linkUrl: limited((limit) => `must have addresses of at most ${limit} characters`),
  logoUrl: rule(() => 'must be empty or an address that begins with /, http:// or https://'),
  status: rule(() => `must be ${STATUS}`),
  statusEmpty: rule(() => `must not be empty: use ${STATUS}`),
  id: rule(() => ID),
  idFormat: rule(() => `${ID}, without separators, exponents or leading zeros`),
  day: rule(() => 'must be empty or a date such as 2026-05-17 (year-month-day)'),
  dayOfTwo: rule(() => `is an ambiguous date: ${AS_TEXT}`),
  dayYear: rule(() => `has a two-digit year: ${AS_TEXT}`),
  dayNumber: rule(() => `is a number instead of a date: ${AS_TEXT}`),
  dayAhead: rule(() => 'must not be in the future'),
  spreadsheetError: () => 'is a spreadsheet error: check the cell',
  spaceInside: () => 'contains a space: check that it is a single address',
  letterLost: ({ sign }: { sign: string }) => `contains ${quote(sign)}, which replaces a character lost in conversion`,
  entity: ({ shown, meant }: { shown: string; meant: string }) =>
    `contains the HTML entity ${quote(shown)}: write ${quote(meant)} if that is what you mean`,
  logoDamaged: ({ folder }: { folder: string }) =>
    `is an image whose files in ${folder} are damaged or incomplete: ${NO_LOGO}`,
  logoMissing: ({ folder, canBeInFolder }: { folder: string | null; canBeInFolder: boolean }) =>
    `is an image that is not on this site${folder === null ? '' : ` or in ${folder}`}: ${NO_LOGO}${canBeInFolder ? ', unless you pass the folder of an export (--with-logos)' : ''}`,
  nameTwice: ({ line }: { line: number }) => `is already on line ${markLine(line)}: each club needs a unique name`,
  similarName: ({ line }: { line: number }) => alike(`the name on line ${markLine(line)}`),
  similarStoredName: ({ name }: { name: string }) => alike(`${quote(name)} in the directory`),
  idLarge: ({ largest }: { largest: number }) =>
    `leaves few higher ids for new clubs (the largest is ${number(largest)}): check the id`,
  idOfOther: (id: { of: string | null; named: number; way: 'split' | 'takeIn' | null }) => {
    const whose = `${id.of === null ? 'does not belong to a club' : `is the id of ${quote(id.of)}`}, but the name is that of club ${id.named}`;
    if (id.way === 'takeIn') return `${whose}, whose change is left out: select it, or leave this row out too`;
    return `${whose}: delete the id column to match clubs by name${id.way === 'split' ? ', or make the change in two imports' : ''}`;
  },
  sameClub: ({ line }: { line: number }) => `is the same club as on line ${markLine(line)}`,
  parentRenamed: ({ line, to }: { line: number; to: string }) =>
    `is the old name of a club: line ${markLine(line)} renames it to ${quote(to)}`,
  parentDeleted: () => 'is a club that this import deletes',
  parentLeftOut: ({ line }: { line: number }) =>
    `is the club on line ${markLine(line)}, which is left out: select it, or leave this row out too`,
  parentUnknown: () => 'is not a club in the file or the directory',
  ownParent: () => 'must not be the club itself',
  loop: ({ first, last }: { first: readonly string[]; last: readonly string[] }) =>
    `makes clubs parents of each other (${[...first.map(quote), ...(last.length > 0 ? ['…', ...last.map(quote)] : [])].join(' under ')})`,
  renamed: () => 'is the new name of a club',
  deleted: () => 'is not in the file',
};
