import { wordsIn } from './words.ts';

/*
 * What is said of an import: how a file was read, what it would do and what became of it.
 */

const { number, count } = wordsIn('en');
const CLUBS = { one: 'club', other: 'clubs' };

export const importReport = {
  /** Of the rows of a spreadsheet, behind the line where they are told. */
  row: 'row',
  header: ['line', 'column', 'value', 'what is wrong', 'limit', 'length', 'club', 'kind'],
  kinds: {
    mistake: 'mistake',
    warning: 'warning',
    'to be renamed': 'to be renamed',
    'to be deleted': 'to be deleted',
  },
};

/** What was understood of a file although an export writes it otherwise. */
export const fileReading = {
  windows1252: 'Read as Windows-1252; check accented letters.',
  commaCategories: (cells: number) =>
    `Read commas as separators between categories in ${count(cells, { one: 'cell', other: 'cells' })}. To keep commas, separate the categories of at least one cell with a semicolon.`,
  understood: (what: string) => `Understood: ${what}.`,
  mark: (encoding: string) => `${encoding} with a byte order mark`,
  semicolons: 'semicolons as separators',
  tabs: 'tabs as separators',
  spaces: 'spaces after the separators',
  separatorLine: 'a line that names the separator',
  respelledColumns: (columns: number) =>
    `${count(columns, { one: 'column name', other: 'column names' })} in other letters or with spaces`,
  otherBooleans: (cells: number) =>
    `${count(cells, { one: 'status', other: 'statuses' })} other than "true" and "false"`,
  respelledIds: (cells: number) => `${count(cells, { one: 'id', other: 'ids' })} with spaces or decimals`,
  otherDates: (cells: number) => `${count(cells, { one: 'date', other: 'dates' })} in another form than 2026-05-17`,
  ignored: (what: string) => `Ignored: ${what}.`,
  emptyColumns: (columns: number) => count(columns, { one: 'empty column', other: 'empty columns' }),
  emptyRows: (rows: number) => count(rows, { one: 'empty row', other: 'empty rows' }),
  names: (trimmed: number, toNfc: number) => `Normalised names: ${number(trimmed)} trimmed, ${number(toNfc)} to NFC.`,
  parentNames: (trimmed: number, toNfc: number) =>
    `Normalised parent names: ${number(trimmed)} trimmed, ${number(toNfc)} to NFC.`,
  trimmedAddresses: (cells: number) =>
    `Took the spaces around ${count(cells, { one: 'address', other: 'addresses' })} away.`,
  completedWebsites: (cells: number) =>
    `${count(cells, { one: 'website', other: 'websites' })} completed with https://.`,
  ownLogos: (logos: number) =>
    `Took the address of this site off ${count(logos, { one: 'logo', other: 'logos' })}: they are its own.`,
  logosFromFolder: (logos: number) => `Logos from the folder: ${number(logos)}.`,
  foreignLogos: (logos: number, fetched: number) => {
    const others = logos - fetched;
    const parts = [
      ...(fetched > 0 ? [`${number(fetched)} of them were fetched before`] : []),
      ...(others > 0
        ? [`${fetched > 0 ? 'the others' : 'they'} are kept, and the site shows a placeholder instead`]
        : []),
    ];
    return `Logos on other sites: ${number(logos)}; ${parts.join(', ')}.`;
  },
};

export const clubImport = {
  title: 'Import clubs',
  description: 'Bring the clubs of a spreadsheet into the directory, once it was seen what that does.',
  intro:
    'Send a CSV file, as the table of all clubs exports it. Nothing is changed yet: you are shown what the file would do, club by club, and may leave some of it out.',
  getFile: 'Export all clubs as a file to begin with',
  file: 'CSV file',
  fileHint: (megabytes: number, rows: number) =>
    `From Excel: save as “CSV UTF-8”. Up to ${number(megabytes)} MB and ${number(rows)} rows.`,
  deleteMissing: 'Delete the clubs that have no row in the file',
  deleteMissingHint: 'Only for a file that has all clubs. They are shown before, and can come back.',
  replaceSamples: (clubs: number) =>
    `Take the ${count(clubs, { one: 'sample club', other: 'sample clubs' })} away first`,
  submit: 'Show what would change',
  missing: 'Choose a file.',
  tooLarge: (megabytes: number) =>
    `The file is larger than ${number(megabytes)} MB. Split it into several, each with the header, or leave out the columns that stay as they are.`,
  notAllowed: 'To delete clubs is for others. Send the file without that, or ask who may.',
  busy: 'Other files are being read already. Send yours again in half a minute.',
  open: 'Imports that were begun',
  howLong: 'Each is kept for a day, and the last five of each account. Those that are done are in the history.',
  /** Of the one that the next takes the place of. */
  makesRoom: 'makes room for the next one that you send',
  takesPlace: (file: string, time: string) =>
    `You have five imports already: if you send a file now, the oldest (“${file}”, ${time}) is taken away.`,
  openBy: (name: string, time: string) => `sent by ${name}, ${time}`,
  states: {
    reading: 'being read',
    planning: 'being compared',
    planned: 'waits for you to confirm it',
    writing: 'being written',
    nothing: 'has nothing that is new',
    mistakes: 'has mistakes',
    written: 'done',
    brokeOff: 'broke off',
    restarted: 'has to be sent again',
    failed: 'could not be read',
  },
  of: (file: string) => `Import of ${file}`,
  working: {
    reading: 'The file is being read.',
    planning: 'The file is being compared with the directory.',
    writing: 'The clubs are being written: all of them, or none.',
  },
  /** How far that is. */
  part: (percent: number) => `${percent}%`,
  stay: 'You may close this page, and come back: the work goes on. Should it break off, as when the site is restarted, this page says so within half a minute.',
  lookAgain: 'Look again',
  /** Of a page that is loaded again by itself. */
  keepStill: 'Do not load this page again by itself',
  unanswered: 'The site does not answer just now. This page goes on asking.',
  reading: 'How the file was read',
  mistakes: (mistakes: number) =>
    `The file has ${count(mistakes, { one: 'mistake', other: 'mistakes' })}. Nothing was changed: mend the file, and send it again.`,
  planMistakes: (mistakes: number) =>
    `${count(mistakes, { one: 'mistake keeps', other: 'mistakes keep' })} this from being imported as it is chosen now.`,
  mistakesCaption: (shown: number, all: number) =>
    shown < all ? `The first ${number(shown)} of ${number(all)} mistakes` : 'All mistakes',
  mistakesPage: (page: number, pages: number) => `Mistakes, page ${number(page)} of ${number(pages)}`,
  line: 'Line',
  /** Of a spreadsheet. */
  row: 'Row',
  column: 'Column',
  value: 'Value',
  problem: 'What is wrong',
  club: 'Club',
  lineHint: 'Lines are those of a text editor, and in this file the rows of a spreadsheet too.',
  /** Where they are not. */
  rowHint:
    'Rows are those of a spreadsheet. Lines, also those that are named in the text, are those of a text editor: a cell with several lines takes as many.',
  wholeRow: 'the whole row',
  tooLong: (length: number) => `it has ${number(length)}`,
  report: 'All of it as a file, for the spreadsheet',
  another: 'Send another file',
  warnings: (warnings: number) =>
    `${count(warnings, { one: 'warning', other: 'warnings' })}: beside the rows below, and all in the file`,
  /** Beside mistakes, before the link to the file that has the warnings too. */
  alsoWarnings: (warnings: number) =>
    `The file with all of it has ${count(warnings, { one: 'warning', other: 'warnings' })} too, which may say why`,
  nothing: 'There is nothing to import: the directory says all that the file says already.',
  noClubs: 'No club is in the file: it ends behind its header.',
  counts: {
    created: (clubs: number) => count(clubs, { one: 'new club', other: 'new clubs' }),
    changed: (clubs: number) => `${count(clubs, CLUBS)} changed`,
    renamed: (clubs: number) => `${number(clubs)} of them renamed`,
    deleted: (clubs: number) => `${count(clubs, CLUBS)} deleted`,
    unchanged: (clubs: number) => `${count(clubs, CLUBS)} unchanged`,
    samples: (clubs: number) => `${count(clubs, { one: 'sample club', other: 'sample clubs' })} taken away`,
    leftOut: (clubs: number) => `${count(clubs, CLUBS)} left out`,
  },
  filters: {
    all: 'All',
    created: 'New',
    changed: 'Changed',
    renamed: 'Renamed',
    deleted: 'Deleted',
    cleared: 'Cleared fields',
    samples: 'Sample clubs',
    warned: 'With warnings',
    fresh: 'New since you looked',
    leftOut: 'Left out',
  },
  show: 'Show',
  intoText: 'What is checked is imported. What is not stays as it is.',
  samplesText: 'Sample clubs are taken away all together.',
  what: { created: 'is new', changed: 'is changed', deleted: 'is deleted', sample: 'is a sample club, and taken away' },
  renamedFrom: (name: string) => `called “${name}” until now`,
  freshMark: 'new since you looked',
  inLine: (line: number) => `line ${number(line)}`,
  inRow: (line: number, row: number) => `row ${number(row)} of the spreadsheet (line ${number(line)})`,
  now: 'Now',
  afterwards: 'After the import',
  /** Of the button that gives up looking for a name. */
  anyName: 'Show all names',
  noneOfThese: 'There is none of these.',
  clearedField: (field: string, clubs: number) => `${field} of ${count(clubs, CLUBS)}`,
  cleared: (fields: string) =>
    `Empty cells clear fields: ${fields}. To keep a field, fill in its cells or remove its column from the file.`,
  half: 'That deletes more than half of all clubs.',
  filledDown: (clubs: number) =>
    `The ids of ${count(clubs, { one: 'renamed club', other: 'renamed clubs' })} repeat or count up from row to row: if they were filled down in the spreadsheet, do not go ahead. Take them from a new export, or delete the column id, and clubs are matched by name.`,
  renamesSamples:
    'Among the renamed clubs are sample clubs. Send the file again and have these taken away first, if it is not about them.',
  fresh: (clubs: number) =>
    `Nothing was imported yet: the clubs were changed by others meanwhile. This is what would be done now; ${count(clubs, { one: 'club is', other: 'clubs are' })} marked as new. Look at it, and confirm again.`,
  otherPlan: 'This page was of an earlier state. This is what would be done now: look at it, and confirm again.',
  deletionsForOthers:
    'To delete clubs is for others. Leave out those that are deleted, and check again, or ask who may.',
  samplesForOthers:
    'To take the sample clubs away is for others. Ask who may delete clubs, or send the file again without that.',
  check: 'Check again',
  keepChoice: 'Keep what is checked, and import later',
  discard: 'Drop this import…',
  aboutDiscard:
    'The file and all that you have left out of it are forgotten, and nothing is imported. To import it after all, it has to be sent again.',
  discardSubmit: 'Drop it for good',
  confirm: (changes: string) => `Import what is checked of: ${changes}`,
  confirmSamples: (clubs: number) =>
    clubs === 1 ? 'Take the sample club away' : `Take all ${number(clubs)} sample clubs away`,
  written: 'The import is done.',
  toStep: 'See what it has changed, or undo it',
  toTable: 'To the table of all clubs',
  failures: {
    restarted:
      'The database was restarted, and what was read of the file is gone. Nothing was changed: send the file again.',
    picturesGone:
      'Pictures that the file names were removed meanwhile, as no club used them. Nothing was changed: send the file again.',
    noRoom: (created: number, largest: number) =>
      `There is no number left for ${count(created, { one: 'new club', other: 'new clubs' })}: they are numbered behind the largest id, which is ${number(largest)}. Nothing was changed: give them free ids in the column id.`,
    tooManyRows: (limit: number) =>
      `The file has more than ${number(limit)} rows. Nothing was changed: split it into several, each with the header.`,
    tooManyEmptyRows: (limit: number) =>
      `The file has more than ${number(limit)} empty rows. Nothing was changed: delete them, and send it again.`,
    outdated: 'Nothing was imported yet: the clubs were changed by others meanwhile. This is what would be done now.',
    nothing:
      'There is nothing to import: of what is chosen the directory says all already. Where somebody else has imported it meanwhile, the history says who.',
    notAllowed: 'To delete clubs is for others. Nothing was changed: leave them out, or ask who may.',
    deletesAll:
      'The file has no club in it, and all clubs of the directory would be deleted. Nothing was changed: is it the right file?',
    brokeOff: 'The work broke off, perhaps because the site was restarted. Nothing was changed: try again.',
    unexpected:
      'Something went wrong that nobody expected. Nothing was changed: try again, and tell whoever runs the site if it stays so.',
  },
  gone: 'There is no such import any more',
  goneText:
    'An import that nobody confirms is kept for a day, and the last five of each account; a backup that is restored takes all of them away. Nothing of it was changed: send the file again.',
};
