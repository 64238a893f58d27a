import type { FileIssue } from '../../src/clubs/csv/issues.ts';
import { readClubFile } from '../../src/clubs/csv/read.ts';
import type { FileRow } from '../../src/clubs/csv/rows.ts';
import { clubsCsv, inPieces, type CsvRow } from './clubs-csv.ts';

/** The columns that a file must have. */
export const HEADER = 'name,short_description,is_active,parent_name,logo_url,website,category';

/** Line, column and code of an issue: `2 website space`. */
export const summarizeIssue = ({ line, column, fault }: Pick<FileIssue, 'line' | 'column' | 'fault'>) =>
  `${line} ${column ?? 'row'} ${fault.code}`;

/** All that a file says, read in pieces of a size. */
export async function read(content: string | Uint8Array, pieces = 100_000) {
  const file = await readClubFile(inPieces(Buffer.from(content), pieces));
  const rows: FileRow[] = [];
  for await (const batch of file.rows()) rows.push(...batch);
  const { columns, report, isComplete } = file;
  return {
    columns,
    report,
    isComplete,
    rows: rows.flatMap(({ line, club }) => (club ? { line, ...club } : [])),
    issues: rows.flatMap((row) => row.issues),
    codes: rows.flatMap((row) => row.issues).map(summarizeIssue),
  };
}

/** A file of one row with the columns of `HEADER`. */
export const readRow = (cells: string) => read(`${HEADER}\n${cells}\n`);

export const readClubs = (...rows: CsvRow[]) => read(clubsCsv(...rows));
