import type { FileIssue } from '../../src/clubs/csv/issues.ts';
import { parseClubFile, type ParseOptions } from '../../src/clubs/csv/read-file.ts';
import { clubsCsv, type CsvRow } from './clubs-csv.ts';

/** The columns that a file must have. */
export const HEADER = 'name,short_description,is_active,parent_name,logo_url,website,category';

/** Line, column and code of an issue: `2 website space`. */
export const summarizeIssue = ({ line, column, detail }: Pick<FileIssue, 'line' | 'column' | 'detail'>) =>
  `${line} ${column ?? 'row'} ${detail.code}`;

/** A parsed file, with all its issues. */
export async function read(content: string | Uint8Array, options: ParseOptions = {}) {
  const { rows, issues: ofFile, ...file } = await parseClubFile(Buffer.from(content), options);
  const issues = [...ofFile, ...rows.flatMap((row) => row.issues)];
  return {
    ...file,
    rows: rows.flatMap(({ line, club }) => (club ? { line, ...club } : [])),
    issues,
    codes: issues.map(summarizeIssue),
  };
}

/** A file of one row with the columns of `HEADER`. */
export const readRow = (cells: string) => read(`${HEADER}\n${cells}\n`);

export const readClubs = (...rows: CsvRow[]) => read(clubsCsv(...rows));
