import type { FieldName } from '../record.ts';
import { keepValue, makeIssue, type FileIssue } from './issues.ts';
import { isEmpty, splitRecord, type FileRecord, type Unreadable } from './records.ts';
import { SEPARATORS, type Separator } from './separators.ts';

/*
 * Records that do not come apart into the cells of their columns, and what may have become of them.
 */

/** Why a text ends being records. */
export const makeUnreadableIssue = ({ code, ...place }: Unreadable): FileIssue =>
  makeIssue(place, { code: code === null ? 'damaged' : 'quoteNotClosed' });

/** What is wrong with a record whose cells do not fit its columns or have broken quotes; null for any other. */
export function findRecordIssue(
  { cells, bytes, error, ...place }: FileRecord,
  separator: Separator,
  columns: FieldName[],
): FileIssue | null {
  const [first = ''] = cells;
  const width = columns.length;
  const extra = cells.slice(width);
  const isTooWide = !isEmpty(extra);
  const badQuote = error === undefined ? findBadQuote(cells.slice(0, width), bytes) : null;
  if (error === undefined && badQuote === null && cells.length >= width && !isTooWide) return null;

  const other = findOtherSeparator(bytes, separator, width);
  if (other) {
    return makeIssue(place, { code: 'rowSeparator', ofRow: other, ofHeader: separator }, { value: keepValue(first) });
  }
  if (error !== undefined) return makeIssue(place, { code: 'quoteNotClosed' });
  if (badQuote) {
    const { cell, code } = badQuote;
    return makeIssue(place, { code }, { column: columns[cell] ?? null, value: keepValue(cells[cell] ?? '') });
  }
  const value = keepValue(extra.find((cell) => cell.trim() !== '') ?? first);
  if (isInOneCell(cells, (parts) => parts.length >= width))
    return makeIssue(place, { code: 'rowInOneCell' }, { value });
  const widths = { cells: cells.length, columns: width, separator };
  // A program that leaves out empty cells at the end of a row makes the same row as a lost separator does.
  return isTooWide
    ? makeIssue(place, { code: 'rowTooWide', ...widths }, { value })
    : makeIssue(place, { code: 'rowTooNarrow', ...widths, missing: columns.slice(cells.length) }, { value });
}

/** The first cell with text behind its closing quote, or with spaces before its opening one. */
function findBadQuote(
  cells: string[],
  bytes: Buffer,
): { cell: number; code: 'quoteClosedBefore' | 'spaceBeforeQuote' } | null {
  const isQuoted = (cell: string) => bytes.includes(`"${cell.replaceAll('"', '""')}"`);
  const index = cells.findIndex((cell) => /^\s*"/.test(cell) && !isQuoted(cell));
  if (index < 0) return null;
  return { cell: index, code: cells[index]?.startsWith('"') ? 'quoteClosedBefore' : 'spaceBeforeQuote' };
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
