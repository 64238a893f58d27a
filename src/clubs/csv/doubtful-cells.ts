import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import * as v from 'valibot';
import { FIELDS, type FieldName } from '../record.ts';
import { makeIssue, shorten, type FileFault, type FileIssue, type Place } from './issues.ts';

/** Warnings about cells of a row that are valid, but probably not what was meant. */
export const findDoubtfulCells = (
  place: Place,
  columns: FieldName[],
  texts: Partial<Record<FieldName, string>>,
  name: string,
): FileIssue[] =>
  columns.flatMap((column) => {
    const text = texts[column] ?? '';
    const faults = [
      findSpreadsheetError(column, text),
      findSpace(column, text.trim()),
      findLost(text),
      findEntity(text),
    ];
    return faults.flatMap((fault) =>
      fault === null
        ? []
        : makeIssue(place, fault, {
            ...{ kind: 'warning', column, value: shorten(text) },
            club: column === 'name' ? null : shorten(name),
          }),
    );
  });

const findSpreadsheetError = (column: FieldName, text: string): FileFault | null =>
  isSpreadsheetError(text) && v.is(FIELDS[column].value, text) ? { code: 'spreadsheetError' } : null;

const ADDRESSES: readonly FieldName[] = ['logo_url', 'website', 'contact'];

const findSpace = (column: FieldName, text: string): FileFault | null =>
  ADDRESSES.includes(column) && /^https?:\S*\s/i.test(text) && v.is(FIELDS[column].value, text)
    ? { code: 'spaceInside' }
    : null;

const findLost = (text: string): FileFault | null =>
  text.includes('\ufffd') ? { code: 'letterLost', sign: '\ufffd' } : null;

/** The first HTML entity of a text, with its character: the text was probably copied from HTML. */
function findEntity(text: string): FileFault | null {
  for (const [shown, name = ''] of text.matchAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi)) {
    const meant = decodeEntity(name);
    if (meant !== false) return { code: 'entity', shown, meant };
  }
  return null;
}

function decodeEntity(name: string): string | false {
  if (!name.startsWith('#')) return decodeNamedCharacterReference(name);
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff && String.fromCodePoint(code);
}

/** What Excel (in English, French, German and Spanish), LibreOffice and Google Sheets show instead of a value. */
const SPREADSHEET_ERRORS = new Set([
  ...['#NAME?', '#REF!', '#VALUE!', '#N/A', '#DIV/0!', '#NULL!', '#NUM!', '#SPILL!', '#CALC!'],
  ...['#FIELD!', '#UNKNOWN!', '#BLOCKED!', '#ERROR!', 'LOADING...'],
  ...['#NOM?', '#VALEUR!', '#NUL!', '#NOMBRE!', '#PROPAGATION!', '#CHAMP!', '#INCONNU!'],
  ...['#BEZUG!', '#WERT!', '#ZAHL!', '#NV'],
  ...['#¡REF!', '#¡VALOR!', '#¿NOMBRE?', '#¡DIV/0!', '#¡NUM!', '#¡NULO!'],
]);

/** Whether a cell is a spreadsheet error; "###" is shown for a value that is wider than its column. */
export function isSpreadsheetError(cell: string): boolean {
  if (!/^\s*(#|Err:|Loading)/i.test(cell) || cell.length > 1000) return false;
  // French has a space before some marks.
  const text = cell.trim().replace(/\s+(?=[!?]$)/, '');
  return SPREADSHEET_ERRORS.has(text.toUpperCase()) || /^(#{3,}|Err:5\d\d)$/.test(text);
}
