import { quoteIn } from './quote.ts';
import { wordsIn } from './words.ts';

const { number, count } = wordsIn('en');
const quote = quoteIn('en');
const CLUBS = { one: 'club', other: 'clubs' };
const SAMPLES = { one: 'sample club', other: 'sample clubs' };
const LOGOS = { one: 'logo', other: 'logos' };

/** For a CSV file; `separator`: what Excel expects in the language. */
export const importReport = {
  separator: ',',
  header: ['line', 'column', 'value', 'problem', 'club', 'kind'],
  kinds: { error: 'error', warning: 'warning' },
};

export const fileReading = {
  notUtf8:
    'This file is not UTF-8 and was read as Windows-1252. If letters are wrong, it is in another encoding: in Excel, save it as “CSV UTF-8” and import that file.',
  counted: (label: string, cells: number) => `${label}: ${number(cells)}.`,
  counts: {
    commaCategories: 'Cells split into categories at commas (to keep the commas, use a semicolon in one cell)',
    convertedDays: 'Dates converted from other forms, such as “17 May 2026 09:15”',
    placeholders: 'Cells read as empty, such as “N/A” or “-”',
    statusMarks: 'Status read from a mark or an abbreviation, such as x, ✓ or Y',
    matchedParents: 'Parent clubs found despite different case, accents or spaces',
    logosFromFolder: 'Logos from the folder',
    foreignLogos: 'Logos on other sites, which you can download after the import',
  },
  statuses: (words: readonly string[], isActive: boolean) =>
    `Status read as ${isActive ? 'active' : 'inactive'}: ${words.slice(0, 20).map(quote).join(', ')}.`,
  doubtful: (words: readonly string[]) =>
    `Unknown status, read as active: ${words.slice(0, 20).map(quote).join(', ')}. If these clubs are not active, correct the file.`,
};

export const clubImport = {
  title: 'Import clubs',
  intro:
    'Any list with a row for each club works, as an Excel workbook or a CSV file. You check every change before it is imported.',
  template: 'Download an empty template',
  getFile: 'Download all clubs',
  file: 'XLSX or CSV file',
  fileHint: (megabytes: number, rows: number) => `Up to ${number(megabytes)} MB and ${number(rows)} rows.`,
  deleteMissing: 'Delete clubs that are not in the file',
  deleteMissingHint: 'Use this only if the file lists all clubs. Deleted clubs can be restored.',
  replaceSamples: (clubs: number) => `Delete the ${count(clubs, SAMPLES)} first`,
  samplesLeft: (clubs: number) => `The directory still has ${count(clubs, SAMPLES)}.`,
  deleteSamples: 'Delete the sample clubs',
  submit: 'Preview import',
  recent: 'Imports of the last 24 hours',
  unfinished: 'Unfinished',
  openBy: (name: string, time: string) => `uploaded by ${name}, ${time}`,
  of: (file: string) => `Import: ${file}`,
  skipped: (rows: number) =>
    `${count(rows, { one: 'row with an error is', other: 'rows with errors are' })} left out. Correct the file and import it again to add them.`,
  errors: (shown: number, all: number) =>
    shown < all ? `First ${number(shown)} of ${number(all)} errors` : 'All errors',
  report: 'Download the report (CSV)',
  another: 'Upload another file',
  warnings: (warnings: number) => `${count(warnings, { one: 'warning', other: 'warnings' })} in the report`,
  nothing: 'Nothing to import: the directory already has these changes.',
  filters: {
    all: 'All',
    undecided: 'Needs a decision',
    deleted: 'Deleted',
    changed: 'Changed',
    renamed: 'Renamed',
    cleared: 'Cleared fields',
    created: 'New',
    warned: 'With warnings',
    leftOut: 'Left out',
  },
  /** Labels of numbers that are not filters. */
  tiles: { samples: 'Sample clubs deleted', unchanged: 'Unchanged' },
  show: 'Show',
  aboutUndecided: 'Until you decide, these clubs are left out: nothing is created, overwritten or deleted.',
  /** Around the name of a club. */
  isIt: { before: 'Is this “', after: '”?' },
  decide: {
    later: 'Leave it out',
    update: 'Yes, update it and keep its name',
    rename: 'Yes, rename it. It keeps its page, history and officers.',
    create: 'No, create a new club',
    createAndDelete: (name: string) => `No, create a new club and delete “${name}”`,
    keep: 'Keep the edits made here',
    overwrite: 'Overwrite it with the file',
  },
  newer: (fields: string, time: string, by: string) => `${fields}: edited here on ${time}, ${by}`,
  renamedFrom: (name: string) => `renamed from “${name}”`,
  inLine: (line: number) => `line ${number(line)}`,
  now: 'Now',
  inFile: 'In the file',
  afterwards: 'After the import',
  noneOfThese: 'No clubs found.',
  clearedField: (field: string, clubs: number) => `${field} (${count(clubs, CLUBS)})`,
  cleared: (fields: string) =>
    `Empty cells clear fields: ${fields}. To keep a field, fill in its cells or delete its column from the file.`,
  half: 'This deletes more than half of all clubs.',
  check: 'Apply this selection',
  discard: 'Discard import',
  confirm: 'Import the selected changes',
  confirmAll: (clubs: number, deleted: number) =>
    `Import ${count(clubs, CLUBS)}${deleted > 0 ? ` and delete ${number(deleted)}` : ''}`,
  /** At the end of the button. */
  alsoSamples: (clubs: number) => `, delete ${count(clubs, SAMPLES)}`,
  written: 'Import complete.',
  showClubs: 'Show the clubs',
  toStep: 'View or undo the changes',
  issues: {
    outdated:
      'The clubs or the selection changed and nothing was imported. Check the updated preview and confirm again.',
    nothing: 'Nothing is selected, so nothing was imported.',
    deletesAll: 'The file contains no clubs, so all clubs would be deleted. Check that you uploaded the right file.',
    notAllowed:
      'You don’t have permission to delete clubs. Import without deleting clubs, or contact the person who runs this site.',
  },
  gone: 'Import not found',
  goneText: 'The import was discarded or has expired. Upload the file again.',
};

export const logoDownload = {
  title: 'Logos on other sites',
  waiting: (logos: number, clubs: number) =>
    `${count(clubs, { one: 'club has its logo on another site', other: 'clubs have their logos on other sites' })}${logos === clubs ? '' : ` (${count(logos, { one: 'image', other: 'different images' })})`}. Visitors see a logo once it is downloaded.`,
  submit: (logos: number) => `Download ${count(logos, LOGOS)}`,
  working: (done: number, total: number) => `Downloading ${number(done)} of ${number(total)}… You can leave this page.`,
  done: (logos: number, clubs: number) => `${count(logos, LOGOS)} downloaded for ${count(clubs, CLUBS)}.`,
  missed: (logos: number) => `${count(logos, LOGOS)} could not be downloaded.`,
  /** Predicates of sentences about an address. */
  problems: {
    forbidden: 'is not a public web address',
    status: (status: number) => `returned status ${status}`,
    tooLarge: 'is too large',
    failed: (reason: string) => `could not be downloaded (${reason})`,
    unusable: (issue: string) => `is not a usable logo: ${issue}`,
  },
};
