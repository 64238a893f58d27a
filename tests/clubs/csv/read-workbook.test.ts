import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { describeIssue } from '../../../src/messages/issues.ts';
import { readTables, type Table } from '../../../src/clubs/csv/read-table.ts';
import { HEADER, read } from '../../support/club-file.ts';
import { cell, makeWorkbook, type SheetContent, type WorkbookContent } from '../../support/workbook.ts';

const linesOf = ({ records }: Pick<Table, 'records'>) => records.map(({ line, cells }) => [line, ...cells]);
/** The lines of the first sheet. */
const readLines = async (file: Uint8Array) => (await readTables(file, 100)).tables.map(linesOf)[0];

describe('A cell of a workbook', () => {
  test.each<[string, SheetContent['rows'], WorkbookContent, string[]]>([
    ['numbers', [[cell('7'), cell('7.0'), cell('0.30000000000000004'), cell('-2E3')]], {}, ['7', '7', '0.3', '-2000']],
    [
      'booleans and errors',
      [[cell('1', { t: 'b' }), cell('0', { t: 'b' }), cell('#N/A', { t: 'e' })]],
      {},
      ['true', 'false', '#N/A'],
    ],
    [
      'results of formulas',
      [[cell('5', { f: 'A1+1' }), cell('a b', { t: 'str', f: 'A1' }), 'c']],
      {},
      ['5', 'a b', 'c'],
    ],
    ['an empty result', [[cell('', { t: 'str', f: 'A1' }), 'b']], {}, ['', 'b']],
    [
      'dates and times',
      [
        [
          cell('46159', { s: 1 }),
          cell('46159.385416666664', { s: 2 }),
          cell('0.75', { s: 3 }),
          cell('46159', { s: 4 }),
          cell('46159', { s: 5 }),
        ],
      ],
      { formats: ['dd/mm/yyyy', '[$-40C]d mmmm yyyy h:mm;@', '[h]:mm', '#,##0 "days"'] },
      ['2026-05-17', '2026-05-17 09:15', '18:00', '46159', '2026-05-17'],
    ],
    ['dates from 1904', [[cell('44697', { s: 1 })]], { formats: ['yy'], properties: 'date1904="1"' }, ['2026-05-17']],
    [
      'dates in ISO 8601',
      [[cell('2026-05-17T00:00:00', { t: 'd' }), cell('2026-05-17T09:15:30Z', { t: 'd' })]],
      {},
      ['2026-05-17', '2026-05-17 09:15'],
    ],
    [
      'shared and rich texts',
      [[cell('0', { t: 's' }), cell('1', { t: 's' }), cell('2', { t: 's' })]],
      {
        strings:
          '<si><t>&#x1F600; A&amp;B</t></si><si><r><t>Go </t></r><r><rPr/><t>club</t></r><rPh><t>x</t></rPh></si><si><t>a_x000D_\n_x005F_x0041_<![CDATA[<]]></t></si>',
      },
      ['😀 A&B', 'Go club', 'a\r\n_x0041_<'],
    ],
    ['a style that is missing', [[cell('5', { s: 99 })]], {}, ['5']],
  ])('has the text that a person sees: %s', async (_, rows, content, expected) => {
    expect(await readLines(makeWorkbook([{ rows }], content))).toEqual([[1, ...expected]]);
  });

  test('needs no address, and may have a prefix', async () => {
    const xml =
      '<x:worksheet><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c><x:c><x:v>2</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    expect(await readLines(makeWorkbook([{ xml }]))).toEqual([[1, 'a', '2']]);
  });
});

describe('A sheet', () => {
  test('has the lines of its rows without blank ones', async () => {
    const rows = [['Student groups'], null, ['Name', 'About', null, 'Type'], [' ', ''], ['Go', null, cell(null)]];
    expect(await readLines(makeWorkbook([{ rows }]))).toEqual([
      [1, 'Student groups'],
      [3, 'Name', 'About', '', 'Type'],
      [5, 'Go'],
    ]);
  });

  test('repeats merged cells down, not across', async () => {
    const rows = [['Clubs', null], ['Go', 'Games'], ['Chess', null], null, ['Ski', 'Sport']];
    const lines = await readLines(makeWorkbook([{ rows, merged: ['A1:B1', 'B2:B4'] }]));
    expect(lines?.slice(1, 3)).toEqual([
      [2, 'Go', 'Games'],
      [3, 'Chess', 'Games'],
    ]);
  });

  test('is read if it is visible and has content', async () => {
    const book = makeWorkbook([
      { name: 'Old', rows: [['x']], attributes: 'state="hidden"' },
      { name: 'Empty' },
      { name: 'Clubs &amp; more', rows: [['a']] },
      { name: 'Officers', rows: [['b']] },
    ]);
    const { tables } = await readTables(book, 100);
    expect(tables.map((table) => [table.sheet, linesOf(table)])).toEqual([
      ['Clubs & more', [[1, 'a']]],
      ['Officers', [[1, 'b']]],
    ]);
  });
});

describe('A workbook', () => {
  const CLUBS: SheetContent = {
    rows: [HEADER.split(','), ['Échecs', 'a', cell('1', { t: 'b' }), null, null, null, 'Jeux']],
  };

  test('is read as clubs', async () => {
    const { rows, issues } = await read(makeWorkbook([CLUBS, { name: 'Empty' }]));
    expect(issues).toEqual([]);
    expect(rows).toMatchObject([{ line: 2, name: 'Échecs', isActive: true, category: 'Jeux' }]);
  });

  const ole = (name: string) =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(name, 'utf16le')]);
  const zip = (...names: string[]) => zipSync(Object.fromEntries(names.map((name) => [name, Buffer.from('x')])));
  test.each<[string, string, Uint8Array]>([
    [
      'several sheets',
      'Choose one of these sheets (in the command: --sheet NAME): "Clubs", "Clubs 2"',
      makeWorkbook([CLUBS, { ...CLUBS, name: 'Clubs 2' }]),
    ],
    [
      'a formula without a result',
      'formulas whose results are not stored',
      makeWorkbook([{ rows: [['a'], [cell('', { f: '1+1' })]] }]),
    ],
    ['an .xls file', 'cannot be read', ole('Workbook')],
    ['a password', 'cannot be read', ole('EncryptedPackage')],
    ['an .ods file', 'cannot be read', zip('mimetype', 'content.xml')],
    ['a Numbers file', 'cannot be read', zip('Index/Document.iwa')],
    ['a binary workbook', 'cannot be read', zip('xl/workbook.bin')],
    ['a document', 'cannot be read', zip('word/document.xml')],
    ['a file that is cut off', 'cannot be read', makeWorkbook([CLUBS]).subarray(0, -100)],
    ['bytes that are not a ZIP file', 'cannot be read', Buffer.from('PK\x03\x04[Content_Types].xml')],
    ['XML that ends early', 'cannot be read', makeWorkbook([{ xml: '<worksheet><sheetData><row><c><v>1' }])],
    [
      'many columns',
      'more than 100 columns',
      makeWorkbook([{ xml: `<worksheet><row>${'<c><v>1</v></c>'.repeat(300)}</row></worksheet>` }]),
    ],
    ['no content', 'The file is empty', makeWorkbook([{}])],
  ])('is refused with what to do: %s', async (_, words, file) => {
    const { rows, issues } = await read(file);
    expect(rows).toEqual([]);
    expect(issues.map(({ detail }) => describeIssue(detail, 'en'))).toEqual([expect.stringContaining(words)]);
  });
});
