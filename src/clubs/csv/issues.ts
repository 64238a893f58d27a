import { formatNumber } from '../../format.ts';
import type { FieldName } from '../record.ts';

/** Something about a record of a file that its author should know. A mistake keeps the file out, a warning does not. */
export interface FileIssue {
  kind: 'mistake' | 'warning';
  /** Where the record starts; the header is on line 1. */
  line: number;
  /** Null for what concerns the whole record. */
  column: FieldName | null;
  /** The cell as the file has it; null without a column. */
  value: string | null;
  /** Said of the column or of the record: "must be true or false". */
  problem: string;
  /** The name of the club, where that is not the value. */
  club: string | null;
  /** The most characters of the cell, and how many it has, where they are too many. */
  limit: number | null;
  length: number | null;
}

/** A line of a report: an issue, or a club that is renamed or deleted when somebody agrees, which is no mistake. */
export interface ReportEntry extends Omit<FileIssue, 'kind' | 'line'> {
  kind: FileIssue['kind'] | 'to be renamed' | 'to be deleted';
  /** Null for a club that has no row. */
  line: number | null;
}

/** A mistake of a whole record, unless `more` says otherwise. */
export const makeIssue = (line: number, problem: string, more: Partial<FileIssue> = {}): FileIssue => ({
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

/** Longer values are cut. */
const VALUE_KEPT = 2000;

/** A text that PostgreSQL can hold, and not too long. */
export function keepValue(text: string): string {
  const whole = text.replaceAll('\0', '\u2400');
  return whole.length > VALUE_KEPT ? `${whole.slice(0, VALUE_KEPT - 1).toWellFormed()}…` : whole;
}

/** The most characters of a text in a message. */
export const QUOTED_LENGTH = 80;

/** A cell's text in a message: without line breaks and control characters, and not too long. */
export function quoteCell(text: string): string {
  // Of a long text no more is looked at than that many characters can take.
  const characters = Array.from(text.slice(0, 2 * (QUOTED_LENGTH + 1)));
  const shown = characters.length > QUOTED_LENGTH ? `${characters.slice(0, QUOTED_LENGTH - 1).join('')}…` : text;
  return escapeControls(JSON.stringify(shown));
}

/** A text whose invisible characters are seen, and do nothing to a terminal. */
export const escapeControls = (text: string) =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });

/** An issue in one line, for a terminal. */
export function formatIssue({ line, column, value, problem, club, length }: FileIssue): string {
  const parts = [`line ${line}: ${column ? `${column} ` : ''}${problem}`];
  if (length !== null) parts.push(`, and has ${formatNumber(length)}`);
  if (value !== null && value !== '') parts.push(`: ${quoteCell(value)}`);
  if (club !== null) parts.push(` (club ${quoteCell(club)})`);
  return escapeControls(parts.join(''));
}
