import { CsvError, parse } from 'csv-parse';
import { parse as parseText } from 'csv-parse/sync';
import { BrokenTextError } from './encoding.ts';
import type { Place } from './issues.ts';
import { countLineEnds, findLineEnd, LINE_ENDS } from './line-ends.ts';
import type { Separator } from './separators.ts';

/** A record of a file as it stands there. */
export interface FileRecord extends Place {
  cells: string[];
  /** All of it, with its line end. */
  bytes: Buffer;
  /** The parser's error code if it found no end of the record. `bytes` is then its first line only. */
  error?: string;
}

/** Where a text ends being records: nothing after it can be told apart. */
export interface Unreadable extends Place {
  /** The parser's error code; null for a text that is damaged. */
  code: string | null;
}

/** How the cells of a file are separated. */
export interface RecordFormat {
  separator: Separator;
  /** Whether to ignore spaces after the separators. */
  hasSpaces?: boolean;
}

/** In bytes; four times as long as the longest club in any writing. */
const LONGEST_RECORD = 1_000_000;

/** No more of a record is looked at a second time. */
const LONGEST_LINE = 100_000;

const parserOptions = ({ separator, hasSpaces = false }: RecordFormat) => ({
  delimiter: separator,
  record_delimiter: LINE_ENDS,
  relax_column_count: true,
  // A quote inside a cell that does not begin with one is a letter.
  relax_quotes: true,
  ltrim: hasSpaces,
});

/**
 * The records of a text. A quote that is never closed takes all that follows with it: such a record ends with its first
 * line, and the next line begins another. `firstRow` is the row of the first record.
 */
export async function* readRecords(
  text: AsyncGenerator<Buffer, void, undefined>,
  format: RecordFormat,
  firstRow = 1,
): AsyncGenerator<FileRecord[], Unreadable | undefined, undefined> {
  /** The bytes that are not known to be of a finished record, and where they begin. */
  let unfinished: Buffer = Buffer.alloc(0);
  let start = 0;
  let line = 1;
  let row = firstRow;
  let records: FileRecord[] = [];
  const add = (record: Omit<FileRecord, 'line' | 'row'>) => {
    records.push({ line, row, ...record });
    line += countLineEnds(record.bytes);
    row += 1;
    unfinished = unfinished.subarray(record.bytes.length);
  };
  const begin = () => {
    start = 0;
    const parser = parse({
      ...parserOptions(format),
      max_record_size: LONGEST_RECORD,
      on_record(cells: string[], { bytes: end }) {
        // Of every record that is not as wide as the first the parser makes an error, at the cost of a hundred such rows,
        // and drops it: so each is its first.
        Object.assign(parser.info, { records: 0 });
        add({ cells, bytes: unfinished.subarray(0, end - start) });
        start = end;
        return null;
      },
    });
    const failed = new Promise<Error>((resolve) => parser.once('error', resolve));
    const ended = new Promise<undefined>((resolve) => parser.once('end', () => resolve(undefined)));
    parser.resume();
    return {
      write: (chunk: Buffer) => new Promise<Error | null | undefined>((resolve) => parser.write(chunk, resolve)),
      end() {
        parser.end();
        return Promise.race([ended, failed]);
      },
    };
  };

  let parser = begin();
  /** Parses the next bytes, or the end of the text (null); answers where the text ends being records. */
  const parseChunk = async (chunk: Buffer | null): Promise<Unreadable | undefined> => {
    if (chunk) unfinished = unfinished.length === 0 ? chunk : Buffer.concat([unfinished, chunk]);
    for (let next = chunk; ;) {
      const error = next ? await parser.write(next) : await parser.end();
      if (error) {
        if (!(error instanceof CsvError)) throw error;
        const first = firstLine(unfinished);
        if (!first && chunk) return { line, row, code: error.code };
        const bytes = first ?? unfinished;
        add({ cells: splitRecord(bytes, format.separator), bytes, error: error.code });
        parser = begin();
        next = unfinished;
      } else if (next && !chunk) next = null;
      else return undefined;
    }
  };
  try {
    for await (const chunk of text) {
      const unreadable = await parseChunk(chunk);
      yield records;
      records = [];
      if (unreadable) return unreadable;
    }
  } catch (error) {
    if (!(error instanceof BrokenTextError)) throw error;
    return { line, row, code: null };
  }
  const unreadable = await parseChunk(null);
  yield records;
  return unreadable;
}

/** The first line of bytes, with its end; null when it has none. */
function firstLine(bytes: Buffer): Buffer | null {
  const end = findLineEnd(bytes, 0);
  if (end < 0) return null;
  return bytes.subarray(0, bytes.toString('latin1', end, end + 2) === '\r\n' ? end + 2 : end + 1);
}

/** The cells of the first record, also of one whose quotes do not fit; none when there are none. */
export function splitRecord(bytes: Buffer, separator: Separator): string[] {
  try {
    const [cells = []] = parseText(bytes.subarray(0, LONGEST_LINE), { ...parserOptions({ separator }), to: 1 });
    return cells;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return [];
  }
}

/** Whether cells hold nothing but space. */
export const isEmpty = (cells: string[]): boolean => cells.every((cell) => cell.trim() === '');
