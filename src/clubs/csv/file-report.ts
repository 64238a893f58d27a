import type { Encoding } from './encoding.ts';
import type { Separator } from './separators.ts';

/** How many cells were changed, and by what; a cell may count twice. */
export interface NormalisedCount {
  trimmed: number;
  toNfc: number;
}

/** How a file was read: what was understood although an export writes it otherwise, what was ignored, what was changed. */
export interface FileReport {
  encoding: Encoding;
  hasByteOrderMark: boolean;
  separator: Separator;
  /** Spaces follow the separators. */
  hasSpaces: boolean;
  /** The first line names the separator. */
  hasSeparatorLine: boolean;
  /** Names of columns in other letters or with spaces around them. */
  respelledColumns: number;
  emptyColumns: number;
  emptyRows: number;
  /** Whether a spreadsheet counts other rows than an editor counts lines, as where a cell has several of these. */
  rowsDiffer: boolean;
  /** Cells of is_active that are neither "true" nor "false". */
  otherBooleans: number;
  /** Ids with spaces around them or with decimals. */
  respelledIds: number;
  /** Cells of confirmed_on that are written in another form than an export's. */
  otherDates: number;
  normalised: { names: NormalisedCount; parentNames: NormalisedCount; trimmedAddresses: number };
  /** Whether any category cell has a semicolon, which then separates categories. */
  hasCategorySemicolons: boolean;
  /** Category cells that were separated at commas. */
  commaCategories: number;
  /** Websites without a scheme, which get https://. */
  completedWebsites: number;
  /** Logos of other sites; */
  foreignLogos: number;
  /** of these such as were fetched before, all others show as placeholders. */
  fetchedLogos: number;
  /** Logos that were said to be on this very site by its whole address. */
  ownLogos: number;
  /** Logos that this site has from the folder beside the file. */
  logosFromFolder: number;
}

/** The report on a file of which nothing but its first bytes was read. */
export const startReport = (encoding: Encoding, hasByteOrderMark: boolean): FileReport => ({
  encoding,
  hasByteOrderMark,
  separator: ',',
  hasSpaces: false,
  hasSeparatorLine: false,
  respelledColumns: 0,
  emptyColumns: 0,
  emptyRows: 0,
  rowsDiffer: false,
  otherBooleans: 0,
  respelledIds: 0,
  otherDates: 0,
  normalised: {
    names: { trimmed: 0, toNfc: 0 },
    parentNames: { trimmed: 0, toNfc: 0 },
    trimmedAddresses: 0,
  },
  completedWebsites: 0,
  hasCategorySemicolons: false,
  commaCategories: 0,
  foreignLogos: 0,
  fetchedLogos: 0,
  ownLogos: 0,
  logosFromFolder: 0,
});
