import { strToU8, zipSync } from 'fflate';

/** A cell as XML, a text, or null for none. */
type Cell = { xml: string } | string | null;

export interface SheetContent {
  name?: string;
  /** Attributes of the sheet in the workbook, such as `state="hidden"`. */
  attributes?: string;
  /** A row is null if it is absent. */
  rows?: (Cell[] | null)[];
  merged?: string[];
  /** Instead of rows. */
  xml?: string;
}

export interface WorkbookContent {
  properties?: string;
  /** The number formats of the styles 1, 2, … */
  formats?: string[];
  /** Elements of the shared strings. */
  strings?: string;
  /** More parts, or null to leave one out. */
  parts?: Record<string, string | null>;
}

const SPREADSHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const escape = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** A cell with a value, and perhaps a type, a style or a formula. */
export const cell = (value: string | null, { t = 'n', s = 0, f = '' } = {}): Cell => ({
  xml: `t="${t}" s="${s}">${f && `<f>${f}</f>`}${value === null ? '' : `<v>${value}</v>`}`,
});

function sheetXml({ rows = [], merged = [], xml }: SheetContent): string {
  const rowXml = (cells: Cell[] | null, row: number) =>
    cells &&
    `<row r="${row + 1}">${cells
      .map((content, column) => {
        if (content === null) return '';
        const inside = typeof content === 'string' ? `t="inlineStr"><is><t>${escape(content)}</t></is>` : content.xml;
        return `<c r="${String.fromCharCode(65 + column)}${row + 1}" ${inside}</c>`;
      })
      .join('')}</row>`;
  const merges = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
  return (
    xml ??
    `<worksheet ${SPREADSHEET}><sheetData>${rows.map(rowXml).join('')}</sheetData><mergeCells>${merges}</mergeCells></worksheet>`
  );
}

const related = (targets: [type: string, target: string][]) =>
  `<Relationships>${targets
    .map(([type, target], index) => `<Relationship Id="r${index}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** Makes an XLSX file. */
export function makeWorkbook(
  sheets: SheetContent[],
  { properties = '', formats = [], strings, parts = {} }: WorkbookContent = {},
): Uint8Array {
  const list = sheets.map(
    ({ name = 'Clubs', attributes = '' }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}" ${attributes} r:id="r${index}"/>`,
  );
  const files: Record<string, string | null> = {
    '_rels/.rels': related([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook ${SPREADSHEET} xmlns:r="${RELATIONSHIPS}"><workbookPr ${properties}/><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': related([
      ...sheets.map((_, index): [string, string] => ['worksheet', `worksheets/${index}.xml`]),
      ['styles', 'styles.xml'],
      ['sharedStrings', '/xl/sharedStrings.xml'],
    ]),
    'xl/styles.xml': `<styleSheet><numFmts>${formats.map((code, index) => `<numFmt numFmtId="${index + 164}" formatCode="${escape(code)}"/>`).join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats.map((_, index) => `<xf numFmtId="${index + 164}"/>`).join('')}<xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': strings === undefined ? null : `<sst ${SPREADSHEET}>${strings}</sst>`,
    ...Object.fromEntries(sheets.map((sheet, index) => [`xl/worksheets/${index}.xml`, sheetXml(sheet)])),
    ...parts,
  };
  const present = Object.entries(files).flatMap(([path, text]) => (text === null ? [] : [[path, strToU8(text)]]));
  return zipSync(Object.fromEntries(present) as Record<string, Uint8Array>, { level: 6 });
}
