import { stringify } from 'csv-stringify/sync';
import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import { escapeControls } from '../../messages/quote.ts';
import { describeIssue } from '../../messages/issues.ts';
import type { FileIssue } from './issues.ts';

/** Where a formula may begin: unless told otherwise, LibreOffice splits a file at commas, semicolons and tabs. */
const FORMULA_START = /(?<=^|[,;\t\n\v\f\r\u0085\u2028\u2029])(?=[\s"]*[=+\-@＝＋－＠])/gu;

/** A text without formulas, however a program splits it. */
const disarm = (text: string | null) => text?.replaceAll(FORMULA_START, "'") ?? null;

/** Formats a report as CSV for the spreadsheet program of a language. */
export function formatReport(issues: readonly FileIssue[], locale: Locale): string {
  const { header: names, kinds, separator } = messages(locale).importReport;
  const records = issues.map(({ line, column, header, value, detail, club, kind }) => {
    const issue = escapeControls(describeIssue(detail, locale));
    return [line, disarm(header ?? column), disarm(value), disarm(issue), disarm(club), kinds[kind]];
  });
  return stringify([names, ...records], {
    delimiter: separator,
    record_delimiter: 'windows',
    quoted: true,
    quoted_empty: true,
    bom: true,
  });
}
