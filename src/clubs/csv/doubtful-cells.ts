import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import * as v from 'valibot';
import { FIELDS, type FieldName } from '../record.ts';
import { findGarbled } from './encoding.ts';
import type { FileFault } from './faults.ts';
import { keepValue, makeIssue, type FileIssue, type Place } from './issues.ts';

/*
 * Cells that hardly say what they were meant to say. What breaks a rule is no matter of this module.
 */

/** Warnings about the cells of a row: spreadsheet errors first, then addresses, wrong encodings and HTML entities. */
export function findDoubtfulCells(
  place: Place,
  columns: FieldName[],
  texts: Partial<Record<FieldName, string>>,
  name: string,
): FileIssue[] {
  const errors = columns.flatMap((column) => {
    const value = texts[column] ?? '';
    if (!isSpreadsheetError(value) || !v.is(FIELDS[column].value, value)) return [];
    const club = column === 'name' ? null : keepValue(name);
    return [makeIssue(place, { code: 'spreadsheetError' }, { kind: 'warning', column, value: keepValue(value), club })];
  });
  const addresses = (['logo_url', 'website', 'contact'] as const).flatMap((column) => {
    const address = (texts[column] ?? '').trim();
    if (!/\s/.test(address) || !/^https?:/i.test(address) || !v.is(FIELDS[column].value, address)) return [];
    return [
      makeIssue(
        place,
        { code: 'spaceInside' },
        { kind: 'warning', column, value: keepValue(address), club: keepValue(name) },
      ),
    ];
  });
  const garbled = columns.flatMap((column) => {
    const text = texts[column] ?? '';
    const club = column === 'name' ? null : keepValue(name);
    return [findGarbledFault(text), findEntity(text)].flatMap((fault) =>
      fault === null ? [] : makeIssue(place, fault, { kind: 'warning', column, value: keepValue(text), club }),
    );
  });
  return [...errors, ...addresses, ...garbled];
}

function findGarbledFault(text: string): FileFault | null {
  if (text.includes('\ufffd')) return { code: 'letterLost', sign: '\ufffd' };
  const garbled = findGarbled(text);
  return garbled && { code: 'garbled', ...garbled };
}

/** The first HTML entity of a text, with the character that it means: most likely the text was copied from HTML. */
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

/** What Excel (in English, French, German and Spanish), LibreOffice and Google Sheets show instead of the value of a formula. */
const SPREADSHEET_ERRORS = new Set([
  ...['#NAME?', '#REF!', '#VALUE!', '#N/A', '#DIV/0!', '#NULL!', '#NUM!', '#SPILL!', '#CALC!'],
  ...['#FIELD!', '#UNKNOWN!', '#BLOCKED!', '#ERROR!', 'LOADING...'],
  ...['#NOM?', '#VALEUR!', '#NUL!', '#NOMBRE!', '#PROPAGATION!', '#CHAMP!', '#INCONNU!'],
  ...['#BEZUG!', '#WERT!', '#ZAHL!', '#NV'],
  ...['#¡REF!', '#¡VALOR!', '#¿NOMBRE?', '#¡DIV/0!', '#¡NUM!', '#¡NULO!'],
]);

/** A cell that is nothing but an error; "###" stands for a value that its column was too narrow for. */
export function isSpreadsheetError(cell: string): boolean {
  // Of all cells few begin so, and some are long.
  if (!/^\s*(#|Err:|Loading)/i.test(cell) || cell.length > 1000) return false;
  // French has a space before some marks.
  const text = cell.trim().replace(/\s+(?=[!?]$)/, '');
  return SPREADSHEET_ERRORS.has(text.toUpperCase()) || /^(#{3,}|Err:5\d\d)$/.test(text);
}
