import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import type { Encoding } from './decode.ts';
import type { Separator } from './parse-records.ts';

/** Cells that were adapted: categories at commas, dates in other forms, `N/A` and the like, marks as a status. */
export const CELL_COUNTERS = ['commaCategories', 'convertedDays', 'placeholders', 'statusMarks'] as const;
export type CellCounter = (typeof CELL_COUNTERS)[number];

export interface Reading extends Record<CellCounter, number> {
  /** Encoding, byte order mark and separator are then those of reports. */
  isWorkbook: boolean;
  encoding: Encoding;
  hasByteOrderMark: boolean;
  separator: Separator;
  /** Parents whose names differ from those of clubs by case, accents or spaces. */
  matchedParents: number;
  logosFromFolder: number;
  /** Logos on other sites that are not downloaded yet. */
  foreignLogos: number;
}

/** What a user should know about how a file was read, in sentences. */
export function describeReading(reading: Reading, locale: Locale): string[] {
  const t = messages(locale).fileReading;
  const counted = [...CELL_COUNTERS, 'matchedParents', 'logosFromFolder', 'foreignLogos'] as const;
  return counted.filter((name) => reading[name] > 0).map((name) => t[name](reading[name]));
}
