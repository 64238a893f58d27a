import { open } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';
import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import { escapeControls } from '../../messages/quote.ts';
import { describeFault, type ReportEntry } from './issues.ts';
import type { Reading } from './reading.ts';

/** A line of a report in a language. */
export interface ReportLine extends Omit<ReportEntry, 'fault'> {
  problem: string;
  /** The limit and the number of characters of a cell that is too long. */
  limit: number | null;
  length: number | null;
}

export const toReportLine = ({ fault, ...entry }: ReportEntry, locale: Locale): ReportLine => ({
  ...entry,
  problem: describeFault(fault, locale),
  limit: fault.code === 'tooLong' ? fault.limit : null,
  length: fault.code === 'tooLong' ? fault.length : null,
});

/** Where a formula may begin: unless told otherwise, LibreOffice splits a file at commas, semicolons and tabs. */
const FORMULA_START = /(?<=^|[,;\t\n\v\f\r\u0085\u2028\u2029])(?=[\s"]*[=+\-@＝＋－＠])/gu;

/** A text without formulas, however a program splits it. */
const disarm = (text: string | null) => text?.replaceAll(FORMULA_START, "'") ?? null;

/** The format of a report: that of the file of clubs, for the same spreadsheet program. */
export interface ReportForm extends Pick<Reading, 'separator' | 'hasByteOrderMark'> {
  locale: Locale;
  /** Whether to write the rows of a spreadsheet beside the lines. */
  hasRows?: boolean;
}

/** Lines formatted at once. */
const BATCH = 1000;

/** Formats a report as CSV, with a byte order mark unless the file was plain UTF-8 with commas. */
export function* formatReport(
  lines: Iterable<ReportLine>,
  { separator, hasByteOrderMark, locale, hasRows = false }: ReportForm,
  { isContinued = false }: { isContinued?: boolean } = {},
): Generator<string, void, undefined> {
  const { header, row: rowHeader, kinds } = messages(locale).importReport;
  const [first, ...others] = header;
  const format = (records: unknown[]) =>
    stringify(records, { delimiter: separator, record_delimiter: 'windows', quoted: true, quoted_empty: true });
  const mark = hasByteOrderMark || separator !== ',' ? '\ufeff' : '';
  if (!isContinued) yield mark + format([[first, ...(hasRows ? [rowHeader] : []), ...others]]);
  let records: unknown[] = [];
  for (const { line, row, column, value, problem, limit, length, club, kind } of lines) {
    const place = hasRows ? [line, row] : [line];
    const texts = [column, disarm(value), disarm(escapeControls(problem)), limit, length, disarm(club), kinds[kind]];
    records.push([...place, ...texts]);
    if (records.length < BATCH) continue;
    yield format(records);
    records = [];
  }
  yield format(records);
}

/** Writes a report to a file, or continues one. */
export async function writeReport(
  path: string,
  lines: Iterable<ReportLine>,
  form: ReportForm,
  { isContinued = false }: { isContinued?: boolean } = {},
): Promise<void> {
  const handle = await open(path, isContinued ? 'a' : 'w');
  try {
    for (const text of formatReport(lines, form, { isContinued })) await handle.appendFile(text);
  } finally {
    await handle.close();
  }
}

/** The entries of a report in a language. */
export function* inWords(entries: Iterable<ReportEntry>, locale: Locale): Generator<ReportLine, void, undefined> {
  for (const entry of entries) yield toReportLine(entry, locale);
}
