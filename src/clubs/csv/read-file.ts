import { setImmediate } from 'node:timers/promises';
import { FIELD_NAMES, REQUIRED_FIELDS, type FieldName } from '../record/fields.ts';
import type { FileIssueDetail } from '../../messages/issues.ts';
import { makeIssue, shorten, type FileIssue } from './issues.ts';
import type { Reading } from './reading.ts';
import { isColumn, normalizeColumn, type FileRecord } from './parse-records.ts';
import { RowReader, type FileRow } from './read-rows.ts';
import { readTable } from './read-table.ts';

export interface ClubFile {
  columns: ReadonlySet<FieldName>;
  rows: FileRow[];
  /** Issues of the file as a whole. */
  issues: FileIssue[];
  /** False if a part of the file could not be read: it may contain other names. */
  isComplete: boolean;
  reading: Reading;
}

export interface ParseOptions {
  /** The address of this site: logos below it are its own. */
  siteUrl?: string | null;
  maxRows?: number;
  /** The sheet of a workbook; needed if several have content. */
  sheet?: string | undefined;
}

/** The number of rows read before the event loop gets a turn. */
const BATCH = 500;

/** Reads a file, and finds the errors that do not depend on the directory. */
export async function parseClubFile(
  file: Uint8Array,
  { siteUrl = null, maxRows = Infinity, sheet }: ParseOptions = {},
): Promise<ClubFile> {
  const table = await readTable(file, maxRows + 2, { sheet });
  const { records, unclosed, reading, sheets, issues: tableIssues } = table;
  if (sheet === undefined && sheets.length > 1)
    return refuseFile(reading, [makeIssue(1, { code: 'sheetNeeded', sheets })]);
  if (tableIssues.some(({ kind }) => kind === 'error')) return refuseFile(reading, tableIssues);
  const unclosedIssues = unclosed === null ? [] : [makeIssue(unclosed, { code: 'quoteNotClosed' })];
  const header = records.shift();
  if (!header) {
    const empty = makeIssue(1, { code: 'emptyFile', columns: FIELD_NAMES });
    return refuseFile(reading, [...tableIssues, ...(unclosed === null ? [empty] : unclosedIssues)]);
  }
  const names = header.cells.slice(0, header.cells.findLastIndex((cell) => cell.trim() !== '') + 1);
  const issues = checkHeader(header, names, records.slice(0, HEADER_SEARCH));
  if (issues.length > 0) return refuseFile(reading, [...tableIssues, ...issues]);
  if (records.length > maxRows) {
    return refuseFile(reading, [...tableIssues, makeIssue(header.line, { code: 'tooManyRows', limit: maxRows })]);
  }

  const columns = names.map(normalizeColumn).filter(isColumn);
  const reader = new RowReader(columns, records, reading, siteUrl);
  const rows: FileRow[] = [];
  for (let at = 0; at < records.length; at += BATCH) {
    for (const record of records.slice(at, at + BATCH)) rows.push(reader.read(record));
    await setImmediate();
  }
  const isComplete = !reader.hasUnreadable && unclosed === null;
  return { columns: new Set(columns), rows, issues: [...tableIssues, ...unclosedIssues], isComplete, reading };
}

function refuseFile(reading: Reading, issues: FileIssue[]): ClubFile {
  return { columns: new Set(), rows: [], issues, isComplete: false, reading };
}

/** The number of records searched for a header below a title. */
const HEADER_SEARCH = 20;

/** The maximum number of unknown columns to report. */
const NAMED = 20;

/** Finds errors in the names of columns; `below`: the records that may have the header instead. */
function checkHeader({ line }: FileRecord, names: string[], below: FileRecord[]): FileIssue[] {
  const normalized = names.map(normalizeColumn);
  const columns = normalized.filter(isColumn);
  const missing = REQUIRED_FIELDS.filter((name) => !normalized.includes(name));
  const unknown = [...new Set(names.filter((name) => !isColumn(normalizeColumn(name))))];
  const repeated = [...new Set(columns.filter((name, index) => columns.indexOf(name) !== index))];
  const details: FileIssueDetail[] = [];
  if (missing.length > 0) details.push({ code: 'columnsMissing', columns: missing });
  if (unknown.length > 0) {
    const examples = unknown.slice(0, NAMED).map(shorten);
    const more = unknown.length - examples.length;
    details.push({ code: 'columnsUnknown', columns: examples, more, known: FIELD_NAMES });
  }
  if (repeated.length > 0) details.push({ code: 'columnsRepeated', columns: repeated });
  if (details.length === 0) return [];
  const header = below.find(({ cells }) => REQUIRED_FIELDS.every((name) => cells.map(normalizeColumn).includes(name)));
  return header
    ? [makeIssue(line, { code: 'headerBelow', line: header.line }, { value: shorten(names[0] ?? '') })]
    : details.map((detail) => makeIssue(line, detail));
}
