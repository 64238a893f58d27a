import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import type { Encoding } from './decode.ts';
import type { Separator } from './parse-records.ts';

export interface Reading {
  /** Encoding, byte order mark and separator are then those of reports. */
  isWorkbook: boolean;
  encoding: Encoding;
  hasByteOrderMark: boolean;
  separator: Separator;
  /** Category cells that were split at commas. */
  commaCategories: number;
  /** Dates with a time, the name of a month, or the number of a day. */
  convertedDays: number;
  /** Cells with a placeholder such as "N/A". */
  placeholders: number;
  /** Cells with a mark or an abbreviation instead of a status word. */
  statusMarks: number;
  /** Parents whose names differ from those of clubs by case, accents or spaces. */
  matchedParents: number;
  logosFromFolder: number;
  /** Logos on other sites that are not downloaded yet. */
  foreignLogos: number;
}

export type CellCounter = 'commaCategories' | 'convertedDays' | 'placeholders' | 'statusMarks';

const COUNTED = [
  ...(['commaCategories', 'convertedDays', 'placeholders', 'statusMarks'] as const),
  ...(['matchedParents', 'logosFromFolder', 'foreignLogos'] as const),
];

/** What a user should know about how a file was read, in sentences. */
export function describeReading(reading: Reading, locale: Locale): string[] {
  const t = messages(locale).fileReading;
  return COUNTED.filter((name) => reading[name] > 0).map((name) => t[name](reading[name]));
}
