import { formatNumber } from '../../format.ts';
import { escapeControls, quoteIn } from '../../messages/quote.ts';
import type { FieldName } from '../record.ts';
import { describeFileFault, type FileFault } from './faults.ts';

/** Where a record of a file is: the line it starts on, as editors count, and its row, as spreadsheets do. Both begin at 1. */
export interface Place {
  line: number;
  row: number;
}

/** Something about a record of a file that its author should know. A mistake keeps the file out, a warning does not. */
export interface FileIssue extends Omit<Place, 'row'> {
  kind: 'mistake' | 'warning';
  /** Null until the tables of the import have told it. */
  row: number | null;
  /** Null for what concerns the whole record. */
  column: FieldName | null;
  /** The cell as the file has it; null without a column. */
  value: string | null;
  /** Said of the column or of the record. */
  fault: FileFault;
  /** The name of the club, where that is not the value. */
  club: string | null;
}

/** A line of a report: an issue, or a club that is renamed or deleted when somebody agrees, which is no mistake. */
export interface ReportEntry extends Omit<FileIssue, 'kind' | 'line'> {
  kind: FileIssue['kind'] | 'to be renamed' | 'to be deleted';
  /** Null for a club that has no row. */
  line: number | null;
}

/** A mistake of a whole record, unless `more` says otherwise. */
export const makeIssue = (
  { line, row }: Pick<FileIssue, 'line' | 'row'>,
  fault: FileFault,
  more: Partial<FileIssue> = {},
): FileIssue => ({
  kind: 'mistake',
  line,
  row,
  column: null,
  value: null,
  fault,
  club: null,
  ...more,
});

/** Longer values are cut. */
const VALUE_KEPT = 2000;

/** A text that PostgreSQL can hold, and not too long. */
export function keepValue(text: string): string {
  const whole = text.replaceAll('\0', '\u2400');
  return whole.length > VALUE_KEPT ? `${whole.slice(0, VALUE_KEPT - 1).toWellFormed()}…` : whole;
}

/** A cell's text in a message of a command, which speaks English. */
export const quoteCell = quoteIn('en');

/** An issue in one line, for a terminal. */
export function formatIssue({ line, column, value, fault, club }: FileIssue): string {
  const parts = [`line ${line}: ${column ? `${column} ` : ''}${describeFileFault(fault, 'en')}`];
  if (fault.code === 'tooLong') parts.push(`, and has ${formatNumber(fault.length)}`);
  if (value !== null && value !== '') parts.push(`: ${quoteCell(value)}`);
  if (club !== null) parts.push(` (club ${quoteCell(club)})`);
  return escapeControls(parts.join(''));
}
