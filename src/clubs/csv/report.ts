import { stringify } from 'csv-stringify/sync';
import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import { escapeControls } from '../../messages/quote.ts';
import { describeIssue } from '../../messages/issues.ts';
import type { FileIssue } from './issues.ts';

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
