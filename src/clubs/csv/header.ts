import { FIELD_NAMES, type FieldName } from '../record.ts';
import { isColumn, normalizeColumn, REQUIRED_COLUMNS } from './columns.ts';
import type { FileFault } from './faults.ts';
import type { FileReport } from './file-report.ts';
import { keepValue, makeIssue, type FileIssue } from './issues.ts';
import { isInOneCell } from './malformed-records.ts';
import { isEmpty, splitRecord, type FileRecord, type Unreadable } from './records.ts';
import { findSeparator, type Separator } from './separators.ts';

/*
 * The header of a file: looked at before anything is known of the file, found among its records, and read.
 */

/** How many unknown columns are named. */
const NAMED = 20;

/** No header is longer. */
const HEADER_SIZE = 100_000;

/** The first line that says anything, as it stands, and the whole text again. */
export async function splitHeader(
  text: AsyncGenerator<Buffer, void, undefined>,
): Promise<{ header: string; text: AsyncGenerator<Buffer, void, undefined> }> {
  const parts: Buffer[] = [];
  let size = 0;
  let header = '';
  let broken: unknown;
  while (size < HEADER_SIZE) {
    const next = await text.next().catch((error: unknown) => {
      broken = error;
    });
    if (next && !next.done) {
      parts.push(next.value);
      size += next.value.length;
    }
    const lines = Buffer.concat(parts)
      .toString()
      .split(/[\r\n]/);
    // The last line may go on.
    header = lines.slice(0, next && !next.done ? -1 : undefined).find((line) => /[^\s,;"]/.test(line)) ?? '';
    if (header !== '' || !next || next.done) break;
  }
  async function* all() {
    yield* parts;
    if (broken !== undefined) throw broken as Error;
    yield* text;
  }
  return { header, text: all() };
}

/** The header among the records of a file, unless there is none, and what of them was read besides. */
export interface FoundHeader {
  header: FileRecord | undefined;
  /** Those that were read together with the header, and follow it. */
  following: FileRecord[];
  /** How many empty ones are above it. */
  emptyRows: number;
  /** Why there is no header, unless the text is at its end. */
  unreadable: Unreadable | undefined;
}

/** Reads up to the first record that says anything, below the line that names the separator where there is one. */
export async function findHeader(
  records: AsyncGenerator<FileRecord[], Unreadable | undefined, undefined>,
  hasSeparatorLine: boolean,
): Promise<FoundHeader> {
  let emptyRows = 0;
  let isBeforeSeparatorLine = hasSeparatorLine;
  for (;;) {
    const next = await records.next();
    if (next.done) return { header: undefined, following: [], emptyRows, unreadable: next.value };
    let index = next.value.findIndex(hasText);
    if (isBeforeSeparatorLine && index >= 0) {
      next.value.splice(index, 1);
      isBeforeSeparatorLine = false;
      index = next.value.findIndex(hasText);
    }
    emptyRows += index < 0 ? next.value.length : index;
    const header = next.value[index];
    if (header) return { header, following: next.value.slice(index + 1), emptyRows, unreadable: undefined };
  }
}

const hasText = ({ cells, error }: FileRecord) => error !== undefined || !isEmpty(cells);

/** The columns that a header names, in its order, or what is wrong with it. Reports what was understood of it. */
export function readHeader(
  { cells, ...place }: FileRecord,
  report: FileReport,
): { names: FieldName[]; issues?: undefined } | { names?: undefined; issues: FileIssue[] } {
  const width = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  const found = cells.slice(0, width).map(normalizeColumn);
  const columns = found.filter(isColumn);
  report.emptyColumns = cells.length - width;
  report.respelledColumns = found.filter((name, index) => isColumn(name) && name !== cells[index]).length;

  const namesAll = (parts: string[]) => {
    const names = parts.map(normalizeColumn);
    return REQUIRED_COLUMNS.every((name) => names.includes(name));
  };
  if (isInOneCell(cells, namesAll)) return { issues: [makeIssue(place, { code: 'rowInOneCell' })] };

  const missing = REQUIRED_COLUMNS.filter((name) => !found.includes(name));
  const named = cells.slice(0, width);
  const unnamed = named.flatMap((cell, index) => (cell.trim() === '' ? [letterOf(index)] : []));
  const unknown = [...new Set(named.filter((cell) => cell.trim() !== '' && !isColumn(normalizeColumn(cell))))];
  const repeated = [...new Set(columns.filter((name, index) => columns.indexOf(name) !== index))];
  const faults: FileFault[] = [];
  if (missing.length > 0) faults.push({ code: 'columnsMissing', columns: missing });
  if (unknown.length > 0) {
    const told = unknown.slice(0, NAMED).map(keepValue);
    faults.push({ code: 'columnsUnknown', columns: told, more: unknown.length - told.length, known: FIELD_NAMES });
  }
  if (unnamed.length > 0) {
    const letters = unnamed.slice(0, NAMED);
    faults.push({ code: 'columnsUnnamed', letters, more: unnamed.length - letters.length });
  }
  if (repeated.length > 0) faults.push({ code: 'columnsRepeated', columns: repeated });
  const issues = faults.map((fault) => makeIssue(place, fault));
  return issues.length > 0 ? { issues } : { names: columns };
}

/** What a spreadsheet calls a column, the first of which is 0: A to Z, then AA. */
function letterOf(column: number): string {
  const before = column < 26 ? '' : letterOf(Math.floor(column / 26) - 1);
  return before + String.fromCharCode('A'.charCodeAt(0) + (column % 26));
}

/** How far down a header is looked for, in records. */
const LOOKED_AT = 20;

/** How many columns a header names at least that is known by them alone. */
const TELLING = 3;

/** The header below a first record that is none, such as a title; null where there is none either. */
export async function findLowerHeader(
  first: FileRecord,
  following: FileRecord[],
  records: AsyncGenerator<FileRecord[], unknown, undefined>,
): Promise<{ line: number; separator: Separator } | null> {
  const least = Math.max(TELLING, countColumns(first.cells) + 1);
  let batch = following;
  let looked = 0;
  for (;;) {
    for (const { line, bytes } of batch) {
      // A title may have other separators, or none.
      const separator = findSeparator(bytes.toString());
      if (countColumns(splitRecord(bytes, separator)) >= least) return { line, separator };
      looked += 1;
      if (looked >= LOOKED_AT) return null;
    }
    const next = await records.next();
    if (next.done) return null;
    batch = next.value;
  }
}

const countColumns = (cells: string[]) => new Set(cells.map(normalizeColumn).filter(isColumn)).size;
