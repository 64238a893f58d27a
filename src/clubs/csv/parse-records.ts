import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { isKnownHeader } from './guess-columns.ts';

type Separator = ',' | ';' | '\t';
const SEPARATORS: readonly Separator[] = [',', ';', '\t'];

/** A record of a file, with the line on which it starts, from 1. */
export interface FileRecord {
  line: number;
  cells: string[];
}

/** In bytes; four times the longest club. */
const LONGEST_RECORD = 1_000_000;
const LONGEST_HEADER = 100_000;
/** The lines of a header with titles above it. */
const HEADER_LINES = 10;
/** In bytes; the event loop gets a turn after each. */
const CHUNK = 128 * 1024;

/** Excel and LibreOffice read a first line such as "sep=;", and do not show it. */
const SEPARATOR_LINE = /^"?sep=([,;\t])"?\1*$/i;

/**
 * Parses the records of a text in UTF-8, without blank ones and the line that sets the separator. Stops soon after
 * `maxRecords`. `unclosed`: the line of the record whose quote is not closed; nothing after it can be read.
 */
export async function parseRecords(bytes: Buffer, maxRecords: number) {
  const lines = bytes
    .subarray(0, LONGEST_HEADER)
    .toString()
    .split(/[\r\n]/);
  const filled = lines.filter((line) => /[^\s,;"]/.test(line)).slice(0, HEADER_LINES);
  const named = SEPARATOR_LINE.exec(filled[0] ?? '')?.[1] as Separator | undefined;
  if (named !== undefined) filled.shift();
  const separator = named ?? findSeparator(filled);
  const records: FileRecord[] = [];
  let start = 0;
  let line = 1;
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A quote inside a cell that does not begin with one is a character.
    relax_quotes: true,
    skip_empty_lines: true,
    // `"name", "website"`
    ltrim: filled[0]?.includes(`${separator} "`) === true,
    max_record_size: LONGEST_RECORD,
    on_record(cells: string[], { bytes: end }) {
      // The parser makes a costly error for each record that is not as wide as the first one.
      Object.assign(parser.info, { records: 0 });
      const first = findIndexAfterBlankLines(bytes, start);
      line += countLineEnds(bytes, start, first);
      if (!isEmpty(cells)) records.push({ line, cells });
      line += countLineEnds(bytes, first, end);
      start = end;
      return null;
    },
  });
  parser.resume();
  let unclosed: number | null = null;
  try {
    await pipeline(
      inChunks(bytes, () => records.length > maxRecords),
      parser,
    );
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    unclosed = line + countLineEnds(bytes, start, findIndexAfterBlankLines(bytes, start));
  }
  if (named !== undefined) records.shift();
  return { records, unclosed };
}

async function* inChunks(bytes: Buffer, isEnough: () => boolean): AsyncGenerator<Buffer, void, undefined> {
  for (let at = 0; at < bytes.length && !isEnough(); at += CHUNK) {
    yield bytes.subarray(at, at + CHUNK);
    await setImmediate();
  }
}

/** The separator that finds the most known columns in a line or, if none finds any, the most cells in the first one. */
function findSeparator(lines: readonly string[]): Separator {
  const split = (line: string, separator: Separator) => line.replace(/"[^"]*"/g, 'x').split(separator);
  const first = lines.find((line) => SEPARATORS.some((separator) => split(line, separator).length > 1)) ?? '';
  const score = (separator: Separator) => {
    const known = lines.map(
      (line) => line.split(separator, 200).filter((cell) => isKnownHeader(cell.replaceAll('"', ''))).length,
    );
    return Math.max(0, ...known) * LONGEST_HEADER + split(first, separator).length;
  };
  return SEPARATORS.reduce((best, next) => (score(next) > score(best) ? next : best));
}

const LF = 0x0a;
const CR = 0x0d;

function findIndexAfterBlankLines(bytes: Buffer, start: number): number {
  let at = start;
  while (bytes[at] === LF || bytes[at] === CR) at += 1;
  return at;
}

function countLineEnds(bytes: Buffer, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at += 1) {
    if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) count += 1;
  }
  return count;
}

const isEmpty = (cells: string[]): boolean => cells.every((cell) => cell.trim() === '');
