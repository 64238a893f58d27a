import { decodeFile, isZip } from './decode.ts';
import { makeIssue, type FileIssue } from './issues.ts';
import type { FileIssueDetail } from '../../messages/issues.ts';
import { parseRecords, type FileRecord } from './parse-records.ts';
import { readWorkbook } from './read-workbook.ts';
import type { Reading } from './reading.ts';

/** The cells of a file; the first record is not yet known to be a header. */
export interface Table {
  records: FileRecord[];
  /** The line of the record whose quote is not closed; nothing after it can be read. */
  unclosed: number | null;
  reading: Reading;
  /** The visible sheets with content; none for a CSV file. */
  sheets: string[];
  /** The sheet that was read; null for a CSV file. */
  sheet: string | null;
  /** After an error, `records` is empty. */
  issues: FileIssue[];
}

export interface TableOptions {
  /** The sheet of a workbook; by default, the first one with content. */
  sheet?: string | undefined;
}

const READING = {
  isWorkbook: false,
  commaCategories: 0,
  convertedDays: 0,
  placeholders: 0,
  statusMarks: 0,
  matchedParents: 0,
  logosFromFolder: 0,
  foreignLogos: 0,
} as const;
const PLAIN: Reading = { ...READING, encoding: 'utf-8', hasByteOrderMark: false, separator: ',' };
const WORKBOOK: Reading = { ...PLAIN, isWorkbook: true, hasByteOrderMark: true };

const refuse = (reading: Reading, detail: FileIssueDetail, line = 1): Table => ({
  records: [],
  unclosed: null,
  reading: { ...reading },
  sheets: [],
  sheet: null,
  issues: [makeIssue(line, detail)],
});

/** Reads the records of a CSV file or of a sheet of a workbook. Stops soon after `maxRecords`. */
export async function readTable(file: Uint8Array, maxRecords: number, { sheet }: TableOptions = {}): Promise<Table> {
  if (isZip(file)) return await readSheetTable(file, maxRecords, sheet ?? null);
  const decoded = decodeFile(file);
  if (typeof decoded === 'string') return refuse(PLAIN, { code: 'otherFile', is: decoded });
  const { encoding, hasByteOrderMark } = decoded;
  const { separator, records, unclosed } = await parseRecords(decoded.bytes, maxRecords);
  const issues = encoding === 'windows-1252' ? [makeIssue(1, { code: 'notUtf8' }, { kind: 'warning' })] : [];
  const reading = { ...READING, encoding, hasByteOrderMark, separator };
  return { records, unclosed, reading, sheets: [], sheet: null, issues };
}

async function readSheetTable(file: Uint8Array, maxRecords: number, wanted: string | null): Promise<Table> {
  const workbook = await readWorkbook({ bytes: file, maxRecords, sheet: wanted });
  if (typeof workbook === 'string') return refuse(WORKBOOK, { code: 'otherFile', is: workbook });
  const { sheets, sheet, records, unsolved } = workbook;
  if (wanted !== null && sheet === null)
    return { ...refuse(WORKBOOK, { code: 'sheetMissing', sheet: wanted, sheets }), sheets };
  if (unsolved) {
    const { row, cell } = unsolved;
    return { ...refuse(WORKBOOK, { code: 'formulaUnsolved', cell }, row), sheets, sheet };
  }
  return { records, unclosed: null, reading: { ...WORKBOOK }, sheets, sheet, issues: [] };
}
