import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import { escapeControls, quoteIn } from '../../messages/quote.ts';
import { describeIssue, type FileIssueDetail } from '../../messages/issues.ts';
import type { FieldName } from '../record/fields.ts';
import { stringify } from 'csv-stringify/sync';

export interface FileIssue {
  kind: 'error' | 'warning';
  /** The line on which the record starts, from 1. */
  line: number;
  /** Null for the whole record. */
  column: FieldName | null;
  /** The header of the column, if it is not ours. */
  header?: string | undefined;
  /** The text of the cell; null without a column. */
  value: string | null;
  detail: FileIssueDetail;
  /** The name of the club, unless that is the value. */
  club: string | null;
}

/** Makes an issue: an error of a whole record, unless `more` says otherwise. */
export function makeIssue(line: number, detail: FileIssueDetail, more: Partial<FileIssue> = {}): FileIssue {
  return { kind: 'error', line, column: null, value: null, detail, club: null, ...more };
}

export const isError = ({ kind }: FileIssue): boolean => kind === 'error';

export const inOrder = (issues: FileIssue[]): FileIssue[] => issues.sort((a, b) => a.line - b.line);

const VALUE_LENGTH = 2000;

/** A value as reports show it. */
export function shorten(text: string): string {
  const visible = text.replaceAll('\0', '\u2400');
  return visible.length > VALUE_LENGTH ? `${visible.slice(0, VALUE_LENGTH - 1).toWellFormed()}…` : visible;
}

/** Quotes a cell in a message of a command. */
export const quoteCell = quoteIn('en');

/** An issue in one line: where it is, and what is wrong. Without line and club for a list of its row. */
export function formatIssue(
  { line, column, header, value, detail, club }: FileIssue,
  locale: Locale,
  { isInRow = false } = {},
): string {
  const { clubImport, clubForm } = messages(locale);
  const quote = quoteIn(locale);
  const place = [
    ...(isInRow ? [] : [clubImport.inLine(line)]),
    ...(column === null ? [] : [header ?? column]),
    ...(value ? [quote(value)] : []),
    ...(isInRow || club === null ? [] : [`club ${quote(club)}`]),
  ];
  const text = describeIssue(detail, locale);
  return escapeControls(place.length > 0 ? clubForm.of(place.join(', '), text) : text);
}

/** Formats a report as CSV for the spreadsheet program of a language. */
export function formatReport(issues: readonly FileIssue[], locale: Locale): string {
  const { header: names, kinds, separator } = messages(locale).importReport;
  const records = issues.map(({ line, column, header, value, detail, club, kind }) => {
    return [line, header ?? column, value, escapeControls(describeIssue(detail, locale)), club, kinds[kind]];
  });
  return stringify([names, ...records], {
    delimiter: separator,
    record_delimiter: 'windows',
    quoted: true,
    quoted_empty: true,
    bom: true,
    escape_formulas: true,
  });
}
