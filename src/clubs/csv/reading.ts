import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import type { Encoding } from './decode.ts';
import type { Separator } from './records.ts';

/** What is ignored, changed or incomplete in a file, in the order in which it is described. */
const COUNTED = [
  // Names of columns, ids, dates and statuses that an export writes differently.
  'otherNotations',
  'emptyColumns',
  'emptyRows',
  // Changes of spaces and characters in names and addresses.
  'normalised',
  // Websites without a scheme, which get https://.
  'completedWebsites',
  'logosFromFolder',
  // Logos on other sites that are not downloaded yet.
  'foreignLogos',
] as const;

/** How a file was read. */
export interface Reading extends Record<(typeof COUNTED)[number], number> {
  encoding: Encoding;
  hasByteOrderMark: boolean;
  separator: Separator;
  /** Category cells that were split at commas. */
  commaCategories: number;
}

export const startReading = (encoding: Encoding, hasByteOrderMark: boolean): Reading => ({
  ...{ encoding, hasByteOrderMark, separator: ',', commaCategories: 0, otherNotations: 0, emptyColumns: 0 },
  ...{ emptyRows: 0, normalised: 0, completedWebsites: 0, logosFromFolder: 0, foreignLogos: 0 },
});

/** Describes how a file was read, in sentences. */
export function describeReading(reading: Reading, locale: Locale): string[] {
  const t = messages(locale).fileReading;
  const { encoding, hasByteOrderMark, separator } = reading;
  return [
    ...(hasByteOrderMark ? [t.mark(encoding.toUpperCase())] : []),
    ...(separator === ',' ? [] : [t.separators[separator]]),
    ...COUNTED.flatMap((what) => (reading[what] > 0 ? t[what](reading[what]) : [])),
  ];
}

/** Describes what to check in a file that may have been misread. */
export function describeFileWarnings({ encoding, commaCategories }: Reading, locale: Locale): string[] {
  const t = messages(locale).fileReading;
  return [
    ...(encoding === 'windows-1252' ? [t.windows1252] : []),
    ...(commaCategories > 0 ? [t.commaCategories(commaCategories)] : []),
  ];
}
