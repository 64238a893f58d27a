import { isAscii, isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse';
import { parse as parseText } from 'csv-parse/sync';
import * as v from 'valibot';
import { countCharacters, FIELD_NAMES, FIELDS, normalizeName, type FieldName } from '../record.ts';
import { formatCount } from '../../format.ts';
import { isColumn, REQUIRED_COLUMNS, type ClubRow } from './columns.ts';
import {
  BrokenTextError,
  decodeFile,
  findGarbled,
  guessEncoding,
  peek,
  readCutOff,
  recogniseFile,
  type Encoding,
} from './encoding.ts';
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
  /** The first line names the separator. */
  hasSeparatorLine: boolean;
  /** Names of columns in other letters or with spaces around them. */
  respelledColumns: number;
  emptyColumns: number;
  emptyRows: number;
  /** Cells of is_active that are neither "true" nor "false". */
  otherBooleans: number;
  /** Ids with spaces around them or with decimals. */
  respelledIds: number;
  normalised: { names: NormalisedCount; parentNames: NormalisedCount; trimmedAddresses: number };
  /** Logos of other sites, which show as placeholders. */
  foreignLogos: number;
}

export type Separator = ',' | ';' | '\t';
const SEPARATORS: Separator[] = [',', ';', '\t'];
const SEPARATOR_NAMES: Record<Separator, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab' };

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
  columns: ReadonlySet<FieldName>;
  report: FileReport;
  /** False when a part of the file could not be read, so that other names may be in it. */
  isComplete: boolean;
  /** The rows in batches, with mistakes that are no row's among them as rows without a club. */
  rows: () => AsyncGenerator<FileRow[], void, undefined>;
}

/** Reads a file as it comes, and finds what is wrong with it as far as one row tells. */
export async function readClubFile(source: AsyncIterable<Uint8Array>): Promise<ClubFile> {
  const { head, chunks, close } = await peek(source);
  const recognised = recogniseFile(head);
  const file: ClubFile = {
    columns: new Set(),
    report: {
      encoding: recognised.encoding ?? 'utf-8',
      hasByteOrderMark: recognised.encoding !== undefined && recognised.hasByteOrderMark,
      separator: ',',
      hasSeparatorLine: false,
      respelledColumns: 0,
      emptyColumns: 0,
      emptyRows: 0,
      otherBooleans: 0,
      respelledIds: 0,
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
    await close();
    return refuse(file, [mistake(1, `the file ${recognised.refusal}`)]);
  }

  const { text, header: headerText } = await splitHeader(decodeFile(chunks, recognised));
  const named = SEPARATOR_LINE.exec(headerText)?.[1];
  if (named !== undefined && !isSeparator(named)) {
    await close();
    const problem = `the file is separated by ${quoteCell(named)}, which is not understood: save it with commas, semicolons or tabs`;
    return refuse(file, [mistake(1, problem)]);
  }
  file.report.hasSeparatorLine = named !== undefined;
  file.report.separator = named ?? findSeparator(headerText);
  const records = readRecords(text, file.report.separator);
  const foreign = new ForeignBytes();
  foreign.sawUtf8 = recognised.hasByteOrderMark;

  let first: FileRecord | undefined;
  let waiting: FileRecord[] = [];
  let unreadable: Unreadable | undefined;
  let isBeforeSeparatorLine = file.report.hasSeparatorLine;
  while (!first) {
    const next = await records.next();
    if (next.done) {
      unreadable = next.value;
      break;
    }
    let index = next.value.findIndex(({ cells }) => !isEmpty(cells));
    if (isBeforeSeparatorLine && index >= 0) {
      next.value.splice(index, 1);
      isBeforeSeparatorLine = false;
      index = next.value.findIndex(({ cells }) => !isEmpty(cells));
    }
    file.report.emptyRows += index < 0 ? next.value.length : index;
    first = next.value[index];
    waiting = next.value.slice(index + 1);
  }
  if (!first) {
    return refuse(file, [
      unreadable
        ? describeUnreadable(unreadable, file.report.separator)
        : mistake(1, `the file has no header: ${FIELD_NAMES.join(',')}`),
    ]);
  }
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
    const issues = [
      ...foreign.toIssues(),
      ...(unreadable ? [describeUnreadable(unreadable, file.report.separator, columns.names)] : []),
    ];
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

/** Excel and LibreOffice read a line such as "sep=;" above the header, and do not show it. */
const SEPARATOR_LINE = /^"?sep=(.)"?\1*$/i;

const isSeparator = (text: string): text is Separator => (SEPARATORS as string[]).includes(text);

/** The separator that finds the most columns or, where none finds any, the most cells. */
function findSeparator(header: string): Separator {
  const countColumns = (separator: Separator) =>
    header.split(separator).filter((cell) => isColumn(normalizeColumn(cell.replaceAll('"', '')))).length;
  const countCells = (separator: Separator) => header.split(separator).length;
  const count = SEPARATORS.some((separator) => countColumns(separator) > 0) ? countColumns : countCells;
  return SEPARATORS.reduce((best, next) => (count(next) > count(best) ? next : best));
}

const normalizeColumn = (cell: string) => cell.trim().toLowerCase();

function readHeader(
  { line, cells }: FileRecord,
  report: FileReport,
): { names: FieldName[]; issues?: undefined } | { names?: undefined; issues: FileIssue[] } {
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
    unknown.length > 0 && `the header has unknown columns: ${names(unknown)} (known are ${FIELD_NAMES.join(', ')})`,
    repeated.length > 0 && `the header has columns more than once: ${names(repeated)}`,
  ].flatMap((problem) => (problem ? mistake(line, problem) : []));
  return issues.length > 0 ? { issues } : { names: columns };
}

/** Makes clubs of records, and counts what it understood on the way. */
class RowReader {
  readonly #columns: FieldName[];
  readonly #report: FileReport;
  readonly #foreign: ForeignBytes;
  /** A record that could not be read may have had any name. */
  hasUnreadable = false;

  constructor(columns: FieldName[], report: FileReport, foreign: ForeignBytes) {
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
    this.#foreign.sawUtf8 ||= record.hasUtf8;
    if (record.badUtf8) {
      this.#foreign.add(record.badUtf8);
      this.hasUnreadable = true;
      return null;
    }

    const width = this.#columns.length;
    const extra = cells.slice(width);
    if (cells.length < width || !isEmpty(extra)) {
      this.hasUnreadable = true;
      const stray = extra.find((cell) => cell.trim() !== '') ?? cells[0] ?? '';
      return toRow(mistake(line, this.#describeWidth(record), { value: keepValue(stray) }));
    }
    this.#report.emptyColumns = Math.max(this.#report.emptyColumns, extra.length);

    const texts = Object.fromEntries(this.#columns.map((column, index) => [column, cells[index] ?? '']));
    const name = normalizeName(texts.name ?? '');
    const club: Record<string, unknown> = {};
    const issues: FileIssue[] = [];
    for (const column of this.#columns) {
      const value = texts[column] ?? '';
      const parsed = v.safeParse<v.GenericSchema<string, Record<string, unknown>>>(FIELDS[column].value, value);
      if (parsed.success) Object.assign(club, parsed.output);
      else issues.push(describeCell(line, column, value, parsed.issues[0].message, name));
    }
    issues.push(...this.#look(line, texts, name));
    const isGood = issues.every(({ kind }) => kind === 'warning');
    return {
      line,
      name: v.is(FIELDS.name.value, name) ? name : '',
      club: isGood ? (club as unknown as ClubRow) : null,
      issues,
    };
  }

  /** Why a row may have more or fewer cells than the header. */
  #describeWidth({ cells, bytes }: FileRecord): string {
    const { separator } = this.#report;
    const width = this.#columns.length;
    const other = findOtherSeparator(bytes, separator, width);
    if (other) return describeSeparators(other, separator);
    const counts = `the row has ${formatCount(cells.length, 'cell')}, and the header ${formatCount(width, 'column')}`;
    if (cells.length > width) {
      return `${counts}: perhaps a text in it has a ${SEPARATOR_NAMES[separator]} or a quote, and is not in quotes, or a program opened the file with several separators at once (in LibreOffice tick only Comma)`;
    }
    return endsLine(bytes)
      ? `${counts}: perhaps a text in it has a line break or a quote, and is not in quotes`
      : `${counts}: the file ends here, perhaps it is cut off`;
  }

  /** Counts what was understood in the cells of a row, and warns of what was left. */
  #look(line: number, texts: Partial<Record<FieldName, string>>, name: string): FileIssue[] {
    const { normalised } = this.#report;
    count(normalised.names, texts.name ?? '');
    count(normalised.parentNames, texts.parent_name ?? '');
    if (!['true', 'false'].includes(texts.is_active ?? '')) this.#report.otherBooleans += 1;
    if (/\d\D|\D\d/.test(texts.id ?? '')) this.#report.respelledIds += 1;
    if (/^\s*https?:/i.test(texts.logo_url ?? '')) this.#report.foreignLogos += 1;
    const errors = this.#columns.flatMap((column) => {
      const value = texts[column] ?? '';
      if (!isSpreadsheetError(value) || !v.is(FIELDS[column].value, value)) return [];
      const problem = 'is an error of a spreadsheet, not a text: is it meant?';
      const club = column === 'name' ? null : keepValue(name);
      return [mistake(line, problem, { kind: 'warning', column, value: keepValue(value), club })];
    });
    const addresses = (['logo_url', 'website'] as const).flatMap((column) => {
      const text = texts[column] ?? '';
      const address = text.trim();
      if (address !== text) normalised.trimmedAddresses += 1;
      if (!/\s/.test(address) || !/^https?:/i.test(address) || !v.is(FIELDS[column].value, address)) return [];
      const problem = 'has a space inside: is it one address?';
      return [mistake(line, problem, { kind: 'warning', column, value: keepValue(address), club: keepValue(name) })];
    });
    const garbled = this.#columns.flatMap((column) => {
      const problem = describeGarbled(texts[column] ?? '');
      if (problem === null) return [];
      const club = column === 'name' ? null : keepValue(name);
      return [mistake(line, problem, { kind: 'warning', column, value: keepValue(texts[column] ?? ''), club })];
    });
    return [...errors, ...addresses, ...garbled];
  }
}

function describeGarbled(text: string): string | null {
  if (text.includes('\ufffd')) {
    return `has ${quoteCell('\ufffd')} in it, the sign for a letter that was lost in a wrong encoding`;
  }
  const garbled = findGarbled(text);
  return (
    garbled &&
    `has ${quoteCell(garbled.shown)} in it, perhaps for ${quoteCell(garbled.meant)}: was the text opened in a wrong encoding, not as UTF-8?`
  );
}

/** What Excel (in English, French, German and Spanish), LibreOffice and Google Sheets show instead of the value of a formula. */
const SPREADSHEET_ERRORS = new Set([
  ...['#NAME?', '#REF!', '#VALUE!', '#N/A', '#DIV/0!', '#NULL!', '#NUM!', '#SPILL!', '#CALC!'],
  ...['#FIELD!', '#UNKNOWN!', '#BLOCKED!', '#ERROR!', 'LOADING...'],
  ...['#NOM?', '#VALEUR!', '#NUL!', '#NOMBRE!', '#PROPAGATION!', '#CHAMP!', '#INCONNU!'],
  ...['#BEZUG!', '#WERT!', '#ZAHL!', '#NV'],
  ...['#¡REF!', '#¡VALOR!', '#¿NOMBRE?', '#¡DIV/0!', '#¡NUM!', '#¡NULO!'],
]);

/** A cell that is nothing but an error; "###" stands for a value that its column was too narrow for. */
function isSpreadsheetError(cell: string): boolean {
  // Of all cells few begin so, and some are long.
  if (!/^\s*(#|Err:|Loading)/i.test(cell) || cell.length > 1000) return false;
  // French has a space before some marks.
  const text = cell.trim().replace(/\s+(?=[!?]$)/, '');
  return SPREADSHEET_ERRORS.has(text.toUpperCase()) || /^(#{3,}|Err:5\d\d)$/.test(text);
}

function describeCell(line: number, column: FieldName, value: string, problem: string, name: string): FileIssue {
  const { limit = null } = FIELDS[column];
  const length = countCharacters(column === 'name' || column === 'parent_name' ? normalizeName(value) : value.trim());
  const isTooLong = limit !== null && length > limit;
  return mistake(line, isSpreadsheetError(value) ? `${problem} (it is an error of a spreadsheet)` : problem, {
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
  bytes: Buffer;
  /** It is in UTF-8 up to the last letter of the file, of which a part is missing. */
  isCutOff: boolean;
}

const CUT_OFF = 'the file is cut off: it ends in the middle of a letter. Get it whole, and import that';

/** Bytes that are not UTF-8. Where nothing else beyond ASCII is UTF-8 either, the whole file is in another encoding. */
class ForeignBytes {
  sawUtf8 = false;
  #first: BadUtf8 | undefined;
  readonly #lines: Pick<BadUtf8, 'line' | 'at' | 'isCutOff'>[] = [];

  add(bad: BadUtf8): void {
    this.#first ??= bad;
    this.#lines.push({ line: bad.line, at: bad.at, isCutOff: bad.isCutOff });
  }

  toIssues(): FileIssue[] {
    if (!this.#first) return [];
    if (this.sawUtf8) {
      return this.#lines.map(({ line, at, isCutOff }) =>
        mistake(
          line,
          isCutOff
            ? CUT_OFF
            : `the row is not in UTF-8${at === line ? '' : ` (on line ${at})`}: save the file as UTF-8`,
        ),
      );
    }
    const { line, bytes, isCutOff } = this.#first;
    const { guess, text } = guessEncoding(bytes);
    const what = isCutOff
      ? `the last letter of the file is none in UTF-8: the file is cut off, or it is in another encoding (${guess})`
      : `the file is not in UTF-8 (${guess})`;
    const problem = `${what}: open it where it was made, save it as "CSV UTF-8" and import that file`;
    return [mistake(line, problem, { value: text === null ? null : keepValue(text.trim()) })];
  }
}

interface FileRecord {
  line: number;
  cells: string[];
  /** All of it, with its line end. */
  bytes: Buffer;
  badUtf8: BadUtf8 | undefined;
  /** It has characters beyond ASCII. */
  hasUtf8: boolean;
}

/** Where a text ends being records: nothing after it can be told apart. */
interface Unreadable {
  /** Where the record starts. */
  line: number;
  /** The parser's word for what is wrong; null for a text that is damaged. */
  code: string | null;
  /** The place of the cell in its row. */
  cell: number | null;
  /** The record, at least up to the end of the line where it broke. */
  bytes: Buffer;
}

const LINE_ENDS = ['\r\n', '\n', '\r'];

/** In bytes; four times as long as the longest club in any writing. */
const LONGEST_RECORD = 1_000_000;

/** No more of a record that cannot be read is looked at. */
const LONGEST_LINE = 100_000;

/** The records of a text, up to the first whose quotes do not fit. */
async function* readRecords(
  text: AsyncGenerator<Buffer, void, undefined>,
  separator: Separator,
): AsyncGenerator<FileRecord[], Unreadable | undefined, undefined> {
  /** The bytes that are not known to be of a finished record, and where they begin. */
  let unfinished: Buffer = Buffer.alloc(0);
  let start = 0;
  let line = 1;
  let records: FileRecord[] = [];
  const parser = parse({
    delimiter: separator,
    record_delimiter: LINE_ENDS,
    relax_column_count: true,
    max_record_size: LONGEST_RECORD,
    on_record(cells: string[], { bytes: end }) {
      const record = unfinished.subarray(0, end - start);
      records.push({ line, cells, bytes: record, ...lookAtBytes(record, line) });
      line += countLineEnds(record);
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
    return { line, code, cell: typeof column === 'number' ? column : null, bytes: unfinished };
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
    return { line, code: null, cell: null, bytes: unfinished };
  }
  if (broken) return describe(broken.error);
  parser.end();
  const error = await Promise.race([ended, failed]);
  yield records;
  return error && describe(error);
}

function describeUnreadable(
  { line, code, cell, bytes }: Unreadable,
  separator: Separator,
  columns: FieldName[] = [],
): FileIssue {
  if (code === null) return mistake(line, 'the text is damaged from here on: save the file again as "CSV UTF-8"');
  if (code === 'CSV_QUOTE_NOT_CLOSED' && readCutOff(bytes) !== null) return mistake(line, CUT_OFF);
  const other = findOtherSeparator(bytes, separator, columns.length);
  if (other) {
    const [first = ''] = splitRecord(bytes, separator);
    return mistake(line, `${describeSeparators(other, separator)}; what follows was not read`, {
      value: keepValue(first),
    });
  }
  const problem = `${PARSE_PROBLEMS[code] ?? `cannot be read (${code})`}; what follows was not read`;
  if (!CELL_PROBLEMS.has(code) || cell === null) return mistake(line, problem);
  const column = columns[cell] ?? null;
  const value = keepValue(splitRecord(bytes, separator)[cell] ?? '');
  return mistake(line, column ? problem : `cell ${cell + 1} ${problem}`, { column, value });
}

const describeSeparators = (inRow: Separator, inHeader: Separator) =>
  `the row is separated by ${SEPARATOR_NAMES[inRow]}s, and the header by ${SEPARATOR_NAMES[inHeader]}s: use one of them in the whole file`;

/** The separator by which a record is as wide as the header, when that is not the header's own. */
const findOtherSeparator = (bytes: Buffer, separator: Separator, width: number): Separator | undefined =>
  SEPARATORS.find((other) => {
    if (other === separator || width === 0) return false;
    const cells = splitRecord(bytes, other);
    return cells.length >= width && isEmpty(cells.slice(width));
  });

/** The cells of the first record, also of one whose quotes do not fit; none where that is not to be had. */
function splitRecord(bytes: Buffer, separator: Separator): string[] {
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

const PARSE_PROBLEMS: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote that opens in this row is never closed, or the file is cut off',
  CSV_MAX_RECORD_SIZE: 'the row is longer than any club can be: perhaps a quote that opens in it is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'goes on after its closing quote (inside of it a quote is written twice)',
  INVALID_OPENING_QUOTE: 'has a quote in it and does not begin with one (it must, and the inner one be written twice)',
};
/** Those that are said of a cell. */
const CELL_PROBLEMS = new Set(['CSV_INVALID_CLOSING_QUOTE', 'INVALID_OPENING_QUOTE']);

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

/** Where a line ends from a place on; -1 when it does not. */
const findLineEnd = (bytes: Buffer, from: number): number =>
  bytes.findIndex((byte, index) => index >= from && (byte === LF || byte === CR));

const endsLine = (bytes: Buffer): boolean => [LF, CR].includes(bytes.at(-1) ?? 0);

function lookAtBytes(record: Buffer, line: number): Pick<FileRecord, 'badUtf8' | 'hasUtf8'> {
  if (isUtf8(record)) return { badUtf8: undefined, hasUtf8: !isAscii(record) };
  const cutOff = readCutOff(record);
  // A line end is never a part of another character.
  let start = 0;
  for (;;) {
    const end = findLineEnd(record, start);
    const part = record.subarray(start, end < 0 ? record.length : end);
    if (end < 0 || !isUtf8(part)) {
      const at = line + countLineEnds(record.subarray(0, start));
      const badUtf8 = { line, at, bytes: part, isCutOff: cutOff !== null };
      return { badUtf8, hasUtf8: cutOff !== null && !isAscii(Buffer.from(cutOff)) };
    }
    start = end + 1;
  }
}
