import { open } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';
import type { FileIssue } from './issues.ts';
import type { FileReport } from './read-csv.ts';

const HEADER = ['line', 'column', 'value', 'what is wrong', 'limit', 'length', 'club', 'kind'];

/**
 * Writes mistakes and warnings to a CSV file. Whoever made the file opens this one in the same program: it has the same
 * separator, and a byte order mark unless the file itself was plain UTF-8 with commas.
 */
export async function writeIssueFile(
  path: string,
  issues: AsyncIterable<FileIssue[]>,
  { separator, hasByteOrderMark }: Pick<FileReport, 'separator' | 'hasByteOrderMark'>,
): Promise<void> {
  const format = (records: unknown[]) =>
    stringify(records, { delimiter: separator, record_delimiter: 'windows', quote_record_delimiter: true });
  const handle = await open(path, 'w');
  try {
    const mark = hasByteOrderMark || separator !== ',' ? '\ufeff' : '';
    await handle.appendFile(mark + format([HEADER]));
    for await (const batch of issues) {
      const records = batch.map(({ line, column, value, problem, limit, length, club, kind }) => [
        line,
        column,
        value,
        problem,
        limit,
        length,
        club,
        kind,
      ]);
      await handle.appendFile(format(records));
    }
  } finally {
    await handle.close();
  }
}
