import * as v from 'valibot';
import { chooseDay, readDayOrder, readDays, type DayOrder } from '../day.ts';
import { normalizeName, readOwnAddress, type RuleFault } from '../field-rules.ts';
import { FIELDS, parseField, type FieldName } from '../record.ts';
import { countCharacters, withScheme } from '../text.ts';
import type { ClubRow } from './columns.ts';
import { findDoubtfulCells, isSpreadsheetError } from './doubtful-cells.ts';
import { makeIssue, shorten, type FileFault, type FileIssue, type Place } from './issues.ts';
import type { Reading } from './reading.ts';
import { isEmpty, type FileRecord } from './records.ts';

/** A row of a file. */
export interface FileRow extends Place {
  /** Normalised; empty if it is not a valid name. */
  name: string;
  parentName: string;
  /** Null if the row has an error. */
  club: ClubRow | null;
  issues: FileIssue[];
}

type Texts = Partial<Record<FieldName, string>>;

/** Reads records as rows of clubs, and counts in `reading` what they write differently. */
export class RowReader {
  readonly #columns: FieldName[];
  readonly #reading: Reading;
  readonly #siteUrl: string | null;
  /** Whether the column of days writes day or month first; null if its cells do not tell, or contradict each other. */
  readonly #dayOrder: DayOrder | null;
  /** An unreadable record may have any name. */
  hasUnreadable = false;

  constructor(columns: FieldName[], records: FileRecord[], reading: Reading, siteUrl: string | null) {
    this.#columns = columns;
    this.#reading = reading;
    this.#siteUrl = siteUrl;
    const place = columns.indexOf('confirmed_on');
    const orders = new Set(place < 0 ? [] : records.map(({ cells }) => readDayOrder((cells[place] ?? '').trim())));
    orders.delete(null);
    const [order = null] = orders;
    this.#dayOrder = orders.size === 1 ? order : null;
  }

  /** Null for an empty record. */
  read(record: FileRecord): FileRow | null {
    const { line, row, cells } = record;
    if (isEmpty(cells)) {
      this.#reading.emptyRows += 1;
      return null;
    }
    this.#reading.rowsDiffer ||= line !== row;
    const malformed = this.#findMalformed(record);
    if (malformed) {
      this.hasUnreadable = true;
      return { line, row, name: '', parentName: '', club: null, issues: [malformed] };
    }
    this.#reading.emptyColumns = Math.max(this.#reading.emptyColumns, cells.length - this.#columns.length);

    const texts: Texts = Object.fromEntries(this.#columns.map((column, index) => [column, cells[index] ?? '']));
    this.#count(texts);
    const ownLogo = this.#siteUrl === null ? null : readOwnAddress(texts.logo_url ?? '', this.#siteUrl);
    if (ownLogo !== null) texts.logo_url = ownLogo;
    const day = (texts.confirmed_on ?? '').trim();
    if (this.#dayOrder && readDays(day).length > 1) texts.confirmed_on = chooseDay(day, this.#dayOrder) ?? day;

    const name = normalizeName(texts.name ?? '');
    const club: Record<string, unknown> = {};
    const issues: FileIssue[] = [];
    for (const column of this.#columns) {
      const text = texts[column] ?? '';
      const { value, faults = [] } = parseField(column, text);
      Object.assign(club, value);
      const of = { column, value: shorten(text), club: column === 'name' || name === '' ? null : shorten(name) };
      issues.push(...faults.map((fault) => makeIssue(record, toCellFault(fault, text), of)));
    }
    const isGood = issues.length === 0;
    return {
      ...{ line, row, name: v.is(FIELDS.name.value, name) ? name : '' },
      parentName: typeof club.parentName === 'string' ? club.parentName : '',
      club: isGood ? (club as unknown as ClubRow) : null,
      issues: [...issues, ...findDoubtfulCells(record, this.#columns, texts, name)],
    };
  }

  #findMalformed({ cells, badQuote, ...place }: FileRecord): FileIssue | null {
    const columns = this.#columns;
    if (badQuote && badQuote.cell < columns.length) {
      const { cell, code } = badQuote;
      return makeIssue(place, { code }, { column: columns[cell] ?? null, value: shorten(cells[cell] ?? '') });
    }
    const widths = { cells: cells.length, columns: columns.length, separator: this.#reading.separator };
    const extra = cells.slice(columns.length).find((cell) => cell.trim() !== '');
    if (extra !== undefined) return makeIssue(place, { code: 'rowTooWide', ...widths }, { value: shorten(extra) });
    if (cells.length >= columns.length) return null;
    const missing = columns.slice(cells.length);
    return makeIssue(place, { code: 'rowTooNarrow', ...widths, missing }, { value: shorten(cells[0] ?? '') });
  }

  #count(texts: Texts): void {
    const reading = this.#reading;
    const isOther = [
      !['true', 'false'].includes(texts.is_active ?? ''),
      /\d\D|\D\d/.test(texts.id ?? ''),
      !/^(\d{4}-\d{2}-\d{2})?$/.test(texts.confirmed_on ?? ''),
    ];
    reading.otherNotations += isOther.filter(Boolean).length;
    reading.hasCategorySemicolons ||= (texts.category ?? '').includes(';');
    if (withScheme((texts.website ?? '').trim()) !== null) reading.completedWebsites += 1;
    const isNormalised = [
      ...[texts.name ?? '', texts.parent_name ?? ''].map((text) => normalizeName(text) !== text),
      ...[texts.logo_url ?? '', texts.website ?? '', texts.contact ?? ''].map((text) => text.trim() !== text),
    ];
    reading.normalised += isNormalised.filter(Boolean).length;
  }
}

function toCellFault(fault: RuleFault, text: string): FileFault {
  const isError = isSpreadsheetError(text);
  return fault.code === 'tooLong'
    ? { ...fault, length: countCharacters(text), isSpreadsheetError: isError }
    : { ...fault, isSpreadsheetError: isError };
}
