import { isAscii, isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse';
import * as v from 'valibot';
import { countCharacters, normalizeName } from '../../src/clubs/record.ts';
import { COLUMN_NAMES, COLUMNS, isColumn, REQUIRED_COLUMNS, type ClubRow, type ColumnName } from './columns.ts';
import { BrokenTextError, decodeFile, peek, readWindows1252, recogniseFile, type Encoding } from './encoding.ts';
import { keepValue, quoteCell, type FileIssue } from './issues.ts';

/** How many cells were changed, and by what; a cell may count twice. */
export interface NormalisedCount {
  trimmed: number;
  toNfc: number;
}

/** How a file was read: what was understood although an export writes it otherwise, what was ignored, what was changed. */
export interface FileReport {
  encoding: Encoding;
  hasByteOrderMark: boolean;
  separator: Separator;
  /** Names of columns in other letters or with spaces around them. */
  respelledColumns: number;
  emptyColumns: number;
  emptyRows: number;
  /** Cells of is_active that are neither "true" nor "false". */
  otherBooleans: number;
  normalised: { names: NormalisedCount; parentNames: NormalisedCount; trimmedAddresses: number };
  /** Logos of other sites, which show as placeholders. */
  foreignLogos: number;
}

export type Separator = ',' | ';' | '\t';
const SEPARATORS: Separator[] = [',', ';', '\t'];

/** A record as it was read. */
export interface FileRow {
  /** Where it starts in the file; the header is line 1. */
  line: number;
  /** Trimmed and in NFC, of a bad row too; empty where there is none to keep. */
  name: string;
  /** Null for a bad row. */
  club: ClubRow | null;
  issues: FileIssue[];
}

/** A file whose header was read. The report, and what is complete, are final when the rows were read to the end. */
export interface ClubFile {
  columns: ReadonlySet<ColumnName>;
  report: FileReport;
  /** False when a part of the file could not be read, so that other names may be in it. */
  isComplete: boolean;
  /** The rows in batches, with mistakes that are no row's among them as rows without a club. */
  rows: () => AsyncGenerator<FileRow[], void, undefined>;
}

/** Reads a file as it comes, and finds what is wrong with it as far as one row tells. */
export async function readClubFile(source: AsyncIterable<Uint8Array>): Promise<ClubFile> {
  const { head, chunks } = await peek(source);
  const recognised = recogniseFile(head);
  const file: ClubFile = {
    columns: new Set(),
    report: {
      encoding: recognised.encoding ?? 'utf-8',
      hasByteOrderMark: recognised.encoding !== undefined && recognised.hasByteOrderMark,
      separator: ',',
      respelledColumns: 0,
      emptyColumns: 0,
      emptyRows: 0,
      otherBooleans: 0,
      normalised: {
        names: { trimmed: 0, toNfc: 0 },
        parentNames: { trimmed: 0, toNfc: 0 },
        trimmedAddresses: 0,
      },
      foreignLogos: 0,
    },
    isComplete: true,
    async *rows() {},
  };
  if (recognised.encoding === undefined) {
    await chunks.return();
    return refuse(file, [mistake(1, `the file ${recognised.refusal}`)]);
  }

  const { text, header: headerText } = await splitHeader(decodeFile(chunks, recognised));
  file.report.separator = findSeparator(headerText);
  const records = readRecords(text, file.report.separator);
  const foreign = new ForeignBytes();

  let first: FileRecord | undefined;
  let waiting: FileRecord[] = [];
  let unreadable: FileIssue | undefined;
  while (!first) {
    const next = await records.next();
    if (next.done) {
      unreadable = next.value;
      break;
    }
    const index = next.value.findIndex(({ cells }) => !isEmpty(cells));
    file.report.emptyRows += index < 0 ? next.value.length : index;
    first = next.value[index];
    waiting = next.value.slice(index + 1);
  }
  if (!first) return refuse(file, [unreadable ?? mistake(1, `the file has no header: ${COLUMN_NAMES.join(',')}`)]);
  if (first.badUtf8) {
    foreign.add(first.badUtf8);
    await records.return(undefined);
    return refuse(file, foreign.toIssues());
  }
  const columns = readHeader(first, file.report);
  if (columns.issues) {
    await records.return(undefined);
    return refuse(file, columns.issues);
  }

  file.columns = new Set(columns.names);
  const read = new RowReader(columns.names, file.report, foreign);
  file.rows = async function* () {
    try {
      yield read.rows(waiting);
      while (!unreadable) {
        const next = await records.next();
        if (next.done) {
          unreadable = next.value;
          break;
        }
        yield read.rows(next.value);
      }
    } finally {
      await records.return(undefined);
    }
    const issues = [...foreign.toIssues(), ...(unreadable ? [unreadable] : [])];
    if (read.hasUnreadable || issues.length > 0) file.isComplete = false;
    yield issues.map(toRow);
  };
  return file;
}

const toRow = (issue: FileIssue): FileRow => ({ line: issue.line, name: '', club: null, issues: [issue] });

function refuse(file: ClubFile, issues: FileIssue[]): ClubFile {
  return {
    ...file,
    isComplete: false,

    async *rows() {
      yield issues.map(toRow);
    },
  };
}

const mistake = (line: number, problem: string, more: Partial<FileIssue> = {}): FileIssue => ({
  kind: 'mistake',
  line,
  column: null,
  value: null,
  problem,
  club: null,
  limit: null,
  length: null,
  ...more,
});

const isEmpty = (cells: string[]) => cells.every((cell) => cell.trim() === '');

/** No header is longer. */
const HEADER_SIZE = 100_000;

/** The first line that says anything, and the whole text again. */
async function splitHeader(
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

/** The separator that finds the most columns; a comma where none does. */
function findSeparator(header: string): Separator {
  const score = (separator: Separator) =>
    header.split(separator).filter((cell) => isColumn(normalizeColumn(cell.replaceAll('"', '')))).length;
  return SEPARATORS.reduce((best, next) => (score(next) > score(best) ? next : best));
}

const normalizeColumn = (cell: string) => cell.trim().toLowerCase();

function readHeader(
  { line, cells }: FileRecord,
  report: FileReport,
): { names: ColumnName[]; issues?: undefined } | { names?: undefined; issues: FileIssue[] } {
  const width = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  const found = cells.slice(0, width).map(normalizeColumn);
  const columns = found.filter(isColumn);
  report.emptyColumns = cells.length - width;
  report.respelledColumns = found.filter((name, index) => isColumn(name) && name !== cells[index]).length;

  const names = (list: string[]) => [...new Set(list)].map(quoteCell).join(', ');
  const missing = REQUIRED_COLUMNS.filter((name) => !found.includes(name));
  const unknown = cells.slice(0, width).filter((cell) => !isColumn(normalizeColumn(cell)));
  const repeated = columns.filter((name, index) => columns.indexOf(name) !== index);
  const issues = [
    missing.length > 0 && `the header lacks ${names(missing)}`,
    unknown.length > 0 && `the header has unknown columns: ${names(unknown)} (known are ${COLUMN_NAMES.join(', ')})`,
    repeated.length > 0 && `the header has columns more than once: ${names(repeated)}`,
  ].flatMap((problem) => (problem ? mistake(line, problem) : []));
  return issues.length > 0 ? { issues } : { names: columns };
}

/** Makes clubs of records, and counts what it understood on the way. */
class RowReader {
  readonly #columns: ColumnName[];
  readonly #report: FileReport;
  readonly #foreign: ForeignBytes;
  /** A record that could not be read may have had any name. */
  hasUnreadable = false;

  constructor(columns: ColumnName[], report: FileReport, foreign: ForeignBytes) {
    this.#columns = columns;
    this.#report = report;
    this.#foreign = foreign;
  }

  rows(records: FileRecord[]): FileRow[] {
    return records.flatMap((record) => this.#row(record) ?? []);
  }

  #row(record: FileRecord): FileRow | null {
    const { line, cells } = record;
    if (isEmpty(cells)) {
      this.#report.emptyRows += 1;
      return null;
    }
    if (record.badUtf8) {
      this.#foreign.add(record.badUtf8);
      this.hasUnreadable = true;
      return null;
    }
    this.#foreign.sawUtf8 ||= record.hasUtf8;

    const width = this.#columns.length;
    const extra = cells.slice(width);
    if (cells.length < width || !isEmpty(extra)) {
      this.hasUnreadable = true;
      const problem = `the row has ${cells.length === 1 ? '1 cell' : `${cells.length} cells`}, and the header ${width}`;
      const stray = extra.find((cell) => cell.trim() !== '') ?? cells[0] ?? '';
      return toRow(mistake(line, problem, { value: keepValue(stray) }));
    }
    this.#report.emptyColumns = Math.max(this.#report.emptyColumns, extra.length);

    const texts = Object.fromEntries(this.#columns.map((column, index) => [column, cells[index] ?? '']));
    const name = normalizeName(texts.name ?? '');
    const club: Record<string, unknown> = {};
    const issues: FileIssue[] = [];
    for (const column of this.#columns) {
      const value = texts[column] ?? '';
      const parsed = v.safeParse<v.GenericSchema<string, Record<string, unknown>>>(COLUMNS[column].cell, value);
      if (parsed.success) Object.assign(club, parsed.output);
      else issues.push(describeCell(line, column, value, parsed.issues[0].message, name));
    }
    issues.push(...this.#look(line, texts, name));
    const isGood = issues.every(({ kind }) => kind === 'warning');
    return {
      line,
      name: v.is(COLUMNS.name.cell, name) ? name : '',
      club: isGood ? (club as unknown as ClubRow) : null,
      issues,
    };
  }

  /** Counts what was understood in the cells of a row, and warns of what was left. */
  #look(line: number, texts: Partial<Record<ColumnName, string>>, name: string): FileIssue[] {
    const { normalised } = this.#report;
    count(normalised.names, texts.name ?? '');
    count(normalised.parentNames, texts.parent_name ?? '');
    if (!['true', 'false'].includes(texts.is_active ?? '')) this.#report.otherBooleans += 1;
    if (/^\s*https?:/i.test(texts.logo_url ?? '')) this.#report.foreignLogos += 1;
    return (['logo_url', 'website'] as const).flatMap((column) => {
      const text = texts[column] ?? '';
      const address = text.trim();
      if (address !== text) normalised.trimmedAddresses += 1;
      if (!/\s/.test(address) || !/^https?:/i.test(address) || !v.is(COLUMNS[column].cell, address)) return [];
      const problem = 'has a space inside: is it one address?';
      return [mistake(line, problem, { kind: 'warning', column, value: keepValue(address), club: name })];
    });
  }
}

function describeCell(line: number, column: ColumnName, value: string, problem: string, name: string): FileIssue {
  const { limit = null } = COLUMNS[column];
  const length = countCharacters(column === 'name' || column === 'parent_name' ? normalizeName(value) : value.trim());
  const isTooLong = limit !== null && length > limit;
  return mistake(line, problem, {
    column,
    value: keepValue(value),
    club: column === 'name' || name === '' ? null : keepValue(name),
    limit: isTooLong ? limit : null,
    length: isTooLong ? countCharacters(value) : null,
  });
}

function count(counts: NormalisedCount, text: string): void {
  const trimmed = text.trim();
  if (trimmed !== text) counts.trimmed += 1;
  if (trimmed.normalize('NFC') !== trimmed) counts.toNfc += 1;
}

/** A record that is not in UTF-8, by where it starts and by the line that shows it. */
interface BadUtf8 {
  line: number;
  at: number;
  /** The line as Windows-1252; null when it cannot be. */
  text: string | null;
}

/** Bytes that are not UTF-8. Where nothing else beyond ASCII is UTF-8 either, the whole file is in another encoding. */
class ForeignBytes {
  sawUtf8 = false;
  #first: BadUtf8 | undefined;
  readonly #lines: { line: number; at: number }[] = [];

  add(bad: BadUtf8): void {
    this.#first ??= bad;
    this.#lines.push({ line: bad.line, at: bad.at });
  }

  toIssues(): FileIssue[] {
    if (!this.#first) return [];
    if (this.sawUtf8) {
      return this.#lines.map(({ line, at }) =>
        mistake(line, `the row is not in UTF-8${at === line ? '' : ` (on line ${at})`}: save the file as UTF-8`),
      );
    }
    const { line, text } = this.#first;
    const what =
      text === null
        ? 'the file is not in UTF-8'
        : 'the file is not in UTF-8; it reads as Windows-1252, which Excel writes for "CSV (point-virgule)" or "CSV (separated by commas)"';
    const problem = `${what}: open it where it was made, save it as "CSV UTF-8" and import that file`;
    return [mistake(line, problem, { value: text === null ? null : keepValue(text.trim()) })];
  }
}

interface FileRecord {
  line: number;
  cells: string[];
  badUtf8: BadUtf8 | undefined;
  /** It has characters beyond ASCII. */
  hasUtf8: boolean;
}

/** In bytes; four times as long as the longest club in any writing. */
const LONGEST_RECORD = 1_000_000;

/** The records of a text, up to the first whose quotes do not fit: nothing after it can be told apart. */
async function* readRecords(
  text: AsyncGenerator<Buffer, void, undefined>,
  separator: Separator,
): AsyncGenerator<FileRecord[], FileIssue | undefined, undefined> {
  /** The bytes that are not known to be of a finished record, and where they begin. */
  let unfinished: Buffer = Buffer.alloc(0);
  let start = 0;
  let line = 1;
  let records: FileRecord[] = [];
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: LONGEST_RECORD,
    on_record(cells: string[], { bytes: end }) {
      const record = unfinished.subarray(0, end - start);
      records.push({ line, cells, ...lookAtBytes(record, line) });
      line += countLineEnds(record);
      unfinished = unfinished.subarray(end - start);
      start = end;
      return null;
    },
  });
  const failed = new Promise<Error>((resolve) => parser.once('error', resolve));
  const ended = new Promise<undefined>((resolve) => parser.once('end', () => resolve(undefined)));
  parser.resume();

  try {
    for await (const chunk of text) {
      unfinished = unfinished.length === 0 ? chunk : Buffer.concat([unfinished, chunk]);
      const error = await new Promise<Error | null | undefined>((resolve) => parser.write(chunk, resolve));
      yield records;
      records = [];
      if (error) return describeUnreadable(error, line);
    }
  } catch (error) {
    if (!(error instanceof BrokenTextError)) throw error;
    return mistake(line, 'the text is damaged from here on: save the file again as "CSV UTF-8"');
  }
  parser.end();
  const error = await Promise.race([ended, failed]);
  yield records;
  return error && describeUnreadable(error, line);
}

function describeUnreadable(error: Error, line: number): FileIssue {
  if (!(error instanceof CsvError)) throw error;
  return mistake(line, `${PARSE_PROBLEMS[error.code] ?? error.message}; what follows was not read`);
}

const PARSE_PROBLEMS: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote that opens in this row is never closed',
  CSV_MAX_RECORD_SIZE: 'the row is longer than any club can be: perhaps a quote that opens in it is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'a quoted cell goes on after its closing quote (inside of it a quote is written twice)',
  INVALID_OPENING_QUOTE:
    'a cell has a quote in it and does not begin with one (it must, and the inner one be written twice)',
};

const LF = 0x0a;
const CR = 0x0d;

/** Counted as editors do: LF, CRLF or CR. */
function countLineEnds(bytes: Buffer): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) count += 1;
  }
  return count;
}

function lookAtBytes(record: Buffer, line: number): Pick<FileRecord, 'badUtf8' | 'hasUtf8'> {
  if (isUtf8(record)) return { badUtf8: undefined, hasUtf8: !isAscii(record) };
  // A line end is never a part of another character.
  let start = 0;
  for (;;) {
    const end = record.findIndex((byte, index) => index >= start && (byte === LF || byte === CR));
    const part = record.subarray(start, end < 0 ? record.length : end);
    if (end < 0 || !isUtf8(part)) {
      const at = line + countLineEnds(record.subarray(0, start));
      return { badUtf8: { line, at, text: readWindows1252(part) }, hasUtf8: true };
    }
    start = end + 1;
  }
}
