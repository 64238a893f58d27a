import { decodeFile } from './decode.ts';
import { makeIssue, type FileIssue } from './issues.ts';
import { parseRecords, type FileRecord } from './parse-records.ts';
import type { Reading } from './reading.ts';

/** The cells of a file; the first record is not yet known to be a header. */
export interface Table {
  records: FileRecord[];
  /** The line of the record whose quote is not closed; nothing after it can be read. */
  unclosed: number | null;
  reading: Reading;
  /** With an error, there are no records. */
  issues: FileIssue[];
}

const READING = {
  hasByteOrderMark: false,
  separator: ',',
  commaCategories: 0,
  convertedDays: 0,
  placeholders: 0,
  statusMarks: 0,
  matchedParents: 0,
  logosFromFolder: 0,
  foreignLogos: 0,
} as const;

/** Reads the records of a file. Stops soon after `maxRecords`. */
export async function readTable(file: Uint8Array, maxRecords: number): Promise<Table> {
  const decoded = decodeFile(file);
  if (typeof decoded === 'string') {
    const issues = [makeIssue(1, { code: 'otherFile', is: decoded })];
    return { records: [], unclosed: null, reading: { ...READING, encoding: 'utf-8' }, issues };
  }
  const { encoding, hasByteOrderMark } = decoded;
  const { separator, records, unclosed } = await parseRecords(decoded.bytes, maxRecords);
  const issues = encoding === 'windows-1252' ? [makeIssue(1, { code: 'notUtf8' }, { kind: 'warning' })] : [];
  return { records, unclosed, reading: { ...READING, encoding, hasByteOrderMark, separator }, issues };
}
