import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import type { Encoding } from './decode.ts';
import type { Separator } from './parse-records.ts';

export interface Reading {
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
  const { commaCategories, logosFromFolder, foreignLogos } = reading;
  return [
    ...(commaCategories > 0 ? [t.commaCategories(commaCategories)] : []),
    ...(logosFromFolder > 0 ? [t.logosFromFolder(logosFromFolder)] : []),
    ...(foreignLogos > 0 ? [t.foreignLogos(foreignLogos)] : []),
  ];
}
