import { open } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';
import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import { escapeControls } from '../../messages/quote.ts';
import { describeFileFault } from './faults.ts';
import type { FileReport } from './file-report.ts';
import type { ReportEntry } from './issues.ts';

/** A line of a report, in words. */
export interface ReportLine extends Omit<ReportEntry, 'fault'> {
  problem: string;
  /** The most characters of the cell, and how many it has, where they are too many. */
  limit: number | null;
  length: number | null;
}

/** What an entry says, in the words of a language. */
export const toReportLine = ({ fault, ...entry }: ReportEntry, locale: Locale): ReportLine => ({
  ...entry,
  problem: describeFileFault(fault, locale),
  limit: fault.code === 'tooLong' ? fault.limit : null,
  length: fault.code === 'tooLong' ? fault.length : null,
});

/** Where a formula would begin: LibreOffice splits a file at commas, semicolons and tabs at once unless told otherwise. */
const FORMULA_START = /(?<=^|[,;\t\n\v\f\r\u0085\u2028\u2029])(?=[\s"]*[=+\-@＝＋－＠])/gu;

/** A text of which no part is a formula, however a program splits it. */
const disarm = (text: string | null) => text?.replaceAll(FORMULA_START, "'") ?? null;

/** How a report is written: as the file of clubs is, and in which language. */
export interface ReportForm extends Pick<FileReport, 'separator' | 'hasByteOrderMark'> {
  locale: Locale;
  /** Whether it says beside each line which row of a spreadsheet that is. */
  hasRows?: boolean;
}

/**
 * A report as a CSV file. Whoever made the file of clubs opens this one in the same program: it has the same separator,
 * and a byte order mark unless that file was plain UTF-8 with commas. Nothing reads it back, so that a text which the
 * program would run as a formula has an apostrophe before it. One that is continued gets these at its end.
 */
export async function* formatReport(
  lines: AsyncIterable<ReportLine[]>,
  { separator, hasByteOrderMark, locale, hasRows = false }: ReportForm,
  { isContinued = false }: { isContinued?: boolean } = {},
): AsyncGenerator<string, void, undefined> {
  const { header, row: rowHeader, kinds } = messages(locale).importReport;
  const [first, ...others] = header;
  const format = (records: unknown[]) =>
    stringify(records, {
      delimiter: separator,
      record_delimiter: 'windows',
      quoted: true,
      quoted_empty: true,
    });
  const mark = hasByteOrderMark || separator !== ',' ? '\ufeff' : '';
  if (!isContinued) yield mark + format([[first, ...(hasRows ? [rowHeader] : []), ...others]]);
  for await (const batch of lines) {
    yield format(
      batch.map(({ line, row, column, value, problem, limit, length, club, kind }) => [
        line,
        ...(hasRows ? [row] : []),
        column,
        disarm(value),
        disarm(escapeControls(problem)),
        limit,
        length,
        disarm(club),
        kinds[kind],
      ]),
    );
  }
}

/** Writes it to a file. */
export async function writeReport(
  path: string,
  lines: AsyncIterable<ReportLine[]>,
  form: ReportForm,
  { isContinued = false }: { isContinued?: boolean } = {},
): Promise<void> {
  const handle = await open(path, isContinued ? 'a' : 'w');
  try {
    for await (const text of formatReport(lines, form, { isContinued })) await handle.appendFile(text);
  } finally {
    await handle.close();
  }
}

/** The entries of a report in the words of a language. */
export async function* inWords(
  batches: AsyncIterable<ReportEntry[]>,
  locale: Locale,
): AsyncGenerator<ReportLine[], void, undefined> {
  for await (const batch of batches) yield batch.map((entry) => toReportLine(entry, locale));
}
