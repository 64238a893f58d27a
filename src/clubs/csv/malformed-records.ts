import * as v from 'valibot';
import { formatCount } from '../../format.ts';
import { FIELDS, type FieldName } from '../record.ts';
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
 * Why a row may have more or fewer cells than the header. Null for one that only lacks empty cells at its end: Excel
 * writes none behind the last column that is used within sixteen rows.
 */
export function describeWidth({ cells, bytes }: FileRecord, separator: Separator, columns: FieldName[]): string | null {
  const other = findOtherSeparator(bytes, separator, columns.length);
  if (other) return describeSeparators(other, separator);
  const counts = `the row has ${formatCount(cells.length, 'cell')}, and the header ${formatCount(columns.length, 'column')}`;
  const missing = columns.slice(cells.length);
  if (missing.length === 0) {
    return `${counts}: perhaps a text in it has a ${SEPARATOR_NAMES[separator]} or a quote, and is not in quotes, or a program opened the file with several separators at once (in LibreOffice tick only Comma)`;
  }
  const lack = `${counts} (${missing.join(', ')} missing)`;
  if (!endsLine(bytes)) {
    return `${lack}: the file ends here, perhaps it is cut off. Get it whole, or write the missing cells`;
  }
  if (missing.some((column) => !v.is(FIELDS[column].value, ''))) {
    return `${lack}: perhaps a text in it or in the row above has a line break or a quote, and is not in quotes. Put it in quotes, or save the file again from the spreadsheet`;
  }
  const last = cells.at(-1) ?? '';
  if (missing.includes('id') && last.trim() !== '' && v.is(FIELDS.id.value, last)) {
    return `${lack}, and its last cell is like an id: perhaps a ${SEPARATOR_NAMES[separator]} was lost between two cells. Put it back, or save the file again from the spreadsheet`;
  }
  return null;
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
