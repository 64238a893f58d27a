import { CsvError, parse } from 'csv-parse';
import { parse as parseText } from 'csv-parse/sync';
import { findBadUtf8, type BadUtf8 } from './bad-utf8.ts';
import { BrokenTextError } from './encoding.ts';
import type { Place } from './issues.ts';
import { countLineEnds, findLineEnd, LINE_ENDS } from './line-ends.ts';
import type { Separator } from './separators.ts';

/** A record of a file as it stands there. */
export interface FileRecord extends Place {
  cells: string[];
  /** All of it, with its line end. */
  bytes: Buffer;
  badUtf8: BadUtf8 | undefined;
  /** It has characters beyond ASCII. */
  hasUtf8: boolean;
}

/** Where a text ends being records: nothing after it can be told apart. */
export interface Unreadable extends Place {
  /** The parser's word for what is wrong; null for a text that is damaged. */
  code: string | null;
  /** The place of the cell in its row. */
  cell: number | null;
  /** The record, at least up to the end of the line where it broke. */
  bytes: Buffer;
}

/** In bytes; four times as long as the longest club in any writing. */
const LONGEST_RECORD = 1_000_000;

/** No more of a record that cannot be read is looked at. */
const LONGEST_LINE = 100_000;

/** The records of a text, up to the first whose quotes do not fit. `firstRow` is the row of the first of them. */
export async function* readRecords(
  text: AsyncGenerator<Buffer, void, undefined>,
  separator: Separator,
  firstRow = 1,
): AsyncGenerator<FileRecord[], Unreadable | undefined, undefined> {
  /** The bytes that are not known to be of a finished record, and where they begin. */
  let unfinished: Buffer = Buffer.alloc(0);
  let start = 0;
  let line = 1;
  let row = firstRow;
  let records: FileRecord[] = [];
  const parser = parse({
    delimiter: separator,
    record_delimiter: LINE_ENDS,
    relax_column_count: true,
    max_record_size: LONGEST_RECORD,
    on_record(cells: string[], { bytes: end }) {
      // Of every record that is not as wide as the first the parser makes an error, at the cost of a hundred such rows,
      // and drops it: so each is its first.
      Object.assign(parser.info, { records: 0 });
      const record = unfinished.subarray(0, end - start);
      records.push({ line, row, cells, bytes: record, ...findBadUtf8(record, { line, row }) });
      line += countLineEnds(record);
      row += 1;
      unfinished = unfinished.subarray(end - start);
      start = end;
      return null;
    },
  });
  const failed = new Promise<Error>((resolve) => parser.once('error', resolve));
  const ended = new Promise<undefined>((resolve) => parser.once('end', () => resolve(undefined)));
  parser.resume();

  let broken: { error: Error; from: number } | undefined;
  const describe = (error: Error): Unreadable => {
    if (!(error instanceof CsvError)) throw error;
    const { code, column } = error as CsvError & { column?: unknown };
    return { line, row, code, cell: typeof column === 'number' ? column : null, bytes: unfinished };
  };
  try {
    for await (const chunk of text) {
      unfinished = unfinished.length === 0 ? chunk : Buffer.concat([unfinished, chunk]);
      if (!broken) {
        const error = await new Promise<Error | null | undefined>((resolve) => parser.write(chunk, resolve));
        yield records;
        records = [];
        if (error) broken = { error, from: Math.max(0, unfinished.length - chunk.length) };
      }
      // What is told of a broken record needs its line whole.
      if (broken && (findLineEnd(unfinished, broken.from) >= 0 || unfinished.length > LONGEST_LINE)) break;
    }
  } catch (error) {
    if (!(error instanceof BrokenTextError)) throw error;
    return { line, row, code: null, cell: null, bytes: unfinished };
  }
  if (broken) return describe(broken.error);
  parser.end();
  const error = await Promise.race([ended, failed]);
  yield records;
  return error && describe(error);
}

/** The cells of the first record, also of one whose quotes do not fit; none where that is not to be had. */
export function splitRecord(bytes: Buffer, separator: Separator): string[] {
  try {
    const [cells = []] = parseText(bytes.subarray(0, LONGEST_LINE), {
      delimiter: separator,
      record_delimiter: LINE_ENDS,
      relax_column_count: true,
      relax_quotes: true,
      to: 1,
    });
    return cells;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return [];
  }
}

/** Whether cells hold nothing but space. */
export const isEmpty = (cells: string[]): boolean => cells.every((cell) => cell.trim() === '');
