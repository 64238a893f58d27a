import { parentPort, workerData } from 'node:worker_threads';
import { decodeEntities } from '../../../lib/html.ts';
import type { FileRecord } from '../parse-records.ts';
import { isDateFormat, unescapeText } from './cell.ts';
import { Parts, TooLargeError, type WorkbookProblem } from './parts.ts';
import { readSheet } from './sheet.ts';

/* The thread that reads workbooks: src/clubs/csv/read-workbook.ts. */

export interface WorkbookRequest {
  bytes: Uint8Array;
  /** Of each sheet. */
  maxRecords: number;
}

/** A visible sheet with content. */
export interface Sheet {
  name: string;
  records: FileRecord[];
  /** Whether the result of a formula is not stored. */
  isUnsolved: boolean;
}

function readSheets({ bytes, maxRecords }: WorkbookRequest): Sheet[] {
  const parts = new Parts(bytes);
  const main = parts.find(/(^|\/)workbook\d*\.xml$/);
  if (main === undefined) throw new Error('This is not a workbook.');
  const related = new Map<string, string>();
  parts.parse(main.replace(/[^/]*$/, '_rels/$&.rels'), {
    open(name, { Id = '', Type = '', Target = '' }) {
      if (name !== 'Relationship') return;
      const path = decodeURIComponent(new URL(decodeEntities(Target), `file:///${main}`).pathname.slice(1));
      for (const key of [Id, Type.split('/').at(-1) ?? '']) related.set(key, path);
    },
  });
  const visible: { name: string; path: string }[] = [];
  let is1904 = false;
  parts.parse(main, {
    open(name, { date1904 = '', name: title = '', state = 'visible', ...ids }) {
      is1904 ||= ['1', 'true'].includes(date1904);
      if (name !== 'sheet' || state !== 'visible') return;
      const id = Object.entries(ids).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      visible.push({ name: unescapeText(decodeEntities(title)), path: related.get(id) ?? '' });
    },
  });
  const strings = readStrings(parts, related.get('sharedStrings') ?? '');
  const context = { strings, dateStyles: findDateStyles(parts, related.get('styles') ?? ''), is1904 };
  return visible
    .map(({ name, path }) => ({ name, ...readSheet(parts, path, context, maxRecords) }))
    .filter(({ records, isUnsolved }) => records.length > 0 || isUnsolved);
}

/** Reads the texts to which cells refer, without their formatting and pronunciation. */
function readStrings(parts: Parts, path: string): string[] {
  const strings: string[] = [];
  let string = '';
  let isPhonetic = false;
  parts.parse(path, {
    open(name) {
      if (name === 'si') string = '';
      isPhonetic = name === 'rPh' || (isPhonetic && name === 't');
    },
    close(name, text) {
      if (name === 't' && !isPhonetic) string += text;
      if (name === 'si') strings.push(unescapeText(string));
    },
  });
  return strings;
}

/** The styles that show numbers as dates or times, from 0. */
function findDateStyles(parts: Parts, path: string): Set<number> {
  const codes = new Map<number, string>();
  const styles = new Set<number>();
  let next: number | null = null;
  parts.parse(path, {
    open(name, { numFmtId, formatCode = '' }) {
      if (name === 'cellXfs') next = 0;
      if (name === 'numFmt' && next === null) codes.set(Number(numFmtId), decodeEntities(formatCode));
      if (name !== 'xf' || next === null) return;
      if (isDateFormat(Number(numFmtId), codes.get(Number(numFmtId)))) styles.add(next);
      next += 1;
    },
  });
  return styles;
}

function answer(request: WorkbookRequest): Sheet[] | WorkbookProblem {
  try {
    return readSheets(request);
  } catch (error) {
    // The libraries throw errors of many kinds.
    return error instanceof TooLargeError ? 'tooLarge' : 'unreadable';
  }
}

parentPort?.postMessage(answer(workerData as WorkbookRequest));
