import type { FileIssueDetail } from '../../messages/issues.ts';
import { decodeFile, isZip, type Encoding } from './decode.ts';
import { makeIssue, type FileIssue } from './issues.ts';
import { parseRecords, type FileRecord } from './parse-records.ts';
import { readWorkbook } from './read-workbook.ts';
import type { Reading } from './reading.ts';

/** A CSV file or a sheet of a workbook. The first record is not yet known to be a header. */
export interface Table {
  /** The name of the sheet; null for a CSV file. */
  sheet: string | null;
  records: FileRecord[];
  issues: FileIssue[];
}

const makeReading = (encoding: Encoding = 'utf-8'): Reading => ({ encoding, counts: {}, statuses: new Map() });

/**
 * Reads the records of a file: of the visible sheets with content of a workbook, or of the only table; none if the file is
 * refused. Stops soon after `maxRecords` of a table.
 */
export async function readTables(
  file: Uint8Array,
  maxRecords: number,
): Promise<{ tables: Table[]; reading: Reading; issues: FileIssue[] }> {
  const refuse = (detail: FileIssueDetail) => ({
    tables: [],
    reading: makeReading(),
    issues: [makeIssue(1, detail)],
  });
  if (isZip(file)) {
    const sheets = await readWorkbook({ bytes: file, maxRecords });
    if (typeof sheets === 'string') return refuse({ code: sheets });
    const tables = sheets.map(({ name, records, isUnsolved }) => ({
      sheet: name,
      records,
      issues: isUnsolved ? [makeIssue(1, { code: 'unsolved' })] : [],
    }));
    return { tables, reading: makeReading(), issues: [] };
  }
  const decoded = decodeFile(file);
  if (!decoded) return refuse({ code: 'unreadable' });
  const { records, unclosed } = await parseRecords(decoded.bytes, maxRecords);
  const issues = unclosed === null ? [] : [makeIssue(unclosed, { code: 'quoteNotClosed' })];
  const tables = records.length + issues.length > 0 ? [{ sheet: null, records, issues }] : [];
  return { tables, reading: makeReading(decoded.encoding), issues: [] };
}
