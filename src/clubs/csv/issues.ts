import { formatNumber } from '../../lib/format.ts';
import type { Locale } from '../../messages/locales.ts';
import { splitAtLines, unmarkLines } from '../../messages/line-numbers.ts';
import { messages } from '../../messages/messages.ts';
import { escapeControls, quoteIn } from '../../messages/quote.ts';
import type { FaultOf, RuleFaults } from '../field-rules.ts';
import type { FieldName } from '../record.ts';
import type { OtherFile } from './decode.ts';
import type { Separator } from './records.ts';

/** The rules that a file can break, with what their messages need to know. */
interface FileFaults extends CellFaults {
  otherFile: { is: OtherFile };
  emptyFile: { columns: readonly FieldName[] };
  tooManyRows: { limit: number };
  headerBelow: { line: number };
  columnsMissing: { columns: readonly FieldName[] };
  /** The first unknown columns, and how many more there are. */
  columnsUnknown: { columns: readonly string[]; more: number; known: readonly FieldName[] };
  columnsRepeated: { columns: readonly FieldName[] };
  rowTooWide: { cells: number; columns: number; separator: Separator };
  rowTooNarrow: { cells: number; columns: number; missing: readonly FieldName[]; separator: Separator };
  quoteNotClosed: unknown;
  quoteClosedBefore: unknown;
  spaceBeforeQuote: unknown;

  spreadsheetError: unknown;
  spaceInside: unknown;
  letterLost: { sign: string };
  entity: { shown: string; meant: string };
  logoDamaged: { folder: string };
  /** `canBeInFolder`: a command reads the file, and can be given a folder of logos. */
  logoMissing: { folder: string | null; canBeInFolder: boolean };

  nameTwice: { line: number };
  similarName: { line: number };
  similarStoredName: { name: string };
  idLarge: { largest: number };
  /** The id belongs to the club `of`, or to no club; the name is that of the club with the id `named`. */
  idOfOther: { of: string | null; named: number; way: 'split' | 'takeIn' | null };
  sameClub: { line: number };
  parentRenamed: { line: number; to: string };
  parentDeleted: unknown;
  parentLeftOut: { line: number };
  parentUnknown: unknown;
  ownParent: unknown;
  /** Names from child to parent around the loop: all of them or, of many, the first and the last. */
  loop: { first: readonly string[]; last: readonly string[] };

  renamed: unknown;
  deleted: unknown;
}

/** `length`: the characters of a cell that is too long. */
type CellFaults = {
  [Code in keyof RuleFaults]: RuleFaults[Code] &
    (Code extends 'tooLong' ? { length: number } : unknown) & { isSpreadsheetError: boolean };
};

type Code = keyof FileFaults;
export type FileFault<Each extends Code = Code> = FaultOf<FileFaults, Each>;

/** The line on which a record starts, and its row in a spreadsheet. Both count from 1. */
export interface Place {
  line: number;
  row: number;
}

/** An error or a warning about a file. */
export interface FileIssue extends Place {
  kind: 'mistake' | 'warning';
  /** Null for the whole record. */
  column: FieldName | null;
  /** The text of the cell; null without a column. */
  value: string | null;
  fault: FileFault;
  /** The name of the club, unless that is the value. */
  club: string | null;
}

/** A line of a report: an issue, or a club to be renamed or deleted. */
export interface ReportEntry extends Omit<FileIssue, 'kind' | 'line' | 'row'> {
  kind: FileIssue['kind'] | 'to be renamed' | 'to be deleted';
  line: number | null;
  row: number | null;
}

/** Makes an issue: an error of a whole record, unless `more` says otherwise. */
export const makeIssue = ({ line, row }: Place, fault: FileFault, more: Partial<FileIssue> = {}): FileIssue => ({
  ...{ kind: 'mistake', line, row, column: null, value: null, fault, club: null },
  ...more,
});

export const inOrder = (issues: FileIssue[]): FileIssue[] => issues.sort((one, other) => one.line - other.line);

const VALUE_LENGTH = 2000;

/** A value as reports show it. */
export function shorten(text: string): string {
  const shown = text.replaceAll('\0', '\u2400');
  return shown.length > VALUE_LENGTH ? `${shown.slice(0, VALUE_LENGTH - 1).toWellFormed()}…` : shown;
}

function describeMarked<Each extends Code>(fault: FileFault<Each>, locale: Locale): string {
  const words: { [One in Code]: (fault: FileFault<One>) => string } = messages(locale).fileIssues;
  return words[fault.code](fault);
}

/** Describes an issue in a language. */
export const describeFault = (fault: FileFault, locale: Locale): string => unmarkLines(describeMarked(fault, locale));

/** The same in pieces: numbers are lines of the file. */
export const describeInPieces = (fault: FileFault, locale: Locale): (string | number)[] =>
  splitAtLines(describeMarked(fault, locale));

/** Quotes a cell in a message of a command. */
export const quoteCell = quoteIn('en');

/** An issue in one line, for a terminal. */
export function formatIssue({ line, column, value, fault, club }: FileIssue): string {
  const parts = [`line ${line}: ${column ? `${column} ` : ''}${describeFault(fault, 'en')}`];
  if (fault.code === 'tooLong') parts.push(`, and has ${formatNumber(fault.length)}`);
  if (value !== null && value !== '') parts.push(`: ${quoteCell(value)}`);
  if (club !== null) parts.push(` (club ${quoteCell(club)})`);
  return escapeControls(parts.join(''));
}
