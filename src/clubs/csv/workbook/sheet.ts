import type { FileRecord } from '../parse-records.ts';
import { formatIso, formatNumber, formatSerial, unescapeText } from './cell.ts';
import { limitSize, TEXT_SIZE, type Parts } from './parts.ts';

/** What the cells of a workbook refer to. */
export interface CellContext {
  strings: readonly string[];
  /** The styles that show numbers as dates or times. */
  dateStyles: ReadonlySet<string>;
  is1904: boolean;
}

/** Reads the rows of a sheet that are not blank, all of the same width. Stops soon after `maxRecords`. */
export function readSheet(parts: Parts, path: string, context: CellContext, maxRecords: number) {
  const records = new Map<number, FileRecord>();
  const merged: string[] = [];
  const addSize = limitSize();
  let width = 0;
  const widen = ({ cells }: FileRecord, to: number) => {
    addSize(Math.max(0, to - cells.length) * TEXT_SIZE);
    while (cells.length < to) cells.push('');
  };
  const setCell = (record: FileRecord, column: number, text: string) => {
    addSize(text.length);
    widen(record, column + 1);
    record.cells[column] = text;
    width = Math.max(width, column + 1);
  };

  let [row, column, text, type, style, address] = [0, -1, '', 'n', '', ''];
  let hasFormula = false;
  let unsolved: { row: number; cell: string } | null = null;
  parts.parse(
    path,
    {
      open(name, attributes) {
        if (name === 'row') {
          row = Number(attributes().r ?? row + 1);
          column = -1;
        } else if (name === 'c') {
          ({ r: address = '', t: type = 'n', s: style = '' } = attributes());
          column = readColumn(address) ?? column + 1;
          text = '';
          hasFormula = false;
        } else if (name === 'f') hasFormula = true;
        else if (name === 'mergeCell') merged.push(attributes().ref ?? '');
      },
      close(name, value) {
        if (name === 'v' || name === 't') text += value;
        if (name !== 'c') return;
        if (hasFormula && text === '' && type !== 'str') unsolved ??= { row, cell: address };
        const cell = formatCell(text, type, style, context);
        if (cell.trim() === '') return;
        const record = records.get(row) ?? { line: row, cells: [], badQuote: null };
        setCell(record, column, cell);
        records.set(row, record);
      },
    },
    () => records.size > maxRecords,
  );
  // Merged cells repeat their text in each row, for example a category beside several clubs.
  for (const range of merged) {
    const [from = 0, to = 0] = (range.match(/\d+/g) ?? []).map(Number);
    const first = readColumn(range) ?? 0;
    const shared = records.get(from)?.cells[first] ?? '';
    for (let below = from + 1; shared !== '' && below <= to; below += 1) {
      const record = records.get(below);
      if (record) setCell(record, first, shared);
    }
  }
  for (const record of records.values()) widen(record, width);
  return { records: [...records.values()], unsolved };
}

/** The text of a cell as Excel shows it, but dates in ISO 8601. */
function formatCell(text: string, type: string, style: string, context: CellContext): string {
  if (text === '') return '';
  if (type === 's') return context.strings[Number(text)] ?? '';
  if (type === 'b') return String(text === '1' || text === 'true');
  if (type === 'd') return formatIso(text);
  if (type === 'n') return context.dateStyles.has(style) ? formatSerial(text, context.is1904) : formatNumber(text);
  return type === 'e' ? text : unescapeText(text);
}

/** The column of an address such as "AB12", from 0; null without one. */
function readColumn(address: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(address)?.[0];
  if (letters === undefined) return null;
  return Array.from(letters).reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
