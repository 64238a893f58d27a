import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import * as v from 'valibot';
import { normalizeName } from '../../src/clubs/record.ts';
import { toIssues } from '../../src/result.ts';
import {
  ClubRowSchema,
  COLUMNS,
  isColumn,
  quoteCell,
  REQUIRED_COLUMNS,
  toClubRow,
  type ClubRow,
  type RowIssue,
} from './club-row.ts';

/** How many names were changed, and by what; a name may count twice. */
export interface NormalisedCount {
  trimmed: number;
  toNfc: number;
}

/** What a file says of clubs. */
export interface ClubTable {
  /** The columns that the file has. */
  columns: ReadonlySet<string>;
  /** The rows without an issue. */
  rows: ClubRow[];
  /** The names in the file, of bad rows too, with the line of their first row. */
  lines: ReadonlyMap<string, number>;
  /** False when a part of the file could not be read, so that other names may be in it. */
  isComplete: boolean;
  normalised: { names: NormalisedCount; parentNames: NormalisedCount };
  issues: RowIssue[];
}

/** Reads a whole file and finds everything that is wrong with it, as far as that can be said without a database. */
export function readClubTable(bytes: Uint8Array): ClubTable {
  const { records, unreadable } = readRecords(withoutByteOrderMark(bytes));
  const [header, ...rest] = records;
  const table = {
    columns: new Set(header?.cells),
    rows: [] as ClubRow[],
    lines: new Map<string, number>(),
    isComplete: !unreadable,
    normalised: { names: { trimmed: 0, toNfc: 0 }, parentNames: { trimmed: 0, toNfc: 0 } },
    issues: unreadable ? [unreadable] : [],
  };
  if (!header) {
    if (!unreadable) table.issues.push({ line: 1, message: `the file has no header: ${COLUMNS.join(',')}` });
    return table;
  }
  const headerIssues = checkHeader(header);
  if (headerIssues.length > 0) return { ...table, isComplete: false, issues: headerIssues };

  for (const record of rest) {
    const { line, cells } = record;
    const issues = record.badUtf8 ? [record.badUtf8] : [];
    if (cells.length !== header.cells.length) {
      const count = cells.length === 1 ? '1 cell' : `${cells.length} cells`;
      issues.push({ line, message: `the row has ${count}, and the header ${header.cells.length}` });
    }
    if (issues.length > 0) {
      table.isComplete = false;
      table.issues.push(...issues);
      continue;
    }

    const texts = Object.fromEntries(header.cells.map((column, index) => [column, cells[index]]));
    const { name = '', parent_name: parentName = '' } = texts;
    const normalName = normalizeName(name);
    const parsed = v.safeParse(ClubRowSchema, texts);
    for (const { field, message } of parsed.success ? [] : toIssues(parsed.issues)) {
      const of = field === 'name' || normalName === '' ? '' : ` (${quoteCell(normalName)})`;
      issues.push({ line, message: `${field} ${message}${of}` });
    }
    const earlier = table.lines.get(normalName);
    if (normalName !== '' && earlier !== undefined) {
      issues.push({ line, message: `name is the same as on line ${earlier} (${quoteCell(normalName)})` });
    }
    table.lines.set(normalName, earlier ?? line);
    count(table.normalised.names, name);
    count(table.normalised.parentNames, parentName);
    if (parsed.success && issues.length === 0) table.rows.push(toClubRow(line, parsed.output));
    table.issues.push(...issues);
  }
  return table;
}

function count(counts: NormalisedCount, text: string): void {
  const trimmed = text.trim();
  if (trimmed !== text) counts.trimmed += 1;
  if (trimmed.normalize('NFC') !== trimmed) counts.toNfc += 1;
}

function checkHeader({ line, cells, badUtf8 }: FileRecord): RowIssue[] {
  if (badUtf8) return [badUtf8];
  const names = (columns: string[]) => [...new Set(columns)].map(quoteCell).join(', ');
  const missing = REQUIRED_COLUMNS.filter((column) => !cells.includes(column));
  const unknown = cells.filter((cell) => !isColumn(cell));
  const repeated = cells.filter((cell, index) => cells.indexOf(cell) !== index);
  return [
    missing.length > 0 && `the header lacks ${names(missing)}`,
    unknown.length > 0 && `the header has unknown columns: ${names(unknown)} (known are ${COLUMNS.join(', ')})`,
    repeated.length > 0 && `the header has columns more than once: ${names(repeated)}`,
  ].flatMap((message) => (message ? { line, message } : []));
}

interface FileRecord {
  line: number;
  cells: string[];
  badUtf8: RowIssue | undefined;
}

/** The records of a file, up to the first whose quotes do not fit: nothing after it can be told apart. */
function readRecords(bytes: Buffer): { records: FileRecord[]; unreadable: RowIssue | undefined } {
  const records: FileRecord[] = [];
  const lineAt = createLineCounter(bytes);
  let start = skipBlankLines(bytes, 0);
  try {
    parse(bytes, {
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      relax_column_count: true,
      on_record(cells, { bytes: end }) {
        const line = lineAt(start);
        records.push({ line, cells, badUtf8: findBadUtf8(bytes.subarray(start, end), line) });
        start = skipBlankLines(bytes, end);
        return null;
      },
    });
    return { records, unreadable: undefined };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const message = PARSE_MESSAGES[error.code] ?? error.message;
    return { records, unreadable: { line: lineAt(start), message: `${message}; what follows was not read` } };
  }
}

const PARSE_MESSAGES: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote that opens in this row is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'a quoted cell goes on after its closing quote (inside of it a quote is written twice)',
  INVALID_OPENING_QUOTE:
    'a cell has a quote in it and does not begin with one (it must, and the inner one be written twice)',
};

const LF = 0x0a;
const CR = 0x0d;
const isLineEnd = (byte: number | undefined) => byte === LF || byte === CR;

function withoutByteOrderMark(bytes: Uint8Array): Buffer {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.subarray(0, 3).equals(Buffer.from('\ufeff')) ? buffer.subarray(3) : buffer;
}

function skipBlankLines(bytes: Buffer, from: number): number {
  let at = from;
  while (isLineEnd(bytes[at])) at += 1;
  return at;
}

/** Answers the line of an offset, counted as editors do (LF, CRLF or CR); offsets must not go back. */
function createLineCounter(bytes: Buffer): (offset: number) => number {
  let at = 0;
  let line = 1;
  return (offset) => {
    for (; at < offset; at += 1) {
      if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) line += 1;
    }
    return line;
  };
}

function findBadUtf8(record: Buffer, line: number): RowIssue | undefined {
  if (isUtf8(record)) return undefined;
  // A line end is never a part of another character.
  const lineAt = createLineCounter(record);
  let start = 0;
  while (start < record.length) {
    let end = start;
    while (end < record.length && !isLineEnd(record[end])) end += 1;
    if (!isUtf8(record.subarray(start, end))) break;
    start = end + 1;
  }
  const at = line + lineAt(start) - 1;
  return { line, message: `the row is not in UTF-8${at === line ? '' : ` (on line ${at})`}: save the file as UTF-8` };
}
