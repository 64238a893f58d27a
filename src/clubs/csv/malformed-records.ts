import type { FieldName } from '../record.ts';
import { readCutOff } from './encoding.ts';
import type { FileFault } from './faults.ts';
import { keepValue, makeIssue, type FileIssue } from './issues.ts';
import { endsLine } from './line-ends.ts';
import { isEmpty, splitRecord, type FileRecord, type Unreadable } from './records.ts';
import { SEPARATORS, type Separator } from './separators.ts';

/*
 * Records that do not come apart into the cells of their columns, and what may have become of them.
 */

/** Why a text ends being records. Without `columns` it is the header that cannot be read. */
export function makeUnreadableIssue(
  { code, cell, bytes, ...place }: Unreadable,
  separator: Separator,
  columns: FieldName[] = [],
): FileIssue {
  if (code === null) return makeIssue(place, { code: 'damaged' });
  if (code === 'CSV_QUOTE_NOT_CLOSED' && readCutOff(bytes) !== null) return makeIssue(place, { code: 'cutOff' });
  const other = findOtherSeparator(bytes, separator, columns.length);
  if (other) {
    const [first = ''] = splitRecord(bytes, separator);
    const fault = { code: 'rowSeparator', ofRow: other, ofHeader: separator, isEnd: true } as const;
    return makeIssue(place, fault, { value: keepValue(first) });
  }
  const ofCell = CELL_FAULTS[code];
  if (!ofCell || cell === null) return makeIssue(place, RECORD_FAULTS[code] ?? { code: 'unreadable', reason: code });
  const column = columns[cell] ?? null;
  const value = keepValue(splitRecord(bytes, separator)[cell] ?? '');
  return makeIssue(place, { code: ofCell, cell: column === null ? cell + 1 : null }, { column, value });
}

/**
 * Why a row may have more or fewer cells than the header. Some programs write no empty cells behind the last column that
 * is used; such a row cannot be told from one that has lost a separator, whose values belong to other columns.
 */
export function findWidthFault({ cells, bytes }: FileRecord, separator: Separator, columns: FieldName[]): FileFault {
  const other = findOtherSeparator(bytes, separator, columns.length);
  if (other) return { code: 'rowSeparator', ofRow: other, ofHeader: separator, isEnd: false };
  if (isInOneCell(cells, (parts) => parts.length >= columns.length)) return { code: 'rowInOneCell' };
  const widths = { cells: cells.length, columns: columns.length, separator };
  return cells.length > columns.length
    ? { code: 'rowTooWide', ...widths }
    : { code: 'rowTooNarrow', ...widths, missing: columns.slice(cells.length), isEnd: !endsLine(bytes) };
}

/** Whether the one cell of a record is a whole record itself: Excel saves what it has opened by a double click so. */
export const isInOneCell = (cells: string[], isWhole: (parts: string[]) => boolean): boolean =>
  isEmpty(cells.slice(1)) && SEPARATORS.some((one) => isWhole(splitRecord(Buffer.from(cells[0] ?? ''), one)));

/** The separator by which a record is as wide as the header, when that is not the header's own. */
const findOtherSeparator = (bytes: Buffer, separator: Separator, width: number): Separator | undefined =>
  SEPARATORS.find((other) => {
    if (other === separator || width === 0) return false;
    const cells = splitRecord(bytes, other);
    return cells.length >= width && isEmpty(cells.slice(width));
  });

/** By the parser's words: what is said of a record, */
const RECORD_FAULTS: Partial<Record<string, FileFault>> = {
  CSV_QUOTE_NOT_CLOSED: { code: 'quoteNotClosed' },
  CSV_MAX_RECORD_SIZE: { code: 'rowTooLong' },
};
/** and of a cell. */
const CELL_FAULTS: Partial<Record<string, 'quoteClosedBefore' | 'quoteInside'>> = {
  CSV_INVALID_CLOSING_QUOTE: 'quoteClosedBefore',
  INVALID_OPENING_QUOTE: 'quoteInside',
};
