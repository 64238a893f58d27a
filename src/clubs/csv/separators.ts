import { isColumn, normalizeColumn } from './columns.ts';

/*
 * What stands between the cells of a file: commas, or what spreadsheets write in their place.
 */

export type Separator = ',' | ';' | '\t';
export const SEPARATORS: readonly Separator[] = [',', ';', '\t'];

/** Excel and LibreOffice read a line such as "sep=;" above the header, and do not show it. */
const SEPARATOR_LINE = /^"?sep=(.)"?\1*$/i;

/** What a first line such as "sep=;" names, be it a separator that is understood or not; undefined for any other line. */
export const readSeparatorLine = (line: string): string | undefined => SEPARATOR_LINE.exec(line)?.[1];

export const isSeparator = (text: string): text is Separator => (SEPARATORS as readonly string[]).includes(text);

/** Whether cells in quotes follow a space: `"name", "website"`. */
export const hasSpacesBeforeQuotes = (header: string, separator: Separator): boolean =>
  header.includes(`${separator} "`);

/** The separator that finds the most columns or, where none finds any, the most cells. */
export function findSeparator(header: string): Separator {
  const countColumns = (separator: Separator) =>
    header.split(separator).filter((cell) => isColumn(normalizeColumn(cell.replaceAll('"', '')))).length;
  const countCells = (separator: Separator) => header.split(separator).length;
  const count = SEPARATORS.some((separator) => countColumns(separator) > 0) ? countColumns : countCells;
  return SEPARATORS.reduce((best, next) => (count(next) > count(best) ? next : best));
}
