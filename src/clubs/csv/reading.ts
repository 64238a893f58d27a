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
  logosFromFolder: number;
  /** Logos on other sites that are not downloaded yet. */
  foreignLogos: number;
}

/** What a user should know about how a file was read, in sentences. */
export function describeReading(reading: Reading, locale: Locale): string[] {
  const t = messages(locale).fileReading;
  const counted = ['commaCategories', 'logosFromFolder', 'foreignLogos'] as const;
  return counted.filter((name) => reading[name] > 0).map((name) => t[name](reading[name]));
}
