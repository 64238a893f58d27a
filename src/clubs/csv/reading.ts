import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import type { Encoding } from './decode.ts';
import type { Separator } from './records.ts';

/** How a file was read: its format, and what was ignored or changed. */
export interface Reading {
  encoding: Encoding;
  hasByteOrderMark: boolean;
  separator: Separator;
  emptyColumns: number;
  emptyRows: number;
  /** Whether rows of a spreadsheet and lines of a text editor are counted differently in this file. */
  rowsDiffer: boolean;
  /** Names of columns, ids, dates and statuses that an export writes differently. */
  otherNotations: number;
  /** Changes of spaces and characters in names and addresses. */
  normalised: number;
  /** Whether a category cell has a semicolon; commas do not separate categories then. */
  hasCategorySemicolons: boolean;
  /** Websites without a scheme, which get https://. */
  completedWebsites: number;
  /** Logos that were copied from the folder of an export. */
  logosFromFolder: number;
}

/** What the database adds to the reading of a file. */
export interface SettledCounts {
  /** Category cells that were split at commas. */
  commaCategories: number;
  /** Addresses of logos on other sites, and how many of these were downloaded before. */
  foreignLogos: number;
  fetchedLogos: number;
}

export const startReading = (encoding: Encoding, hasByteOrderMark: boolean): Reading => ({
  encoding,
  hasByteOrderMark,
  separator: ',',
  emptyColumns: 0,
  emptyRows: 0,
  rowsDiffer: false,
  otherNotations: 0,
  normalised: 0,
  hasCategorySemicolons: false,
  completedWebsites: 0,
  logosFromFolder: 0,
});

const MARKED = { 'utf-8': 'UTF-8', 'utf-16le': 'UTF-16 (little-endian)', 'utf-16be': 'UTF-16 (big-endian)' };

const sentences = (texts: (string | false)[]) => texts.filter((text) => text !== false);

/** Describes how a file was read, in sentences. */
export function describeReading(file: Reading & SettledCounts, locale: Locale, hasLogoFolder = false): string[] {
  const t = messages(locale).fileReading;
  const format = sentences([
    file.encoding !== 'windows-1252' && file.hasByteOrderMark && t.mark(MARKED[file.encoding]),
    file.separator === ';' && t.semicolons,
    file.separator === '\t' && t.tabs,
    file.otherNotations > 0 && t.otherNotations(file.otherNotations),
  ]);
  const ignored = sentences([
    file.emptyColumns > 0 && t.emptyColumns(file.emptyColumns),
    file.emptyRows > 0 && t.emptyRows(file.emptyRows),
  ]);
  return sentences([
    format.length > 0 && t.format(format.join(', ')),
    ignored.length > 0 && t.ignored(ignored.join(', ')),
    file.normalised > 0 && t.normalised(file.normalised),
    file.completedWebsites > 0 && t.completedWebsites(file.completedWebsites),
    hasLogoFolder && t.logosFromFolder(file.logosFromFolder),
    file.foreignLogos > 0 && t.foreignLogos(file.foreignLogos, file.fetchedLogos),
  ]);
}

/** Describes what to check in a file that may have been misread. */
export function describeFileWarnings(file: Reading & SettledCounts, locale: Locale): string[] {
  const t = messages(locale).fileReading;
  return sentences([
    file.encoding === 'windows-1252' && t.windows1252,
    file.commaCategories > 0 && t.commaCategories(file.commaCategories),
  ]);
}
