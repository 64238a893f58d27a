import { setImmediate } from 'node:timers/promises';
import { FIELD_NAMES, type FieldName } from '../record.ts';
import { isColumn, normalizeColumn, REQUIRED_COLUMNS } from './columns.ts';
import { decodeFile } from './decode.ts';
import { makeIssue, shorten, type FileFault, type FileIssue } from './issues.ts';
import { startReading, type Reading } from './reading.ts';
import { isEmpty, parseRecords, type FileRecord } from './records.ts';
import { RowReader, type FileRow } from './rows.ts';

/** A parsed file of clubs. */
export interface ClubFile {
  columns: ReadonlySet<FieldName>;
  rows: FileRow[];
  /** What concerns no single row. */
  issues: FileIssue[];
  /** False if a part of the file could not be read: it may contain other names. */
  isComplete: boolean;
  reading: Reading;
}

export interface ParseOptions {
  /** The address of this site: logos below it are its own. */
  siteUrl?: string | null;
  maxRows?: number;
}

/** Rows read before others get their turn. */
const BATCH = 500;

/** Reads a file, and finds the errors that do not depend on the directory. */
export async function parseClubFile(
  file: Uint8Array,
  { siteUrl = null, maxRows = Infinity }: ParseOptions = {},
): Promise<ClubFile> {
  const decoded = decodeFile(file);
  const refuse = (fault: FileFault) =>
    refuseFile(startReading('utf-8', false), [makeIssue({ line: 1, row: 1 }, fault)]);
  if (typeof decoded === 'string') return refuse({ code: 'otherFile', is: decoded });
  const { separator, records, unclosed } = await parseRecords(decoded.bytes);
  const reading = { ...startReading(decoded.encoding, decoded.hasByteOrderMark), separator };
  const index = records.findIndex(({ cells }) => !isEmpty(cells));
  const header = records[index];
  const unclosedIssues = unclosed ? [makeIssue(unclosed, { code: 'quoteNotClosed' })] : [];
  if (!header) {
    return unclosed ? refuseFile(reading, unclosedIssues) : refuse({ code: 'emptyFile', columns: FIELD_NAMES });
  }
  const found = readHeader(header, reading);
  if (!found.names) {
    const lower = records.slice(index + 1, index + HEADER_SEARCH).find(isHeader);
    const value = { value: shorten(header.cells[0] ?? '') };
    const issues = lower ? [makeIssue(header, { code: 'headerBelow', line: lower.line }, value)] : found.issues;
    return refuseFile(reading, issues);
  }
  if (records.length - index - 1 > maxRows) {
    return refuseFile(reading, [makeIssue(header, { code: 'tooManyRows', limit: maxRows })]);
  }

  reading.emptyRows = index;
  const reader = new RowReader(found.names, records.slice(index + 1), reading, siteUrl);
  const rows: FileRow[] = [];
  for (let at = index + 1; at < records.length; at += BATCH) {
    for (const record of records.slice(at, at + BATCH)) {
      const row = reader.read(record);
      if (row) rows.push(row);
    }
    await setImmediate();
  }
  return {
    columns: new Set(found.names),
    rows,
    issues: unclosedIssues,
    isComplete: !reader.hasUnreadable && !unclosed,
    reading,
  };
}

const refuseFile = (reading: Reading, issues: FileIssue[]): ClubFile => ({
  ...{ columns: new Set(), rows: [], issues, isComplete: false, reading },
});

/** How many records are searched for a header below a title. */
const HEADER_SEARCH = 20;

const isHeader = ({ cells }: FileRecord) => {
  const names = cells.map(normalizeColumn);
  return REQUIRED_COLUMNS.every((name) => names.includes(name));
};

/** How many unknown columns are named. */
const NAMED = 20;

/** Reads the columns of a header. */
function readHeader(
  { cells, ...place }: FileRecord,
  reading: Reading,
): { names: FieldName[] } | { names?: undefined; issues: FileIssue[] } {
  const named = cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
  const found = named.map(normalizeColumn);
  const columns = found.filter(isColumn);
  reading.emptyColumns = cells.length - named.length;
  reading.otherNotations = found.filter((name, index) => isColumn(name) && name !== cells[index]).length;

  const missing = REQUIRED_COLUMNS.filter((name) => !found.includes(name));
  const unknown = [...new Set(named.filter((cell) => !isColumn(normalizeColumn(cell))))];
  const repeated = [...new Set(columns.filter((name, index) => columns.indexOf(name) !== index))];
  const faults: FileFault[] = [];
  if (missing.length > 0) faults.push({ code: 'columnsMissing', columns: missing });
  if (unknown.length > 0) {
    const shown = unknown.slice(0, NAMED).map(shorten);
    faults.push({ code: 'columnsUnknown', columns: shown, more: unknown.length - shown.length, known: FIELD_NAMES });
  }
  if (repeated.length > 0) faults.push({ code: 'columnsRepeated', columns: repeated });
  return faults.length > 0 ? { issues: faults.map((fault) => makeIssue(place, fault)) } : { names: columns };
}
