import type { Locale } from '../../messages/locales.ts';
import { splitAtLines, unmarkLines } from '../../messages/line-numbers.ts';
import { messages } from '../../messages/messages.ts';
import type { FaultOf, FieldName, RuleFaults } from '../record.ts';
import type { Separator } from './separators.ts';

/** What a file is instead of CSV; `encoding` is a text in an encoding that is not supported. */
export type OtherFile = 'excel' | 'ods' | 'numbers' | 'archive' | 'encoding' | 'other';

/** Lines whose ids look filled down in a spreadsheet. */
export interface FilledDown {
  from: number;
  to: number;
}

/** How a row can get a name that is another club's: in two imports, or with a change that is left out of this one. */
type NameWay = 'split' | 'takeIn';

/**
 * What may be said of a file of clubs, and what is known besides, all of it plain JSON. What somebody has written stands
 * there as it is: it is quoted where it is shown. Lines are those of the file; its header is on line 1.
 */
interface FileFaults extends CellFaults {
  otherFile: { is: OtherFile };
  cutOff: unknown;
  damaged: unknown;
  emptyFile: { columns: readonly FieldName[] };
  unknownSeparator: { separator: string };

  headerBelow: { line: number };
  headerAgain: unknown;
  columnsMissing: { columns: readonly FieldName[] };
  /** The first of them, and how many there are `more`. */
  columnsUnknown: { columns: readonly string[]; more: number; known: readonly FieldName[] };
  /** As spreadsheets call them: the first of them, and how many there are `more`. */
  columnsUnnamed: { letters: readonly string[]; more: number };
  columnsRepeated: { columns: readonly FieldName[] };

  rowSeparator: { ofRow: Separator; ofHeader: Separator };
  rowTooWide: { cells: number; columns: number; separator: Separator };
  rowTooNarrow: { cells: number; columns: number; missing: readonly FieldName[]; separator: Separator };
  /** The row, or the header, is a text with all of its cells in one. */
  rowInOneCell: unknown;
  quoteNotClosed: unknown;
  quoteClosedBefore: unknown;
  spaceBeforeQuote: unknown;

  dayOrder: { first: 'day' | 'month'; otherLine: number };
  spreadsheetError: unknown;
  spaceInside: unknown;
  letterLost: { sign: string };
  garbled: { shown: string; meant: string };
  entity: { shown: string; meant: string };

  logoDamaged: { folder: string };
  /** `canBeInFolder`: it is a command that reads the file, which may be given a folder of pictures. */
  logoMissing: { folder: string | null; canBeInFolder: boolean };

  nameTwice: { line: number };
  similarName: { line: number };
  similarStoredName: { name: string };
  idLarge: { largest: number };
  /** The id is of the club `of`, or of none, and the name of the club with the id `named`, which keeps it. */
  idOfOther: { of: string | null; named: number; filled: FilledDown | null; way: NameWay | null };
  sameClub: { line: number; filled: FilledDown | null };
  parentRenamed: { line: number; to: string };
  parentDeleted: unknown;
  /** The parent is a new club whose row is left out. */
  parentLeftOut: { line: number };
  parentUnknown: unknown;
  ownParent: unknown;
  /** Names from child to parent around the loop: all of them or, of many, the first and the last. */
  loop: { first: readonly string[]; last: readonly string[] };

  renamed: unknown;
  deleted: unknown;
}

/** What a rule finds wrong with a cell. `length` are all characters of one that is too long. */
type CellFaults = {
  [Code in keyof RuleFaults]: RuleFaults[Code] &
    (Code extends 'tooLong' ? { length: number } : unknown) & { isSpreadsheetError: boolean };
};

type Code = keyof FileFaults;
export type FileFault<Each extends Code = Code> = FaultOf<FileFaults, Each>;

/** What is said of a file, in the words of a language. */
export const describeFileFault = <Each extends Code>(fault: FileFault<Each>, locale: Locale): string =>
  unmarkLines(sayMarked(fault, locale));

/** The same in pieces: those that are numbers are of lines of the file, to which a page may lead. */
export const describeInPieces = <Each extends Code>(fault: FileFault<Each>, locale: Locale): (string | number)[] =>
  splitAtLines(sayMarked(fault, locale));

function sayMarked<Each extends Code>(fault: FileFault<Each>, locale: Locale): string {
  const words: { [One in Code]: (fault: FileFault<One>) => string } = messages(locale).fileIssues;
  return words[fault.code](fault);
}
