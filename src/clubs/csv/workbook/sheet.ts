import type { FileRecord } from '../parse-records.ts';
import { formatCell, type CellContext } from './cell.ts';
import type { Parts } from './parts.ts';

/** Columns further right are not read. More than the site accepts, so that it reports them. */
const MAX_COLUMNS = 200;

/** Reads the rows of a sheet that are not blank. Stops soon after `maxRecords`. */
export function readSheet(parts: Parts, path: string, context: CellContext, maxRecords: number) {
  const records = new Map<number, FileRecord>();
  const merged: string[] = [];
  const setCell = (line: number, column: number, text: string) => {
    if (text.trim() === '' || column >= MAX_COLUMNS) return;
    parts.addSize(text.length);
    const record = records.get(line) ?? { line, cells: [] };
    while (record.cells.length < column) record.cells.push('');
    record.cells[column] = text;
    records.set(line, record);
  };
  let [line, column, text, type, style] = [0, -1, '', 'n', 0];
  let hasFormula = false;
  let isUnsolved = false;
  parts.parse(
    path,
    {
      open(name, { r: address, t = 'n', s, ref = '' }) {
        if (name === 'row') [line, column] = [Number(address ?? line + 1), -1];
        else if (name === 'c') {
          [text, type, style, hasFormula] = ['', t, Number(s), false];
          column = address === undefined ? column + 1 : readColumn(address);
        } else if (name === 'f') hasFormula = true;
        else if (name === 'mergeCell') merged.push(ref);
      },
      close(name, value) {
        if (name === 'v' || name === 't') text += value;
        if (name !== 'c') return;
        isUnsolved ||= hasFormula && text === '' && type !== 'str';
        setCell(line, column, formatCell(text, type, style, context));
      },
    },
    () => records.size > maxRecords,
  );
  // Merged cells repeat their text in each row, for example a category beside several clubs.
  for (const range of merged) {
    const [from = 0, to = 0] = (range.match(/\d+/g) ?? []).map(Number);
    const text = records.get(from)?.cells[readColumn(range)] ?? '';
    for (const { line } of records.values()) if (line > from && line <= to) setCell(line, readColumn(range), text);
  }
  return { records: [...records.values()], isUnsolved };
}

/** The column of an address such as "AB12", from 0. */
const readColumn = (address: string): number =>
  Array.from(/^[A-Z]{1,3}/.exec(address)?.[0] ?? '').reduce(
    (column, letter) => column * 26 + letter.charCodeAt(0) - 64,
    0,
  ) - 1;
