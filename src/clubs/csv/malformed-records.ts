import { formatCount } from '../../format.ts';
import type { FieldName } from '../record.ts';
import { CUT_OFF } from './bad-utf8.ts';
import { readCutOff } from './encoding.ts';
import { keepValue, makeIssue, type FileIssue } from './issues.ts';
import { endsLine } from './line-ends.ts';
import { isEmpty, splitRecord, type FileRecord, type Unreadable } from './records.ts';
import { SEPARATOR_NAMES, SEPARATORS, type Separator } from './separators.ts';

/*
 * Records that do not come apart into the cells of their columns, and what may have become of them.
 */

/** Why a text ends being records. Without `columns` it is the header that cannot be read. */
export function describeUnreadable(
  { line, code, cell, bytes }: Unreadable,
  separator: Separator,
  columns: FieldName[] = [],
): FileIssue {
  if (code === null) return makeIssue(line, 'the text is damaged from here on: save the file again as "CSV UTF-8"');
  if (code === 'CSV_QUOTE_NOT_CLOSED' && readCutOff(bytes) !== null) return makeIssue(line, CUT_OFF);
  const other = findOtherSeparator(bytes, separator, columns.length);
  if (other) {
    const [first = ''] = splitRecord(bytes, separator);
    return makeIssue(line, `${describeSeparators(other, separator)}; what follows was not read`, {
      value: keepValue(first),
    });
  }
  const problem = `${PARSE_PROBLEMS[code] ?? `cannot be read (${code})`}; what follows was not read`;
  if (!CELL_PROBLEMS.has(code) || cell === null) return makeIssue(line, problem);
  const column = columns[cell] ?? null;
  const value = keepValue(splitRecord(bytes, separator)[cell] ?? '');
  return makeIssue(line, column ? problem : `cell ${cell + 1} ${problem}`, { column, value });
}

/**
 * Why a row may have more or fewer cells than the header. Some programs write no empty cells behind the last column that
 * is used; such a row cannot be told from one that has lost a separator, whose values belong to other columns.
 */
export function describeWidth({ cells, bytes }: FileRecord, separator: Separator, columns: FieldName[]): string {
  const other = findOtherSeparator(bytes, separator, columns.length);
  if (other) return describeSeparators(other, separator);
  const counts = `the row has ${formatCount(cells.length, 'cell')}, and the header ${formatCount(columns.length, 'column')}`;
  if (cells.length > columns.length) {
    return `${counts}: perhaps a text in it has a ${SEPARATOR_NAMES[separator]} or a quote, and is not in quotes, or a program opened the file with several separators at once (in LibreOffice tick only Comma)`;
  }
  const lack = `${counts} (${columns.slice(cells.length).join(', ')} missing)`;
  return endsLine(bytes)
    ? `${lack}: a ${SEPARATOR_NAMES[separator]} was lost, or a text has a line break and is not in quotes, or the program that saved the file has left out empty cells at the end. Put the ${SEPARATOR_NAMES[separator]} back, or make name the last column of the spreadsheet and save again`
    : `${lack}: the file ends here, perhaps it is cut off: get it whole`;
}

const describeSeparators = (inRow: Separator, inHeader: Separator) =>
  `the row is separated by ${SEPARATOR_NAMES[inRow]}s, and the header by ${SEPARATOR_NAMES[inHeader]}s: use one of them in the whole file`;

/** The separator by which a record is as wide as the header, when that is not the header's own. */
const findOtherSeparator = (bytes: Buffer, separator: Separator, width: number): Separator | undefined =>
  SEPARATORS.find((other) => {
    if (other === separator || width === 0) return false;
    const cells = splitRecord(bytes, other);
    return cells.length >= width && isEmpty(cells.slice(width));
  });

const PARSE_PROBLEMS: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote that opens in this row is never closed, or the file is cut off',
  CSV_MAX_RECORD_SIZE: 'the row is longer than any club can be: perhaps a quote that opens in it is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'goes on after its closing quote (inside of it a quote is written twice)',
  INVALID_OPENING_QUOTE: 'has a quote in it and does not begin with one (it must, and the inner one be written twice)',
};
/** Those that are said of a cell. */
const CELL_PROBLEMS = new Set(['CSV_INVALID_CLOSING_QUOTE', 'INVALID_OPENING_QUOTE']);
