import { strToU8, Zip, ZipDeflate } from 'fflate';

const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const relation = (type: string, target: string) =>
  `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`;

/** The parts of a workbook with one sheet, except the sheet. */
const PARTS = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/sheet.xml" ContentType="${CONTENT}.worksheet+xml"/></Types>`,
  '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
  'xl/workbook.xml': `<workbook xmlns="${SPREADSHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="Clubs" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relation('worksheet', 'sheet.xml'),
};

/** What has a meaning in XML or workbooks, and what XML does not allow or keep. */
const SPECIAL = /[&<>]|_(?=x[\da-f]{4}_)|[^\t\n -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/giu;

const escapeText = (text: string): string =>
  text.replace(SPECIAL, (character) => {
    const code = character.charCodeAt(0);
    return '&<>'.includes(character) ? `&#${code};` : `_x${code.toString(16).padStart(4, '0').toUpperCase()}_`;
  });

type Cell = string | number | boolean;

/** A boolean is shown in the language of the program. Texts are never converted to numbers, dates or formulas. */
const formatCell = (value: Cell): string => {
  if (typeof value === 'boolean') return `<c t="b"><v>${Number(value)}</v></c>`;
  if (typeof value === 'number') return `<c><v>${value}</v></c>`;
  return value === '' ? '<c/>' : `<c t="inlineStr"><is><t xml:space="preserve">${escapeText(value)}</t></is></c>`;
};

/** Writes an XLSX file with one sheet. Its first row stays in view. */
export async function formatWorkbook(batches: AsyncIterable<readonly (readonly Cell[])[]>): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(new Uint8Array(chunk));
  });
  const addPart = (path: string) => {
    const part = new ZipDeflate(path);
    zip.add(part);
    part.push(strToU8('<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'));
    return (text: string, isLast = false) => part.push(strToU8(text), isLast);
  };
  for (const [path, text] of Object.entries(PARTS)) addPart(path)(text, true);
  const write = addPart('xl/sheet.xml');
  write(
    `<worksheet xmlns="${SPREADSHEET}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultColWidth="24" defaultRowHeight="15"/><sheetData>`,
  );
  for await (const rows of batches) write(rows.map((cells) => `<row>${cells.map(formatCell).join('')}</row>`).join(''));
  write('</sheetData></worksheet>', true);
  zip.end();
  return new Blob(chunks, { type: `${CONTENT}.sheet` });
}
