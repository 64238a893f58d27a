import { withTurns } from '../../lib/batches.ts';
import { FIELD_NAMES, REQUIRED_FIELDS, toSiteField, type FieldName } from '../record/fields.ts';
import { guessColumns, isKnownHeader } from './guess-columns.ts';
import { foldHeader } from './header-names.ts';
import { isError, makeIssue, shorten, type FileIssue } from './issues.ts';
import { FIELDS_BY_NAME, type ColumnTarget } from './match-columns.ts';
import type { Reading } from './reading.ts';
import type { FileRecord } from './parse-records.ts';
import { RowReader, type FileRow } from './read-rows.ts';
import { readTables, type Table } from './read-table.ts';

/** The columns of a file, and what they are. */
export type FileColumns = NonNullable<Awaited<ReturnType<typeof readHeader>>>;

export interface ClubFile {
  columns: ReadonlySet<FieldName>;
  rows: FileRow[];
  /** Issues of the file as a whole. */
  issues: FileIssue[];
  /** False if a part of the file could not be read: it may contain other names. */
  isComplete: boolean;
  reading: Reading;
  /** Null if the file cannot be read. */
  header: FileColumns | null;
}

export interface ParseOptions {
  /** The address of this site: logos below it are its own. */
  siteUrl?: string | null;
  maxRows?: number;
  /** The sheet of a workbook; needed if several have content and not exactly one has a known header. */
  sheet?: string | undefined;
  /** What each column is, if that is known. */
  targets?: readonly ColumnTarget[] | null;
  /** Finds what the columns were in an earlier file with the same header. */
  recall?: (names: readonly string[]) => Promise<readonly ColumnTarget[] | null>;
}

/** Reads a file, and finds the errors that do not depend on the directory. */
export async function parseClubFile(
  file: Uint8Array,
  { siteUrl = null, maxRows = Infinity, ...options }: ParseOptions = {},
): Promise<ClubFile> {
  const { tables, reading, issues: fileIssues } = await readTables(file, maxRows + HEADER_ROWS + 1);
  const sheets = tables.flatMap(({ sheet }) => sheet ?? []);
  const found = await Promise.all(
    tables.map(async (table) => ({ ...table, header: await readHeader(table, sheets, options) })),
  );
  const { isChosen, table } = chooseTable(found, options.sheet);
  const { header = null, records = [] } = table ?? {};
  const issues = [...fileIssues, ...(table?.issues ?? [])];
  const refuse = (...more: FileIssue[]): ClubFile => ({
    columns: new Set(),
    rows: [],
    isComplete: false,
    reading,
    header,
    issues: [...issues, ...more],
  });
  if (!header) return refuse(...(issues.some(isError) ? [] : [makeIssue(1, { code: 'emptyFile' })]));
  const { names, targets, line } = header;
  if (!isChosen) return refuse(makeIssue(line, { code: 'sheetNeeded', sheets }));
  if (names.length > MAX_COLUMNS) return refuse(makeIssue(line, { code: 'tooManyColumns', limit: MAX_COLUMNS }));
  if (records.length > maxRows) return refuse(makeIssue(line, { code: 'tooManyRows', limit: maxRows }));
  if (header.sheet !== null && issues.length > 0) return refuse();
  if (!targets) return refuse(makeIssue(line, { code: 'columnsUnknown' }));

  const reader = new RowReader({ ...header, targets }, records, reading, siteUrl);
  const rows: FileRow[] = [];
  for await (const record of withTurns(records)) rows.push(reader.read(record));
  // An unreadable record may have any name.
  const hasUnreadable = rows.some((row) => row.issues.some(({ detail }) => detail.code === 'rowWidth'));
  const isComplete = !hasUnreadable && !issues.some(isError);
  return { columns: new Set(reader.columns), rows, issues, isComplete, reading, header };
}

/** Chooses a sheet: by its name, else the only one with a known header, else the user has to. */
function chooseTable<T extends { sheet: string | null; header: FileColumns | null }>(
  tables: readonly T[],
  wanted: string | undefined,
): { isChosen: boolean; table: T | undefined } {
  const [first] = tables;
  if (wanted !== undefined && first && first.sheet !== null) {
    const table = tables.find(({ sheet }) => sheet === wanted);
    return { isChosen: table !== undefined, table: table ?? first };
  }
  const known = tables.filter(({ header }) => header?.targets);
  const named = tables.find(({ header }) => header?.guess.includes('name'));
  return { isChosen: tables.length < 2 || known.length === 1, table: known[0] ?? named ?? first };
}

/** The records that may be titles above the header, and the header. */
const HEADER_ROWS = 10;
const MAX_COLUMNS = 100;
const SAMPLES = 3;
/** Records that samples are taken from. */
const SAMPLED = 500;

/** Finds the header of a table and what its columns are, and removes it and the titles above it; null without records. */
async function readHeader({ records, sheet }: Table, sheets: readonly string[], { targets, recall }: ParseOptions) {
  const first = records.slice(0, HEADER_ROWS);
  const countKnown = ({ cells }: FileRecord) => cells.slice(0, MAX_COLUMNS).filter(isKnownHeader).length;
  const record = first.find(isExport) ?? first.find((record) => countKnown(record) > 1) ?? first[0];
  if (!record) return null;
  records.splice(0, records.indexOf(record) + 1);
  const names = namesOf(record).slice(0, MAX_COLUMNS + 1);
  // A sheet has notes beside its table, and no separators that could be missing.
  if (sheet !== null) for (const row of records) row.cells = names.map((_, index) => row.cells[index] ?? '');
  const isKnown = isExport(record);
  // Whether all names are those of a CSV export.
  const isOurs = isKnown && names.every(isFieldName);
  const guess = isKnown
    ? names.map(toTarget)
    : guessColumns(
        names,
        records.map((row) => row.cells),
      );
  const sampled = records.slice(0, SAMPLED);
  const recalled = isOurs ? null : await recall?.(names);
  const known = targets?.length === names.length ? targets : (recalled ?? (isKnown ? guess : null));
  return {
    line: record.line,
    names,
    // The sheets of a workbook, and the one with these columns.
    sheets,
    sheet,
    // Some values of each column.
    samples: names.map((_, index) => {
      const filled = sampled.flatMap(({ cells }) => cells[index]?.trim() ?? []).filter(Boolean);
      return [...new Set(filled)].slice(0, SAMPLES).map(shorten);
    }),
    isOurs,
    guess: guess as readonly ColumnTarget[],
    // Null until the columns are matched.
    targets: known,
  };
}

const namesOf = ({ cells }: FileRecord): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);

const isFieldName = (name: string): boolean => FIELD_NAMES.some((field) => field === name.trim().toLowerCase());

const toField = (name: string): FieldName | undefined => FIELDS_BY_NAME.get(foldHeader(name));

/** A text in a language that the site does not have is not imported. */
function toTarget(name: string): FieldName | null {
  const field = toField(name);
  return field === undefined ? null : toSiteField(field);
}

/** Whether a record is the header of an export, or of a file with its columns, which need no match. */
function isExport(record: FileRecord): boolean {
  const names = namesOf(record);
  const fields = names.map(toTarget).filter((field) => field !== null);
  return (
    names.every(toField) &&
    new Set(fields).size === fields.length &&
    REQUIRED_FIELDS.every((field) => fields.includes(field))
  );
}
