import { parentPort, workerData } from 'node:worker_threads';
import type { FileRecord } from '../parse-records.ts';
import { findDateStyles, unescapeText } from './cell.ts';
import { decodeEntities, limitSize, Parts, TEXT_SIZE, WorkbookError, type WorkbookProblem } from './parts.ts';
import { readSheet } from './sheet.ts';

/* The thread that reads workbooks: src/clubs/csv/read-workbook.ts. */

export interface WorkbookRequest {
  bytes: Uint8Array;
  maxRecords: number;
  /** By default, the first visible sheet with content. */
  sheet: string | null;
}

export interface Workbook {
  /** The visible sheets with content. */
  sheets: string[];
  /** The sheet that was read; null if there is none with content or of the wanted name. */
  sheet: string | null;
  records: FileRecord[];
  /** The first cell with a formula whose result is not stored. */
  unsolved: { row: number; cell: string } | null;
}

function readWorkbook({ bytes, maxRecords, sheet: wanted }: WorkbookRequest): Workbook {
  const parts = new Parts(bytes);
  const main = [...parts.findRelated('').values()].find(({ type }) => type === 'officeDocument')?.path ?? '';
  if (!/workbook\w*\.xml$/i.test(main)) throw new WorkbookError('spreadsheet');
  const related = parts.findRelated(main);
  const pathOf = (wantedType: string) => [...related.values()].find(({ type }) => type === wantedType)?.path ?? '';
  const visible: { name: string; path: string }[] = [];
  let is1904 = false;
  parts.parse(main, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 ||= ['1', 'true'].includes(attributes().date1904 ?? '');
      if (name !== 'sheet') return;
      const { name: title = '', state = 'visible', ...ids } = attributes();
      const id = Object.entries(ids).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      const { type, path = '' } = related.get(id) ?? {};
      if (state !== 'visible' || type !== 'worksheet') return;
      visible.push({ name: unescapeText(decodeEntities(title)), path });
    },
  });
  const filled = visible.filter(({ path }) => visible.length === 1 || hasContent(parts, path));
  const sheets = filled.map(({ name }) => name);
  const sheet = wanted === null ? filled[0] : filled.find(({ name }) => name === wanted);
  if (!sheet) return { sheets, sheet: null, records: [], unsolved: null };
  const context = {
    strings: readStrings(parts, pathOf('sharedStrings')),
    dateStyles: findDateStyles(parts, pathOf('styles')),
    is1904,
  };
  return { sheets, sheet: sheet.name, ...readSheet(parts, sheet.path, context, maxRecords) };
}

function hasContent(parts: Parts, path: string): boolean {
  let isFilled = false;
  const close = (name: string, text: string) => {
    isFilled ||= ['v', 't', 'f'].includes(name) && text.trim() !== '';
  };
  parts.parse(path, { close }, () => isFilled);
  return isFilled;
}

/** Reads the texts to which cells refer, without their formatting. */
function readStrings(parts: Parts, path: string): string[] {
  const strings: string[] = [];
  const addSize = limitSize();
  let string = '';
  parts.parse(path, {
    close(name, text) {
      if (name === 't') string += text;
      if (name !== 'si') return;
      addSize(string.length + TEXT_SIZE);
      strings.push(unescapeText(string));
      string = '';
    },
  });
  return strings;
}

function answer(request: WorkbookRequest): Workbook | WorkbookProblem {
  try {
    return readWorkbook(request);
  } catch (error) {
    // The libraries throw errors of many kinds.
    return error instanceof WorkbookError ? error.problem : 'damaged';
  }
}

parentPort?.postMessage(answer(workerData as WorkbookRequest));
