import * as v from 'valibot';
import { formatCategories } from '../record/category.ts';
import { chooseDay, readDayOrder, readDays, simplifyDay, type DayOrder } from '../record/day.ts';
import { CLUB_LIMITS, normalizeName, readOwnAddress } from '../record/field-rules.ts';
import { FIELDS, parseField, type FieldName, type ValuesOf } from '../record/fields.ts';
import { finishJoining } from '../record/joining.ts';
import { countCharacters } from '../record/text.ts';
import { makeIssue, shorten, type FileIssue } from './issues.ts';
import { headersOf, readTexts, type ColumnTarget } from './match-columns.ts';
import { guessStatus, isPlaceholder, readStatusMark, withoutPlaceholders } from './lenient-cells.ts';
import { countReading, type Reading, type ReadingCount } from './reading.ts';
import type { FileRecord } from './parse-records.ts';

/** The values of a row without errors; a value is undefined where the file lacks its column. */
export type ClubRow = ValuesOf<'name'> & Partial<ValuesOf<Exclude<FieldName, 'name'>>>;

export interface FileRow {
  line: number;
  /** Normalised; empty if it is not a valid name. */
  name: string;
  parentName: string;
  /** Null if the row has an error. */
  club: ClubRow | null;
  issues: FileIssue[];
}

type Texts = Partial<Record<FieldName, string>>;

/** What each column of a file is. */
interface MatchedColumns {
  names: readonly string[];
  targets: readonly ColumnTarget[];
  isOurs: boolean;
}

export class RowReader {
  readonly columns: FieldName[];
  readonly #match: MatchedColumns;
  readonly #reading: Reading;
  readonly #siteUrl: string | null;
  /** The order of day and month in the date columns; null if its cells do not show it or contradict each other. */
  readonly #dayOrder: DayOrder | null;
  /** The meaning of an empty status: false if the other cells only mark active clubs, else it is missing. */
  readonly #blankStatus: false | null;
  /** Whether commas separate categories: no category cell has a semicolon. */
  readonly #hasCommaCategories: boolean;

  constructor(match: MatchedColumns, records: FileRecord[], reading: Reading, siteUrl: string | null) {
    this.#match = match;
    const columns = [...headersOf(match.names, match.targets).keys()];
    // Days are read from the times.
    this.columns = columns.includes('meeting_times') ? [...new Set([...columns, 'meeting_days' as const])] : columns;
    this.#reading = reading;
    this.#siteUrl = siteUrl;
    const isDay = match.targets.map((target) => DAYS.some((day) => day === target));
    const orders = new Set(
      records.flatMap(({ cells }) => cells.filter((_, index) => isDay[index]).map((cell) => readDayOrder(cell.trim()))),
    );
    orders.delete(null);
    const [order = null] = orders;
    this.#dayOrder = orders.size === 1 ? order : null;
    const status = match.targets.indexOf('is_active');
    const marks =
      status < 0 ? [] : records.map(({ cells }) => cells[status] ?? '').filter((cell) => cell.trim() !== '');
    const isTrue = (cell: string) => readStatusMark(cell) ?? parseField('is_active', cell).value?.isActive === true;
    this.#blankStatus = marks.length > 0 && marks.length < records.length && marks.every(isTrue) ? false : null;
    const isCategory = match.targets.map((target) => target === 'category');
    const hasSemicolon = (cell: string, index: number) => isCategory[index] === true && /[;；]/.test(cell);
    this.#hasCommaCategories = !records.some(({ cells }) => cells.some(hasSemicolon));
  }

  read(record: FileRecord): FileRow {
    const { line, cells } = record;
    const malformed = this.#findMalformed(record);
    if (malformed) return { line, name: '', parentName: '', club: null, issues: [malformed] };
    const texts: Texts = readTexts(cells, this.#match.names, this.#match.targets);
    this.#adapt(texts);
    const name = normalizeName(texts.name ?? '');
    const club: Record<string, unknown> = {};
    const issues: FileIssue[] = [];
    const warnings: FileIssue[] = [];
    for (const column of this.columns) {
      const text = texts[column];
      if (text === undefined) continue;
      const { value, issues: broken = [] } = parseField(column, text);
      Object.assign(club, value);
      const of = { column, value: shorten(text), club: column === 'name' || name === '' ? null : shorten(name) };
      issues.push(...broken.map((detail) => makeIssue(line, detail, of)));
      if (isDamaged(text, value !== undefined))
        warnings.push(makeIssue(line, { code: 'damagedCell' }, { ...of, kind: 'warning' }));
    }
    const late = finishJoining(club);
    if (late) issues.push(makeIssue(line, late, { column: late.field, value: null }));
    return {
      line,
      name: v.is(FIELDS.name.value, name) ? name : '',
      parentName: typeof club.parentName === 'string' ? club.parentName : '',
      club: issues.length === 0 ? (club as unknown as ClubRow) : null,
      issues: [...issues, ...warnings],
    };
  }

  #findMalformed({ line, cells }: FileRecord): FileIssue | null {
    const { names: columns } = this.#match;
    const extra = cells.slice(columns.length).find((cell) => cell.trim() !== '');
    if (extra === undefined && cells.length >= columns.length) return null;
    const detail = { code: 'rowWidth', cells: cells.length, columns: columns.length } as const;
    return makeIssue(line, detail, { value: shorten(extra ?? cells[0] ?? '') });
  }

  /** Adapts cells that depend on the site or on other rows, or that are only understood in a file. */
  #adapt(texts: Texts): void {
    const ownLogo = this.#siteUrl === null ? null : readOwnAddress(texts.logo_url ?? '', this.#siteUrl);
    if (ownLogo !== null) texts.logo_url = ownLogo;
    for (const column of OFTEN_EMPTY)
      if (isPlaceholder(texts[column] ?? '')) this.#replace(texts, column, '', 'placeholders');
    const links = withoutPlaceholders(texts.links ?? '');
    if (links !== (texts.links ?? '')) this.#replace(texts, 'links', links, 'placeholders');
    this.#adaptStatus(texts);
    for (const column of DAYS) this.#adaptDay(texts, column);
    // Rows with an id are from an export, which has semicolons.
    const category = texts.category ?? '';
    if (!this.#hasCommaCategories || !category.includes(',') || (texts.id ?? '').trim() !== '') return;
    const separated = formatCategories(category.replaceAll(',', ';'));
    if (separated === '' || countCharacters(separated) > CLUB_LIMITS.category) return;
    this.#replace(texts, 'category', separated, 'commaCategories');
  }

  #adaptStatus(texts: Texts): void {
    const cell = texts.is_active?.trim();
    if (cell === undefined) return;
    const mark = cell === '' ? this.#blankStatus : readStatusMark(cell);
    if (mark === null) delete texts.is_active;
    else if (mark !== undefined) this.#replace(texts, 'is_active', String(mark), 'statusMarks');
    else if (!this.#match.isOurs && !parseField('is_active', cell).value) {
      const status = guessStatus(cell);
      if (status === undefined) return;
      texts.is_active = String(status);
      this.#reading.statuses.set(cell, status);
    }
  }

  #adaptDay(texts: Texts, column: (typeof DAYS)[number]): void {
    const cell = (texts[column] ?? '').trim();
    const day = readDays(cell).length > 0 ? cell : simplifyDay(cell);
    const days = readDays(day);
    if (day !== cell && days.length > 0) this.#replace(texts, column, day, 'convertedDays');
    if (this.#dayOrder && days.length > 1) texts[column] = chooseDay(day, this.#dayOrder) ?? day;
  }

  #replace(texts: Texts, column: FieldName, text: string, counter: ReadingCount): void {
    texts[column] = text;
    countReading(this.#reading, counter);
  }
}

const DAYS = ['confirmed_on', 'joining_from', 'joining_until'] as const;

/** The columns where a placeholder is not a value. */
const OFTEN_EMPTY = ['website', 'contact', 'logo_url', 'joining_url', ...DAYS] as const;

/** "###" is shown for a value that is wider than its column. French has a space before some marks. */
const SPREADSHEET_ERROR = /^(#[\p{Lu}\p{N}/¡¿]+\s?[!?]|#N\/A|#NV|#{3,}|Err:5\d\d|Loading\.\.\.)$/iu;

/** Whether a cell has a lost letter or, without being invalid anyway, the error of a spreadsheet. */
function isDamaged(cell: string, isValid: boolean): boolean {
  const text = cell.trim();
  return text.includes('\ufffd') || (isValid && text.length < 20 && SPREADSHEET_ERROR.test(text));
}
