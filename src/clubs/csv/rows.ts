import * as v from 'valibot';
import { chooseDay, readDayOrder, readDays, type DayOrder } from '../day.ts';
import { FIELDS, normalizeName, parseField, readOwnAddress, type FieldName, type RuleFault } from '../record.ts';
import { countCharacters, withScheme } from '../text.ts';
import { normalizeColumn, type ClubRow } from './columns.ts';
import { findDoubtfulCells, isSpreadsheetError } from './doubtful-cells.ts';
import type { FileFault } from './faults.ts';
import type { FileReport, NormalisedCount } from './file-report.ts';
import { keepValue, makeIssue, type FileIssue, type Place } from './issues.ts';
import { findRecordIssue } from './malformed-records.ts';
import { isEmpty, type FileRecord } from './records.ts';

/** A record as it was read. */
export interface FileRow extends Place {
  /** Trimmed and in NFC, of a bad row too; empty where there is none to keep. */
  name: string;
  /** Of a bad row, where nothing is wrong with it: whether there is such a club is told with all else. */
  parentName?: string;
  /** Null for a bad row. */
  club: ClubRow | null;
  issues: FileIssue[];
  /** Whether its logo is an image that the database has. */
  hasImage?: boolean;
}

/** The row of a mistake that is no club's. */
export const toRow = (issue: FileIssue): FileRow => ({
  line: issue.line,
  row: issue.row ?? issue.line,
  name: '',
  club: null,
  issues: [issue],
});

/** The most records that wait for the order of days in their column. */
const MOST_HELD = 1000;

/** Makes clubs of records, and counts what it understood on the way. */
export class RowReader {
  readonly #columns: FieldName[];
  readonly #report: FileReport;
  readonly #siteUrl: string | null;
  /** A record that could not be read may have had any name. */
  hasUnreadable = false;
  /** Which of day and month comes first in the cells of confirmed_on, and in which line one says so. */
  #dayOrder: { order: DayOrder; line: number } | null = null;
  /** Whether some cells say one and some the other, so that none says anything of the rest. */
  #isMixed = false;
  #hasChosen = false;
  /** Records with a day that may be two, until a cell says which. */
  #held: FileRecord[] = [];

  /** Where the site is, if that is known. */
  constructor(columns: FieldName[], report: FileReport, siteUrl: string | null = null) {
    this.#siteUrl = siteUrl;
    this.#columns = columns;
    this.#report = report;
  }

  /** The rows of records in their order; an empty record has none. */
  rows(records: FileRecord[]): FileRow[] {
    return records.flatMap((record) => {
      if (this.#waits(record)) {
        this.#held.push(record);
        return [];
      }
      const row = this.#row(record) ?? [];
      return this.#dayOrder ? [...this.rest(), row].flat() : row;
    });
  }

  /** The rows of records that wait still. */
  rest(): FileRow[] {
    return this.#held.splice(0).flatMap((record) => this.#row(record) ?? []);
  }

  #waits(record: FileRecord): boolean {
    if (this.#dayOrder || this.#held.length >= MOST_HELD) return false;
    return readDays((record.cells[this.#columns.indexOf('confirmed_on')] ?? '').trim()).length > 1;
  }

  /** Takes the day that a cell means by the others of its column; what is wrong with one that says the opposite of them. */
  #settleDay(line: number, texts: Partial<Record<FieldName, string>>): FileFault | null {
    const text = (texts.confirmed_on ?? '').trim();
    const order = readDayOrder(text);
    if (order !== null) {
      this.#dayOrder ??= { order, line };
      if (this.#dayOrder.order === order) return null;
      this.#isMixed = true;
      if (!this.#hasChosen) return null;
      return { code: 'dayOrder', first: order, otherLine: this.#dayOrder.line };
    }
    if (this.#dayOrder && !this.#isMixed && readDays(text).length > 1) {
      texts.confirmed_on = chooseDay(text, this.#dayOrder.order);
      this.#hasChosen = true;
      this.#report.otherDates += 1;
    }
    return null;
  }

  #row(record: FileRecord): FileRow | null {
    const { line, row, cells } = record;
    const place = { line, row };
    if (record.error === undefined && isEmpty(cells)) {
      this.#report.emptyRows += 1;
      return null;
    }
    this.#report.rowsDiffer ||= line !== row;
    if (
      cells.length >= this.#columns.length &&
      this.#columns.every((column, index) => normalizeColumn(cells[index] ?? '') === column)
    ) {
      this.hasUnreadable = true;
      return toRow(makeIssue(place, { code: 'headerAgain' }, { value: keepValue(cells[0] ?? '') }));
    }
    const malformed = findRecordIssue(record, this.#report.separator, this.#columns);
    if (malformed) {
      this.hasUnreadable = true;
      return toRow(malformed);
    }
    this.#report.emptyColumns = Math.max(this.#report.emptyColumns, cells.length - this.#columns.length);

    const texts: Partial<Record<FieldName, string>> = Object.fromEntries(
      this.#columns.map((column, index) => [column, cells[index] ?? '']),
    );
    const ownLogo = this.#siteUrl === null ? null : readOwnAddress(texts.logo_url ?? '', this.#siteUrl);
    if (ownLogo !== null) {
      texts.logo_url = ownLogo;
      this.#report.ownLogos += 1;
    }
    const name = normalizeName(texts.name ?? '');
    const club: Record<string, unknown> = {};
    const issues: FileIssue[] = [];
    const opposite = this.#settleDay(line, texts);
    if (opposite !== null) {
      issues.push(makeCellIssue(place, 'confirmed_on', texts.confirmed_on ?? '', opposite, name));
    }
    for (const column of this.#columns) {
      const value = texts[column] ?? '';
      const parsed = parseField(column, value);
      Object.assign(club, parsed.value);
      for (const fault of parsed.faults ?? []) {
        issues.push(makeCellIssue(place, column, value, toCellFault(fault, value), name));
      }
    }
    this.#count(texts);
    issues.push(...findDoubtfulCells(place, this.#columns, texts, name));
    const isGood = issues.every(({ kind }) => kind === 'warning');
    return {
      ...place,
      ...(!isGood && typeof club.parentName === 'string' && { parentName: club.parentName }),
      name: v.is(FIELDS.name.value, name) ? name : '',
      club: isGood ? (club as unknown as ClubRow) : null,
      issues,
    };
  }

  /** Counts what was understood in the cells of a row. */
  #count(texts: Partial<Record<FieldName, string>>): void {
    const { normalised } = this.#report;
    count(normalised.names, texts.name ?? '');
    count(normalised.parentNames, texts.parent_name ?? '');
    if (!['true', 'false'].includes(texts.is_active ?? '')) this.#report.otherBooleans += 1;
    if (/\d\D|\D\d/.test(texts.id ?? '')) this.#report.respelledIds += 1;
    if (!/^(\d{4}-\d{2}-\d{2})?$/.test(texts.confirmed_on ?? '')) this.#report.otherDates += 1;
    this.#report.hasCategorySemicolons ||= (texts.category ?? '').includes(';');
    if (withScheme((texts.website ?? '').trim()) !== null) this.#report.completedWebsites += 1;
    if (/^\s*https?:/i.test(texts.logo_url ?? '')) this.#report.foreignLogos += 1;
    for (const text of [texts.logo_url ?? '', texts.website ?? '', texts.contact ?? '']) {
      if (text.trim() !== text) normalised.trimmedAddresses += 1;
    }
  }
}

/** What a rule has against a cell of a file, with what the cell itself adds. */
export function toCellFault(fault: RuleFault, value: string): FileFault {
  const isError = isSpreadsheetError(value);
  return fault.code === 'tooLong'
    ? { ...fault, length: countCharacters(value), isSpreadsheetError: isError }
    : { ...fault, isSpreadsheetError: isError };
}

const makeCellIssue = (place: Place, column: FieldName, value: string, fault: FileFault, name: string): FileIssue =>
  makeIssue(place, fault, {
    column,
    value: keepValue(value),
    club: column === 'name' || name === '' ? null : keepValue(name),
  });

function count(counts: NormalisedCount, text: string): void {
  const trimmed = text.trim();
  if (trimmed !== text) counts.trimmed += 1;
  if (normalizeName(text) !== trimmed) counts.toNfc += 1;
}
