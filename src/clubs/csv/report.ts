import { writeFile } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';
import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import { escapeControls } from '../../messages/quote.ts';
import { describeIssue } from '../../messages/issues.ts';
import type { ReportEntry } from './issues.ts';
import type { Reading } from './reading.ts';

export interface ReportLine extends Omit<ReportEntry, 'detail'> {
  issue: string;
}

export const toReportLine = ({ detail, ...entry }: ReportEntry, locale: Locale): ReportLine => ({
  ...entry,
  issue: describeIssue(detail, locale),
});

/** Where a formula may begin: unless told otherwise, LibreOffice splits a file at commas, semicolons and tabs. */
const FORMULA_START = /(?<=^|[,;\t\n\v\f\r\u0085\u2028\u2029])(?=[\s"]*[=+\-@＝＋－＠])/gu;

/** A text without formulas, however a program splits it. */
const disarm = (text: string | null) => text?.replaceAll(FORMULA_START, "'") ?? null;

/** The format of the imported file, so that the same spreadsheet program can open the report. */
type ReportFormat = Pick<Reading, 'separator' | 'hasByteOrderMark' | 'isWorkbook'>;

/** Formats a report as CSV, with a byte order mark unless the file was plain UTF-8 with commas. */
export function formatReport(lines: readonly ReportLine[], format: ReportFormat, locale: Locale): string {
  const { header: names, kinds, separator: usual } = messages(locale).importReport;
  const separator = format.isWorkbook ? usual : format.separator;
  const records = lines.map(({ line, column, header, value, issue, club, kind }) => [
    line,
    disarm(header ?? column),
    disarm(value),
    disarm(escapeControls(issue)),
    disarm(club),
    kinds[kind],
  ]);
  return stringify([names, ...records], {
    delimiter: separator,
    record_delimiter: 'windows',
    quoted: true,
    quoted_empty: true,
    bom: format.hasByteOrderMark || separator !== ',',
  });
}

export const writeReport = (path: string, lines: readonly ReportLine[], format: ReportFormat): Promise<void> =>
  writeFile(path, formatReport(lines, format, 'en'));
