import type { FileFault, OtherFile } from '../../src/clubs/csv/faults.ts';

const OTHER_FILES: Record<OtherFile, true> = {
  ...{ webPage: true, utf32: true, utf16: true, pdfOrPicture: true, gzip: true, zip: true, document: true },
  ...{ xls: true, xlsx: true, ods: true, numbers: true },
};

const CELL = { isSpreadsheetError: false };
const FILLED = { from: 2, to: 9 };

/** All that is said of a file: each code as it is found, in every form that has words of its own. */
export const FAULT_SAMPLES: { [Code in FileFault['code']]: FileFault<Code>[] } = {
  otherFile: (Object.keys(OTHER_FILES) as OtherFile[]).map((is) => ({ code: 'otherFile', is })),
  cutOff: [{ code: 'cutOff' }],
  damaged: [{ code: 'damaged' }],
  emptyFile: [{ code: 'emptyFile', columns: ['name', 'category'] }],
  unknownSeparator: [{ code: 'unknownSeparator', separator: '|' }],

  headerBelow: [{ code: 'headerBelow', line: 4 }],
  headerAgain: [{ code: 'headerAgain' }],
  columnsMissing: [{ code: 'columnsMissing', columns: ['name', 'category'] }],
  columnsUnknown: [
    { code: 'columnsUnknown', columns: ['Nom'], more: 0, known: ['name', 'category'] },
    { code: 'columnsUnknown', columns: ['Nom', 'Statut'], more: 1, known: ['name'] },
  ],
  columnsUnnamed: [
    { code: 'columnsUnnamed', letters: ['B'], more: 0 },
    { code: 'columnsUnnamed', letters: ['B', 'AA'], more: 2 },
  ],
  columnsRepeated: [{ code: 'columnsRepeated', columns: ['name'] }],

  rowSeparator: [
    { code: 'rowSeparator', ofRow: ',', ofHeader: ';' },
    { code: 'rowSeparator', ofRow: ';', ofHeader: '\t' },
  ],
  rowTooWide: [{ code: 'rowTooWide', cells: 8, columns: 7, separator: ',' }],
  rowTooNarrow: [
    { code: 'rowTooNarrow', cells: 1, columns: 2, missing: ['category'], separator: ';', isEnd: false },
    { code: 'rowTooNarrow', cells: 1, columns: 3, missing: ['category', 'id'], separator: '\t', isEnd: true },
  ],
  rowInOneCell: [{ code: 'rowInOneCell' }],
  quoteNotClosed: [{ code: 'quoteNotClosed' }],
  rowTooLong: [{ code: 'rowTooLong' }],
  quoteClosedBefore: [{ code: 'quoteClosedBefore' }],
  spaceBeforeQuote: [{ code: 'spaceBeforeQuote' }],

  nul: [{ code: 'nul', ...CELL }],
  tooLong: [{ code: 'tooLong', limit: 1000, length: 1245, ...CELL }],
  empty: [{ code: 'empty', ...CELL }],
  lineBreak: [{ code: 'lineBreak', ...CELL }],
  space: [{ code: 'space', ...CELL }],
  website: [
    { code: 'website', ...CELL },
    { code: 'website', isSpreadsheetError: true },
  ],
  secondScheme: [{ code: 'secondScheme', ...CELL }],
  contact: [{ code: 'contact', ...CELL }],
  contacts: [{ code: 'contacts', ...CELL }],
  contactPhone: [{ code: 'contactPhone', ...CELL }],
  contactSign: [{ code: 'contactSign', ...CELL }],
  contactSpace: [{ code: 'contactSpace', ...CELL }],
  tooManyLinks: [{ code: 'tooManyLinks', limit: 20, ...CELL }],
  tooManyAliases: [{ code: 'tooManyAliases', limit: 20, ...CELL }],
  longAlias: [{ code: 'longAlias', limit: 100, ...CELL }],
  link: [
    { code: 'link', inLine: 3, ...CELL },
    { code: 'link', inLine: 1, isSpreadsheetError: true },
  ],
  linkHandle: [{ code: 'linkHandle', inLine: 3, ...CELL }],
  linkLabel: [{ code: 'linkLabel', limit: 100, inLine: 3, ...CELL }],
  linkUrl: [{ code: 'linkUrl', limit: 2000, inLine: 3, ...CELL }],
  logoUrl: [{ code: 'logoUrl', ...CELL }],
  status: [{ code: 'status', ...CELL }],
  statusEmpty: [{ code: 'statusEmpty', ...CELL }],
  id: [{ code: 'id', ...CELL }],
  idFormat: [{ code: 'idFormat', ...CELL }],
  day: [{ code: 'day', ...CELL }],
  dayOfTwo: [{ code: 'dayOfTwo', ...CELL }],
  dayYear: [{ code: 'dayYear', ...CELL }],
  dayNumber: [{ code: 'dayNumber', ...CELL }],
  dayAhead: [{ code: 'dayAhead', ...CELL }],
  dayOrder: [
    { code: 'dayOrder', first: 'day', otherLine: 2 },
    { code: 'dayOrder', first: 'month', otherLine: 2 },
  ],

  spreadsheetError: [{ code: 'spreadsheetError' }],
  spaceInside: [{ code: 'spaceInside' }],
  letterLost: [{ code: 'letterLost', sign: '\ufffd' }],
  garbled: [{ code: 'garbled', shown: 'Ã©', meant: 'é' }],
  entity: [{ code: 'entity', shown: '&amp;', meant: '&' }],

  logoDamaged: [{ code: 'logoDamaged', folder: '/srv/logos' }],
  logoNoFile: [{ code: 'logoNoFile' }],
  logoUnknown: [
    { code: 'logoUnknown', canBeInFolder: true },
    { code: 'logoUnknown', canBeInFolder: false },
  ],
  logoNotInFolder: [{ code: 'logoNotInFolder', folder: '/srv/logos' }],

  nameTwice: [{ code: 'nameTwice', line: 2 }],
  similarName: [{ code: 'similarName', line: 2 }],
  similarStoredName: [{ code: 'similarStoredName', name: 'Échecs' }],
  idLarge: [{ code: 'idLarge', largest: 2_147_483_647 }],
  idOfOther: [
    { code: 'idOfOther', of: null, named: 7, filled: null, way: null },
    { code: 'idOfOther', of: null, named: 7, filled: null, way: 'takeIn' },
    { code: 'idOfOther', of: 'Go', named: 7, filled: null, way: 'rename' },
    { code: 'idOfOther', of: 'Go', named: 7, filled: null, way: 'delete' },
    { code: 'idOfOther', of: 'Go', named: 7, filled: FILLED, way: null },
  ],
  sameClub: [
    { code: 'sameClub', line: 2, filled: null, isRenaming: false },
    { code: 'sameClub', line: 2, filled: null, isRenaming: true },
    { code: 'sameClub', line: 2, filled: FILLED, isRenaming: true },
  ],
  parentRenamed: [{ code: 'parentRenamed', line: 2, to: 'Go' }],
  parentDeleted: [{ code: 'parentDeleted' }],
  parentLeftOut: [{ code: 'parentLeftOut', line: 7 }],
  parentUnknown: [{ code: 'parentUnknown' }],
  ownParent: [{ code: 'ownParent' }],
  loop: [
    { code: 'loop', first: ['Go', 'Ski', 'Go'], last: [] },
    { code: 'loop', first: ['Go', 'Ski', 'Chess'], last: ['Choir', 'Go'] },
  ],

  renamed: [{ code: 'renamed' }],
  deleted: [{ code: 'deleted' }],
};
