import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import { escapeControls, quoteIn } from '../../messages/quote.ts';
import type { IssueOf, RuleIssues } from '../field-rules.ts';
import type { FieldName } from '../record.ts';
import type { OtherFile } from './decode.ts';

/** The rules that a file can break, with the values in their messages. */
interface IssueDetails extends Omit<RuleIssues, 'tooLong'> {
  otherFile: { is: OtherFile };
  emptyFile: { columns: readonly FieldName[] };
  tooManyRows: { limit: number };
  headerBelow: { line: number };
  columnsMissing: { columns: readonly FieldName[] };
  /** The first unknown columns, and how many more there are. */
  columnsUnknown: { columns: readonly string[]; more: number; known: readonly FieldName[] };
  columnsRepeated: { columns: readonly FieldName[] };
  rowWidth: { cells: number; columns: number };
  quoteNotClosed: unknown;
  badQuote: unknown;

  tooLong: { limit: number; length: number };
  spreadsheetError: unknown;
  spaceInside: unknown;
  letterLost: unknown;
  logoMissing: { folder: string | null };

  nameTwice: { line: number };
  similarName: { line: number };
  similarStoredName: { name: string };
  idLarge: { largest: number };
  /** The id belongs to the club `of`, or to no club; the name is that of the club with the id `named`. */
  idOfOther: { of: string | null; named: number };
  sameClub: { line: number };
  parentUnknown: unknown;
  /** The import renames, deletes or leaves out the parent. */
  parentGone: unknown;
  /** The club is its own ancestor. */
  loop: unknown;

  renamed: unknown;
  deleted: unknown;
}

type Code = keyof IssueDetails;
export type IssueDetail<Each extends Code = Code> = IssueOf<IssueDetails, Each>;

export interface FileIssue {
  kind: 'error' | 'warning';
  /** The line on which the record starts, from 1. */
  line: number;
  /** Null for the whole record. */
  column: FieldName | null;
  /** The text of the cell; null without a column. */
  value: string | null;
  detail: IssueDetail;
  /** The name of the club, unless that is the value. */
  club: string | null;
}

/** A line of a report: an issue, or a club to be renamed or deleted. */
export interface ReportEntry extends Omit<FileIssue, 'kind' | 'line'> {
  kind: FileIssue['kind'] | 'to be renamed' | 'to be deleted';
  line: number | null;
}

/** Makes an issue: an error of a whole record, unless `more` says otherwise. */
export const makeIssue = (line: number, detail: IssueDetail, more: Partial<FileIssue> = {}): FileIssue => ({
  ...{ kind: 'error', line, column: null, value: null, detail, club: null },
  ...more,
});

export const inOrder = (issues: FileIssue[]): FileIssue[] => issues.sort((one, other) => one.line - other.line);

const VALUE_LENGTH = 2000;

/** A value as reports show it. */
export function shorten(text: string): string {
  const shown = text.replaceAll('\0', '\u2400');
  return shown.length > VALUE_LENGTH ? `${shown.slice(0, VALUE_LENGTH - 1).toWellFormed()}…` : shown;
}

export function describeDetail<Each extends Code>(detail: IssueDetail<Each>, locale: Locale): string {
  const { fileIssues, inLineOfCell } = messages(locale);
  const texts: { [One in Code]: string | ((detail: IssueDetail<One>) => string) } = fileIssues;
  const text = texts[detail.code];
  const inLine = 'inLine' in detail ? (detail.inLine as number | null) : null;
  return (typeof text === 'string' ? text : text(detail)) + (inLine === null ? '' : inLineOfCell(inLine));
}

/** Quotes a cell in a message of a command. */
export const quoteCell = quoteIn('en');

/** An issue in one line, for a terminal. */
export function formatIssue({ line, column, value, detail, club }: FileIssue): string {
  const parts = [`line ${line}: ${column ? `${column} ` : ''}${describeDetail(detail, 'en')}`];
  if (value !== null && value !== '') parts.push(`: ${quoteCell(value)}`);
  if (club !== null) parts.push(` (club ${quoteCell(club)})`);
  return escapeControls(parts.join(''));
}
